#include <array>

#include "app/commands/command_tables.h"
#include "app/compare/compare_model.h"
#include "cct/tree/metric_sides.h"

namespace ringscope::command {
namespace {

constexpr std::string_view kGroup = "Comparison";

std::optional<MetricSides> Sides(State state) {
  const ViewState* view = ActiveView(state);
  return view == nullptr ? std::nullopt : SidesOf(view->tree().metrics(), view->metric);
}

Maybe Open(State state) {
  if (DialogOpen(state) && !state.compare_dialog_open) return std::nullopt;
  if (BuildCompareRows(state).size() < 2) return std::nullopt;
  return action::ShowCompareDialog{!state.compare_dialog_open};
}

std::string OneProfile(State state) {
  return BuildCompareRows(state).size() < 2 ? "Open two profiles to compare them" : "";
}

std::string NoComparison(State state) {
  return ActiveView(state) == nullptr || Sides(state) ? "" : "This is no comparison";
}

Maybe Flip(State state) {
  const auto sides = Sides(state);
  if (!sides) return std::nullopt;
  return action::SetMetric{ActiveView(state)->metric == sides->after ? sides->before : sides->after};
}

Maybe ShowChange(State state) {
  const auto sides = Sides(state);
  if (!sides || !sides->change) return std::nullopt;
  return action::SetMetric{*sides->change};
}

Maybe Colors(State state) {
  if (!Sides(state)) return std::nullopt;
  return action::SetColor{{.mode = ColorMode::kDifference}};
}

constexpr std::array kCommands{
    Command{"compare.open", kGroup, "Compare open profiles", "V", Open, false, nullptr, OneProfile},
    Command{"compare.flip", kGroup, "Flip between before and after", "B", Flip, false, nullptr, NoComparison},
    Command{"compare.change", kGroup, "Show where anything changed", "Shift+B", ShowChange, false, nullptr,
            NoComparison},
    Command{"compare.colors", kGroup, "Colour by difference", "", Colors, false, nullptr, NoComparison},
};

}  // namespace

std::span<const Command> Comparisons() { return kCommands; }

}  // namespace ringscope::command
