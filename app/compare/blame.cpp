#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "app/compare/compare.h"
#include "app/core/display_text.h"
#include "app/view/difference/angle.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/view/shell.h"
#include "cct/base/text/number_text.h"
#include "cct/compare/answers/explanation.h"
#include "cct/compare/stored_comparison.h"

namespace ringscope::action {
namespace {

// Whether the drawn column gives a context at least 1 % of the centre, so that it can be seen.
bool IsSeen(const ViewState& view, const ViewRoot& root, ContextId context) {
  constexpr uint64_t kLeastShare = 100;
  const DrawnAngle drawn = DrawnAngleOf(view);
  return drawn.tree->Inclusive(context, drawn.metric) >=
         ViewTotal(*drawn.tree, root, drawn.metric) / kLeastShare + 1;
}

}  // namespace

void Do(AppState& state, ViewState& view, const WalkBlame&, Effects& effects) {
  const auto comparison = StoredComparison(view.shown.tree);
  const ComparedMetric* const metric = comparison ? FindCompared(*comparison, view.metric) : nullptr;
  if (metric == nullptr) return;
  const Cct& tree = view.tree();
  const ViewRoot root = view.history.current().root;
  // From the centre, or of an opened run from the context that changed most.
  const ContextId from = root.is_run() ? LargestOf(tree, root.run, metric->change) : root.context;
  if (from == kNoContext) return;
  std::vector<ContextId> path = PathOfBlame(*comparison, *metric, from);
  if (root.is_run()) path.insert(path.begin(), from);
  if (path.empty()) {
    const bool is_same = tree.Inclusive(from, metric->change) == 0;
    SetNote(state,
            is_same ? "Nothing changed here" : "The change is the centre's own, or spread over many callees");
    return;
  }
  const ContextId end = path.back();
  if (view.kind().layers_to != nullptr)
    GoTo(state, view, view.kind().layers_to(view, end), effects, &ViewHistory::PushTurn);
  // A context that is gone cannot be seen by its cost after.
  if (!IsSeen(view, root, end)) Do(state, SetAngle{ComparedAngle::kChange}, effects);
  Do(state, Select{end}, effects);
  SetNote(state,
          fmt::format("{} of the change happens in {}",
                      ShareText(tree.Inclusive(end, metric->change), tree.Inclusive(from, metric->change)),
                      ContextName(tree, end, 80)));
  view.blame = {view.shown.tree, root.context,
                std::make_shared<const std::vector<ContextId>>(std::move(path))};
}

void RefreshBlame(AppState& state) {
  for (ViewState& view : state.views) {
    const BlameState& blame = view.blame;
    if (blame.contexts == nullptr) continue;
    const bool is_there = blame.tree == view.shown.tree &&
                          blame.root == view.history.current().root.context &&
                          view.selected == blame.contexts->back();
    if (!is_there) view.blame = {};
  }
}

}  // namespace ringscope::action
