#include "app/views/rings/rings_opening.h"

#include <fmt/format.h>

#include "app/commands/command.h"
#include "app/core/display_text.h"
#include "app/search/apply_search.h"
#include "app/view/view_navigation.h"
#include "app/views/rings/rings_depth.h"
#include "app/views/rings/rings_state.h"
#include "cct/base/number_text.h"

namespace ringscope::rings {
namespace {

// PathToBranch() from the view root, its layers being rings.
std::optional<SinglePath> RingsToBranch(const ViewState& view, double least_share) {
  const ViewRoot& root = view.history.current().root;
  auto path = PathToBranch(view.tree(), root, view.metric, least_share);
  if (!path || !RingsOf(view).compress_chains) return path;
  std::vector<ContextId> way{root.context};
  for (const ContextId context : view.tree().PathTo(path->end)) {
    if (context > root.context) way.push_back(context);
  }
  path->layers = RingsToEnd(view.tree(), view.metric, RingsOf(view), way).front();
  return path;
}

std::string ShowFromBranch(AppState& state, ViewState& view, apply::Effects& effects) {
  const Cct& tree = view.tree();
  ViewPosition position = view.history.current();
  if (view.history.can_go_back() || position.root != WholeTreeRoot(tree) || !view.pipeline.wanted.empty())
    return {};
  RingsPlace place = RingsOf(position);
  const auto path = RingsToBranch(view, kNearlyWholeShare);
  if (!path || !HidesTheRest(tree, *path, place.depth_limit)) return {};
  const uint32_t told = ToldDepth(place.depth_limit, position.root);
  position.root = {path->end, {}};
  place.depth_limit = DepthFromTold(told, position.root);
  view.history.PushOpening(WithRings(position, place));
  if (!view.search.text.empty()) apply::RestartSearch(state, view, effects);
  const std::string more =
      path->share == 1 ? "hold the same" : fmt::format("hold {:.2g} % more", 100 / path->share - 100);
  const std::string home = FirstKeyOf(state, "view.whole-tree");
  return fmt::format("Shown from {}: {} above {}{}", ContextName(tree, path->end, 40),
                     CountedText(CallersAbove(tree, path->end), "caller"), more,
                     home.empty() ? std::string() : "; " + home + " shows all");
}

// A profile whose first layers are one path without cost of its own is shown from below it: says so where
// these are more than a process and its thread.
std::string StartsBelow(const AppState& state, const ViewState& view) {
  constexpr uint32_t kFewCallers = 2;
  const Cct& tree = view.tree();
  const ViewRoot& root = view.history.current().root;
  if (root != WholeTreeRoot(tree)) return {};
  const uint32_t callers = CallersAbove(tree, root.context);
  if (callers <= kFewCallers) return {};
  const std::string home = FirstKeyOf(state, "view.whole-tree");
  return fmt::format("Starts {} layers down: the {} callers above hold the same{}", CountText(callers),
                     CountText(callers), home.empty() ? std::string() : "; " + home + " shows all");
}

}  // namespace

std::string Open(AppState& state, ViewState& view, apply::Effects& effects) {
  std::string note = ShowFromBranch(state, view, effects);
  if (!note.empty() || !view.pipeline.wanted.empty()) return note;
  note = StartsBelow(state, view);
  return note.empty() ? BranchOffer(state, view) : note;
}

std::string BranchOffer(const AppState& state, const ViewState& view) {
  const ViewPosition& now = view.history.current();
  const auto path = RingsToBranch(view, kMostShare);
  const std::string key = FirstKeyOf(state, "view.branch");
  if (!path || !HidesTheRest(view.tree(), *path, RingsOf(now).depth_limit) || key.empty()) return {};
  return fmt::format("One path for {}: {} goes to where it branches", CountedText(path->layers, "layer"),
                     key);
}

}  // namespace ringscope::rings
