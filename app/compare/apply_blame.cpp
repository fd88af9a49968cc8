#include <fmt/format.h>

#include <memory>
#include <utility>
#include <vector>

#include "app/compare/compare_actions.h"
#include "app/core/display_text.h"
#include "app/view/difference/angle.h"
#include "app/view/difference/difference_model.h"
#include "app/view/navigation.h"
#include "app/view/state/apply_task.h"
#include "app/view/view_kind.h"
#include "cct/base/text/number_text.h"
#include "cct/compare/answers/explanation.h"
#include "cct/compare/stored_comparison.h"

namespace ringscope::action {
namespace {

// Where the way begins: at the centre, of an opened run at the context that changed most.
ContextId StartOf(const Cct& tree, const ViewRoot& root, MetricIndex change) {
  return root.is_run() ? LargestOf(tree, root.run, change) : root.context;
}

// Whether what is drawn has enough of a context to be seen.
bool IsSeen(const ViewState& view, const ViewRoot& root, ContextId context) {
  constexpr uint64_t kLeastShare = 100;
  const DrawnAngle drawn = DrawnAngleOf(view);
  return drawn.tree->Inclusive(context, drawn.metric) >=
         ViewTotal(*drawn.tree, root, drawn.metric) / kLeastShare + 1;
}

}  // namespace

void Do(AppState& state, const WalkBlame&, Effects& effects) {
  ViewState* view = ActiveView(state);
  const auto comparison = view == nullptr ? std::nullopt : StoredComparison(view->shown.tree);
  const ComparedMetric* const metric = comparison ? FindCompared(*comparison, view->metric) : nullptr;
  if (metric == nullptr) return;
  const Cct& tree = view->tree();
  const ViewRoot root = view->history.current().root;
  const ContextId from = StartOf(tree, root, metric->change);
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
  if (view->kind().layers_to != nullptr) {
    const ViewPosition before = view->history.current();
    view->history.PushTurn(view->kind().layers_to(*view, end));
    AfterMove(state, *view, before, effects);
  }
  // What is gone cannot be seen in what it costs after.
  if (!IsSeen(*view, root, end)) Do(state, SetAngle{ComparedAngle::kChange}, effects);
  Do(state, Select{end}, effects);
  SetNote(state,
          fmt::format("{} of the change happens in {}",
                      ShareText(tree.Inclusive(end, metric->change), tree.Inclusive(from, metric->change)),
                      ContextName(tree, end, 80)));
  view->blame = {view->shown.tree, root.context,
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
