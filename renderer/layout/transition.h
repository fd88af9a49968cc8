#pragma once

#include <cstdint>
#include <vector>

#include "cct/tree/cct.h"
#include "renderer/layout/arc_batch.h"
#include "renderer/layout/view.h"

namespace ringscope {

// Charts are drawn on a strip. A place on it has turns along its base line, from 0 to 1, and a height above
// the base line. Rings are the strip bent into a circle around the centre, their base line; the rows of an
// icicle are the strip laid out straight, at heights below 0, their base line being the top of the first row;
// so are the boxes of a treemap.
//
//   bend 1: rings     0.6                  0: rows
//                      _______             ___________________  base line
//       ( O )         /  ___  \            |      callers    |
//                    /  /   \  \           |      callees    |
//
// With b = bend and L = length_px, the strip is an arc of b turns: the base line's direction at u turns is
// 2 pi b (u - 1/2) + the rotation, clockwise from pointing right; all heights lie at right angles to it.
struct ChartBend {
  float bend = 1;       // the part of a full turn that the strip is bent by
  float length_px = 0;  // of the base line
  float base_y_px = 0;  // the base line's middle, below the middle of the view

  // How far the strip is turned around its base line's middle, clockwise: half a turn for rings, which begin
  // at 12 o'clock, none for rows.
  [[nodiscard]] float RotationTurns() const;

  friend bool operator==(const ChartBend&, const ChartBend&) = default;
};

// How a view's chart is bent when at rest.
[[nodiscard]] ChartBend BendOf(const ViewSpec& spec);

// How far each part of a motion from one bend to another has got. While a strip unrolls, rings are laid out
// straight first and then let down into rows; rolling up is the reverse. So no row ever reaches the centre
// that the strip is bent around. Where the bend stays, everything moves together.
struct MotionProgress {
  float places = 0;   // turns and opacity
  float bend = 0;     // bend and length
  float heights = 0;  // heights and the base line's place
};
[[nodiscard]] MotionProgress ProgressBetween(const ChartBend& from, const ChartBend& to, float progress);
[[nodiscard]] ChartBend InterpolateBend(const ChartBend& from, const ChartBend& to,
                                        const MotionProgress& progress);

// The place of one piece at one end of a transition, on the strip that charts are drawn on (see ChartBend).
// In an icicle both heights are negative: inner_px is the row's lower edge, outer_px its upper one.
struct ArcShape {
  float start_turns = 0;
  float sweep_turns = 0;
  float inner_px = 0;
  float outer_px = 0;
  float opacity = 1;
  friend bool operator==(const ArcShape&, const ArcShape&) = default;
};

// One moving piece. The drawing interpolates every field of `from` and `to`.
struct MovingArc {
  ArcShape from;
  ArcShape to;
  uint32_t piece = 0;         // index into the batch that colours it
  bool of_old_batch = false;  // the piece exists only in the old batch and disappears
};

// The motion from one layout to another: its arcs, and how the strip they lie on is bent at both ends.
struct ChartMotion {
  std::vector<MovingArc> arcs;
  ChartBend from;
  ChartBend to;
  bool is_nested = false;  // boxes lie in others, at either end
};

// A layout in motion: the place of each piece of its batch, and the strip.
struct ChartPose {
  std::vector<ArcShape> shapes;
  ChartBend bend;
};

// The place of a piece of a batch.
[[nodiscard]] ArcShape ShapeOf(const ArcBatch& batch, uint32_t piece);

// The motion from one layout of a tree to another, whatever changed: view root, depth, mode, metric, form,
// lens or size. The old layout may be of another tree of the same contexts, which differs in its metrics.
// Pieces drawn in both move; those drawn only in the new one come from where the old view has them, computed
// exactly even where it did not draw them (parts outside the old view come from its nearest edge; of a
// treemap what it did not draw comes from the box that held it), or else fade in; those drawn only in the old
// one go to where the new view has them while they fade out. The contexts of a compressed chain divide its
// layer evenly among them: its head moves from or to the whole of it, the others from or to their parts. Arcs
// that disappear come first, then one arc for each piece of the new batch in its order. O(pieces log pieces),
// plus O(log n) for each layer between the view roots.
[[nodiscard]] ChartMotion BuildTransition(const Cct& old_tree, const ArcBatch& old_batch, const Cct& tree,
                                          const ArcBatch& new_batch);

// Same for an old layout that was itself in motion: its pieces start from `old_pose`.
[[nodiscard]] ChartMotion BuildTransition(const Cct& old_tree, const ArcBatch& old_batch, const Cct& tree,
                                          const ArcBatch& new_batch, const ChartPose& old_pose);

[[nodiscard]] inline ChartMotion BuildTransition(const Cct& tree, const ArcBatch& old_batch,
                                                 const ArcBatch& new_batch) {
  return BuildTransition(tree, old_batch, tree, new_batch);
}
[[nodiscard]] inline ChartMotion BuildTransition(const Cct& tree, const ArcBatch& old_batch,
                                                 const ArcBatch& new_batch, const ChartPose& old_pose) {
  return BuildTransition(tree, old_batch, tree, new_batch, old_pose);
}

// The shape of a moving arc.
[[nodiscard]] ArcShape InterpolateArc(const MovingArc& arc, const MotionProgress& progress);

// The pose of a transition's new batch at `progress` (0 = from, 1 = to), from which a transition that
// interrupts it continues.
[[nodiscard]] ChartPose CurrentPose(const ChartMotion& motion, float progress);

}  // namespace ringscope
