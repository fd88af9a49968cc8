#pragma once

#include <glad/gl.h>

#include <array>

#include "cct/base/result.h"
#include "renderer/color/color.h"
#include "renderer/gl/chart_geometry.h"
#include "renderer/gl/drawing.h"
#include "renderer/gl/gl_objects.h"
#include "renderer/gl/shader_program.h"
#include "renderer/layout/chart_bend.h"

namespace ringscope {

// A linked program with the places of its uniforms; those it does not have are -1, which OpenGL ignores.
struct ArcProgram {
  GlProgram program;
  GLint steps = -1, ndc_per_px = -1, center_ndc = -1, strip = -1, grow_px = -1, background = -1,
        ink_sign = -1, progress = -1;
  GLint hatch_tone = -1, mark_tone = -1, mark_share = -1, line_px = -1, rim_px = -1, line_color = -1,
        arcs = -1;

  explicit ArcProgram(GlProgram linked);
};

// Everything a chart is drawn with.
struct ChartPrograms {
  std::array<ArcProgram, kPieceKindCount> still;  // by PieceKind
  ArcProgram moving;
  ArcProgram outline;
  ArcProgram moving_outline;
};

[[nodiscard]] Result<ChartPrograms> BuildChartPrograms(const ShaderSource& source);

// How pieces are put onto the background.
enum class ColorMixing {
  // The difference between a colour and the background, times coverage, is added to the background in the
  // dark theme and taken off it in the light one. Coverages of neighbours that share a pixel then add up to
  // the exact mix in any order. One over the other would let the background through at every shared edge.
  kInk,
  // One over the other, for pieces that overlap: ink would show them as glare.
  kOver,
};

void UseProgram(const ArcProgram& program, const ChartPlacement& placement, const ChartBend& bend);
void SetPieceUniforms(const ArcProgram& program, Theme theme, ColorMixing mixing);
// What an outline is about: each lies below the next. Of a path the sides alone.
enum class OutlineKind : uint8_t { kPath, kPathEnd, kSubject };
inline constexpr size_t kOutlineKinds = 3;
void SetOutlineUniforms(const ArcProgram& program, Theme theme, OutlineKind kind);

}  // namespace ringscope
