#include "app/details/tooltip_model.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/core/display_text.h"
#include "app/view/view_navigation.h"
#include "cct/base/number_text.h"

namespace ringscope {
namespace {

// Enough of a run to tell: a picture of one has more contexts than anybody waits for.
constexpr uint32_t kRunLooks = 4096;

bool IsEstimated(const Cct& tree, ContextRange run) {
  const ContextId end = std::min(run.end, run.begin + std::min(kRunLooks, run.size()));
  for (ContextId context = run.begin; context < end; ++context) {
    if ((tree.FlagsOf(context) & kEstimated) != 0) return true;
  }
  return false;
}

}  // namespace

TooltipModel BuildTooltipModel(const AppState& state, size_t pane) {
  TooltipModel model;
  const ViewState* view = pane < state.panes.size() ? FindView(state, state.panes[pane].view) : nullptr;
  if (view == nullptr || !view->pointed) return model;
  const Cct& tree = view->tree();
  const Pointed& pointed = *view->pointed;
  if (pointed.context >= tree.context_count()) return model;
  const ViewRoot& root = view->history.current().root;
  const Metric& metric = tree.metrics()[view->metric];
  const bool on_centre = pointed.rest.empty() && pointed.context == root.context;
  uint64_t value = 0;
  if (!pointed.rest.empty()) {
    model.name = SmallerContextsText(tree, view->functions(), pointed.rest);
    value = tree.Inclusive(pointed.rest, view->metric);
    model.hint = "here: " + ContextName(tree, pointed.context, 200);
  } else {
    model.name = ContextName(tree, pointed.context);
    value = on_centre ? ViewTotal(tree, *view) : tree.Inclusive(pointed.context, view->metric);
    if (on_centre && root.is_run()) model.name = SmallerContextsText(tree, view->functions(), root.run);
    if (on_centre && !IsOverallRoot(tree, root)) model.hint = "click: back to the centre before";
  }
  const uint64_t total = tree.Total(view->metric);
  const uint64_t view_total = ViewTotal(tree, *view);
  model.share = ShareText(value, total);
  if (view_total != total && !on_centre) {
    model.share += fmt::format(" of total, {} of the centre", ShareText(value, view_total));
  }
  model.value = ValueText(value, metric.unit, metric.scale);
  model.estimated = IsEstimated(
      tree, pointed.rest.empty() ? ContextRange{pointed.context, pointed.context + 1} : pointed.rest);
  model.visible = true;
  return model;
}

}  // namespace ringscope
