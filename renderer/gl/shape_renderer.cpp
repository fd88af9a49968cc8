#include "renderer/gl/shape_renderer.h"

#include <glad/gl.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>

#include "renderer/gl/shader_program.h"
#include "shaders/chart_constants.h"

namespace ringscope {
namespace {

// Uploaded as they are.
static_assert(sizeof(PlacedRect) == 36 && offsetof(PlacedRect, border_px) == 16);
static_assert(sizeof(PlacedStroke) == 24 && offsetof(PlacedStroke, width_px) == 16);

}  // namespace

Result<ShapeRenderer> ShapeRenderer::Create(const ChartRendererOptions& options) {
  const ShaderSource source{options.shader_dir};
  RINGSCOPE_ASSIGN(GlProgram rect, BuildProgram(source, "rect.vert", "rect.frag"));
  constexpr std::string_view kStriped[] = {"RINGSCOPE_HATCHED"};
  RINGSCOPE_ASSIGN(GlProgram striped, BuildProgram(source, "rect.vert", "rect.frag", kStriped));
  RINGSCOPE_ASSIGN(GlProgram stroke, BuildProgram(source, "stroke.vert", "stroke.frag"));
  RINGSCOPE_ASSIGN(LabelRenderer labels, LabelRenderer::Create(source, options.font));
  return ShapeRenderer(std::move(rect), std::move(striped), std::move(stroke), std::move(labels));
}

void ShapeRenderer::SetShapes(const PlacedShapes& shapes) {
  Upload(rects_, shapes.rects);
  Upload(strokes_, shapes.strokes);
  // Stripes are worked out for each pixel, whether it has any; so those without have a program of their own,
  // as long as that does not change all the time.
  constexpr size_t kMostRuns = 64;
  runs_.clear();
  for (size_t k = 0; k < shapes.rects.size(); ++k) {
    const bool is_striped = shapes.rects[k].hatch.a != 0;
    if (runs_.empty() || runs_.back().is_striped != is_striped) runs_.push_back({k, 0, is_striped});
    ++runs_.back().count;
  }
  if (runs_.size() > kMostRuns) runs_ = {{0, shapes.rects.size(), true}};
  stroke_count_ = shapes.strokes.size();
  strokes_below_ = std::min(shapes.strokes_below, stroke_count_);
  // A label's colour is at its place among the labels.
  const auto color_of = [&](const Label& label) {
    return shapes.label_colors[static_cast<size_t>(&label - shapes.labels.data())];
  };
  labels_.SetLabels(shapes.labels, color_of);
}

void ShapeRenderer::Draw(const DrawTarget& target, std::optional<Color> background) const {
  if (target.width_px <= 0 || target.height_px <= 0) return;
  BeginDrawing(target, background, vertex_array_);
  const auto width = static_cast<float>(target.width_px), height = static_cast<float>(target.height_px);
  const ChartPlacement placement{2 / width, 2 / height, -1, 1};
  glBlendFuncSeparate(GL_ONE, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
  const auto draw = [&](const GlProgram& program, size_t count) {
    glUseProgram(program.name());
    glUniform2f(glGetUniformLocation(program.name(), "ndc_per_px"), placement.ndc_per_px_x,
                placement.ndc_per_px_y);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(count));
  };
  const auto draw_strokes = [&](size_t first, size_t count) {
    if (count == 0) return;
    glBindBuffer(GL_ARRAY_BUFFER, strokes_.name());
    constexpr size_t kStride = sizeof(PlacedStroke);
    const size_t at = first * kStride;
    PointAttribute(RINGSCOPE_ATTRIBUTE_SHAPE, 4, kStride, at);
    PointAttribute(RINGSCOPE_ATTRIBUTE_WIDTH, 1, kStride, at + offsetof(PlacedStroke, width_px));
    PointColorAttribute(RINGSCOPE_ATTRIBUTE_FILL, kStride, at + offsetof(PlacedStroke, color), 1);
    draw(stroke_program_, count);
  };
  draw_strokes(0, strokes_below_);
  for (const Run& run : runs_) {
    glBindBuffer(GL_ARRAY_BUFFER, rects_.name());
    constexpr size_t kStride = sizeof(PlacedRect);
    const size_t at = run.first * kStride;
    PointAttribute(RINGSCOPE_ATTRIBUTE_SHAPE, 4, kStride, at);
    PointAttribute(RINGSCOPE_ATTRIBUTE_WIDTH, 1, kStride, at + offsetof(PlacedRect, border_px));
    PointColorAttribute(RINGSCOPE_ATTRIBUTE_FILL, kStride, at + offsetof(PlacedRect, fill), 1);
    PointColorAttribute(RINGSCOPE_ATTRIBUTE_BORDER, kStride, at + offsetof(PlacedRect, border), 1);
    PointColorAttribute(RINGSCOPE_ATTRIBUTE_HATCH, kStride, at + offsetof(PlacedRect, hatch), 1);
    draw(run.is_striped ? striped_program_ : rect_program_, run.count);
    glDisableVertexAttribArray(RINGSCOPE_ATTRIBUTE_HATCH);
    glDisableVertexAttribArray(RINGSCOPE_ATTRIBUTE_BORDER);
  }
  draw_strokes(strokes_below_, stroke_count_ - strokes_below_);
  glDisableVertexAttribArray(RINGSCOPE_ATTRIBUTE_FILL);
  // The labels' origin, a whole number of pixels from the upper left corner.
  labels_.Draw(
      {placement.ndc_per_px_x, placement.ndc_per_px_y, std::floor(0.5f * width) * placement.ndc_per_px_x - 1,
       1 - std::floor(0.5f * height) * placement.ndc_per_px_y},
      1);
  EndDrawing();
}

}  // namespace ringscope
