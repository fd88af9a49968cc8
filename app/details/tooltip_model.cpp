#include "app/details/details_model.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/core/display_text.h"
#include "app/view/colors/derived_model.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "cct/base/text/number_text.h"

namespace ringscope {
namespace {

// The most contexts of a run that are checked for estimates: a run may have millions.
constexpr uint32_t kRunLooks = 4096;

// The most lines of a chain's names, and how many names at the begin and end of a longer chain are shown.
constexpr uint32_t kChainLines = 12, kFirstOfChain = 8, kLastOfChain = 3;

// The names of a chain from the outermost caller inwards; empty if the contexts are no chain.
std::vector<std::string> ChainNames(const Cct& tree, ContextId head, uint32_t contexts) {
  std::vector<std::string> names;
  ContextId context = head;
  for (uint32_t i = 0; i < contexts; ++i) {
    const bool is_left_out = contexts > kChainLines && i >= kFirstOfChain && i + kLastOfChain < contexts;
    if (!is_left_out) {
      names.push_back(ContextName(tree, context, 200));
    } else if (i == kFirstOfChain) {
      names.push_back(fmt::format("... {} more ...", CountText(contexts - kFirstOfChain - kLastOfChain)));
    }
    if (i + 1 == contexts) break;
    const ContextRange callees = tree.ChildrenOf(context);
    if (callees.size() != 1) return {};
    context = callees.begin;
  }
  return names;
}

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
  if (pointed.is_self_gap) {
    value = tree.Self(pointed.context, view->metric);
    model.hint = "this gap is its self cost";
  }
  if (pointed.chain_contexts > 1 && pointed.chain_head < tree.context_count()) {
    model.name =
        ContextName(tree, pointed.chain_head) + fmt::format(" x{}", CountText(pointed.chain_contexts));
    model.chain = ChainNames(tree, pointed.chain_head, pointed.chain_contexts);
    model.hint = "click: open the chain";
  }
  const uint64_t total = tree.Total(view->metric);
  const uint64_t view_total = ViewTotal(tree, *view);
  model.share = ShareText(value, total);
  if (view_total != total && !on_centre) {
    model.share += fmt::format(" of total, {} of the centre", ShareText(value, view_total));
  }
  model.value = ValueText(value, metric.unit, metric.scale);
  if (pointed.rest.empty() && !on_centre)
    model.difference = DifferenceText(view->shown.tree, view->metric, pointed.context, pointed.is_self_gap);
  if (pointed.rest.empty() && view->kind().pointed_lines != nullptr)
    model.kind_lines = view->kind().pointed_lines(*view, pointed.context);
  if (pointed.rest.empty()) {
    const std::string colored = ColoredValueText(state.settings, *view, pointed.context);
    if (!colored.empty()) model.kind_lines.push_back(colored);
  }
  model.estimated = IsEstimated(
      tree, pointed.rest.empty() ? ContextRange{pointed.context, pointed.context + 1} : pointed.rest);
  model.visible = true;
  return model;
}

}  // namespace ringscope
