#include "app/views/matrix/matrix_kind.h"

#include <array>
#include <optional>
#include <span>

#include "app/view/command.h"
#include "app/view/navigation.h"
#include "app/view/view_kind.h"
#include "app/views/matrix/matrix_actions.h"
#include "app/views/matrix/version_matrix.h"
#include "cct/base/text/number_text.h"
#include "cct/track/track_series.h"
#include "cct/tree/metric_sides.h"

namespace ringscope::matrix {
namespace {

bool IsShownAsMatrix(const ViewState& view) { return &view.kind() == &Kind(); }

std::optional<Action> Toggle(const AppState& state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return std::nullopt;
  return action::SetKind{IsShownAsMatrix(*view) ? DefaultViewKind() : &Kind()};
}

std::optional<Action> Choose(const AppState& state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr || !IsShownAsMatrix(*view) || !ChosenOf(*view).cursor) return std::nullopt;
  return ChooseCell{*ChosenOf(*view).cursor};
}

constexpr std::array kCommands{
    Command{"chart.matrix", "Chart",
            "Matrix: what each benchmark costs in each version, or back to the rings", "W", Toggle},
    Command{"matrix.choose", "Chart", "Matrix: choose the version at the cursor; the second one is compared",
            "Space", Choose},
};
std::span<const Command> Commands() { return kCommands; }

void WalkTo(AppState& state, action::Walk to, action::Effects& effects) {
  MoveCursor move;
  if (to == action::Walk::kBefore) move.versions = -1;
  if (to == action::Walk::kBehind) move.versions = 1;
  if (to == action::Walk::kCaller) move.benchmarks = -1;
  if (to == action::Walk::kCallee) move.benchmarks = 1;
  Do(state, move, effects);
}

// The folder that `ringscope track` filled.
std::string Open(AppState& state, ViewState& view, action::Effects& effects) {
  if (view.tree().report().format != kTrackFormat || !HasSeries(view)) return {};
  const ViewPosition before = view.history.current();
  ViewPosition position = before;
  position.kind = &Kind();
  view.history.PushOpening(position);
  action::AfterMove(state, view, before, effects);
  return "Opened " + CountedText(view.tree().report().executions.size(), "profile") + " of versions";
}

// Two sides are compared, not listed; and runs of one program are no versions of it.
bool Suits(const ViewState& view) {
  return HasSeries(view) && !SidesOf(view.tree().metrics(), view.metric) &&
         HaveVersions(view.tree().report().executions);
}

}  // namespace

const ViewKind& Kind() {
  static constexpr ViewKind kKind{.name = "matrix",
                                  .title = "Matrix",
                                  .commands = Commands,
                                  .suits = Suits,
                                  .refresh = Refresh,
                                  .open = Open,
                                  .walk = WalkTo,
                                  .printed_by = "'ringscope track'"};
  return kKind;
}

}  // namespace ringscope::matrix
