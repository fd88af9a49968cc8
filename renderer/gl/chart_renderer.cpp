#include "renderer/gl/chart_renderer.h"

#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/base/check.h"
#include "shaders/chart_constants.h"

namespace ringscope {
namespace {

// Outlines of the pointed piece and of paths lie this far outside its edges; outlines of lit pieces lie
// inside, as many may be small.
constexpr float kOutlineGrowPx = 1.0f;
constexpr float kOutlineRimPx = 1.0f;
// The strength of the band of pieces with hidden callees: dark on light tones weighs more than light on dark
// ones.
constexpr float kMarkShareDark = 0.55f;
constexpr float kMarkShareLight = 0.4f;
// The opacity of a faded piece's text.
constexpr uint8_t kFadedTextAlpha = 90;

using Rgb = std::array<float, 3>;

Rgb RgbOf(Color color) {
  return {static_cast<float>(color.r) / 255.0f, static_cast<float>(color.g) / 255.0f,
          static_cast<float>(color.b) / 255.0f};
}

void UseProgram(const GlProgram& program, const ChartPlacement& placement, const ChartBend& bend) {
  glUseProgram(program.name());
  SetUniform(program, "ndc_per_px", {placement.ndc_per_px_x, placement.ndc_per_px_y});
  SetUniform(program, "center_ndc", {placement.center_x, placement.center_y});
  constexpr float kTau = 2 * std::numbers::pi_v<float>;
  SetUniform(
      program, "strip",
      {kTau * bend.bend, bend.length_px, -bend.base_y_px, kTau * (bend.RotationTurns() - 0.5f * bend.bend)});
}

// How pieces are mixed with the background.
enum class ColorMixing {
  // The difference between a colour and the background, times coverage, is added to the background in the
  // dark theme and taken off it in the light one. Coverages of neighbours that share a pixel then add up to
  // the exact mix in any order. One over the other would let the background through at every shared edge.
  kInk,
  // Blended one over the other, for pieces that overlap: ink would show them as glare.
  kOver,
};

// `is_nested`: gaps between pieces are lines in the background's colour, as other pieces lie below them.
void SetPieceUniforms(const GlProgram& program, Theme theme, ColorMixing mixing, bool is_nested) {
  const bool as_ink = mixing == ColorMixing::kInk;
  const ChartPalette& palette = PaletteOf(theme);
  const Rgb background = RgbOf(palette.background);
  const float sign = theme == Theme::kDark ? 1.0f : -1.0f;
  Rgb mark = RgbOf(palette.outline), hatch = RgbOf(palette.rest_hatch);
  const Rgb rest = RgbOf(palette.rest);
  for (size_t i = 0; i < mark.size(); ++i) {
    hatch[i] -= rest[i];
    if (!as_ink) continue;
    mark[i] = std::max((mark[i] - background[i]) * sign, 0.0f);
    hatch[i] *= sign;
  }
  SetUniform(program, "grow_px", {0.0f});
  SetUniform(program, "ink_sign", {as_ink ? sign : 0.0f});
  SetUniform(program, "gaps_as_lines", {is_nested ? 1.0f : 0.0f});
  SetUniform(program, "background", background);
  SetUniform(program, "hatch_tone", hatch);
  SetUniform(program, "mark_tone", mark);
  SetUniform(program, "mark_share", {theme == Theme::kDark ? kMarkShareDark : kMarkShareLight});
}

void SetOutlineUniforms(const GlProgram& program, Theme theme, OutlineKind kind) {
  const ChartPalette& palette = PaletteOf(theme);
  constexpr std::array<float, kOutlineKinds> kLinePx{kHidesLitPx, kLitPx, kPathPx, kPathPx, kOutlinePx};
  const std::array<Color, kOutlineKinds> line{palette.highlight, palette.highlight, palette.path,
                                              palette.path, palette.outline};
  SetUniform(program, "grow_px", {kind <= OutlineKind::kLit ? 0.0f : kOutlineGrowPx});
  SetUniform(program, "ink_sign", {0.0f});
  SetUniform(program, "line_px", {kLinePx[static_cast<size_t>(kind)]});
  SetUniform(program, "rim_px", {kOutlineRimPx});
  SetUniform(program, "arcs", {kind == OutlineKind::kPath ? 0.0f : 1.0f});
  SetUniform(program, "background", RgbOf(palette.background));
  SetUniform(program, "line_color", RgbOf(line[static_cast<size_t>(kind)]));
}

// Draws instances with the program in use; `steps_place` is the location of its uniform `steps`.
void DrawSteps(GLint steps_place, uint32_t bucket, uint32_t instance_count) {
  const auto steps = static_cast<GLint>(kStepCounts[bucket]);
  glUniform1i(steps_place, steps);
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 2 * (steps + 1), static_cast<GLsizei>(instance_count));
}

void PointInk(size_t first_instance) {
  glEnableVertexAttribArray(RINGSCOPE_ATTRIBUTE_INK);
  glVertexAttribIPointer(RINGSCOPE_ATTRIBUTE_INK, 4, GL_UNSIGNED_BYTE, sizeof(ArcInk),
                         reinterpret_cast<const void*>(first_instance * sizeof(ArcInk)));
  glVertexAttribDivisor(RINGSCOPE_ATTRIBUTE_INK, 1);
}

// Points the attributes at the instances of one draw.
void PointAtStill(const GlBuffer& shapes, const GlBuffer& inks, uint32_t instance, uint32_t ink) {
  glBindBuffer(GL_ARRAY_BUFFER, shapes.name());
  PointAttribute(RINGSCOPE_ATTRIBUTE_SHAPE, 4, sizeof(ArcInstance), instance * sizeof(ArcInstance));
  glBindBuffer(GL_ARRAY_BUFFER, inks.name());
  PointInk(ink);
}

}  // namespace

