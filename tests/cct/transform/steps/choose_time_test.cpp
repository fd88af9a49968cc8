#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "cct/transform/pipeline.h"
#include "cct/transform/steps/steps.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/verify.h"
#include "tests/cct/test_trees.h"

namespace ringscope::choose_time_test {
namespace {

struct Event {
  uint64_t time_ns;
  uint32_t series;
  std::vector<uint32_t> stack;
  uint64_t cost;
};

std::vector<Event> RandomEvents(uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Event> events{{0, 0, {1}, 1}};
  for (int i = 0; i < 400; ++i) {
    Event& event =
        events.emplace_back(Event{random() % 1000, static_cast<uint32_t>(random() % 2), {}, random() % 4});
    const size_t depth = random() % 6;
    for (size_t k = 0; k < depth; ++k) event.stack.push_back(static_cast<uint32_t>(random() % 4));
  }
  return events;
}

// Of the events in the range, with the metrics cost and count of either series; `with_times`: and what has no
// times.
CctPtr TreeOf(const std::vector<Event>& events, const TimeRange& range, bool with_times) {
  CctBuilder builder;
  for (const char* const name : {"cost 0", "count 0", "cost 1", "count 1", "untimed"})
    builder.AddMetric({name, "", 1});
  std::vector<SampleList> series(2);
  for (uint32_t s = 0; s < 2; ++s) {
    series[s].valued = {2 * s};
    series[s].values.resize(1);
    series[s].counted = {2 * s + 1};
  }
  for (const Event& event : events) {
    if (event.time_ns < range.begin_ns || event.time_ns >= range.end_ns) continue;
    BuildNode node = kBuildRoot;
    for (const uint32_t frame : event.stack) {
      const std::string name(1, static_cast<char>('a' + frame));
      node = builder.Child(node, builder.InternFrame({.name = name}));
    }
    builder.AddSelf(node, 2 * event.series, event.cost);
    builder.AddSelf(node, 2 * event.series + 1, 1);
    if (!with_times) continue;
    builder.AddSelf(node, 4, 3);
    series[event.series].Add(event.time_ns, node);
    series[event.series].values[0].Add(event.cost);
  }
  if (with_times) builder.SetSamples(std::move(series));
  return std::move(builder).Finish({}).value();
}

TEST(ChooseTime, MakesTheTreeThatItsSamplesAloneMake) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const std::vector<Event> events = RandomEvents(seed);
    const CctPtr tree = TreeOf(events, {}, true);
    ASSERT_TRUE(VerifyCct(*tree));
    std::mt19937_64 random(seed);
    for (int i = 0; i < 10; ++i) {
      TimeRange range{random() % 1000, random() % 1100};
      if (i == 0) range = {};
      if (i == 1) range = {range.begin_ns, TimeRange::kOpenEnd};
      SCOPED_TRACE(FormatTimeRange(range));
      const Result<CctPtr> chosen = ChooseTime(tree, range);
      ASSERT_TRUE(chosen) << chosen.error().message;
      ASSERT_TRUE(VerifyCct(**chosen));
      EXPECT_EQ(test::TextDump(**chosen), test::TextDump(*TreeOf(events, range, false)));
      EXPECT_FALSE((*chosen)->has_times());
    }
  }
}

TEST(ChooseTime, AnyColumnsAreSafe) {
  const CctPtr tree = TreeOf(RandomEvents(1), {}, true);
  const uint64_t count = tree->sample_series()[0].size();
  const std::vector<uint64_t> times(count, 5);
  const std::vector<uint32_t> contexts(count, 0xfffffff0u);
  const std::vector<uint64_t> values(count, ~uint64_t{0} / 3);
  const auto damaged = [&](bool wrong_context) {
    CctColumns columns = tree->columns();
    SampleSeries& series = columns.sample_series[0];
    series.time_ns = ChunkedColumn<uint64_t>(std::span(times));
    if (wrong_context) series.context = ChunkedColumn<uint32_t>(std::span(contexts));
    for (SampleMetric& measured : series.metrics) {
      if (!measured.counted) measured.values = {{}, ChunkedColumn<uint64_t>(std::span(values))};
    }
    const std::vector<Metric> metrics(tree->metrics().begin(), tree->metrics().end());
    return std::make_shared<const Cct>(columns, tree->frames(), metrics, ImportReport{}, tree);
  };
  EXPECT_FALSE(VerifyCct(*damaged(true)));
  const Result<CctPtr> without = ChooseTime(damaged(true), {1, 10});
  ASSERT_TRUE(without) << "samples of contexts that there are not";
  EXPECT_EQ((*without)->Total(0), 0u);
  EXPECT_FALSE(VerifyCct(*damaged(false)));
  const Result<CctPtr> too_much = ChooseTime(damaged(false), {1, 10});
  ASSERT_FALSE(too_much);
  EXPECT_EQ(too_much.error().code, ErrorCode::kMalformed);
}

TEST(ChooseTime, StandsFirst) {
  const CctPtr tree = TreeOf(RandomEvents(2), {}, true);
  const auto apply = [](const CctPtr& to, std::string_view text) {
    return ApplyPipeline(to, ParsePipeline(text).value(), {});
  };
  const auto some = apply(tree, "time 100ns..0.5us | invert");
  ASSERT_TRUE(some);
  EXPECT_GT(some->steps[0].removed[0], 0u);
  EXPECT_EQ(some->steps[0].removed[4], tree->Total(4)) << "what has no times";
  EXPECT_FALSE(some->steps[0].matched_nothing);
  const auto none = apply(tree, "time 1s..");
  ASSERT_TRUE(none);
  EXPECT_TRUE(none->steps[0].matched_nothing);
  EXPECT_EQ(none->tree->context_count(), 1u);

  const auto second = apply(tree, "invert | time 1s..");
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().message, "time 1s..: the steps before it left no times: it has to stand first");
  const auto untimed = apply(test::TreeFromFolded("a 1"), "time ..2s");
  ASSERT_FALSE(untimed);
  EXPECT_EQ(untimed.error().message, "time ..2s: the profile has no samples with times");
}

}  // namespace
}  // namespace ringscope::choose_time_test
