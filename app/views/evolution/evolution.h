#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "app/core/effect.h"
#include "app/view/state/app_state.h"
#include "cct/compare/tree_comparison.h"

namespace ringscope::evolution {

// A value of a view: the shown contexts of its tree, ascending, each with all its callers.
struct ShownContexts {
  CctPtr tree;
  std::shared_ptr<const std::vector<ContextId>> contexts;
  uint64_t fit_serial = 0;  // grows when all of the contexts shall come into sight
  friend bool operator==(const ShownContexts&, const ShownContexts&) = default;
};

// The most contexts shown: those that changed most.
inline constexpr size_t kMostShown = 100'000;

// Empty if the value is of another tree.
[[nodiscard]] const ShownContexts& ShownOf(const ViewState& view);

// The path from a context downwards, always to the callee with the largest change, until no callee changed.
// The context comes first. O(callees on the path).
[[nodiscard]] std::vector<ContextId> DeltaHotPath(const Cct& tree, const ComparedMetric& metric,
                                                  ContextId from);

void Refresh(AppState& state, action::Effects& effects);

// Actions on the active view.

enum class Unfolding : uint8_t {
  kHotPath,   // the context and the way down to where most of the change happens
  kCallees,   // the context and its callees
  kAllBelow,  // the context and everything below
  kNone,      // the context alone
};
struct Unfold {
  ContextId context = kRootContext;
  Unfolding to = Unfolding::kCallees;
};
// Brings all shown contexts into sight.
struct FitAll {};

void Do(AppState& state, ViewState& view, const Unfold& unfold, action::Effects& effects);
void Do(AppState& state, ViewState& view, const FitAll& fit, action::Effects& effects);

// The kind that shows a comparison as a tree of boxes: which calls made one side slower than the other.
[[nodiscard]] const ViewKind& Kind();

}  // namespace ringscope::evolution
