#include "app/view/difference/angle_actions.h"
#include "app/view/difference/angle_model.h"
#include "app/view/difference/angle_run.h"
#include "app/view/navigation.h"
#include "app/view/panes/panes_actions.h"
#include "app/view/state/apply_task.h"

namespace ringscope::action {
namespace {

// The column of the tree that is this angle; nothing where it has to be made.
std::optional<MetricIndex> ColumnOf(const MetricSides& sides, ComparedAngle angle) {
  if (angle == ComparedAngle::kBefore) return sides.before;
  if (angle == ComparedAngle::kAfter) return sides.after;
  return angle == ComparedAngle::kChange ? sides.change : std::nullopt;
}

}  // namespace

void Do(AppState& state, const SetAngle& set, Effects& effects) {
  ViewState* view = ActiveView(state);
  const auto sides = view == nullptr ? std::nullopt : SidesOf(view->tree().metrics(), view->metric);
  if (!sides) return;
  const auto column = ColumnOf(*sides, set.angle);
  // What both sides together cost is told in what it costs after.
  const MetricIndex metric = column.value_or(view->metric == sides->before ? sides->before : sides->after);
  Do(state, SetMetric{metric}, effects);
  if (column) return;
  view->angle.made = set.angle;
  ForgetPointed(state, *view);
  FollowLeader(state, *view, false, effects);
}

void Do(AppState& state, const DrawShares& set, Effects& effects) {
  ViewState* view = ActiveView(state);
  if (view == nullptr || !SidesOf(view->tree().metrics(), view->metric)) return;
  view->angle.by_share = set.on;
  ForgetPointed(state, *view);
  FollowLeader(state, *view, false, effects);
}

void RefreshAngles(AppState& state, Effects& effects) {
  constexpr uint32_t kManyContexts = 200'000;
  for (ViewState& view : state.views) {
    view.angle.task.ForgetOthersThan(view.shown.tree);
    if (!IsShown(state, view.id)) continue;
    const auto request = AngleToMake(view);
    if (!request) continue;
    Want(state, view.angle.task, *request,
         {.label = "Adding up both sides",
          .document = view.document,
          .soon = view.tree().context_count() <= kManyContexts},
         &RunMakeAngle, effects);
  }
}

void BeginComparison(ViewState& view) {
  const auto sides = SidesOf(view.tree().metrics(), view.metric);
  if (!sides) return;
  view.metric = sides->after;
  view.color = ColorSpec{.mode = ColorMode::kDifference};
}

}  // namespace ringscope::action
