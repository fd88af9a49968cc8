#pragma once

#include <cstdint>
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

// The motion from one layout of a tree to another: contexts drawn in both move; those drawn only in the new
// one come from where the old view has them (computed exactly, even if it did not draw them) or grow out of
// their caller; those drawn only in the old one go to where the new view has them or fade out. O(pieces).
[[nodiscard]] std::vector<MovingArc> BuildTransition(const Cct& tree, const ArcBatch& old_batch,
                                                     const ArcBatch& new_batch);

// The shape of every moving arc at `progress` (0 = from, 1 = to): what an interrupted transition continues
// from.
[[nodiscard]] ArcShape InterpolateArc(const MovingArc& arc, float progress);

}  // namespace ringscope
