#include "app/view/difference/angle.h"

#include <fmt/format.h>

#include <utility>

#include "app/core/display_text.h"
#include "app/view/difference/difference_model.h"
#include "app/view/navigation.h"
#include "app/view/panes/panes.h"
#include "app/view/state/apply_task.h"

namespace ringscope::action {
namespace {

// The tree's column for the angle; std::nullopt if a job has to make the column.
std::optional<MetricIndex> ColumnOf(const MetricSides& sides, ComparedAngle angle) {
  if (angle == ComparedAngle::kBefore) return sides.before;
  if (angle == ComparedAngle::kAfter) return sides.after;
  return angle == ComparedAngle::kChange ? sides.change : std::nullopt;
}

// Makes the columns of an angle on a job thread. Null if cancelled.
std::shared_ptr<const MadeAngle> RunMakeAngle(const AngleRequest& request, JobControl& job) {
  MadeAngle made{request, {}, {}};
  Result<DrawnAngle> drawn = MakeAngle(request.tree, request.sides, request.angle, request.by_share, &job);
  if (!drawn) {
    if (drawn.error().code == ErrorCode::kCancelled) return nullptr;
    made.problem = drawn.error().message;
  } else {
    made.drawn = std::move(*drawn);
  }
  return std::make_shared<const MadeAngle>(std::move(made));
}

}  // namespace

void Do(AppState& state, const SetAngle& set, Effects& effects) {
  ViewState* view = ActiveView(state);
  const auto sides = view == nullptr ? std::nullopt : SidesOf(view->tree().metrics(), view->metric);
  if (!sides || IsOfMembers(set.angle)) {
    if (view == nullptr || !DrawsMembers(*view)) return;
    view->angle.made.reset();
    if (IsOfMembers(set.angle)) view->angle.made = set.angle;
    ForgetPointed(state, *view);
    FollowLeader(state, *view, false, effects);
    return;
  }
  const auto column = ColumnOf(*sides, set.angle);
  // A view of both sides together keeps the metric of one side, mostly that after.
  const MetricIndex metric = column.value_or(view->metric == sides->before ? sides->before : sides->after);
  Do(state, SetMetric{metric}, effects);
  if (column) return;
  view->angle.made = set.angle;
  ForgetPointed(state, *view);
  FollowLeader(state, *view, false, effects);
}

void Do(AppState& state, ViewState& view, const DrawShares& set, Effects& effects) {
  if (!SidesOf(view.tree().metrics(), view.metric)) return;
  view.angle.by_share = set.on;
  ForgetPointed(state, view);
  FollowLeader(state, view, false, effects);
}

void RefreshAngles(AppState& state, Effects& effects) {
  constexpr uint32_t kManyContexts = 200'000;
  for (ViewState& view : state.views) {
    view.angle.task.ForgetOthersThan(view.shown.tree);
    if (!IsShown(state, view.id)) continue;
    const auto request = AngleToMake(view);
    if (!request) continue;
    Want(state, view.angle.task, *request,
         {.label = IsOfMembers(request->angle) ? "Adding up members" : "Adding up both sides",
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
  // In a profile that costs much less after, the gone contexts are often the answer: the larger side shows
  // them. Making that column for more contexts would take too long.
  constexpr double kMuchLess = 0.9;
  constexpr uint32_t kFewContexts = 2'000'000;
  const Cct& tree = view.tree();
  const auto before = static_cast<double>(tree.Total(sides->before)),
             after = static_cast<double>(tree.Total(sides->after));
  if (after >= kMuchLess * before || tree.context_count() > kFewContexts) return;
  view.angle.made = ComparedAngle::kLarger;
}

}  // namespace ringscope::action

namespace ringscope {
namespace {

std::optional<MetricSides> AngleSides(const ViewState& view) {
  return SidesOf(view.tree().metrics(), view.metric);
}

// The sides of a comparison; for a fleet its metric as both sides.
MetricSides SidesToDraw(const ViewState& view) {
  return AngleSides(view).value_or(MetricSides{view.metric, view.metric, std::nullopt});
}

}  // namespace

bool ComparesSides(const ViewState& view) { return AngleSides(view).has_value(); }

bool DrawsMembers(const ViewState& view) { return !ComparesSides(view) && !view.tree().members().empty(); }

std::optional<ComparedAngle> AngleOf(const ViewState& view) {
  const std::optional<ComparedAngle>& made = view.angle.made;
  const bool is_of_members = made && IsOfMembers(*made);
  if (!AngleSides(view)) return is_of_members && DrawsMembers(view) ? made : std::nullopt;
  return made && !is_of_members ? made : AngleOfRole(view.tree().metrics()[view.metric].role);
}

bool DrawsShares(const ViewState& view) {
  const auto sides = AngleSides(view);
  const auto angle = AngleOf(view);
  return sides && angle && view.angle.by_share.value_or(IsDrawnByShare(view.tree(), *sides, *angle));
}

std::optional<AngleRequest> AngleToMake(const ViewState& view) {
  const auto angle = AngleOf(view);
  if (!angle) return std::nullopt;
  AngleRequest request{view.shown.tree, SidesToDraw(view), *angle, DrawsShares(view)};
  if (StoredAngle(request.tree, request.sides, request.angle, request.by_share)) return std::nullopt;
  return request;
}

DrawnAngle DrawnAngleOf(const ViewState& view) {
  const DrawnAngle plain{view.shown.tree, view.metric, {}};
  const auto angle = AngleOf(view);
  if (!angle) return plain;
  if (auto stored = StoredAngle(view.shown.tree, SidesToDraw(view), *angle, DrawsShares(view)))
    return std::move(*stored);
  const MadeAngle* const made = view.angle.task.result.get();
  if (made == nullptr || made->request.tree != view.shown.tree || made->drawn.tree == nullptr) return plain;
  return made->drawn;
}

AngleModel BuildAngleModel(const AppState& state) {
  AngleModel model;
  const ViewState* view = ActiveView(state);
  const auto sides = view == nullptr ? std::nullopt : AngleSides(*view);
  if (!sides) return model;
  model.visible = true;
  model.angle = AngleOf(*view);
  model.by_share = DrawsShares(*view);
  const Cct& tree = view->tree();
  const Metric& metric = tree.metrics()[view->metric];
  const DifferenceWords words = DifferenceText(view->shown.tree, sides->after, kRootContext, false);
  model.change = words.change;
  model.share = words.share;
  model.total = fmt::format("{}: {}: {}", DisplayText(std::string(NameOfCompared(metric)), 60), words.sides,
                            words.change);
  if (const std::string summed = SummedRunsText(view->shown.tree, view->metric); !summed.empty())
    model.runs = "A mean run; charts and tables have the " + summed;
  for (const Execution& execution : tree.report().executions) {
    model.tooltip +=
        fmt::format("{}{}: {}", model.tooltip.empty() ? "" : "\n",
                    execution.side == Side::kBefore ? "before" : "after", DisplayText(execution.name, 200));
  }
  if (const MadeAngle* made = view->angle.task.answer(); made != nullptr && AngleToMake(*view))
    model.problem = DisplayText(made->problem, 200);
  return model;
}

}  // namespace ringscope
