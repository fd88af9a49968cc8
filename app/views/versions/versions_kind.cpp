#include "app/views/versions/versions_kind.h"

#include <array>
#include <optional>
#include <span>

#include "app/view/command.h"
#include "app/view/navigation.h"
#include "app/view/view_kind.h"
#include "app/views/versions/versions_actions.h"

namespace ringscope::versions {
namespace {

bool IsPlotted(const ViewState& view) { return &view.kind() == &Kind(); }

std::optional<Action> Toggle(const AppState& state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return std::nullopt;
  return action::SetKind{IsPlotted(*view) ? DefaultViewKind() : &Kind()};
}

std::optional<Action> Choose(const AppState& state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr || !IsPlotted(*view) || !ChosenOf(*view).cursor) return std::nullopt;
  return ChooseExecution{*ChosenOf(*view).cursor};
}

std::optional<Action> Compare(const AppState& state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr || !IsPlotted(*view) || !ChosenOf(*view).before) return std::nullopt;
  return CompareChosen{};
}

std::string WhyNotCompare(const AppState& state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return {};
  return IsPlotted(*view) ? "Choose two executions to compare them"
                          : "This compares executions of a series: show versions";
}

std::optional<Action> Rings(const AppState& state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr || !IsPlotted(*view)) return std::nullopt;
  const ChosenExecutions chosen = ChosenOf(*view);
  if (!chosen.cursor && !chosen.chosen) return std::nullopt;
  return ShowRings{chosen.cursor ? *chosen.cursor : *chosen.chosen};
}

std::optional<Action> SetApart(const AppState& state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr || !IsPlotted(*view)) return std::nullopt;
  PlotPlace place = PlotOf(*view);
  place.is_apart = !place.is_apart;
  return DrawPlot{place};
}

constexpr std::string_view kGroup = "Chart";

constexpr std::array kCommands{
    Command{"chart.versions", kGroup, "Versions: the executions of a series as a plot, or back to the rings",
            "Shift+V", Toggle},
    Command{"versions.choose", kGroup, "Versions: choose the execution at the cursor", "Enter", Choose},
    Command{"versions.compare", kGroup, "Versions: compare the two executions that were chosen", "X", Compare,
            false, nullptr, WhyNotCompare},
    Command{"versions.rings", kGroup, "Versions: the rings of the execution beside, which follow the pointer", "", Rings},
    Command{"versions.apart", kGroup, "Versions: a small plot for each line or benchmark, or all in one", "",
            SetApart},
};
std::span<const Command> Commands() { return kCommands; }

void WalkTo(AppState& state, action::Walk to, action::Effects& effects) {
  if (to == action::Walk::kBefore) Do(state, MoveCursor{-1}, effects);
  if (to == action::Walk::kBehind) Do(state, MoveCursor{1}, effects);
}

constexpr std::array kSaved{
    SavedRow<&SavedKind::place, &PlotPlace::from_zero, SwitchForm>("plot_from_zero"),
    SavedRow<&SavedKind::place, &PlotPlace::by_share, SwitchForm>("plot_shares"),
    SavedRow<&SavedKind::place, &PlotPlace::is_apart, SwitchForm>("plot_apart"),
};

SavedCommand CommandOf(const SavedKind& saved) {
  const PlotPlace& place = saved.place.Get<PlotPlace>();
  SavedCommand command{.words = {"plot"}};
  if (place.by_share) command.words.emplace_back("--share");
  if (!place.from_zero) command.words.emplace_back("--from-least");
  if (place.is_apart) command.words.emplace_back("--apart");
  return command;
}

}  // namespace

const ViewKind& Kind() {
  static constexpr ViewKind kKind{.name = "versions",
                                  .title = "Versions",
                                  .commands = Commands,
                                  .suits = HasSeries,
                                  .refresh = Refresh,
                                  .walk = WalkTo,
                                  .saved_command = CommandOf,
                                  .saved = kSaved};
  return kKind;
}

}  // namespace ringscope::versions
