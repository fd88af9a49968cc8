#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "app/core/effect.h"
#include "app/view/state/app_state.h"
#include "cct/compare/tree_comparison.h"

namespace ringscope::evolution {

// Of a view: the contexts of its tree that are shown, ascending, each with all its callers. Only of that
// tree.
struct ShownContexts {
  CctPtr tree;
  std::shared_ptr<const std::vector<ContextId>> contexts;
  uint64_t fit_serial = 0;  // grows when all of them shall be in sight
  friend bool operator==(const ShownContexts&, const ShownContexts&) = default;
};

// So many contexts are shown at most; of more those that changed most.
inline constexpr size_t kMostShown = 100'000;

// What was shown of another tree says nothing: empty then.
[[nodiscard]] const ShownContexts& ShownOf(const ViewState& view);

// The way from a context down to a leaf, each time to the callee with the largest change, as far as any
// changed. The context first. O(callees on the way).
[[nodiscard]] std::vector<ContextId> DeltaHotPath(const Cct& tree, const ComparedMetric& metric,
                                                  ContextId from);

void Refresh(AppState& state, action::Effects& effects);

}  // namespace ringscope::evolution

// Of the active view.
namespace ringscope::evolution {

enum class Unfolding : uint8_t {
  kHotPath,   // also the way down to where most of the change happens
  kCallees,   // also its callees
  kAllBelow,  // also all that it reaches
  kNone,      // nothing below it
};
struct Unfold {
  ContextId context = kRootContext;
  Unfolding to = Unfolding::kCallees;
};
// All that is shown comes in sight.
struct FitAll {};

void Do(AppState& state, const Unfold& unfold, action::Effects& effects);
void Do(AppState& state, const FitAll& fit, action::Effects& effects);

}  // namespace ringscope::evolution

namespace ringscope {
struct ViewKind;
}  // namespace ringscope

namespace ringscope::evolution {

// A comparison as a tree of boxes that tell which calls made one side slower than the other.
[[nodiscard]] const ViewKind& Kind();

}  // namespace ringscope::evolution
