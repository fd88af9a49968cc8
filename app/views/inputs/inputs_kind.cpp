#include "app/views/inputs/inputs_kind.h"

#include <array>
#include <optional>
#include <span>

#include "app/view/command.h"
#include "app/view/navigation.h"
#include "app/view/view_kind.h"
#include "app/views/inputs/inputs_actions.h"

namespace ringscope::inputs {
namespace {

// Null where the active view is of another kind.
const ViewState* ActiveInputs(const AppState& state) {
  const ViewState* view = ActiveView(state);
  return view != nullptr && &view->kind() == &Kind() ? view : nullptr;
}

std::optional<Action> Toggle(const AppState& state) {
  if (ActiveView(state) == nullptr) return std::nullopt;
  return action::SetKind{ActiveInputs(state) != nullptr ? DefaultViewKind() : &Kind()};
}

std::optional<Action> Fit(const AppState& state) {
  if (ActiveInputs(state) == nullptr) return std::nullopt;
  return SeeAll{};
}

// Worst, average, ..., bounded, all three, and from the beginning.
std::optional<Action> NextChart(const AppState& state) {
  const ViewState* view = ActiveInputs(state);
  if (view == nullptr) return std::nullopt;
  InputsPlace place = PlaceOf(*view);
  const auto chart = static_cast<size_t>(place.chart);
  if (place.all_three) {
    place.all_three = false;
    place.chart = CostChart::kWorst;
  } else if (chart + 1 == kCostChartCount) {
    place.all_three = true;
  } else {
    place.chart = static_cast<CostChart>(chart + 1);
  }
  return DrawInputs{place};
}

template <bool InputsPlace::*kSwitch>
std::optional<Action> Switch(const AppState& state) {
  const ViewState* view = ActiveInputs(state);
  if (view == nullptr) return std::nullopt;
  InputsPlace place = PlaceOf(*view);
  place.*kSwitch = !(place.*kSwitch);
  return DrawInputs{place};
}

// What costs much in itself and grows faster than its input.
std::optional<Action> Growing(const AppState& state) {
  const ViewState* view = ActiveInputs(state);
  if (view == nullptr) return std::nullopt;
  InputsPlace place = PlaceOf(*view);
  place.filter = "c>1.2 r2>0.9 sizes>5";
  return DrawInputs{place};
}

constexpr std::string_view kGroup = "Chart";

constexpr std::array kCommands{
    Command{"chart.inputs", kGroup,
            "Inputs: what functions cost by the size of their input, or back to the rings", "Shift+I",
            Toggle},
    Command{"inputs.fit", kGroup, "Inputs: see all of the plots", "Alt+0", Fit},
    Command{"inputs.next-chart", kGroup, "Inputs: the next chart of the function's costs", "", NextChart},
    Command{"inputs.trio", kGroup, "Inputs: three plots or one", "", Switch<&InputsPlace::has_trio>},
    Command{"inputs.grid", kGroup, "Inputs: four plots, two by two, or fewer", "",
            Switch<&InputsPlace::is_grid>},
    Command{"inputs.self", kGroup, "Inputs: costs with or without callees", "", Switch<&InputsPlace::self>},
    Command{"inputs.log-x", kGroup, "Inputs: sizes on a logarithmic axis, or not", "",
            Switch<&InputsPlace::log_x>},
    Command{"inputs.log-y", kGroup, "Inputs: costs on a logarithmic axis, or not", "",
            Switch<&InputsPlace::log_y>},
    Command{"inputs.log-zero", kGroup, "Inputs: a place for 0 on logarithmic axes, or not", "",
            Switch<&InputsPlace::log_zero>},
    Command{"inputs.by-change", kGroup,
            "Inputs: of a comparison those first whose exponent grew the most, or not", "",
            Switch<&InputsPlace::by_change>},
    Command{"inputs.growing", kGroup, "Inputs: what will hurt when inputs grow", "", Growing},
};
std::span<const Command> Commands() { return kCommands; }

constexpr std::array kSaved{
    SavedRow<&SavedKind::place, &InputsPlace::chart, WordForm<kCostChartWords>>("inputs_chart"),
    SavedRow<&SavedKind::place, &InputsPlace::all_three, SwitchForm>("inputs_all_three"),
    SavedRow<&SavedKind::place, &InputsPlace::has_trio, SwitchForm>("inputs_trio"),
    SavedRow<&SavedKind::place, &InputsPlace::is_grid, SwitchForm>("inputs_grid"),
    SavedRow<&SavedKind::place, &InputsPlace::self, SwitchForm>("inputs_self"),
    SavedRow<&SavedKind::place, &InputsPlace::log_x, SwitchForm>("inputs_log_x"),
    SavedRow<&SavedKind::place, &InputsPlace::log_y, SwitchForm>("inputs_log_y"),
    SavedRow<&SavedKind::place, &InputsPlace::log_zero, SwitchForm>("inputs_log_zero"),
    SavedRow<&SavedKind::place, &InputsPlace::bound, TextForm>("inputs_bound"),
    SavedRow<&SavedKind::place, &InputsPlace::group_width, NumberForm<1, kMostWidth>>("inputs_group"),
    SavedRow<&SavedKind::place, &InputsPlace::smoothing_window, NumberForm<1, kMostWidth>>("inputs_smooth"),
    SavedRow<&SavedKind::place, &InputsPlace::filter, TextForm>("inputs_filter"),
    SavedRow<&SavedKind::place, &InputsPlace::by_change, SwitchForm>("inputs_by_change"),
};

SavedCommand CommandOf(const SavedKind& saved) {
  const InputsPlace& place = saved.place.Get<InputsPlace>();
  SavedCommand command{.words = {"plot"}};
  const auto add = [&](std::string word) { command.words.push_back(std::move(word)); };
  add("--chart=" + std::string(place.all_three ? "all" : WordOf(kCostChartWords, place.chart)));
  if (place.self) add("--self");
  if (place.log_x) add("--log-x");
  if (place.log_y) add("--log-y");
  if (place.log_zero && (place.log_x || place.log_y)) add("--log-zero");
  if (!place.bound.empty()) add("--bound=" + place.bound);
  if (place.group_width > 1) add("--group=" + std::to_string(place.group_width));
  if (place.smoothing_window > 1) add("--smooth=" + std::to_string(place.smoothing_window));
  return command;
}

bool Suits(const ViewState& view) { return view.tree().point_count() > 0; }

}  // namespace

const ViewKind& Kind() {
  static constexpr ViewKind kKind{.name = "inputs",
                                  .title = "Inputs",
                                  .commands = Commands,
                                  .suits = Suits,
                                  .refresh = Refresh,
                                  .fit = Fit,
                                  .saved_command = CommandOf,
                                  .saved = kSaved};
  return kKind;
}

}  // namespace ringscope::inputs
