#include "app/view/difference/angle_model.h"

#include <fmt/format.h>

#include "app/core/display_text.h"
#include "app/view/difference/difference_model.h"

namespace ringscope {
namespace {

std::optional<MetricSides> AngleSides(const ViewState& view) {
  return SidesOf(view.tree().metrics(), view.metric);
}

}  // namespace

std::optional<ComparedAngle> AngleOf(const ViewState& view) {
  if (!AngleSides(view)) return std::nullopt;
  return view.angle.made ? view.angle.made : AngleOfRole(view.tree().metrics()[view.metric].role);
}

bool DrawsShares(const ViewState& view) {
  const auto sides = AngleSides(view);
  return sides && view.angle.by_share.value_or(IsDrawnByShare(view.tree(), *sides));
}

std::optional<AngleRequest> AngleToMake(const ViewState& view) {
  const auto angle = AngleOf(view);
  if (!angle) return std::nullopt;
  AngleRequest request{view.shown.tree, *AngleSides(view), *angle, DrawsShares(view)};
  if (StoredAngle(request.tree, request.sides, request.angle, request.by_share)) return std::nullopt;
  return request;
}

DrawnAngle DrawnAngleOf(const ViewState& view) {
  const DrawnAngle plain{view.shown.tree, view.metric, {}};
  const auto angle = AngleOf(view);
  if (!angle) return plain;
  if (auto stored = StoredAngle(view.shown.tree, *AngleSides(view), *angle, DrawsShares(view)))
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
  model.total = fmt::format("{}: {}", DisplayText(std::string(NameOfCompared(metric)), 60),
                            DifferenceText(view->shown.tree, sides->after, kRootContext, false));
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
