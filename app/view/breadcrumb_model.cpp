#include "app/view/breadcrumb_model.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/core/display_text.h"
#include "app/view/navigation.h"
#include "cct/base/text/number_text.h"

namespace ringscope {

namespace {

// At most kMaxCrumbs of them.
void TellEqualNamesApart(const ViewState& view, std::vector<Crumb>& crumbs) {
  const auto function = [&](const Crumb& crumb) {
    return view.functions().FunctionOf(view.tree().FrameOf(crumb.root.context));
  };
  for (Crumb& crumb : crumbs) {
    const auto is_other = [&](const Crumb& other) {
      return !other.root.is_run() && other.name == crumb.name && function(other) != function(crumb);
    };
    if (crumb.root.is_run() || crumb.root.context == kRootContext) continue;
    if (std::any_of(crumbs.begin(), crumbs.end(), is_other))
      crumb.place = TellingPlace(view.tree().FrameAt(crumb.root.context), false);
  }
}

}  // namespace

BreadcrumbModel BuildBreadcrumbModel(const AppState& state) {
  BreadcrumbModel model;
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return model;
  const Cct& tree = view->tree();
  const ViewRoot& root = view->history.current().root;
  model.can_go_back = view->history.can_go_back();
  model.can_go_forward = view->history.can_go_forward();
  model.can_go_up = CallerOf(tree, root).has_value();
  model.at_whole_tree = root == TopRoot(tree);

  std::vector<ContextId> path = tree.PathTo(root.context);
  if (path.empty() || tree.ChildrenOf(kRootContext).size() > 1) path.insert(path.begin(), kRootContext);
  const size_t tail = std::min(path.size() - 1, kMaxCrumbs - 1);
  model.hidden_count = path.size() - 1 - tail;
  const auto add = [&](ContextId context) {
    model.crumbs.push_back({{context, {}}, ContextName(tree, context, 120), {}, false});
  };
  add(path.front());
  for (size_t i = path.size() - tail; i < path.size(); ++i) add(path[i]);
  if (root.is_run()) {
    model.crumbs.push_back({root, fmt::format("{} smaller contexts", CountText(root.run.size())), {}, false});
  }
  model.crumbs.back().current = true;
  TellEqualNamesApart(*view, model.crumbs);
  return model;
}

}  // namespace ringscope
