#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/core/effect.h"
#include "app/view/state/app_state.h"
#include "app/view/state/apply_task.h"
#include "app/view/state/view_state.h"
#include "cct/transform/time_range.h"

namespace ringscope::action {

// Makes the step `time` of this range the first step, in place of an earlier one; std::nullopt: removes the
// step.
struct SetTimeRange {
  std::optional<TimeRange> range;
};
using ShowTimeline = Change<bool, &Settings::timeline_open>;

void Do(AppState& state, ViewState& view, const SetTimeRange& set, Effects& effects);

// Asks for the densities that the timelines of shown views need. After every action.
void RefreshTimelines(AppState& state, Effects& effects);

}  // namespace ringscope::action

namespace ringscope {

// The profile of a view as it was recorded, if its samples have times; else null. Transformed trees have
// none.
[[nodiscard]] CctPtr TimedTree(const AppState& state, const ViewState& view);
// The range of time that a view has chosen, by the first step that it wants.
[[nodiscard]] std::optional<TimeRange> ChosenRange(const ViewState& view);

// The strip above the chart that shows when the samples of a profile were taken.
struct TimelineModel {
  uint64_t span_ns = 1;                        // from the first sample to just behind the last
  std::string metric;                          // the name of the bars' metric: "cycles"
  std::shared_ptr<const Density> density;      // null before the answer
  std::shared_ptr<const Density> of_function;  // of the chosen function; null without a chosen function
  std::optional<TimeRange> chosen;             // of the wanted pipeline's first step
};

// Whether the active view has a strip: its profile has times, and the user has not hidden the strip.
[[nodiscard]] bool HasTimeline(const AppState& state);
// Requires HasTimeline().
[[nodiscard]] TimelineModel BuildTimelineModel(const AppState& state);

// The metric whose samples a strip shows: `metric` if it has times, else the first metric with times. The
// tree must have times.
[[nodiscard]] MetricIndex TimedMetric(const Cct& tree, MetricIndex metric);

// The heights of `count` bars over the whole time, from 0 to 1: 1 for the highest bar of `all`, and for bars
// more than twice as high as most.
[[nodiscard]] std::vector<float> BarHeights(const Density& density, const Density& all, size_t count);
// The width of a bar, in pixels: large enough that most bars hold some samples.
[[nodiscard]] float BarWidth(const Density& density, float strip_px, float scale);

// The share of the cost in the range, 0 to 1, exact to one part of the density.
[[nodiscard]] double ShareIn(const Density& density, const TimeRange& range);

struct TimeTick {
  uint64_t at_ns = 0;
  std::string text;  // "2.5s", as steps have it
};
// Ticks at round times, at least `least_px` apart on a strip of `strip_px`.
[[nodiscard]] std::vector<TimeTick> TimeTicks(uint64_t span_ns, float strip_px, float least_px);

// The range between two places of a strip, from 0 to 1 and in any order, at times as round as pixels allow;
// open at an end of the strip. std::nullopt if the range is all of the time.
[[nodiscard]] std::optional<TimeRange> RangeBetween(uint64_t span_ns, double from, double to, float strip_px);
// The begin and the end of the range on the strip, from 0 to 1.
struct StripRange {
  double begin = 0, end = 1;
};
[[nodiscard]] StripRange PlaceOf(const TimeRange& range, uint64_t span_ns);

// "2s..3.5s (1.5s), 12.3 %".
[[nodiscard]] std::string RangeText(const TimelineModel& model, const TimeRange& range);

// The text under the pointer on a strip without a range: "cycles at 1.25 s: drag to choose a range".
[[nodiscard]] std::string HoverText(const TimelineModel& model, uint64_t at_ns);

// The text of a step for the user to change: the present range, or all of the time.
[[nodiscard]] std::string TimeStepText(const AppState& state);

}  // namespace ringscope
