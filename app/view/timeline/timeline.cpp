#include "app/view/timeline/timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/view/command_tables.h"
#include "app/view/kind/view_kind.h"
#include "app/view/state/apply_task.h"
#include "app/view/steps/steps.h"
#include "cct/base/binary_search.h"
#include "cct/base/text/number_text.h"
#include "cct/table/thread_lanes.h"

namespace ringscope::action {
namespace {

// The chosen function; the one under the pointer changes faster than samples add up.
FunctionId ChosenFunction(const ViewState& view) {
  const std::optional<FrameId> frame = ChosenFrame(view);
  return frame ? view.functions().FunctionOf(*frame) : kNoFunction;
}

}  // namespace

void Do(AppState& state, ViewState& view, const SetTimeRange& set, Effects& effects) {
  Pipeline pipeline = view.pipeline.wanted;
  std::erase_if(pipeline.steps, [](const TransformStep& step) { return step.kind == TransformKind::kTime; });
  if (set.range) {
    TransformStep step{.kind = TransformKind::kTime};
    step.time = *set.range;
    pipeline.steps.insert(pipeline.steps.begin(), std::move(step));
  }
  Do(state, SetPipeline{std::move(pipeline)}, effects);
}

void RefreshTimelines(AppState& state, Effects& effects) {
  for (ViewState& view : state.views) {
    const DocumentState* document = FindDocument(state, view.document);
    if (document == nullptr) continue;
    auto& [density, chosen] = view.timeline;
    density.ForgetOthersThan(document->opened.tree);
    chosen.ForgetOthersThan(document->opened.tree);
    if (state.settings.timeline_open && IsShown(state, view.id) && document->opened.tree->has_times()) {
      const JobState told{.label = "Adding up samples", .document = view.document, .soon = true};
      DensityRequest request;
      request.tree = document->opened.tree;
      request.metric = TimedMetric(*request.tree, view.metric);
      Want(state, density, request, told, &RunDensity, effects);
      request.known_in = view.shown;
      request.function = ChosenFunction(view);
      if (request.function != kNoFunction)
        Want(state, chosen, std::move(request), told, &RunDensity, effects);
      else
        chosen = {};  // its answer would keep the tree of the function alive
    } else {
      density.Drop();
      chosen = {};
    }
  }
}

}  // namespace ringscope::action

namespace ringscope {
namespace {

// The begin of part `part` of the span.
uint64_t BeginOf(uint32_t part, uint64_t span_ns) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<uint64_t>((static_cast<Wide>(span_ns) * part + kDensityParts - 1) / kDensityParts);
}

constexpr uint64_t kSamplesBetweenPolls = uint64_t{1} << 16;

}  // namespace

std::shared_ptr<const Density> RunDensity(const DensityRequest& request, JobControl& job) {
  const Cct& tree = *request.tree;
  Density density;
  density.request = request;
  density.span_ns = std::max(tree.time_span_ns(), tree.time_span_ns() + 1);
  // By context: whether it lies in or below a context of the function; empty if all samples count.
  std::vector<bool> counts;
  if (request.function != kNoFunction) {
    const LoadedTree& known = request.known_in;
    auto within =
        ContextsWithin(tree, known.tree->frames()[known.functions->FirstFrame(request.function)], &job);
    if (!within) return nullptr;
    counts = *std::move(within);
  }
  density.until.assign(kDensityParts + size_t{1}, 0);
  for (const SampleSeries& series : tree.sample_series()) {
    for (const SampleMetric& measured : series.metrics) {
      if (measured.metric != request.metric) continue;
      density.sample_count = series.size();
      uint64_t sample = 0;
      uint64_t sum = 0;  // modulo 2^64, as in a damaged file
      for (uint32_t part = 0; part < kDensityParts; ++part) {
        const uint64_t end_ns = BeginOf(part + 1, density.span_ns);
        const uint64_t end = part + 1 == kDensityParts
                                 ? series.size()
                                 : FirstWhere(sample, series.size(), [&](uint64_t other) {
                                     return series.time_ns[other] >= end_ns;
                                   });
        while (sample < end) {
          const uint64_t block_end = std::min(end, sample + kSamplesBetweenPolls);
          if (job.cancelled()) return nullptr;
          for (; sample < block_end; ++sample) {
            if (!counts.empty()) {
              const uint32_t context = series.context[sample];
              if (context >= counts.size() || !counts[context]) continue;
            }
            sum += measured.ValueOf(sample);
          }
        }
        density.until[part + 1] = sum;
      }
    }
  }
  return std::make_shared<const Density>(std::move(density));
}

CctPtr TimedTree(const AppState& state, const ViewState& view) {
  const DocumentState* const document = FindDocument(state, view.document);
  const CctPtr tree = document == nullptr ? nullptr : document->opened.tree;
  return tree != nullptr && tree->has_times() ? tree : nullptr;
}

