#include <array>

#include "app/view/command_tables.h"
#include "app/view/steps/steps.h"
#include "app/view/timeline/timeline_actions.h"
#include "app/view/timeline/timeline_model.h"

namespace ringscope::command {
namespace {

constexpr std::string_view kTimelineGroup = "Tree";

bool HasTimes(State state) {
  const DocumentState* document = ActiveDocument(state);
  return document != nullptr && document->opened.tree != nullptr && document->opened.tree->has_times();
}

Maybe ChooseTimeline(State state) {
  if (!HasTimes(state)) return std::nullopt;
  return action::ShowTransformMenu{true, TimeStepText(state)};
}

Maybe AllOfTheTime(State state) {
  if (!HasTimes(state) || !BuildTimelineModel(state).chosen) return std::nullopt;
  return action::SetTimeRange{};
}

Maybe ToggleTimeline(State state) {
  if (!HasTimes(state)) return std::nullopt;
  return action::ShowTimeline{!state.settings.timeline_open};
}

std::string NoTimes(State state) {
  if (HasTimes(state) || ActiveView(state) == nullptr) return {};
  return "The profile does not say when its samples were taken";
}

constexpr std::array kTimelineCommands{
    Command{"time.choose", kTimelineGroup, "ChooseTimeline a time range...", "", ChooseTimeline, false,
            nullptr, NoTimes},
    Command{"time.all", kTimelineGroup, "All of the time", "", AllOfTheTime},
    Command{"time.strip", kTimelineGroup, "Show or hide the time strip", "", ToggleTimeline, false, nullptr,
            NoTimes},
};

}  // namespace

std::span<const Command> Times() { return kTimelineCommands; }

}  // namespace ringscope::command
