#include "app/views/spread/spread.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "app/core/display_text.h"
#include "app/view/command.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "cct/base/text/join_texts.h"
#include "cct/base/text/number_text.h"
#include "cct/names/qualified_name.h"
#include "cct/query/metrics/metric_lookup.h"
#include "cct/statistics/outliers.h"
#include "cct/tree/metric_sides.h"
#include "renderer/color/palette.h"
#include "renderer/plot/series_index.h"

namespace ringscope::spread {
namespace {

// The most bars that can be told apart in a small pane.
constexpr uint32_t kMostBars = 48;
// The most callers that are compared to tell rows apart: deep recursion would take long to sort.
constexpr size_t kCallersCompared = 128;

bool CallersBefore(const Cct& tree, ContextId a, ContextId b) {
  for (size_t k = 0; k < kCallersCompared; ++k) {
    a = tree.ParentOf(a);
    b = tree.ParentOf(b);
    if (a == b) return false;
    if (a == kRootContext || b == kRootContext) return a == kRootContext;
    const std::string_view name = tree.frames().name(tree.FrameOf(a)),
                           other = tree.frames().name(tree.FrameOf(b));
    if (name != other) return name < other;
  }
  return false;
}

}  // namespace

std::optional<Wanted> Wanted::Of(const AppState&, const ViewState& view) {
  Wanted wanted{view.shown.tree, view.shown.functions, kNoFunction, view.metric, PlaceOf(view).measure};
  if (const auto frame = ChosenFrame(view)) wanted.function = view.functions().FunctionOf(*frame);
  return wanted;
}

Result<FoundSpread> FindSpread(const Wanted& wanted, JobControl& job) {
  FoundSpread found;
  found.function = wanted.function;
  if (found.function == kNoFunction) {
    RINGSCOPE_ASSIGN(const auto dearest,
                     DearestFunctions(*wanted.tree, *wanted.functions, wanted.metric, 1, &job));
    if (dearest.empty()) return found;
    found.function = dearest.front();
  }
  RINGSCOPE_ASSIGN(found.spread, SpreadOverContexts(*wanted.tree, *wanted.functions,
                                                    {found.function, wanted.metric, wanted.measure}, &job));
  found.bars = SpreadBars(found.spread, kMostBars);
  for (const SpreadContext& one : found.spread.contexts) found.by_callers.push_back(one.context);
  std::ranges::sort(found.by_callers,
                    [&](ContextId a, ContextId b) { return CallersBefore(*wanted.tree, a, b); });
  return found;
}

namespace {

constexpr std::array kCommands{
    Command{"chart.spread", "Chart",
            "Distribution: how the cost of a function is spread over its contexts, or back to the rings",
            "Shift+D", ToggleKind<Kind>},
    Command{"spread.next-measure", "Chart", "Distribution: inclusive cost, self cost, cost per call", "",
            ChangePlace<Kind, SpreadPlace, TakeNext<&SpreadPlace::measure, kSpreadMeasureWords>>},
};

constexpr std::array kSaved{
    SavedRow<&SavedKind::place, &SpreadPlace::measure, WordForm<kSpreadMeasureWords>>("spread_measure"),
};

std::vector<KindOffer> Menu(const AppState&, const ViewState& view, const CommandSubject& subject) {
  if (&view.kind() != &Kind() || subject.context == kNoContext) return {};
  return {{"rings",
           "Show it in the rings",
           "chart.spread",
           {action::SetKind{DefaultViewKind()}, action::Select{subject.context}}}};
}

SavedCommand CommandOf(const SavedKind& saved) {
  const SpreadPlace& place = saved.place.Get<SpreadPlace>();
  return {.words = {"spread", "--measure=" + std::string(WordOf(kSpreadMeasureWords, place.measure))}};
}

}  // namespace

const ViewKind& Kind() {
  static constexpr ViewKind kKind{.name = "spread",
                                  .title = "Distribution",
                                  .question = "From which callers is a function dear?",
                                  .commands = kCommands,
                                  .gestures = kMapGestures,
                                  .has_options = true,
                                  .refresh = RefreshAnswers<Kind, Wanted, FindSpread>,
                                  .menu = Menu,
                                  .saved_command = CommandOf,
                                  .saved = kSaved};
  return kKind;
}

namespace {

constexpr size_t kCallersShown = 3;

// A value as a share of the function's cost; empty if that is unknown.
std::string ShareOfWhole(double value, double whole) {
  if (whole <= 0) return "";
  const double percent = 100 * value / whole;
  return percent > 0 && percent < 0.01 ? "<0.01 %" : fmt::format("{:.3g} %", percent);
}

std::string WithoutPackage(std::string name) {
  const size_t package = PackageOfName(name).size();
  if (package == 0 || name.compare(0, package, PackageOfName(name)) != 0) return name;
  const size_t begin = name.find_first_not_of(".:/", package);
  return begin == std::string::npos ? name : name.substr(begin);
}

// The name of caller `number`, counted from the nearest, 0; empty beyond the outermost one.
std::string_view CallerName(const Cct& tree, ContextId context, size_t number) {
  for (size_t k = 0; k <= number && context != kRootContext; ++k) context = tree.ParentOf(context);
  return context == kRootContext ? std::string_view() : tree.frames().name(tree.FrameOf(context));
}

std::string NameOfCaller(const Cct& tree, ContextId caller, CallerNames names) {
  std::string name = ContextName(tree, caller, 200);
  return names == CallerNames::kWithoutPackages ? WithoutPackage(std::move(name)) : name;
}

// A named caller, or consecutive callers that are left out.
struct CallersOfRow {
  ContextId caller = kNoContext;
  uint32_t left_out = 0;
};

// The source of SpreadRow::callers. `alike`: the contexts of all rows, sorted by callers.
std::vector<CallersOfRow> PartingCallers(const Cct& tree, std::span<const ContextId> alike,
                                         ContextId context) {
  std::vector<CallersOfRow> parts;
  size_t named = 0;
  ContextId caller = context;
  for (size_t k = 0; caller != kRootContext && (alike.size() > 1 || named < kCallersShown); ++k) {
    caller = tree.ParentOf(caller);
    const bool is_parting =
        alike.size() > 1 && CallerName(tree, alike.front(), k) != CallerName(tree, alike.back(), k);
    if (caller == kRootContext && !is_parting) break;
    if (is_parting) {
      const auto name = CallerName(tree, context, k);
      const auto begin = std::lower_bound(
          alike.begin(), alike.end(), name,
          [&](ContextId one, const auto& sought) { return CallerName(tree, one, k) < sought; });
      const auto end = std::upper_bound(begin, alike.end(), name, [&](const auto& sought, ContextId one) {
        return sought < CallerName(tree, one, k);
      });
      alike = {begin, end};
    }
    if (is_parting || alike.size() == 1) {
      parts.push_back({caller});
      ++named;
    } else if (parts.empty() || parts.back().left_out == 0) {
      parts.push_back({kNoContext, 1});
    } else {
      ++parts.back().left_out;
    }
  }
  if (named == 0) parts.push_back({kRootContext});
  return parts;
}

std::string NameInClass(const std::string& name) {
  constexpr std::string_view kCall = "operator()";
  const std::string_view its_class = ClassOfName(name);
  size_t begin =
      its_class.empty() ? 0 : static_cast<size_t>(its_class.data() - name.data()) + its_class.size();
  begin = std::min(name.find_first_not_of(".:#/", begin), name.size());
  const size_t sign = name.compare(begin, kCall.size(), kCall) == 0 ? kCall.size() : 1;
  const std::string alone = name.substr(begin, std::min(name.find('(', begin + sign), name.size()) - begin);
  return alone.empty() ? name : alone;
}

std::string ScoreText(double score) { return fmt::format("{:+.1f}", score); }

}  // namespace

std::string CallersText(const Cct& tree, ContextId context, CallerNames names) {
  std::vector<std::string> callers;
  ContextId caller = tree.ParentOf(context);
  for (; callers.size() < kCallersShown && caller != kNoContext && caller != kRootContext;
       caller = tree.ParentOf(caller))
    callers.push_back(NameOfCaller(tree, caller, names));
  return callers.empty() ? "all" : Joined(callers);
}

std::string Joined(const std::vector<std::string>& callers) { return JoinTexts(callers, " < "); }

SpreadModel BuildSpreadModel(const AppState& state, const ViewState& view, float width_px, float scale) {
  SpreadModel model;
  model.tree = view.shown.tree;
  model.metric = view.tree().metrics()[view.metric];
  model.place = PlaceOf(view);
  model.counts_calls = FindCallsMetric(view.tree()).has_value();
  const auto answer = AnswerOf<Wanted>(state, view);
  if (model.place.measure == SpreadMeasure::kPerCall && !model.counts_calls)
    model.missing = "This profile counts no calls: take inclusive or self cost.";
  else
    model.missing = WhyNothingFound(answer, "Comparing the contexts of the function ...",
                                    "The contexts cannot be compared: ");
  if (model.missing.empty() && answer->found->function == kNoFunction)
    model.missing = fmt::format("No function has a cost in {}.", DisplayText(ColumnTitle(model.metric)));
  if (!model.missing.empty()) return model;
  model.found = answer->found;
  ShowSelected(view.selected, model);
  const FrameId frame = view.functions().FirstFrame(model.found->function);
  model.name = DisplayText(view.tree().frames().name(frame));
  if (model.found->spread.contexts.empty()) {
    model.missing = fmt::format("No context of {} has a cost in {}.", DisplayText(model.name, 100),
                                MeasureTitle(model.metric, model.place.measure));
    return model;
  }
  model.about = AboutText(model);
  model.plots = SpreadPlots(model, width_px, scale, state.settings.theme);
  return model;
}

void ShowSelected(ContextId selected, SpreadModel& model) {
  model.selected = selected;
  model.selected_at.reset();
  if (model.found == nullptr) return;
  const auto& all = model.found->spread.contexts;
  const auto at = std::ranges::find(all, selected, &SpreadContext::context);
  if (at != all.end()) model.selected_at = static_cast<size_t>(at - all.begin());
}

std::string CostInTable(const SpreadModel& model, double value) {
  // Costs per call need the digits behind the point.
  if (model.place.measure == SpreadMeasure::kPerCall) return CostText(value, model.metric);
  const auto raw = [](double one) { return static_cast<uint64_t>(std::llround(std::min(one, 9e18))); };
  const double largest = model.found->spread.contexts.back().value;
  return ValueColumn(raw(largest), model.metric.unit, model.metric.scale).Text(raw(value));
}

SpreadRow RowOf(const SpreadModel& model, size_t k) {
  const SpreadContext& one = model.found->spread.Dearest(k);
  SpreadRow row{.context = one.context};
  for (const CallersOfRow& its : PartingCallers(*model.tree, model.found->by_callers, one.context)) {
    const bool is_named = its.left_out == 0;
    row.callers.push_back(is_named ? NameOfCaller(*model.tree, its.caller, CallerNames::kWithoutPackages)
                                   : std::string(kLeftOut));
    row.names.push_back(is_named ? NameInClass(ContextName(*model.tree, its.caller)) : std::string(kLeftOut));
    row.left_out.push_back(its.left_out);
  }
  row.value = CostInTable(model, one.value);
  row.share = ShareOfWhole(one.value, model.found->spread.whole);
  row.depth = CountText(one.layer);
  row.score = ScoreText(one.score);
  row.is_unlike = std::abs(one.score) > kOutlierScore;
  return row;
}

std::vector<std::string> ContextLines(const SpreadModel& model, const SpreadContext& one) {
  std::vector<std::string> lines{"called by " + CallersText(*model.tree, one.context, CallerNames::kWhole),
                                 fmt::format("{}: {}", MeasureTitle(model.metric, model.place.measure),
                                             CostText(one.value, model.metric))};
  if (model.found->spread.median > 0)
    lines.push_back(fmt::format("{:.3g} times the middle one", one.value / model.found->spread.median));
  lines.push_back(fmt::format("depth {}", CountText(one.layer)));
  return lines;
}

std::vector<std::string> BarLines(const SpreadModel& model, const SpreadBar& bar) {
  std::vector<std::string> lines{
      CountedText(bar.contexts, "context"),
      fmt::format("from {} to {}", CostText(bar.low, model.metric), CostText(bar.high, model.metric))};
  const ContextSpread& spread = model.found->spread;
  if (spread.whole > 0 && !spread.nested)
    lines.push_back(ShareOfWhole(bar.sum, spread.whole) + " of what the function costs");
  if (bar.unlike > 0) lines.push_back(CountText(bar.unlike) + " of them unlike the others");
  return lines;
}

namespace {

// Quantiles of fewer contexts would claim too much.
constexpr size_t kFewContexts = 10;

Color Common(Theme theme) { return DivergingColor(-0.55, theme); }
Color Unlike(Theme theme) { return DivergingColor(0.85, theme); }

PlotAxis CostAxis(const SpreadModel& model) {
  PlotAxis axis;
  axis.title = fmt::format("{} of a context", MeasureTitle(model.metric, model.place.measure));
  axis.metric = model.metric;
  axis.scale = AxisScale::kLog;
  // Half a bar of room, so that points do not lie on the axis.
  if (const std::vector<SpreadBar>& bars = model.found->bars; !bars.empty()) {
    const double half = std::sqrt(bars.front().high / bars.front().low);
    axis.window = {{bars.front().low / half, bars.back().high * half}};
  }
  return axis;
}

PlotSpec Histogram(const SpreadModel& model, float width_px, float scale, Theme theme) {
  PlotSpec spec;
  spec.title = model.name;
  spec.about = AboutText(model);
  spec.x = CostAxis(model);
  spec.y.title = "contexts";
  PlotSeries bars;
  bars.form = PlotSeries::Form::kBars;
  bars.color = Common(theme);
  // A bar is as wide as its range of costs. The numbers of the axis take kAxisRoom.
  constexpr float kAxisRoom = 80;
  bars.bar_width = std::max(
      (width_px / scale - kAxisRoom) / static_cast<float>(model.found->bars.size() + 1) - 1.5f, 1.0f);
  for (const SpreadBar& bar : model.found->bars) {
    if (bar.contexts == 0) continue;
    bars.x.push_back(std::sqrt(bar.low) * std::sqrt(bar.high));
    bars.y.push_back(static_cast<double>(bar.contexts));
    bars.colors.push_back(bar.unlike * 2 > bar.contexts ? Unlike(theme) : Common(theme));
  }
  spec.series.push_back(std::move(bars));
  return spec;
}

PlotSpec ByDepth(const SpreadModel& model, Theme theme) {
  PlotSpec spec;
  spec.x = CostAxis(model);
  spec.y.title = "depth of the call stack";
  PlotSeries common, unlike;
  common.color = Common(theme);
  common.name = "like most";
  unlike.color = Unlike(theme);
  unlike.name = "unlike the others";
  for (const SpreadContext& one : model.found->spread.contexts) {
    PlotSeries& series = std::abs(one.score) > kOutlierScore ? unlike : common;
    series.x.push_back(one.value);
    series.y.push_back(one.layer);
  }
  spec.series.push_back(std::move(common));
  if (!unlike.x.empty()) spec.series.push_back(std::move(unlike));
  return spec;
}

}  // namespace

std::string CostText(double value, const Metric& metric) {
  // Below a hundred of the smallest units fractions matter; only costs per call have them.
  if (value < 100 && value != std::floor(value))
    return QuantityText(value / static_cast<double>(metric.scale), metric.unit);
  return ValueText(static_cast<uint64_t>(std::llround(std::min(value, 9e18))), metric.unit, metric.scale);
}

std::string MeasureTitle(const Metric& metric, SpreadMeasure measure) {
  if (measure == SpreadMeasure::kPerCall) return ColumnTitle(metric) + " a call";
  return fmt::format("{} {}", WordOf(kSpreadMeasureWords, measure), ColumnTitle(metric));
}

std::string AboutText(const SpreadModel& model) {
  const ContextSpread& spread = model.found->spread;
  const auto text = [&](double value) { return CostText(value, model.metric); };
  std::string about = CountedText(spread.contexts.size(), "context");
  if (spread.contexts.size() >= kFewContexts) {
    about += fmt::format("; the middle one costs {}, four of five {} to {}", text(spread.median),
                         text(spread.tenth), text(spread.ninetieth));
  } else if (spread.contexts.size() > 1) {
    about += fmt::format("; from {} to {}", text(spread.contexts.front().value),
                         text(spread.contexts.back().value));
  }
  if (spread.unlike > 0)
    about += fmt::format("; {} unlike the others",
                         spread.unlike == 1 ? "1 is" : CountText(spread.unlike) + " are");
  if (spread.without_value > 0)
    about += fmt::format("; {} more without cost", CountText(spread.without_value));
  return about;
}

std::vector<PlotSpec> SpreadPlots(const SpreadModel& model, float width_px, float scale, Theme theme) {
  std::vector<PlotSpec> plots{Histogram(model, width_px, scale, theme), ByDepth(model, theme)};
  for (PlotSpec& plot : plots) IndexSeries(plot);
  return plots;
}

std::vector<LaidPlot> LayOutPlots(const std::vector<PlotSpec>& plots, const PixelBox& area,
                                  const PlotLook& look, ShapeBatch& batch) {
  // One readable plot is better than two unreadable ones.
  constexpr float kLeastHeightOfTwo = 340;
  if (!plots.empty() && area.bottom_px - area.top_px < kLeastHeightOfTwo * look.scale)
    return {LayOutPlot(plots.front(), area, look, batch)};
  const float middle = std::round(area.top_px + (area.bottom_px - area.top_px) * 0.55f);
  const PixelBox upper{area.left_px, area.top_px, area.right_px, middle},
      lower{area.left_px, middle, area.right_px, area.bottom_px};
  std::vector<LaidPlot> laid;
  for (const PlotSpec& plot : plots)
    laid.push_back(LayOutPlot(plot, laid.empty() ? upper : lower, look, batch));
  return laid;
}

}  // namespace ringscope::spread