Result<ChartRenderer> ChartRenderer::Create(const ChartRendererOptions& options) {
  constexpr std::array<std::array<std::string_view, 2>, kPieceKindCount> kByKind{
      {{"PLAIN", "PATTERN"}, {"HATCH", "PATTERN"}, {"MARK", "PATTERN"}}};
  constexpr std::array<std::string_view, 5> kNested = {"HATCH", "MARK", "PATTERN", "NESTED", "HOLES"};
  constexpr std::array<std::string_view, 5> kMoving = {"HATCH", "MARK", "PATTERN", "NESTED", "TRANSITION"};
  const ShaderSource source{options.shader_dir};
  RINGSCOPE_ASSIGN(LabelRenderer labels, LabelRenderer::Create(source, options.font));
  ChartRenderer made(std::move(labels));
  Programs& programs = made.programs_;
  for (size_t kind = 0; kind < kPieceKindCount; ++kind) {
    const std::span<const std::string_view> defines(kByKind[kind]);
    RINGSCOPE_ASSIGN(programs.still[kind], BuildProgram(source, "arc.vert", "arc.frag", defines.first(1)));
    RINGSCOPE_ASSIGN(programs.patterned[kind], BuildProgram(source, "arc.vert", "arc.frag", defines));
  }
  RINGSCOPE_ASSIGN(programs.nested, BuildProgram(source, "arc.vert", "arc.frag", kNested));
  RINGSCOPE_ASSIGN(programs.moving, BuildProgram(source, "arc.vert", "arc.frag", kMoving));
  RINGSCOPE_ASSIGN(programs.outline, BuildProgram(source, "arc.vert", "outline.frag"));
  RINGSCOPE_ASSIGN(programs.moving_outline, BuildProgram(source, "arc.vert", "outline.frag", kMoving));
  return made;
}

