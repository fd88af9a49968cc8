#include <array>

#include "app/commands/command_tables.h"
#include "app/timeline/timeline_model.h"

namespace ringscope::command {
namespace {

constexpr std::string_view kGroup = "Tree";

bool HasTimes(State state) {
  const DocumentState* document = ActiveDocument(state);
  return document != nullptr && document->opened.tree != nullptr && document->opened.tree->has_times();
}

Maybe Choose(State state) {
  if (!HasTimes(state)) return std::nullopt;
  return action::ShowTransformMenu{true, TimeStepText(state)};
}

Maybe AllOfTheTime(State state) {
  if (!HasTimes(state) || !BuildTimelineModel(state).chosen) return std::nullopt;
  return action::SetTimeRange{};
}

Maybe Toggle(State state) {
  if (!HasTimes(state)) return std::nullopt;
  return action::ShowTimeline{!state.settings.timeline_open};
}

std::string NoTimes(State state) {
  if (HasTimes(state) || ActiveView(state) == nullptr) return {};
  return "The profile does not say when its samples were taken";
}

constexpr std::array kCommands{
    Command{"time.choose", kGroup, "Choose a time range...", "", Choose, false, nullptr, NoTimes},
    Command{"time.all", kGroup, "All of the time", "", AllOfTheTime},
    Command{"time.strip", kGroup, "Show or hide the time strip", "", Toggle, false, nullptr, NoTimes},
};

}  // namespace

std::span<const Command> Times() { return kCommands; }

}  // namespace ringscope::command
