#include <array>

#include "app/compare/compare_actions.h"
#include "app/compare/renames_model.h"
#include "app/view/colors.h"
#include "app/view/command_tables.h"
#include "app/view/difference/angle.h"
#include "app/view/difference/compare_model.h"
#include "app/view/shell.h"
#include "cct/tree/metric_sides.h"

namespace ringscope::command {
namespace {

constexpr std::string_view kCompareGroup = "Comparison";

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
  if (!Sides(state)) return std::nullopt;
  const bool is_after = AngleOf(*ActiveView(state)) == ComparedAngle::kAfter;
  return action::SetAngle{is_after ? ComparedAngle::kBefore : ComparedAngle::kAfter};
}

template <ComparedAngle kAngle>
Maybe Angle(State state) {
  if (!Sides(state)) return std::nullopt;
  return action::SetAngle{kAngle};
}

Maybe Shares(State state) {
  if (!Sides(state)) return std::nullopt;
  return action::DrawShares{!DrawsShares(*ActiveView(state))};
}

Maybe Blame(State state) {
  const auto sides = Sides(state);
  if (!sides || !sides->change) return std::nullopt;
  return action::WalkBlame{};
}

Maybe Colors(State state) {
  if (!Sides(state)) return std::nullopt;
  return action::SetColor{{.mode = ColorMode::kDifference}};
}

std::string NoCompared(State state) {
  return ActiveView(state) == nullptr || ShowsComparison(state) ? "" : "This is no comparison";
}

Maybe Renames(State state) {
  if (!ShowsComparison(state)) return std::nullopt;
  if (DockShows(state, DockTab::kRenames)) return action::ShowDock{false};
  return action::ShowDockTab{DockTab::kRenames};
}

std::string NoPair(State state) {
  const RenamesModel model = BuildRenamesModel(state);
  if (!DockShows(state, DockTab::kRenames) || !model.selected)
    return "ChooseComparing a pair in the list of renames";
  return model.why_not;
}

template <bool kAccepted>
Maybe ChooseComparing(State state) {
  if (!DockShows(state, DockTab::kRenames)) return std::nullopt;
  const RenamesModel model = BuildRenamesModel(state);
  if (!model.selected || !(kAccepted ? model.can_accept : model.can_refuse)) return std::nullopt;
  return action::ChooseRename{{BuildRenameRow(state, *model.selected).pair, kAccepted}};
}

constexpr Command Draws(std::string_view id, std::string_view title, std::string_view keys,
                        std::optional<Action> (*action)(const AppState&)) {
  return {id, kCompareGroup, title, keys, action, false, nullptr, NoComparison};
}

constexpr std::array kCompareCommands{
    Command{"compare.open", kCompareGroup, "Compare open profiles", "V", Open, false, nullptr, OneProfile},
    Command{.id = "compare.flip",
            .group = kCompareGroup,
            .title = "Flip between before and after (hold: to and fro)",
            .keys = "B",
            .action = Flip,
            .why_not = NoComparison,
            .paced = true},
    Draws("compare.change", "Angle by change: where anything differs", "Shift+B",
          Angle<ComparedAngle::kChange>),
    Command{"compare.blame", kCompareGroup,
            "Path of blame: go to where the largest part of the change happens", "Shift+P", Blame, false,
            nullptr, NoComparison},
    Command{"compare.renames", kCompareGroup,
            "Renames: functions that may have another name on the other side", "J", Renames, false, nullptr,
            NoCompared},
    Command{"compare.accept-rename", kCompareGroup, "Renames: both are one function", "Y",
            ChooseComparing<true>, false, nullptr, NoPair},
    Command{"compare.refuse-rename", kCompareGroup, "Renames: they are two functions", "Shift+Y",
            ChooseComparing<false>, false, nullptr, NoPair},
    Draws("compare.before", "Angle by what it costs before", "", Angle<ComparedAngle::kBefore>),
    Draws("compare.after", "Angle by what it costs after", "", Angle<ComparedAngle::kAfter>),
    Draws("compare.both", "Angle by both: before and after together", "", Angle<ComparedAngle::kBoth>),
    Draws("compare.common", "Angle by what is common: the smaller of both sides", "",
          Angle<ComparedAngle::kCommon>),
    Draws("compare.larger", "Angle by the larger of both sides", "", Angle<ComparedAngle::kLarger>),
    Draws("compare.shares", "By share: each side fills the chart, or the smaller one leaves a gap", "",
          Shares),
    Draws("compare.colors", "Colour by difference", "", Colors),
};

}  // namespace

std::span<const Command> Comparisons() { return kCompareCommands; }

}  // namespace ringscope::command