void ChartRenderer::SetBatch(const ArcBatch& batch) {
  has_before_ = !is_moving_ && !chart_.paint.fill.empty();
  if (has_before_) std::swap(before_, chart_);
  EndTransition();
  BuildChartGeometry(batch, chart_.geometry);
  Upload(chart_.shapes, chart_.geometry.instances);
  if (!chart_.geometry.holes.empty()) Upload(chart_.holes, chart_.geometry.holes);
  chart_.paint = {};
  chart_.outlines.draws = {};
  chart_.bend = BendOf(batch.spec);
  chart_.is_nested = batch.is_treemap();
  labels_.Clear();
}

template <typename Instance, typename LookOf>
void ChartRenderer::UploadInks(const std::vector<Instance>& instances, std::span<const ArcDraw> draws,
                               const GlBuffer& inks, Outlines& outlines, LookOf look_of) {
  ink_scratch_.resize(instances.size());
  std::array<std::vector<uint32_t>, kOutlineKinds> outlined;
  for (uint32_t i = 0; i < instances.size(); ++i) {
    const auto [paint, piece] = look_of(i);
    RINGSCOPE_CHECK(piece < paint->fill.size());
    ink_scratch_[i] = InkOf(paint->fill[piece], paint->style[piece]);
    const PieceStyle style = paint->style[piece];
    const auto add = [&](OutlineKind kind) { outlined[static_cast<size_t>(kind)].push_back(i); };
    if ((style & kStyleHidesLit) != 0) add(OutlineKind::kHidesLit);
    if ((style & kStyleLit) != 0) add(OutlineKind::kLit);
    if ((style & kStylePath) != 0)
      add((style & kStylePathEnd) != 0 ? OutlineKind::kPathEnd : OutlineKind::kPath);
    if ((style & kStyleOutline) != 0) add(OutlineKind::kSubject);
  }
  Upload(inks, ink_scratch_);
  std::vector<Instance> shapes;
  for (size_t kind = 0; kind < kOutlineKinds; ++kind) {
    outlines.draws[kind].clear();
    const ArcDraw* last = nullptr;
    const ArcDraw* of = draws.data();
    for (const uint32_t instance : outlined[kind]) {
      while (instance >= of->first + of->count) ++of;
      if (last != of)
        outlines.draws[kind].push_back({of->kind, of->bucket, static_cast<uint32_t>(shapes.size()), 0});
      last = of;
      ++outlines.draws[kind].back().count;
      shapes.push_back(instances[instance]);
    }
  }
  if (!shapes.empty()) Upload(outlines.shapes, shapes);
}

void ChartRenderer::SetPaint(const ChartPaint& paint) {
  RINGSCOPE_CHECK(paint.fill.size() == chart_.geometry.instances.size() &&
                  paint.style.size() == paint.fill.size());
  chart_.paint = paint;
  chart_.has_patterns = std::any_of(paint.style.begin(), paint.style.end(),
                                    [](PieceStyle style) { return (style & kStylePatterns) != 0; });
  UploadInks(chart_.geometry.instances, chart_.geometry.draws, chart_.inks, chart_.outlines,
             [&](uint32_t i) { return std::pair(&chart_.paint, chart_.geometry.piece[i]); });
  if (is_moving_) UploadMovingInks();
}

void ChartRenderer::UploadMovingInks() {
  UploadInks(moving_.instances, moving_.draws, moving_inks_, moving_outlines_, [&](uint32_t i) {
    const MovingArc& arc = motion_.arcs[moving_.arc[i]];
    return std::pair(arc.of_old_batch ? &old_paint_ : &chart_.paint, arc.piece);
  });
}

void ChartRenderer::SetTransition(const ChartMotion& motion, const ChartPaint& old_paint) {
  motion_ = motion;
  old_paint_ = old_paint;
  BuildMovingGeometry(motion, moving_);
  Upload(moving_shapes_, moving_.instances);
  is_moving_ = true;
  moving_outlines_.draws = {};
  // Without a paint yet, SetPaint() uploads the inks.
  if (!chart_.paint.fill.empty()) UploadMovingInks();
}

