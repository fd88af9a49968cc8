#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "cct/tree/cct.h"
#include "renderer/layout/arc_batch.h"

namespace ringscope::chart_test {

// Where every context below a view root lies, computed by visiting all of them: what a layout has to agree
// with.
struct ExactArc {
  ContextId context = 0;
  uint32_t layer = 0;  // 0 = the view root
  double start_turns = 0;
  double sweep_turns = 0;
  uint64_t start_value = 0;  // length and area mode: exact
};

// Every context of the view with an arc, down to the depth limit, whatever its size. O(subtree).
[[nodiscard]] std::vector<ExactArc> ExactArcs(const Cct& tree, const ArcBatch& batch);

// The context of `arcs` that is drawn at a place, by looking at every one of them through the view's lens.
[[nodiscard]] std::optional<ContextId> ContextAt(const std::vector<ExactArc>& arcs, const ArcBatch& batch,
                                                 double turns, double radius_px);

// A lens for tests, of any strength and place on the chart.
[[nodiscard]] Lens RandomLens(std::mt19937_64& random);

}  // namespace ringscope::chart_test
