#include "app/views/inputs/inputs_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/core/display_text.h"
#include "cct/base/number_text.h"

namespace ringscope::inputs {
namespace {

// A glance ahead.
constexpr double kAheadTimes = 10;

std::string MissingText(const ViewState& view) {
  if (view.tree().point_count() > 0 && PlaceOf(view).self)
    return "This profile has no costs by input size without callees: take those with callees.";
  return "This profile has no costs by input size. Reports of aprof have them, and what `python3 -m "
         "ringscope_record --sizes` records.";
}

void AddRows(const ViewState& view, std::optional<FrameId> function, InputsModel& model) {
  const FoundFits& found = *model.found;
  Result<FitFilter> filter = ParseFitFilter(model.place.filter);
  if (!filter) model.filter_problem = filter.error().message;
  for (size_t k = 0; k < found.fits.size(); ++k) {
    const FunctionFit& fit = found.fits[k];
    const std::string_view name = view.tree().frames().name(fit.frame);
    if (filter && !Matches(*filter, {&fit, name, found.self_costs[k]}, found.totals)) continue;
    FitRow row{k,
               DisplayText(name),
               ValueText(fit.cost, found.cost_unit, 1),
               fit.power ? fmt::format("{:.2f}", fit.power->c) : "-",
               ClassText(fit),
               fit.power ? fmt::format("{:.3f}", fit.power->r_squared) : "-",
               CountText(fit.sizes),
               fit.frame == function};
    model.rows.push_back(std::move(row));
  }
}

void AddPlots(const InputPoints& input, Theme theme, InputsModel& model) {
  const InputsPlace& place = model.place;
  InputChart first;
  first.chart = place.chart;
  first.all_three = place.all_three;
  first.x_scale = place.log_x ? AxisScale::kLog : AxisScale::kLinear;
  first.y_scale = place.log_y ? AxisScale::kLog : AxisScale::kLinear;
  std::vector<InputChart> charts{first};
  if (place.has_trio) {
    for (const CostChart chart : {CostChart::kFrequency, CostChart::kBounded}) {
      InputChart next = first;
      next.all_three = false;
      next.chart = chart;
      charts.push_back(next);
    }
  }
  for (size_t k = 0; k < charts.size(); ++k) {
    PlotSpec spec = InputPlotSpec(input, charts[k], theme);
    if (k > 0) spec.title.clear();
    spec.x.window = model.look.x;
    spec.y.window = model.look.y[k];
    model.plots.push_back(std::move(spec));
  }
}

}  // namespace

InputsModel BuildInputsModel(const AppState& state, const ViewState& view) {
  InputsModel model;
  model.place = PlaceOf(view);
  const auto* answer = AnswerOf(state, view);
  if (!HasPoints(view)) {
    model.missing = MissingText(view);
  } else if (answer == nullptr || (answer->found == nullptr && answer->problem.empty())) {
    model.missing = "Fitting curves ...";
  } else if (answer->found == nullptr) {
    model.missing = "No curves could be fitted: " + answer->problem;
  } else if (answer->found->fits.empty()) {
    model.missing = "No function of this profile has calls with an input size.";
  }
  if (!model.missing.empty()) return model;
  model.found = answer->found;
  const FoundFits& found = *model.found;
  const std::optional<FrameId> function = FunctionOf(view, &found);
  model.look = LookOf(view, &found);
  AddRows(view, function, model);
  const auto fit = std::find_if(found.fits.begin(), found.fits.end(),
                                [&](const FunctionFit& one) { return one.frame == function; });
  const std::string name = DisplayText(view.tree().frames().name(*function));
  FunctionFit of_context;
  const FunctionFit* shown = nullptr;
  const bool is_context =
      !view.chosen_function && view.selected != kNoContext && view.selected != kRootContext;
  if (is_context) {
    const PointFields fields(view.tree(), model.place.self ? PointCost::kSelf : PointCost::kInclusive);
    model.points = PointsOfContext(view.tree(), fields, view.selected);
    model.subject = name + ", called in this context alone";
    if (!model.points.empty()) {
      of_context = FitFunction({*function, model.points});
      shown = &of_context;
    }
  } else {
    model.subject = name + ", of all contexts";
    if (fit != found.fits.end()) {
      model.points = found.points[static_cast<size_t>(fit - found.fits.begin())];
      shown = &*fit;
    }
  }
  const InputPoints input{model.subject, model.points, found.cost_unit, found.size_unit, shown, std::nullopt};
  AddPlots(input, state.settings.theme, model);
  if (shown != nullptr && shown->largest_size > 0) {
    model.outlook = OutlookText(*shown, kAheadTimes * static_cast<double>(shown->largest_size),
                                found.cost_unit, found.totals.cost);
  }
  return model;
}

std::vector<std::string> PointLines(const InputsModel& model, const InputPoint& point) {
  const auto cost = [&](uint64_t value) { return ValueText(value, model.found->cost_unit, 1); };
  return {fmt::format("n = {}, {}", CountText(point.size), CountedText(point.calls, "call")),
          "most " + cost(point.most), "average " + cost(point.calls > 0 ? point.cost / point.calls : 0),
          "least " + cost(point.least), "all calls " + cost(point.cost)};
}

}  // namespace ringscope::inputs