void ChartRenderer::SetLabels(std::span<const Label> labels, Theme theme) {
  RINGSCOPE_CHECK(labels.empty() || !chart_.paint.fill.empty());
  const auto color_of = [&](const Label& label) {
    RINGSCOPE_CHECK(label.piece < chart_.paint.fill.size());
    Color color = TextColorOn(chart_.paint.fill[label.piece], theme);
    if ((chart_.paint.style[label.piece] & kStyleFaded) != 0) color.a = kFadedTextAlpha;
    return color;
  };
  labels_.SetLabels(labels, color_of);
}

template <typename Use, typename PointAt>
void ChartRenderer::DrawOutlines(const Outlines& outlines, const GlProgram& program, Theme theme, Use use,
                                 PointAt point_at) {
  for (size_t kind = 0; kind < kOutlineKinds; ++kind) {
    if (outlines.draws[kind].empty()) continue;
    use();
    SetOutlineUniforms(program, theme, static_cast<OutlineKind>(kind));
    const GLint steps_place = glGetUniformLocation(program.name(), "steps");
    for (const ArcDraw& draw : outlines.draws[kind]) {
      point_at(outlines.shapes, draw.first, 0);  // outlines ignore the ink
      DrawSteps(steps_place, draw.bucket, draw.count);
    }
  }
}

void ChartRenderer::DrawPieces(const StillChart& still, const ChartPlacement& placement, Theme theme) {
  glBlendFunc(GL_ONE, GL_ONE);
  glBlendEquation(theme == Theme::kDark ? GL_FUNC_ADD : GL_FUNC_REVERSE_SUBTRACT);
  const GlProgram* current = nullptr;
  GLint steps_place = -1;
  for (const ArcDraw& draw : still.geometry.draws) {
    const auto kind = static_cast<size_t>(draw.kind);
    const GlProgram& program = still.has_patterns ? programs_.patterned[kind] : programs_.still[kind];
    if (current != &program) {
      UseProgram(program, placement, still.bend);
      SetPieceUniforms(program, theme, ColorMixing::kInk, false);
      steps_place = glGetUniformLocation(program.name(), "steps");
      current = &program;
    }
    PointAtStill(still.shapes, still.inks, draw.first, draw.first);
    DrawSteps(steps_place, draw.bucket, draw.count);
  }
  glBlendEquation(GL_FUNC_ADD);
}

void ChartRenderer::DrawNested(const StillChart& still, const ChartPlacement& placement, Theme theme) {
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
  UseProgram(programs_.nested, placement, still.bend);
  SetPieceUniforms(programs_.nested, theme, ColorMixing::kOver, true);
  glUniform1i(glGetUniformLocation(programs_.nested.name(), "steps"), 1);
  for (const ArcDraw& draw : still.geometry.draws) {
    PointAtStill(still.shapes, still.inks, draw.first, draw.first);
    glBindBuffer(GL_ARRAY_BUFFER, still.holes.name());
    PointAttribute(RINGSCOPE_ATTRIBUTE_HOLE, 4, sizeof(ArcInstance), draw.first * sizeof(ArcInstance));
    // The corners of box and hole alternate, all around.
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 10, static_cast<GLsizei>(draw.count));
  }
  glDisableVertexAttribArray(RINGSCOPE_ATTRIBUTE_HOLE);
}

void ChartRenderer::DrawStill(const StillChart& still, const ChartPlacement& placement, Theme theme) {
  if (still.is_nested)
    DrawNested(still, placement, theme);
  else
    DrawPieces(still, placement, theme);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
  DrawOutlines(
      still.outlines, programs_.outline, theme, [&] { UseProgram(programs_.outline, placement, still.bend); },
      [&](const GlBuffer& shapes, uint32_t instance, uint32_t ink) {
        PointAtStill(shapes, still.inks, instance, ink);
      });
}

