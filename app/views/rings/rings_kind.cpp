#include "app/views/rings/rings_kind.h"

#include <array>

#include "app/views/rings/match_place.h"
#include "app/views/rings/rings_depth.h"
#include "app/views/rings/rings_opening.h"
#include "app/views/rings/rings_state.h"
#include "app/views/view_kind.h"

namespace ringscope::rings {

std::span<const Command> Commands();  // rings_commands.cpp

namespace {

void Begin(const Settings& settings, ViewPosition& position) {
  position.places.Set(RingsPlace{settings.mode, DepthFromTold(settings.depth_limit, position.root)});
}

// Modes and depths are kept for the next profile and the next run.
void Remember(const ViewPosition& before, const ViewPosition& now, Settings& settings) {
  const RingsPlace& place = RingsOf(now);
  settings.mode = place.mode;
  if (place.depth_limit != RingsOf(before).depth_limit)
    settings.depth_limit = ToldDepth(place.depth_limit, now.root);
}

uint32_t LayersShown(const ViewState& view, const PaneState& pane) {
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
};

}  // namespace

const ViewKind& Kind() {
  static constexpr ViewKind kKind{
      .name = "rings",
      .title = "Rings",
      .commands = Commands,
      .begin = Begin,
      .remember = Remember,
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
