#include "app/view/steps/costly_steps.h"

#include <fmt/format.h>

#include "cct/base/text/number_text.h"
#include "cct/transform/steps/steps.h"

namespace ringscope {

uint64_t InvertedContextsAtMost(const Cct& tree) {
  uint64_t most = 0, layer = 0;
  for (ContextRange run = tree.ChildrenOf(kRootContext); !run.empty(); run = tree.ChildrenOfRun(run))
    most += ++layer * run.size();
  return most;
}

CostlyModel BuildCostlyModel(const AppState& state) {
  CostlyModel model;
  const ViewState* view = ActiveView(state);
  const DocumentState* document = ActiveDocument(state);
  if (view == nullptr || document == nullptr || !view->pipeline.asked_about) return model;
  const Cct& tree = *document->opened.tree;
  model.visible = true;
  model.title = fmt::format("Invert {}?", CountedText(tree.context_count() - 1, "context"));
  model.text = fmt::format(
      "Each context with self cost becomes a path of all its callers: up to {} contexts, of which {} fit. It takes "
      "seconds to minutes, up to 1.5 GB, and may end there. With what is below {} % put together, as (rest) of each "
      "caller, it takes a moment.",
      CountText(InvertedContextsAtMost(tree)), CountText(kMaxInvertedContexts), kPruneFirstPercent);
  model.prune_label = fmt::format("Prune {} % first", kPruneFirstPercent);
  return model;
}

}  // namespace ringscope
