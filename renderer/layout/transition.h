#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cct/cct.h"
#include "renderer/layout/arc_batch.h"

namespace ringscope {

// Where one piece is at one end of a transition, in chart coordinates.
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

// Where a piece of a batch is drawn.
[[nodiscard]] ArcShape ShapeOf(const ArcBatch& batch, uint32_t piece);

// The motion from one layout of a tree to another, whatever changed: view root, depth, mode, metric or size.
// Pieces drawn in both move; those drawn only in the new one come from where the old view has them, computed
// exactly even where it did not draw them (parts outside the old view come from its nearest edge), or else
// fade in; those drawn only in the old one go to where the new view has them while they fade out. Arcs that
// disappear come first, then one arc for each piece of the new batch in its order. O(pieces log pieces), plus
// O(log n) for each layer between the view roots.
[[nodiscard]] std::vector<MovingArc> BuildTransition(const Cct& tree, const ArcBatch& old_batch,
                                                     const ArcBatch& new_batch);

// The same where the old layout was itself still on its way: piece i of the old batch starts from
// old_shapes[i].
[[nodiscard]] std::vector<MovingArc> BuildTransition(const Cct& tree, const ArcBatch& old_batch,
                                                     const ArcBatch& new_batch,
                                                     std::span<const ArcShape> old_shapes);

// The shape of a moving arc at `progress` (0 = from, 1 = to).
[[nodiscard]] ArcShape InterpolateArc(const MovingArc& arc, float progress);

// The shapes of all pieces of the new batch of a transition at `progress`: what a transition that interrupts
// it continues from.
[[nodiscard]] std::vector<ArcShape> CurrentShapes(std::span<const MovingArc> arcs, float progress);

}  // namespace ringscope