std::optional<TimeRange> ChosenRange(const ViewState& view) {
  const std::vector<TransformStep>& steps = view.pipeline.wanted.steps;
  if (steps.empty() || steps.front().kind != TransformKind::kTime) return std::nullopt;
  return steps.front().time;
}

namespace {

// TimedTree() of the active view.
CctPtr TimedTree(const AppState& state) {
  const ViewState* const view = ActiveView(state);
  return view == nullptr ? nullptr : TimedTree(state, *view);
}

}  // namespace

}  // namespace ringscope

namespace ringscope::command {
namespace {

constexpr std::string_view kTimelineGroup = "Tree";

Maybe ChooseTimeline(State state) {
  if (TimedTree(state) == nullptr) return std::nullopt;
  return action::ShowTransformMenu{true, TimeStepText(state)};
}

Maybe AllOfTheTime(State state) {
  if (TimedTree(state) == nullptr || !ChosenRange(*ActiveView(state))) return std::nullopt;
  return action::SetTimeRange{};
}

Maybe ToggleTimeline(State state) {
  if (TimedTree(state) == nullptr) return std::nullopt;
  return action::ShowTimeline{!state.settings.timeline_open};
}

std::string NoTimes(State state) {
  if (TimedTree(state) != nullptr || ActiveView(state) == nullptr) return {};
  return "The profile does not say when its samples were taken";
}

constexpr std::array kTimelineCommands{
    Command{"time.choose", kTimelineGroup, "Choose a time range...", "", ChooseTimeline, false, nullptr,
            NoTimes},
    Command{"time.all", kTimelineGroup, "All of the time", "", AllOfTheTime},
    Command{"time.strip", kTimelineGroup, "Show or hide the time strip", "", ToggleTimeline, false, nullptr,
            NoTimes},
};

}  // namespace

std::span<const Command> Times() { return kTimelineCommands; }

}  // namespace ringscope::command

