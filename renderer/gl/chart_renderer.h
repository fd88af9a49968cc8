#pragma once

#include <filesystem>
#include <memory>
#include <span>

#include "cct/base/result.h"
#include "renderer/color/paint.h"
#include "renderer/gl/drawing.h"
#include "renderer/gl/font_face.h"
#include "renderer/layout/arc_batch.h"
#include "renderer/layout/picking.h"
#include "renderer/layout/transition.h"
#include "renderer/text/labels.h"

namespace ringscope {

struct DrawOptions {
  Theme theme = Theme::kDark;
  // Progress of the transition, 0 = old layout, 1 = new layout. Ignored without a transition. Ease the value
  // before passing it.
  float progress = 1;
  // 0 draws no labels; fade them in at the end of a transition.
  float label_opacity = 1;
  // Where the chart's centre lies relative to the middle of the target.
  ChartPoint center_offset;
};

struct ChartRendererOptions {
  // Draws the labels; null: no labels.
  std::shared_ptr<const FontFace> font;
  // Reads the shaders from this folder instead of those embedded in the program; empty: embedded.
  std::filesystem::path shader_dir;
};

// Draws ring charts and icicles with OpenGL 3.3 core: arcs, rest segments, marks and labels of one batch,
// anti-aliased against the background. Knows no window: draws into a given framebuffer.
//
// The OpenGL context that was current at Create() (its functions loaded by LoadGl(), see gl_api.h) must be
// current in every call, the destructor included. Draw() sets every bit of GL state it depends on and leaves:
// the target's framebuffer bound, program, vertex array and textures unbound, blending, depth, scissor off.
// No call leaves a GL error.
//
// Geometry, paint, labels and the transition are uploaded by the Set… calls and only then: drawing the same
// thing again uploads nothing.
class ChartRenderer {
 public:
  [[nodiscard]] static Result<ChartRenderer> Create(const ChartRendererOptions& options);

  ChartRenderer(ChartRenderer&&) noexcept;
  ChartRenderer& operator=(ChartRenderer&&) noexcept;
  ~ChartRenderer();

  // Uploads the geometry; ends a transition; forgets paint and labels of the last batch. O(pieces).
  void SetBatch(const ArcBatch& batch);

  // Uploads fills and styles of the current batch; sizes must agree with the batch. O(pieces), no geometry.
  // Hatch and mark are only drawn on pieces that the batch flags as rest segments and as continuing.
  void SetPaint(const ChartPaint& paint);

  // Uploads labels of the current batch, with text colours that are readable on the current paint. O(glyphs).
  // Without a font: no labels.
  void SetLabels(std::span<const Label> labels, Theme theme);

  // Draws these arcs instead of the current batch until SetBatch() or EndTransition(). Pieces of the old
  // batch are painted with `old_paint`, those of the current one with its paint, set before or later.
  // Progress 1 draws the current batch as at rest; progress 0 the old batch, unless the transition
  // interrupted another one. O(arcs).
  void SetTransition(const ChartMotion& motion, const ChartPaint& old_paint);
  void EndTransition();

  // Fills the target with the theme's background and draws. Only the background before SetBatch().
  void Draw(const DrawTarget& target, const DrawOptions& options);

 private:
  struct State;
  explicit ChartRenderer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace ringscope