void ChartRenderer::DrawMoving(const ChartPlacement& placement, Theme theme, float progress) {
  const auto point_at = [&](const GlBuffer& shapes, uint32_t instance, uint32_t ink) {
    constexpr size_t kStride = sizeof(MovingArcInstance);
    const size_t begin = instance * kStride;
    glBindBuffer(GL_ARRAY_BUFFER, shapes.name());
    PointAttribute(RINGSCOPE_ATTRIBUTE_SHAPE, 4, kStride, begin + offsetof(MovingArcInstance, from));
    PointAttribute(RINGSCOPE_ATTRIBUTE_TARGET_SHAPE, 4, kStride, begin + offsetof(MovingArcInstance, to));
    PointAttribute(RINGSCOPE_ATTRIBUTE_OPACITY, 2, kStride,
                   begin + offsetof(MovingArcInstance, from_opacity));
    glBindBuffer(GL_ARRAY_BUFFER, moving_inks_.name());
    PointInk(ink);
  };
  // Arcs on different ways overlap, which ink would show as glare: blend one over the other.
  const MotionProgress parts = ProgressBetween(motion_.from, motion_.to, progress);
  const ChartBend moving_bend = InterpolateBend(motion_.from, motion_.to, parts);
  const auto use = [&](const GlProgram& program) {
    UseProgram(program, placement, moving_bend);
    SetUniform(program, "progress", {parts.places, parts.heights});
  };
  use(programs_.moving);
  SetPieceUniforms(programs_.moving, theme, ColorMixing::kOver, motion_.is_nested);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
  const GLint steps_place = glGetUniformLocation(programs_.moving.name(), "steps");
  for (const ArcDraw& draw : moving_.draws) {
    point_at(moving_shapes_, draw.first, draw.first);
    DrawSteps(steps_place, draw.bucket, draw.count);
  }
  DrawOutlines(
      moving_outlines_, programs_.moving_outline, theme, [&] { use(programs_.moving_outline); }, point_at);
  glDisableVertexAttribArray(RINGSCOPE_ATTRIBUTE_TARGET_SHAPE);
  glDisableVertexAttribArray(RINGSCOPE_ATTRIBUTE_OPACITY);
}

void ChartRenderer::Draw(const DrawTarget& target, const DrawOptions& options) {
  if (target.width_px <= 0 || target.height_px <= 0) return;
  BeginDrawing(target, PaletteOf(options.theme).background, vertex_array_);
  const auto width = static_cast<float>(target.width_px), height = static_cast<float>(target.height_px);
  const ChartPlacement placement{2.0f / width, 2.0f / height, options.center_offset.x_px * 2.0f / width,
                                 -options.center_offset.y_px * 2.0f / height};
  if (!chart_.paint.fill.empty()) {
    // Moving arcs have more chords, and blend where arcs at rest share a pixel. So both ends of a transition
    // are drawn as charts at rest.
    if (!is_moving_ || options.progress >= 1) {
      DrawStill(chart_, placement, options.theme);
    } else if (options.progress <= 0 && has_before_) {
      DrawStill(before_, placement, options.theme);
    } else {
      DrawMoving(placement, options.theme, std::clamp(options.progress, 0.0f, 1.0f));
    }
    if (options.label_opacity > 0) {
      // Upright text is crisp if the middle of the chart lies on whole pixels, too.
      const float middle_x = std::floor(0.5f * width + options.center_offset.x_px);
      const float middle_y = std::floor(0.5f * height + options.center_offset.y_px);
      const ChartPlacement on_pixels{placement.ndc_per_px_x, placement.ndc_per_px_y,
                                     middle_x * placement.ndc_per_px_x - 1,
                                     1 - middle_y * placement.ndc_per_px_y};
      labels_.Draw(on_pixels, options.label_opacity);
    }
  }
  EndDrawing();
}

}  // namespace ringscope
