#include "renderer/gl/chart_programs.h"

#include <algorithm>
#include <numbers>
#include <string_view>
#include <utility>

namespace ringscope {
namespace {

using Rgb = std::array<float, 3>;

Rgb RgbOf(Color color) {
  return {static_cast<float>(color.r) / 255.0f, static_cast<float>(color.g) / 255.0f,
          static_cast<float>(color.b) / 255.0f};
}

Rgb Difference(const Rgb& a, const Rgb& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

// The outline of the pointed piece lies this far outside its edges, and is this wide.
constexpr float kOutlineGrowPx = 1.0f;
constexpr float kOutlinePx = 2.5f, kPathPx = 1.5f;
constexpr float kOutlineRimPx = 1.0f;
// How strong the band of pieces with hidden callees is: dark on light tones weighs more than light on dark
// ones.
constexpr float kMarkShareDark = 0.55f;
constexpr float kMarkShareLight = 0.4f;
}  // namespace

ArcProgram::ArcProgram(GlProgram linked) : program(std::move(linked)) {
  const auto find = [&](const char* name) { return glGetUniformLocation(program.name(), name); };
  steps = find("steps");
  ndc_per_px = find("ndc_per_px");
  center_ndc = find("center_ndc");
  strip = find("strip");
  grow_px = find("grow_px");
  background = find("background");
  ink_sign = find("ink_sign");
  progress = find("progress");
  hatch_tone = find("hatch_tone");
  mark_tone = find("mark_tone");
  mark_share = find("mark_share");
  line_px = find("line_px");
  rim_px = find("rim_px");
  line_color = find("line_color");
  arcs = find("arcs");
}

Result<ChartPrograms> BuildChartPrograms(const ShaderSource& source) {
  constexpr std::array<std::string_view, 1> kRest = {"HATCH"};
  constexpr std::array<std::string_view, 1> kContinues = {"MARK"};
  constexpr std::array<std::string_view, 3> kMoving = {"HATCH", "MARK", "TRANSITION"};
  RINGSCOPE_ASSIGN(GlProgram plain, BuildProgram(source, "arc.vert", "arc.frag"));
  RINGSCOPE_ASSIGN(GlProgram rest, BuildProgram(source, "arc.vert", "arc.frag", kRest));
  RINGSCOPE_ASSIGN(GlProgram continues, BuildProgram(source, "arc.vert", "arc.frag", kContinues));
  RINGSCOPE_ASSIGN(GlProgram moving, BuildProgram(source, "arc.vert", "arc.frag", kMoving));
  RINGSCOPE_ASSIGN(GlProgram outline, BuildProgram(source, "arc.vert", "outline.frag"));
  RINGSCOPE_ASSIGN(GlProgram moving_outline, BuildProgram(source, "arc.vert", "outline.frag", kMoving));
  return ChartPrograms{
      {ArcProgram(std::move(plain)), ArcProgram(std::move(rest)), ArcProgram(std::move(continues))},
      ArcProgram(std::move(moving)),
      ArcProgram(std::move(outline)),
      ArcProgram(std::move(moving_outline))};
}

void UseProgram(const ArcProgram& program, const ChartPlacement& placement, const ChartBend& bend) {
  glUseProgram(program.program.name());
  glUniform2f(program.ndc_per_px, placement.ndc_per_px_x, placement.ndc_per_px_y);
  glUniform2f(program.center_ndc, placement.center_x, placement.center_y);
  constexpr float kTau = 2 * std::numbers::pi_v<float>;
  glUniform4f(program.strip, kTau * bend.bend, bend.length_px, -bend.base_y_px,
              kTau * (bend.RotationTurns() - 0.5f * bend.bend));
}

void SetPieceUniforms(const ArcProgram& program, Theme theme, ColorMixing mixing) {
  const bool as_ink = mixing == ColorMixing::kInk;
  const ChartPalette& palette = PaletteOf(theme);
  const Rgb background = RgbOf(palette.background);
  const float sign = theme == Theme::kDark ? 1.0f : -1.0f;
  Rgb mark = RgbOf(palette.outline);
  Rgb hatch = Difference(RgbOf(palette.rest_hatch), RgbOf(palette.rest));
  if (as_ink) {
    for (size_t i = 0; i < mark.size(); ++i) {
      mark[i] = std::max((mark[i] - background[i]) * sign, 0.0f);
      hatch[i] *= sign;
    }
  }
  glUniform1f(program.grow_px, 0.0f);
  glUniform1f(program.ink_sign, as_ink ? sign : 0.0f);
  glUniform3fv(program.background, 1, background.data());
  glUniform3fv(program.hatch_tone, 1, hatch.data());
  glUniform3fv(program.mark_tone, 1, mark.data());
  glUniform1f(program.mark_share, theme == Theme::kDark ? kMarkShareDark : kMarkShareLight);
}

void SetOutlineUniforms(const ArcProgram& program, Theme theme, OutlineKind kind) {
  const bool is_path = kind != OutlineKind::kSubject;
  const Rgb color = RgbOf(is_path ? PaletteOf(theme).path : PaletteOf(theme).outline);
  const Rgb background = RgbOf(PaletteOf(theme).background);
  glUniform1f(program.grow_px, kOutlineGrowPx);
  glUniform1f(program.ink_sign, 0.0f);
  glUniform1f(program.line_px, is_path ? kPathPx : kOutlinePx);
  glUniform1f(program.rim_px, kOutlineRimPx);
  glUniform1f(program.arcs, kind == OutlineKind::kPath ? 0.0f : 1.0f);
  glUniform3fv(program.background, 1, background.data());
  glUniform3fv(program.line_color, 1, color.data());
}

}  // namespace ringscope
