#include "app/views/rings/rings_kind.h"

#include <array>

#include "app/commands/command_tables.h"
#include "app/view/view_total.h"
#include "app/views/rings/match_place.h"
#include "app/views/rings/rings_depth.h"
#include "app/views/rings/rings_opening.h"
#include "app/views/rings/rings_state.h"
#include "app/views/view_kind.h"

namespace ringscope::rings {

std::span<const Command> Commands();  // rings_commands.cpp

namespace {

void Begin(const Settings& settings, ViewPosition& position) {
  position.places.Set(RingsPlace{
      settings.mode, DepthFromTold(settings.depth_limit, position.root), settings.compress_chains, {}});
}

// Modes and depths are kept for the next profile and the next run.
void Remember(const ViewPosition& before, const ViewPosition& now, Settings& settings) {
  const RingsPlace& place = RingsOf(now);
  settings.mode = place.mode;
  if (place.compress_chains != RingsOf(before).compress_chains)
    settings.compress_chains = place.compress_chains;
  if (place.depth_limit != RingsOf(before).depth_limit)
    settings.depth_limit = ToldDepth(place.depth_limit, now.root);
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

constexpr std::array kSaved{
    SavedRow<&SavedKind::place, &RingsPlace::mode, WordForm<kModeWords>>("mode"),
    SavedRow<&SavedKind::pane, &RingsPane::form, WordForm<kFormWords>>("form"),
    SavedRow<&SavedKind::place, &RingsPlace::depth_limit, LayersForm<kAllLayers>>("depth"),
    SavedRow<&SavedKind::place, &RingsPlace::compress_chains, SwitchForm>("compress_chains"),
};

}  // namespace

const ViewKind& Kind() {
  static constexpr ViewKind kKind{
      .name = "rings",
      .title = "Rings",
      .commands = Commands,
      .begin = Begin,
      .remember = Remember,
      .leave_tree = LeaveTree,
      .open = Open,
      .offer = BranchOffer,
      .place_of = PositionThatShows,
      .layers_shown = LayersShown,
      .without_cost = WithoutCost,
      .saved = kSaved,
  };
  return kKind;
}

}  // namespace ringscope::rings
