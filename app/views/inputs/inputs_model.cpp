#include "app/views/inputs/inputs_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/core/display_text.h"
#include "app/views/inputs/inputs_plot.h"
#include "cct/base/text/number_text.h"
#include "renderer/plot/series_index.h"

namespace ringscope::inputs {
namespace {

// The outlook is for this many times the largest size.
constexpr double kAheadTimes = 10;

std::string MissingText(const AppState& state, const ViewState& view) {
  const DocumentState* document = FindDocument(state, view.document);
  if (view.tree().point_count() == 0 && document != nullptr && document->opened.tree->point_count() > 0)
    return "The steps left no costs by input size: only contexts that stay ones of the same function have "
           "them, and those of "
           "a part of the time have none.";
  if (view.tree().point_count() > 0 && PlaceOf(view).self)
    return "This profile has no costs by input size without callees: take those with callees.";
  return "This profile has no costs by input size. Reports of aprof have them, and what `python3 -m "
         "ringscope_record --sizes` records.";
}

// The fields of a fit that columns show.
struct SortedField {
  InputsSort sort;
  FitField field;
};
constexpr std::array kSortedFields{SortedField{InputsSort::kCost, FitField::kCost},
                                   SortedField{InputsSort::kCalls, FitField::kCalls},
                                   SortedField{InputsSort::kSizes, FitField::kSizes},
                                   SortedField{InputsSort::kA, FitField::kA},
                                   SortedField{InputsSort::kB, FitField::kB},
                                   SortedField{InputsSort::kC, FitField::kC},
                                   SortedField{InputsSort::kRSquared, FitField::kRSquared}};

// The number that sorts a row; std::nullopt if it is unknown, or if rows are sorted by a text.
std::optional<double> SortValue(const FoundFits& found, size_t number, InputsSort sort) {
  const FunctionFit& fit = found.fits[number];
  const FunctionFit* const before = found.BeforeOf(fit.frame);
  if (sort == InputsSort::kBefore)
    return before != nullptr ? ValueOf(FitField::kC, *before, 0) : std::nullopt;
  if (sort == InputsSort::kChange) return ExponentChange(fit, before);
  if (sort == InputsSort::kClass && fit.sizes > 1) return static_cast<double>(fit.growth.growth);
  const auto* const field = std::ranges::find(kSortedFields, sort, &SortedField::sort);
  return field == kSortedFields.end() ? std::nullopt : ValueOf(field->field, fit, 0);
}

void SortRows(InputsModel& model) {
  const InputsSort sort = model.place.sort;
  const bool descending = model.place.descending;
  if (sort == InputsSort::kAhead) return;
  const auto in_order = [descending](const auto& x, const auto& y) { return descending ? y < x : x < y; };
  std::ranges::stable_sort(model.rows, [&](const FitRow& x, const FitRow& y) {
    if (sort == InputsSort::kName) return in_order(x.name, y.name);
    if (sort == InputsSort::kModule) return in_order(x.module, y.module);
    const std::optional<double> first = SortValue(*model.found, x.number, sort),
                                second = SortValue(*model.found, y.number, sort);
    if (!first || !second) return first && !second;
    return in_order(*first, *second);
  });
}

std::string PercentText(uint64_t part, double whole) {
  return whole < 1 ? "-" : ShareText(part, static_cast<uint64_t>(std::min(whole, 9e18)));
}

void AddRows(const ViewState& view, std::optional<FrameId> function, InputsModel& model) {
  const FoundFits& found = *model.found;
  Result<FitFilter> filter = ParseFitFilter(model.place.filter);
  if (!filter)
    model.filter_problem = filter.error().message;
  else if (filter->NeedsSides() && !found.is_compared)
    model.filter_problem = "expected a comparison for what was before or changed";
  const bool has_filter = model.filter_problem.empty();
  const auto exponent_of = [](const FunctionFit* fit) {
    const std::optional<double> exponent = fit != nullptr ? ValueOf(FitField::kC, *fit, 0) : std::nullopt;
    return exponent ? fmt::format("{:.2f}", *exponent) : std::string("-");
  };
  uint64_t largest = 0;
  for (const FunctionFit& fit : found.fits) largest = std::max(largest, fit.cost);
  const ValueColumn costs(largest, found.cost_unit, 1);
  for (size_t k = 0; k < found.fits.size(); ++k) {
    const FunctionFit& fit = found.fits[k];
    const Frame frame = view.tree().frames()[fit.frame];
    const FunctionFit* const before = found.BeforeOf(fit.frame);
    const double self_before = before != nullptr ? found.fits_before.at(fit.frame).self_cost : 0;
    if (has_filter &&
        !Matches(*filter, {&fit, frame.name, frame.module, found.self_costs[k], before, self_before},
                 found.totals))
      continue;
    FitRow row{.number = k,
               .name = DisplayText(frame.name),
               .module = DisplayText(frame.module),
               .cost = costs.Text(fit.cost),
               .cost_share = PercentText(fit.cost, found.totals.cost),
               .calls = CountText(fit.calls),
               .calls_share = PercentText(fit.calls, found.totals.calls),
               .sizes = CountText(fit.sizes),
               .a = "-",
               .b = "-",
               .exponent = exponent_of(&fit),
               .growth = GrowthText(fit),
               .explained = "-",
               .exponent_before = exponent_of(before),
               .exponent_change = "-",
               .is_plotted = fit.frame == function};
    if (fit.power) {
      const double a = fit.power->a;
      row.a = WithSign(std::min(a, 0.0), QuantityText(std::abs(a), found.cost_unit));
      row.b = fmt::format("{:.3g}", fit.power->b);
      row.exponent_error = fmt::format("\u00B1{:.2g}", fit.power->c_error);
      row.explained = fmt::format("{:.3f}", fit.power->r_squared);
    }
    if (const std::optional<double> change = ExponentChange(fit, before))
      row.exponent_change = WithSign(*change, fmt::format("{:.2f}", std::abs(*change)));
    model.rows.push_back(std::move(row));
  }
  SortRows(model);
}

// The parts of `about` that are not in `said`, the text of the first plot or above all plots.
std::string WithoutSaid(std::string_view about, std::string_view said) {
  constexpr std::string_view kBetween = "; ";
  const auto parts_of = [&](std::string_view text) {
    std::vector<std::string_view> parts;
    for (;;) {
      const size_t end = text.find(kBetween);
      parts.push_back(text.substr(0, end));
      if (end == std::string_view::npos) return parts;
      text.remove_prefix(end + kBetween.size());
    }
  };
  const std::vector<std::string_view> known = parts_of(said);
  std::string left;
  for (const std::string_view part : parts_of(about)) {
    if (std::ranges::count(known, part) == 0) left += fmt::format("{}{}", left.empty() ? "" : kBetween, part);
  }
  return left;
}

void AddPlots(const InputPoints& input, Theme theme, InputsModel& model) {
  const InputsPlace& place = model.place;
  InputChart first;
  first.chart = place.chart;
  first.all_three = place.all_three;
  first.x_scale = LogScale(place.log_x, place.log_zero);
  first.y_scale = LogScale(place.log_y, place.log_zero);
  first.group_width = static_cast<uint64_t>(std::max(place.group_width, 1));
  first.smoothing_window = static_cast<uint32_t>(std::max(place.smoothing_window, 1));
  if (!place.bound.empty()) {
    if (Result<BoundingFormula> formula = BoundingFormula::Parse(place.bound))
      first.bound.formula = *std::move(formula);
    else
      model.bound_problem = "to divide by: " + formula.error().message;
  }
  std::vector<InputChart> charts{first};
  if (place.has_trio || place.is_grid) {
    for (const CostChart chart : {CostChart::kFrequency, CostChart::kBounded, CostChart::kAmortized}) {
      if (chart == CostChart::kAmortized && !place.is_grid) break;
      InputChart next = first;
      next.all_three = false;
      next.chart = chart;
      charts.push_back(next);
    }
  }
  for (size_t k = 0; k < charts.size(); ++k) {
    PlotSpec spec = InputPlotSpec(input, charts[k], theme);
    if (k == 0) {
      model.title = spec.title;
      model.about = spec.about;
    }
    if (k > 0 || place.is_grid) spec.title.clear();
    if (k > 0 || place.is_grid) spec.about = WithoutSaid(spec.about, model.about);
    // Colours mean the same in all plots: the first plot with colours shows the scale, in a grid the head.
    if (model.color_scale.colors.empty())
      model.color_scale = spec.color_scale;
    else
      spec.color_scale = {};
    if (place.is_grid) spec.color_scale = {};
    IndexSeries(spec);
    model.plots.push_back(std::move(spec));
  }
  ShowLook(std::move(model.look), model);
}

}  // namespace

InputsModel BuildInputsModel(const AppState& state, const ViewState& view) {
  InputsModel model;
  model.place = PlaceOf(view);
  const auto answer = AnswerOf<Wanted>(state, view);
  model.missing = HasPoints(view)
                      ? WhyNothingFound(answer, "Fitting curves ...", "No curves could be fitted: ")
                      : MissingText(state, view);
  if (model.missing.empty() && answer->found->fits.empty())
    model.missing = "No function of this profile has calls with an input size.";
  if (!model.missing.empty()) return model;
  model.found = answer->found;
  const FoundFits& found = *model.found;
  const std::optional<FrameId> function = FunctionOf(view, &found);
  model.look = LookOf(view, &found);
  AddRows(view, function, model);
  const auto fit = std::ranges::find(found.fits, function, &FunctionFit::frame);
  const std::string name = DisplayText(view.tree().frames().name(*function));
  FunctionFit of_context, fit_before;
  const FunctionFit* shown = nullptr;
  const bool is_context =
      !view.chosen_function && view.selected != kNoContext && view.selected != kRootContext;
  if (is_context) {
    const PointCost cost = model.place.self ? PointCost::kSelf : PointCost::kInclusive;
    const PointFields fields(view.tree(), cost, LastSideOfPoints(view.tree()));
    if (found.is_compared)
      model.before =
          PointsOfContext(view.tree(), PointFields(view.tree(), cost, Side::kBefore), view.selected);
    auto own = std::make_shared<const FunctionPoints>(
        FunctionPoints{*function, PointsOfContext(view.tree(), fields, view.selected)});
    model.points = own->points;
    model.points_owner = own;
    model.subject = name + ", called in this context alone";
    if (!model.points.empty()) {
      of_context = FitFunction(*own);
      shown = &of_context;
    }
  } else {
    model.subject = name + ", of all contexts";
    if (fit != found.fits.end()) {
      model.points = found.points[static_cast<size_t>(fit - found.fits.begin())];
      model.points_owner = model.found;
      shown = &*fit;
    }
    const auto before = std::ranges::find(found.before, function, &FunctionPoints::frame);
    if (before != found.before.end()) model.before = before->points;
  }
  if (const FunctionFit* const known = found.BeforeOf(*function); known != nullptr && !is_context)
    fit_before = *known;
  else if (!model.before.empty())
    fit_before = FitFunction({*function, model.before});
  const InputPoints input{model.subject,
                          model.points,
                          found.cost_unit,
                          found.size_unit,
                          shown,
                          std::nullopt,
                          found.has_extremes,
                          found.has_squares,
                          found.is_compared,
                          model.before,
                          model.before.empty() ? nullptr : &fit_before};
  AddPlots(input, state.settings.theme, model);
  if (shown != nullptr && shown->largest_size > 0) {
    model.outlook = OutlookText(*shown, kAheadTimes * static_cast<double>(shown->largest_size),
                                found.cost_unit, found.totals.cost);
  }
  return model;
}

void ShowLook(InputsLook look, InputsModel& model) {
  model.look = std::move(look);
  for (size_t k = 0; k < model.plots.size(); ++k) {
    model.plots[k].x.window = model.look.x;
    model.plots[k].y.window = model.look.y[k];
  }
}

std::vector<std::string> PointLines(const InputsModel& model, const InputPoint& point,
                                    std::string_view side) {
  const auto cost = [&](uint64_t value) { return ValueText(value, model.found->cost_unit, 1); };
  return {fmt::format("{}n = {}, {}", side, CountText(point.size), CountedText(point.calls, "call")),
          "most " + cost(point.most), "average " + cost(point.calls > 0 ? point.cost / point.calls : 0),
          "least " + cost(point.least), "all calls " + cost(point.cost)};
}

}  // namespace ringscope::inputs
