#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "cct/base/result.h"
#include "renderer/color/paint.h"
#include "renderer/gl/chart_geometry.h"
#include "renderer/gl/drawing.h"
#include "renderer/gl/font_face.h"
#include "renderer/gl/gl_api.h"
#include "renderer/gl/label_renderer.h"
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
  // The place of the chart's centre relative to the middle of the target.
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
  void EndTransition() { is_moving_ = false; }

  // Fills the target with the theme's background and draws. Only the background before SetBatch().
  void Draw(const DrawTarget& target, const DrawOptions& options);

 private:
  // The programs that draw a chart.
  struct Programs {
    std::array<GlProgram, kPieceKindCount> still;      // by PieceKind
    std::array<GlProgram, kPieceKindCount> patterned;  // by PieceKind, for paint with patterns
    GlProgram nested;                                  // for boxes in others
    GlProgram moving, outline, moving_outline;
  };
  // Outlined instances of a chart, copied together: thousands may be lit, and each would need a draw of its
  // own.
  struct Outlines {
    std::array<std::vector<ArcDraw>, kOutlineKinds> draws;  // of instances of `shapes`
    GlBuffer shapes = MakeGlBuffer();
  };
  // A batch at rest as it was uploaded.
  struct StillChart {
    ChartGeometry geometry;
    GlBuffer shapes = MakeGlBuffer();
    GlBuffer inks = MakeGlBuffer();
    GlBuffer holes = MakeGlBuffer();  // of nested boxes
    ChartPaint paint;
    Outlines outlines;
    ChartBend bend;
    bool is_nested = false;     // boxes lie in others
    bool has_patterns = false;  // of the paint
  };

  explicit ChartRenderer(LabelRenderer labels) : labels_(std::move(labels)) {}

  // look_of(instance) returns a paint and one of its pieces.
  template <typename Instance, typename LookOf>
  void UploadInks(const std::vector<Instance>& instances, std::span<const ArcDraw> draws,
                  const GlBuffer& inks, Outlines& outlines, LookOf look_of);
  void UploadMovingInks();
  // use() makes the program ready, point_at(shapes, instance, ink) its attributes.
  template <typename Use, typename PointAt>
  static void DrawOutlines(const Outlines& outlines, const GlProgram& program, Theme theme, Use use,
                           PointAt point_at);
  void DrawPieces(const StillChart& still, const ChartPlacement& placement, Theme theme);
  void DrawNested(const StillChart& still, const ChartPlacement& placement, Theme theme);
  void DrawStill(const StillChart& still, const ChartPlacement& placement, Theme theme);
  void DrawMoving(const ChartPlacement& placement, Theme theme, float progress);

  Programs programs_;
  LabelRenderer labels_;
  GlVertexArray vertex_array_ = MakeGlVertexArray();

  StillChart chart_;
  // The batch before, if it was at rest when this one came: the begin of a transition.
  StillChart before_;
  bool has_before_ = false;

  bool is_moving_ = false;
  ChartMotion motion_;
  ChartPaint old_paint_;
  MovingGeometry moving_;
  GlBuffer moving_shapes_ = MakeGlBuffer();
  GlBuffer moving_inks_ = MakeGlBuffer();
  Outlines moving_outlines_;

  std::vector<ArcInk> ink_scratch_;
};

}  // namespace ringscope
