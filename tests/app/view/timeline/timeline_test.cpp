#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/view/command.h"
#include "app/view/navigation.h"
#include "app/view/state/view_state.h"
#include "app/view/steps/steps.h"
#include "app/view/timeline/timeline.h"
#include "tests/app/app_test_state.h"

namespace ringscope::timeline_test {
namespace {

constexpr uint64_t kSecond = 1'000'000'000;

// One sample a millisecond over ten seconds: of "a" up to the third second, of "b" behind; "time" counts 2
// each, "calls" have no times.
LoadedTree TenSeconds() {
  CctBuilder builder;
  builder.AddMetric({"time", "count", 1});
  builder.AddMetric({"calls", "count", 1});
  SampleList list;
  list.valued = {0};
  list.values.resize(1);
  for (const bool is_b : {false, true}) {
    const BuildNode node = builder.Child(kBuildRoot, builder.InternFrame({.name = is_b ? "b" : "a"}));
    builder.AddSelf(node, 1, 5);
    for (uint64_t ms = is_b ? 3000 : 0; ms < (is_b ? 10'000u : 3000u); ++ms) {
      builder.AddSelf(node, 0, 2);
      list.Add(ms * 1'000'000, node);
      list.values[0].Add(2);
    }
  }
  builder.SetSamples(std::vector<SampleList>(1, std::move(list)));
  return WithFunctions(std::move(builder).Finish({}).value());
}

class TimelineTest : public ::testing::Test {
 protected:
  AppState state = StateWith(TenSeconds());
  void Finish(const std::vector<Effect>& effects) {
    if (const auto* task = FindTask<DensityRequest>(effects))
      for (const Action& delivered : Deliver(*task)) Do(state, delivered);
    if (const auto* task = FindTask<TransformRequest>(effects))
      for (const Action& delivered : Deliver(*task)) Do(state, delivered);
  }
  std::string Pipeline() { return FormatPipeline(ActiveView(state)->pipeline.wanted); }
  // Whatever was asked for when the profile was opened has to be asked for again to be seen.
  TimelineModel Model() {
    Do(state, action::ShowTimeline{false});
    Finish(Do(state, action::ShowTimeline{true}));
    return BuildTimelineModel(state);
  }
};

TEST_F(TimelineTest, TellsWhatSamplesCostOverTime) {
  const TimelineModel model = Model();
  EXPECT_EQ(model.span_ns, 9'999'000'001u);
  EXPECT_EQ(model.metric, "time");
  ASSERT_NE(model.density, nullptr);
  EXPECT_EQ(model.density->sample_count, 10'000u);
  EXPECT_EQ(model.density->until.front(), 0u);
  EXPECT_EQ(model.density->until.back(), 20'000u);
  // Parts are of 2.44 ms: two or three samples each.
  for (size_t part = 0; part + 1 < model.density->until.size(); ++part) {
    const uint64_t cost = model.density->until[part + 1] - model.density->until[part];
    EXPECT_TRUE(cost == 4 || cost == 6) << part << ": " << cost;
  }
  EXPECT_NEAR(ShareIn(*model.density, {2 * kSecond, 4 * kSecond}), 0.2, 0.001);
  EXPECT_NEAR(ShareIn(*model.density, {9 * kSecond, TimeRange::kOpenEnd}), 0.1, 0.001);
  EXPECT_EQ(ShareIn(*model.density, {20 * kSecond, 30 * kSecond}), 0);
  EXPECT_EQ(RangeText(model, {2 * kSecond, 4 * kSecond}), "2s..4s (2.00 s), 20 % of time");
  const std::vector<float> bars = BarHeights(*model.density, *model.density, 100);
  for (const float height : bars) EXPECT_NEAR(height, 1, 0.03);
}

TEST(BarsOfAStrip, ABurstLeavesTheOthersHigh) {
  Density density;
  for (uint64_t part = 0; part <= kDensityParts; ++part)
    density.until.push_back(part + (part > 0 ? 1'000'000 : 0));
  const std::vector<float> bars = BarHeights(density, density, 64);
  EXPECT_EQ(bars[0], 1);
  EXPECT_NEAR(bars[1], 0.5, 0.001);
  EXPECT_NEAR(bars[63], 0.5, 0.001);
}

TEST_F(TimelineTest, TellsWhenTheChosenFunctionCost) {
  EXPECT_EQ(Model().of_function, nullptr);
  // Also where the view shows another tree, in which functions have other numbers.
  for (const char* const steps : {"", "drop a"}) {
    Finish(Do(state, action::SetPipeline{ParsePipeline(steps).value()}));
    const Cct& tree = ActiveView(state)->tree();
    Finish(Do(state, action::ChooseFunction{tree.FrameOf(At(tree, "b"))}));
    const TimelineModel model = BuildTimelineModel(state);
    ASSERT_NE(model.of_function, nullptr);
    EXPECT_EQ(model.of_function->until.back(), 14'000u);
    const std::vector<float> bars = BarHeights(*model.of_function, *model.density, 10);
    EXPECT_EQ(bars[1], 0);
    EXPECT_NEAR(bars[5], 1, 0.03);
  }
}

TEST_F(TimelineTest, AddingUpHearsOfCancellingInEachOfItsLoops) {
  const LoadedTree& loaded = state.documents.front().opened;
  JobControl job;
  // Over samples, and over contexts for a metric without any.
  const DensityRequest over_samples{loaded.tree, 0, loaded, kNoFunction};
  const DensityRequest over_contexts{loaded.tree, 1, loaded, FunctionId{0}};
  EXPECT_NE(RunDensity(over_samples, job), nullptr);
  EXPECT_NE(RunDensity(over_contexts, job), nullptr);
  job.cancel_requested = true;
  EXPECT_EQ(RunDensity(over_samples, job), nullptr);
  EXPECT_EQ(RunDensity(over_contexts, job), nullptr);
}

TEST_F(TimelineTest, ShowsAMetricThatHasTimes) {
  Do(state, action::SetMetric{1});
  EXPECT_EQ(Model().metric, "time");
}

TEST_F(TimelineTest, IsNotThereWithoutTimesOrWhenHidden) {
  EXPECT_TRUE(HasTimeline(state));
  Do(state, action::ShowTimeline{false});
  EXPECT_FALSE(HasTimeline(state));
  EXPECT_FALSE(HasTimeline(StateWith(TreeFromFolded("a 1\n"))));
  EXPECT_FALSE(HasTimeline(AppState()));
}

TEST_F(TimelineTest, AChosenRangeIsTheFirstStep) {
  Do(state, action::SetPipeline{ParsePipeline("invert | depth 3").value()});
  Do(state, action::SetTimeRange{TimeRange{kSecond, 2 * kSecond}});
  EXPECT_EQ(Pipeline(), "time 1s..2s | invert | depth 3");
  EXPECT_EQ(BuildTimelineModel(state).chosen, (TimeRange{kSecond, 2 * kSecond}));
  Do(state, action::SetTimeRange{TimeRange{3 * kSecond}});
  EXPECT_EQ(Pipeline(), "time 3s.. | invert | depth 3");
  Do(state, action::SetTimeRange{});
  EXPECT_EQ(Pipeline(), "invert | depth 3");
  EXPECT_FALSE(BuildTimelineModel(state).chosen);
  Do(state, action::UndoTransform{});
  EXPECT_EQ(Pipeline(), "time 3s.. | invert | depth 3");
}

TEST_F(TimelineTest, TheTreeIsThatOfTheRange) {
  Finish(Do(state, action::SetTimeRange{TimeRange{2 * kSecond, 4 * kSecond}}));
  const Cct& tree = ActiveView(state)->tree();
  EXPECT_EQ(tree.Total(0), 4000u);
  EXPECT_EQ(tree.Inclusive(At(tree, "a"), 0), 2000u);
  EXPECT_EQ(tree.Inclusive(At(tree, "b"), 0), 2000u);
  EXPECT_EQ(tree.Total(1), 0u) << "calls have no times";
  // The strip goes on showing all of the time.
  EXPECT_TRUE(HasTimeline(state));
  EXPECT_EQ(BuildTimelineModel(state).span_ns, 9'999'000'001u);
}

TEST_F(TimelineTest, StepsThatAreAddedLeaveTheTimeInFront) {
  Do(state, action::AddTransform{{.kind = TransformKind::kInvert}});
  TransformStep time{.kind = TransformKind::kTime};
  time.time = {kSecond};
  Do(state, action::AddTransform{time});
  EXPECT_EQ(Pipeline(), "time 1s.. | invert");
  time.time = {2 * kSecond};
  Do(state, action::AddTransform{time});
  EXPECT_EQ(Pipeline(), "time 2s.. | invert");
}

TEST_F(TimelineTest, TheCommandOpensTheBoxWithTheRange) {
  const Command* const command = FindCommand("time.choose");
  ASSERT_NE(command, nullptr);
  const auto open = command->action(state);
  ASSERT_TRUE(open);
  Do(state, *open);
  EXPECT_TRUE(state.transform_menu_open);
  EXPECT_EQ(state.transform_text, "time ..10s");
  Do(state, action::SetTimeRange{TimeRange{kSecond, 2 * kSecond}});
  EXPECT_EQ(TimeStepText(state), "time 1s..2s");
  EXPECT_TRUE(FindCommand("time.all")->action(state));

  const AppState without = StateWith(TreeFromFolded("a 1\n"));
  EXPECT_FALSE(command->action(without));
  EXPECT_EQ(command->why_not(without), "The profile does not say when its samples were taken");
}

TEST(TimeStepOfAView, ReachesBehindTheLastSampleWheneverThatWas) {
  const auto text = [](uint64_t span_ns) {
    CctBuilder builder;
    builder.AddMetric({"samples", "count", 1});
    SampleList list;
    list.counted = {0};
    for (const uint64_t time_ns : {uint64_t{0}, span_ns}) {
      list.Add(time_ns, kBuildRoot);
      builder.AddSelf(kBuildRoot, 0, 1);
    }
    builder.SetSamples(std::vector<SampleList>(1, std::move(list)));
    return TimeStepText(StateWith(WithFunctions(std::move(builder).Finish({}).value())));
  };
  EXPECT_EQ(text(0), "time ..1ns");
  EXPECT_EQ(text(9'999'000'000), "time ..10s");
  EXPECT_EQ(text(~uint64_t{0}), "time 0s..");
}

TEST(TimeRangeOfAStrip, IsRoundAndOpenAtTheEnds) {
  const auto text = [](double from, double to, uint64_t span_ns = 10 * kSecond, float strip_px = 1000) {
    const auto range = RangeBetween(span_ns, from, to, strip_px);
    return range ? FormatTimeRange(*range) : std::string("all");
  };
  EXPECT_EQ(text(0.2, 0.35), "2s..3.5s");
  EXPECT_EQ(text(0.35, 0.2), "2s..3.5s");
  // A pixel is 10 ms.
  EXPECT_EQ(text(0.2004, 0.3506), "2s..3.51s");
  EXPECT_EQ(text(0, 0.3), "..3s");
  EXPECT_EQ(text(0.0001, 0.3), "..3s");
  EXPECT_EQ(text(0.3, 1), "3s..");
  EXPECT_EQ(text(0, 1), "all");
  EXPECT_EQ(text(0.5, 0.5), "all");
  EXPECT_EQ(text(0.50001, 0.50002), "5s..5.01s");
  EXPECT_EQ(text(0.99999, 1), "9.99s..") << "the last pixel is not beyond the end";
  EXPECT_EQ(text(0.1, 0.9, 5, 1000), "1ns..");
  EXPECT_EQ(text(0.25, 0.5, ~uint64_t{0}), "4610000000s..9220000000s");
}

TEST(TimeTicks, StandAtRoundTimes) {
  const auto texts = [](uint64_t span_ns, float strip_px) {
    std::string text;
    for (const TimeTick& tick : TimeTicks(span_ns, strip_px, 90)) text += tick.text + ' ';
    return text;
  };
  EXPECT_EQ(texts(10 * kSecond, 1000), "0s 1s 2s 3s 4s 5s 6s 7s 8s 9s ");
  EXPECT_EQ(texts(10 * kSecond, 500), "0s 2s 4s 6s 8s ");
  EXPECT_EQ(texts(2'400'000'000, 500), "0s 500ms 1s 1.5s 2s ");
  EXPECT_EQ(texts(1, 500), "0s ");
  EXPECT_EQ(texts(10 * kSecond, 50), "");
  EXPECT_LE(TimeTicks(~uint64_t{0}, 1000, 90).size(), 12u);
}

}  // namespace
}  // namespace ringscope::timeline_test