namespace ringscope {
namespace {

// The cost before a place of the strip, 0 to 1; within a part it grows evenly.
double CostBefore(const Density& density, double place) {
  const double part = std::clamp(place, 0.0, 1.0) * kDensityParts;
  const auto whole = std::min(static_cast<size_t>(part), size_t{kDensityParts} - 1);
  const auto before = static_cast<double>(density.until[whole]);
  const auto behind = static_cast<double>(density.until[whole + 1]);
  return before + (behind - before) * (part - static_cast<double>(whole));
}

// The largest power of ten that is not above the number, at least 1.
uint64_t PowerOfTenBelow(double number) {
  uint64_t power = 1;
  while (static_cast<double>(power) * 10 <= number && power < 1'000'000'000'000'000'000) power *= 10;
  return power;
}

uint64_t RoundedTo(double time_ns, uint64_t unit_ns) {
  const double units = std::round(std::max(0.0, time_ns) / static_cast<double>(unit_ns));
  constexpr double kMost = 1.8e19;
  const double rounded = units * static_cast<double>(unit_ns);
  return rounded >= kMost ? static_cast<uint64_t>(kMost) : static_cast<uint64_t>(rounded);
}

}  // namespace

bool HasTimeline(const AppState& state) {
  const bool has_other = std::ranges::any_of(state.panes, [&](const PaneState& pane) {
    const ViewState* const view = FindView(state, pane.view);
    return view != nullptr && view->kind().has_time_axis;
  });
  return state.settings.timeline_open && !has_other && TimedTree(state) != nullptr;
}

MetricIndex TimedMetric(const Cct& tree, MetricIndex metric) {
  std::optional<MetricIndex> first;
  for (const SampleSeries& series : tree.sample_series()) {
    for (const SampleMetric& measured : series.metrics) {
      if (measured.metric == metric) return metric;
      first = std::min(first.value_or(measured.metric), measured.metric);
    }
  }
  return first.value_or(0);
}

TimelineModel BuildTimelineModel(const AppState& state) {
  TimelineModel model;
  const CctPtr tree = TimedTree(state);
  if (tree == nullptr) return model;
  const ViewState* const view = ActiveView(state);
  const MetricIndex metric = TimedMetric(*tree, view->metric);
  model.span_ns = std::max(tree->time_span_ns(), tree->time_span_ns() + 1);
  model.metric = tree->metrics()[metric].name;
  // The density of the metric before stays until the new one is there.
  if (const auto& made = view->timeline.density.result; made != nullptr && made->request.tree == tree)
    model.density = made;
  const auto& chosen = view->timeline.chosen;
  if (chosen.is_answered() && chosen.result->request.metric == metric) model.of_function = chosen.result;
  model.chosen = ChosenRange(*view);
  return model;
}

std::vector<float> BarHeights(const Density& density, const Density& all, size_t count) {
  const auto cost_of = [count](const Density& of, size_t bar) {
    const auto bars = static_cast<double>(count);
    const auto at = static_cast<double>(bar);
    return std::max(0.0, CostBefore(of, (at + 1) / bars) - CostBefore(of, at / bars));
  };
  std::vector<double> costs;
  for (size_t bar = 0; bar < count; ++bar) costs.push_back(cost_of(all, bar));
  // A burst, as at the begin of a recording, shall not flatten all other bars.
  constexpr double kUsualShare = 0.95;
  constexpr double kMostOfUsual = 2;
  std::ranges::sort(costs);
  double full = costs.empty() ? 0 : costs.back();
  if (count > 0) {
    const double usual = costs[static_cast<size_t>(kUsualShare * static_cast<double>(count - 1))];
    if (usual > 0) full = std::min(full, kMostOfUsual * usual);
  }
  std::vector<float> heights(count, 0);
  for (size_t bar = 0; bar < count && full > 0; ++bar)
    heights[bar] = static_cast<float>(std::min(1.0, cost_of(density, bar) / full));
  return heights;
}

float BarWidth(const Density& density, float strip_px, float scale) {
  constexpr float kSamplesABar = 4;
  const auto samples = static_cast<float>(std::max<uint64_t>(density.sample_count, 1));
  return std::round(std::clamp(strip_px * kSamplesABar / samples, 2 * scale, 10 * scale));
}

double ShareIn(const Density& density, const TimeRange& range) {
  const double all = static_cast<double>(density.until.back());
  if (all <= 0) return 0;
  const StripRange place = PlaceOf(range, density.span_ns);
  return std::clamp((CostBefore(density, place.end) - CostBefore(density, place.begin)) / all, 0.0, 1.0);
}

std::vector<TimeTick> TimeTicks(uint64_t span_ns, float strip_px, float least_px) {
  std::vector<TimeTick> ticks;
  if (strip_px < least_px) return ticks;
  const double least_ns = static_cast<double>(span_ns) * static_cast<double>(least_px / strip_px);
  uint64_t step_ns = PowerOfTenBelow(least_ns);
  for (const uint64_t factor : {2u, 5u, 10u}) {
    if (static_cast<double>(step_ns) >= least_ns) break;
    step_ns = PowerOfTenBelow(least_ns) * factor;
  }
  for (uint64_t at_ns = 0; at_ns < span_ns; at_ns += step_ns) {
    ticks.push_back({at_ns, FormatTime(at_ns)});
    if (span_ns - at_ns <= step_ns) break;
  }
  return ticks;
}

std::optional<TimeRange> RangeBetween(uint64_t span_ns, double from, double to, float strip_px) {
  if (from == to) return std::nullopt;
  if (from > to) std::swap(from, to);
  const auto span = static_cast<double>(span_ns);
  const uint64_t unit_ns = PowerOfTenBelow(span / std::max(1.0, static_cast<double>(strip_px)));
  TimeRange range;
  range.begin_ns = std::min(RoundedTo(from * span, unit_ns), span_ns - std::min(span_ns, unit_ns));
  if (const uint64_t end_ns = RoundedTo(to * span, unit_ns); to < 1 && end_ns < span_ns)
    range.end_ns = std::max(end_ns, range.begin_ns + unit_ns);
  if (range == TimeRange{}) return std::nullopt;
  return range;
}

StripRange PlaceOf(const TimeRange& range, uint64_t span_ns) {
  const auto span = static_cast<double>(span_ns);
  return {std::min(1.0, static_cast<double>(range.begin_ns) / span),
          std::min(1.0, static_cast<double>(range.end_ns) / span)};
}

std::string RangeText(const TimelineModel& model, const TimeRange& range) {
  const uint64_t end_ns = std::min(range.end_ns, model.span_ns);
  const uint64_t length_ns = end_ns > range.begin_ns ? end_ns - range.begin_ns : 0;
  std::string text = fmt::format("{} ({})", FormatTimeRange(range), ValueText(length_ns, "ns", 1));
  if (model.density != nullptr)
    text += fmt::format(", {:.3g} % of {}", 100 * ShareIn(*model.density, range), model.metric);
  return text;
}

std::string HoverText(const TimelineModel& model, uint64_t at_ns) {
  return fmt::format("{} at {}: drag to choose a range", model.metric, ValueText(at_ns, "ns", 1));
}

std::string TimeStepText(const AppState& state) {
  TransformStep step{.kind = TransformKind::kTime};
  const ViewState* const view = ActiveView(state);
  if (const auto chosen = view == nullptr ? std::nullopt : ChosenRange(*view)) {
    step.time = *chosen;
  } else if (const CctPtr tree = TimedTree(state)) {
    // The end is a round time behind the last sample; open if such a number would overflow.
    const uint64_t span_ns = tree->time_span_ns();
    const uint64_t unit_ns = PowerOfTenBelow(static_cast<double>(span_ns) / 100);
    if (const uint64_t units = span_ns / unit_ns + 1; units <= TimeRange::kOpenEnd / unit_ns)
      step.time.end_ns = units * unit_ns;
  }
  return FormatStep(step);
}

}  // namespace ringscope
