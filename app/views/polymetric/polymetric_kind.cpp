#include "app/views/polymetric/polymetric_kind.h"

#include <array>
#include <optional>
#include <span>
#include <string>

#include "app/commands/command.h"
#include "app/saving/saved_view.h"
#include "app/views/polymetric/polymetric_actions.h"
#include "app/views/view_kind.h"

namespace ringscope::polymetric {
namespace {

bool IsShown(const ViewState& view) { return &view.kind() == &Kind(); }

template <size_t kPreset>
std::optional<Action> Show(const AppState& state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return std::nullopt;
  const std::string text(kPolymetricPresets[kPreset].text);
  if (IsShown(*view) && TextOf(*view) == text) return action::SetKind{DefaultViewKind()};
  return ShowText{text};
}

std::optional<Action> Behavior(const AppState& state) {
  if (ActiveView(state) == nullptr) return std::nullopt;
  return ShowBehavior{};
}
std::optional<Action> Neighbours(const AppState& state) {
  if (ActiveView(state) == nullptr) return std::nullopt;
  return ShowBehavior{{}, true};
}
std::optional<Action> Outward(const AppState& state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr || !IsShown(*view)) return std::nullopt;
  const auto spec = ParsePolymetric(TextOf(*view));
  if (!spec || spec->arrangement != BoxArrangement::kCalls) return std::nullopt;
  return StepOutward{};
}
std::optional<Action> InRings(const AppState& state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr || !IsShown(*view)) return std::nullopt;
  return ShowInRings{};
}

constexpr std::array kCommands{
    Command{"chart.structure", "Chart", "Structure: classes and their methods as boxes, or back to the rings",
            "Shift+K", Show<0>},
    Command{"chart.behavior", "Chart", "Behavior: what the chosen function reaches, as boxes", "Alt+K",
            Behavior},
    Command{"polymetric.neighbours", "Chart", "Behavior: callers and callees of the chosen function", "",
            Neighbours},
    Command{"polymetric.outward", "Chart", "Behavior: a layer more of callers and callees", "", Outward},
    Command{"polymetric.modules", "Chart", "Boxes: modules by cost and change", "", Show<2>},
    Command{"polymetric.functions", "Chart", "Boxes: functions by calls and self cost", "", Show<3>},
    Command{"polymetric.threads", "Chart", "Boxes: threads by what they spent", "", Show<4>},
    Command{"polymetric.rings", "Chart", "Boxes: show in the rings", "", InRings},
};
std::span<const Command> Commands() { return kCommands; }

constexpr std::array kSaved{
    SavedRow<&SavedKind::place, &PolymetricPlace::text, TextForm>("polymetric"),
};

}  // namespace

const ViewKind& Kind() {
  static constexpr ViewKind kKind{
      .name = "polymetric", .title = "Boxes", .commands = Commands, .refresh = Refresh, .saved = kSaved};
  return kKind;
}

}  // namespace ringscope::polymetric
