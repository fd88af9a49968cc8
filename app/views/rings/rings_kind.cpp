#include "app/views/rings/rings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "app/core/display_text.h"
#include "app/view/command.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/views/rings/match_place.h"
#include "app/views/rings/rings_depth.h"
#include "cct/base/text/number_text.h"

namespace ringscope::rings {

std::span<const Command> Commands();  // rings_commands.cpp

namespace {

void Begin(const Settings& settings, ViewPosition& position) {
  position.places.Set(RingsPlace{settings.mode,
                                 DepthFromTold(settings.depth_limit, position.root),
                                 settings.compress_chains,
                                 settings.ring_sizing,
                                 {}});
}

// Modes are kept for the next profile and the next run; how deep these begin is for the settings to say.
void Remember(const ViewPosition& before, const ViewPosition& now, Settings& settings) {
  const RingsPlace& place = RingsOf(now);
  settings.mode = place.mode;
  if (place.compress_chains != RingsOf(before).compress_chains)
    settings.compress_chains = place.compress_chains;
  if (place.sizing != RingsOf(before).sizing) settings.ring_sizing = place.sizing;
}

// As many layers are told as before, although the top of several counts for none.
void Enter(const ViewRoot& before, ViewPosition& position) {
  if (UncountedLayers(before) == UncountedLayers(position.root)) return;
  RingsPlace place = RingsOf(position);
  place.depth_limit = DepthFromTold(ToldDepth(place.depth_limit, before), position.root);
  position.places.Set(std::move(place));
}

void LeaveTree(ViewPosition& position) {
  RingsPlace place = RingsOf(position);
  if (place.opened_chains.empty()) return;
  place.opened_chains.clear();
  position.places.Set(std::move(place));
}

uint32_t LayersShown(const ViewState& view, const PaneState& pane) {
  if (const uint32_t in_tree = DrawnIn(view, pane).tree_layers; RingsOf(view).compress_chains && in_tree != 0)
    return in_tree;
  return ShownDepth(LayersOf(view, pane), RingsOf(view).depth_limit, DrawnIn(view, pane).layers);
}

// In equal mode callees share the angle, whatever they cost.
std::optional<std::string> WithoutCost(const AppState& state, const ViewState& view) {
  if (RingsOf(view).mode == RingMode::kEqual) return std::nullopt;
  return WithKey(state, "Equal mode", "chart.mode.equal") + " shows the calls";
}

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

std::string ShowFromBranch(const AppState& state, ViewState& view) {
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

// How to go on where one path takes most of the layers that the view shows; empty elsewhere.
std::string BranchOffer(const AppState& state, const ViewState& view) {
  const ViewPosition& now = view.history.current();
  const auto path = RingsToBranch(view, kMostShare);
  const std::string key = FirstKeyOf(state, "view.branch");
  if (!path || !HidesTheRest(view.tree(), *path, RingsOf(now).depth_limit) || key.empty()) return {};
  return fmt::format("One path for {}: {} goes to where it branches", CountedText(path->layers, "layer"),
                     key);
}

// Where one path takes most of the layers, the chart would show next to nothing. A profile that was just
// opened is then shown from where it branches, one step after the whole tree. Says so where that is not
// plain.
std::string Open(AppState& state, ViewState& view, action::Effects&) {
  std::string note = ShowFromBranch(state, view);
  if (!note.empty() || !view.pipeline.wanted.empty()) return note;
  note = StartsBelow(state, view);
  return note.empty() ? BranchOffer(state, view) : note;
}

// As many rings as are mostly filled, no more than of other profiles: bottom up, many paths are short, and
// their ends would leave the rim empty. In the usual order the depth is that of new profiles.
void Reorder(const AppState& state, ViewState& view) {
  const ViewPosition position = view.history.current();
  RingsPlace place = RingsOf(position);
  place.depth_limit = DepthFromTold(state.settings.depth_limit, position.root);
  const auto& steps = view.pipeline.applied.steps;
  if (std::any_of(steps.begin(), steps.end(),
                  [](const auto& step) { return step.kind == TransformKind::kInvert; }))
    place.depth_limit =
        std::min(place.depth_limit, FilledRings(view.tree(), position.root, view.metric, place));
  view.history = ViewHistory(WithRings(position, place));
}

constexpr std::array kSaved{
    SavedRow<&SavedKind::place, &RingsPlace::mode, WordForm<kModeWords>>("mode"),
    SavedRow<&SavedKind::pane, &RingsPane::form, WordForm<kFormWords>>("form"),
    SavedRow<&SavedKind::place, &RingsPlace::depth_limit, LayersForm<kAllLayers>>("depth"),
    SavedRow<&SavedKind::place, &RingsPlace::compress_chains, SwitchForm>("compress_chains"),
    SavedRow<&SavedKind::place, &RingsPlace::sizing, WordForm<kRingSizingWords>>("rings"),
};

SavedCommand CommandOf(const SavedKind& saved) {
  const RingsPlace& place = saved.place.Get<RingsPlace>();
  SavedCommand command{.words = {"layout"}, .has_root = true, .has_layout = true};
  const auto add = [&](std::string_view option, std::string_view word) {
    command.words.push_back(std::string(option) + "=" + std::string(word));
  };
  add("--mode", WordOf(kModeWords, place.mode));
  add("--form", WordOf(kFormWords, saved.pane.Get<RingsPane>().form));
  add("--rings", WordOf(kRingSizingWords, place.sizing));
  if (place.depth_limit != kAllLayers) add("--depth", std::to_string(place.depth_limit));
  if (place.compress_chains) command.words.emplace_back("--compress");
  return command;
}

}  // namespace

const ViewKind& Kind() {
  static constexpr ViewKind kKind{
      .name = "rings",
      .title = "Chart",
      .commands = Commands,
      .begin = Begin,
      .remember = Remember,
      .enter = Enter,
      .leave_tree = LeaveTree,
      .open = Open,
      .reorder = Reorder,
      .offer = BranchOffer,
      .place_of = PositionThatShows,
      .layers_to = PositionWithLayersTo,
      .layers_shown = LayersShown,
      .strip_below = LegendStripHeight,
      .without_cost = WithoutCost,
      .saved_command = CommandOf,
      .saved = kSaved,
  };
  return kKind;
}

}  // namespace ringscope::rings
