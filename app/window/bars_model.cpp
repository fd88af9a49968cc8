#include "app/window/bars_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "app/compare/compare.h"
#include "app/core/display_text.h"
#include "app/files/documents.h"
#include "app/view/difference/angle.h"
#include "app/view/navigation.h"
#include "cct/base/text/number_text.h"

namespace ringscope {
namespace {

constexpr size_t kMostFiles = 8;

KindChoice ChoiceOf(const ViewKind& kind, const ViewState& view) {
  const std::string_view lacks = kind.lacks == nullptr ? std::string_view() : kind.lacks(view);
  return {&kind, std::string(lacks.empty() ? kind.question : lacks), lacks.empty(), &kind == &view.kind()};
}

// Sets `place` of crumbs with equal names of different functions. O(crumbs^2).
void TellEqualNamesApart(const ViewState& view, std::vector<Crumb>& crumbs) {
  const auto function = [&](const Crumb& crumb) {
    return view.functions().FunctionOf(view.tree().FrameOf(crumb.root.context));
  };
  for (Crumb& crumb : crumbs) {
    const auto is_other = [&](const Crumb& other) {
      return !other.root.is_run() && other.name == crumb.name && function(other) != function(crumb);
    };
    if (crumb.root.is_run() || crumb.root.context == kRootContext) continue;
    if (std::ranges::any_of(crumbs, is_other))
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

ViewBarModel BuildViewBarModel(const AppState& state) {
  ViewBarModel model;
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return model;
  const bool is_comparison = BuildAngleModel(state).visible;
  const std::array<std::string_view, 4> main{"rings", "summary", "threads",
                                             is_comparison ? "evolution" : "versions"};
  for (const std::string_view name : main) model.main.push_back(ChoiceOf(*FindViewKind(name), *view));
  for (const ViewKind* kind : ViewKinds()) {
    if (std::ranges::find(main, kind->name) == main.end()) model.more.push_back(ChoiceOf(*kind, *view));
  }
  return model;
}

std::vector<CompareOffer> BuildCompareOffers(const AppState& state) {
  std::vector<CompareOffer> offers;
  const DocumentState* active = ActiveDocument(state);
  const std::vector<CompareRow> rows = BuildCompareRows(state);
  const auto is_active = [&](const CompareRow& row) { return row.document == active->id; };
  const auto here = active == nullptr ? rows.end() : std::ranges::find_if(rows, is_active);
  if (here == rows.end()) {
    offers.push_back(
        {"Open a profile first...", "then the one to compare it with", action::ShowOpenDialog{}});
    return offers;
  }
  // The left one of two tabs is before.
  for (auto row = rows.begin(); row != rows.end(); ++row) {
    if (row == here) continue;
    const bool is_before = row < here;
    offers.push_back({row->name, is_before ? "before, this one after" : "after, this one before",
                      action::CompareDocuments{.before = {is_before ? row->document : here->document},
                                               .after = {is_before ? here->document : row->document}}});
  }
  size_t files = 0;
  for (const std::string& path : state.settings.recent_files) {
    if (FindDocumentByPath(state, path) != nullptr) continue;
    if (++files > kMostFiles) break;
    const std::filesystem::path parts(path);
    offers.push_back({DisplayText(parts.filename().string()), DisplayText(parts.parent_path().string()),
                      action::CompareWithFile{path}});
  }
  offers.push_back({"A file...", "after, this one before", action::CompareWithFile{}});
  if (rows.size() > 1)
    offers.push_back({"With settings...", "several runs a side, source, rules", action::ShowCompareDialog{}});
  return offers;
}

}  // namespace ringscope
