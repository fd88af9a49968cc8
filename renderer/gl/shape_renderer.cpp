#include "renderer/gl/shape_renderer.h"

#include <glad/gl.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "renderer/gl/gl_objects.h"
#include "renderer/gl/label_renderer.h"
#include "renderer/gl/offscreen.h"
#include "renderer/gl/shader_program.h"
#include "shaders/chart_constants.h"

namespace ringscope {
namespace {

// Uploaded as they are.
static_assert(sizeof(PlacedRect) == 32 && offsetof(PlacedRect, border_px) == 16);
static_assert(sizeof(PlacedStroke) == 24 && offsetof(PlacedStroke, width_px) == 16);

}  // namespace

struct ShapeRenderer::State {
  GlProgram rect_program, stroke_program;
  LabelRenderer labels;
  GlVertexArray vertex_array = MakeGlVertexArray();
  GlBuffer rects = MakeGlBuffer();
  GlBuffer strokes = MakeGlBuffer();
  size_t rect_count = 0, stroke_count = 0;
};

ShapeRenderer::ShapeRenderer(std::unique_ptr<State> state) : state_(std::move(state)) {}
ShapeRenderer::ShapeRenderer(ShapeRenderer&&) noexcept = default;
ShapeRenderer& ShapeRenderer::operator=(ShapeRenderer&&) noexcept = default;
ShapeRenderer::~ShapeRenderer() = default;

Result<ShapeRenderer> ShapeRenderer::Create(const ChartRendererOptions& options) {
  const ShaderSource source{options.shader_dir};
  RINGSCOPE_ASSIGN(GlProgram rect, BuildProgram(source, "rect.vert", "rect.frag"));
  RINGSCOPE_ASSIGN(GlProgram stroke, BuildProgram(source, "stroke.vert", "stroke.frag"));
  RINGSCOPE_ASSIGN(LabelRenderer labels, LabelRenderer::Create(source, options.font));
  return ShapeRenderer(std::make_unique<State>(State{std::move(rect), std::move(stroke), std::move(labels)}));
}

void ShapeRenderer::SetShapes(const PlacedShapes& shapes) {
  State& state = *state_;
  Upload(state.rects, shapes.rects);
  Upload(state.strokes, shapes.strokes);
  state.rect_count = shapes.rects.size();
  state.stroke_count = shapes.strokes.size();
  // A label's colour is at its place among the labels.
  const auto color_of = [&](const Label& label) {
    return shapes.label_colors[static_cast<size_t>(&label - shapes.labels.data())];
  };
  state.labels.SetLabels(shapes.labels, color_of);
}

void ShapeRenderer::Draw(const DrawTarget& target, std::optional<Color> background) const {
  const State& state = *state_;
  if (target.width_px <= 0 || target.height_px <= 0) return;
  BeginDrawing(target, background, state.vertex_array);
  const auto width = static_cast<float>(target.width_px), height = static_cast<float>(target.height_px);
  const ChartPlacement placement{2 / width, 2 / height, -1, 1};
  glBlendFuncSeparate(GL_ONE, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
  const auto draw = [&](const GlProgram& program, size_t count) {
    glUseProgram(program.name());
    glUniform2f(glGetUniformLocation(program.name(), "ndc_per_px"), placement.ndc_per_px_x,
                placement.ndc_per_px_y);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(count));
  };
  if (state.rect_count != 0) {
    glBindBuffer(GL_ARRAY_BUFFER, state.rects.name());
    constexpr size_t kStride = sizeof(PlacedRect);
    PointAttribute(RINGSCOPE_ATTRIBUTE_SHAPE, 4, kStride, 0);
    PointAttribute(RINGSCOPE_ATTRIBUTE_WIDTH, 1, kStride, offsetof(PlacedRect, border_px));
    PointColorAttribute(RINGSCOPE_ATTRIBUTE_FILL, kStride, offsetof(PlacedRect, fill), 1);
    PointColorAttribute(RINGSCOPE_ATTRIBUTE_BORDER, kStride, offsetof(PlacedRect, border), 1);
    draw(state.rect_program, state.rect_count);
    glDisableVertexAttribArray(RINGSCOPE_ATTRIBUTE_BORDER);
  }
  if (state.stroke_count != 0) {
    glBindBuffer(GL_ARRAY_BUFFER, state.strokes.name());
    constexpr size_t kStride = sizeof(PlacedStroke);
    PointAttribute(RINGSCOPE_ATTRIBUTE_SHAPE, 4, kStride, 0);
    PointAttribute(RINGSCOPE_ATTRIBUTE_WIDTH, 1, kStride, offsetof(PlacedStroke, width_px));
    PointColorAttribute(RINGSCOPE_ATTRIBUTE_FILL, kStride, offsetof(PlacedStroke, color), 1);
    draw(state.stroke_program, state.stroke_count);
  }
  glDisableVertexAttribArray(RINGSCOPE_ATTRIBUTE_FILL);
  // The labels' origin, a whole number of pixels from the upper left corner.
  state.labels.Draw(
      {placement.ndc_per_px_x, placement.ndc_per_px_y, std::floor(0.5f * width) * placement.ndc_per_px_x - 1,
       1 - std::floor(0.5f * height) * placement.ndc_per_px_y},
      1);
  EndDrawing();
}

Result<Image> RenderShapesImage(const PlacedShapes& shapes, Color background,
                                std::shared_ptr<const FontFace> font) {
  const auto side = [](float px) { return static_cast<uint32_t>(std::lround(std::max(1.0f, px))); };
  RINGSCOPE_ASSIGN(const OffscreenTarget target,
                   OffscreenTarget::Create(side(shapes.width_px), side(shapes.height_px)));
  RINGSCOPE_ASSIGN(ShapeRenderer renderer, ShapeRenderer::Create({std::move(font), {}}));
  renderer.SetShapes(shapes);
  renderer.Draw(target.whole(), background);
  return target.ReadPixels();
}

}  // namespace ringscope
