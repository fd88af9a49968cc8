#include "cct/tree/samples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "cct/tree/building/builder.h"
#include "cct/tree/verify.h"
#include "tests/cct/test_trees.h"

namespace ringscope::samples_test {
namespace {

struct Sampled {
  uint64_t time_ns;
  std::vector<std::string> stack;
  uint64_t cost;
};

std::vector<Sampled> RandomSamples(uint64_t seed, size_t count, uint64_t most_ns) {
  std::mt19937_64 random(seed);
  std::vector<Sampled> samples;
  for (size_t i = 0; i < count; ++i) {
    Sampled& sample = samples.emplace_back(Sampled{1000 + random() % most_ns, {}, random() % 5});
    const size_t depth = random() % 4;
    for (size_t k = 0; k < depth; ++k)
      sample.stack.push_back(std::string(1, static_cast<char>('a' + random() % 3)));
    // One in a while needs eight bytes.
    if (random() % 97 == 0) sample.cost = uint64_t{1} << 40;
  }
  return samples;
}

CctPtr TreeOf(const std::vector<Sampled>& samples) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  builder.AddMetric({"untimed", "count", 1});
  builder.AddMetric({"cost", "ns", 1});
  SampleList list;
  list.valued = {2};
  list.values.resize(1);
  list.counted = {0};
  for (const Sampled& sample : samples) {
    BuildNode node = kBuildRoot;
    for (const std::string& name : sample.stack)
      node = builder.Child(node, builder.InternFrame({.name = name}));
    builder.AddSelf(node, 0, 1);
    builder.AddSelf(node, 1, 7);
    builder.AddSelf(node, 2, sample.cost);
    list.Add(sample.time_ns, node);
    list.values[0].Add(sample.cost);
  }
  std::vector<SampleList> series;
  series.push_back(std::move(list));
  builder.SetSamples(std::move(series));
  // "cost" first, where samples follow it.
  const std::vector<MetricIndex> order{2, 0, 1};
  builder.PermuteMetrics(order);
  return std::move(builder).Finish({}).value();
}

std::string SamplesDump(const Cct& tree) {
  std::string text;
  EXPECT_TRUE(DumpSamples(tree, [&](std::string_view part) -> Result<void> {
    text += part;
    return {};
  }));
  return text;
}

TEST(Samples, StandByTimeWhateverTheOrderTheyWereCollectedIn) {
  for (const uint64_t seed : {1u, 2u, 3u}) {
    for (const uint64_t most_ns : {uint64_t{3}, uint64_t{1'000'000}}) {
      std::vector<Sampled> samples = RandomSamples(seed, 300, most_ns);
      const CctPtr tree = TreeOf(samples);
      const Result<void> verified = VerifyCct(*tree);
      ASSERT_TRUE(verified) << verified.error().message;
      ASSERT_EQ(tree->sample_count(), samples.size());
      const std::string expected = SamplesDump(*tree);
      // In order, in two runs, and in none.
      std::stable_sort(samples.begin(), samples.end(),
                       [](const Sampled& a, const Sampled& b) { return a.time_ns < b.time_ns; });
      EXPECT_EQ(SamplesDump(*TreeOf(samples)), expected);
      std::rotate(samples.begin(), samples.begin() + 100, samples.end());
      EXPECT_EQ(SamplesDump(*TreeOf(samples)), expected);
      std::shuffle(samples.begin(), samples.end(), std::mt19937_64(seed));
      EXPECT_EQ(SamplesDump(*TreeOf(samples)), expected);
    }
  }
}

TEST(Samples, OfAnOpenRangeReachToTheLastTimeThereIs) {
  const uint64_t last_ns = SampleSeries::kNoEnd;
  const CctPtr tree = TreeOf({{0, {"a"}, 1}, {last_ns - 1, {"b"}, 2}, {last_ns, {"c"}, 3}});
  const SampleSeries& series = tree->sample_series()[0];
  EXPECT_EQ(series.Between(0, last_ns), (SampleRange{0, 3}));
  EXPECT_EQ(series.Between(last_ns, last_ns), (SampleRange{2, 3}));
  EXPECT_EQ(series.Between(1, last_ns - 1), (SampleRange{1, 1}));
}

TEST(Samples, KeepTheirContextTimeAndCost) {
  const std::vector<Sampled> samples = RandomSamples(7, 200, 50);
  const CctPtr tree = TreeOf(samples);
  uint64_t first_ns = ~uint64_t{0};
  for (const Sampled& sample : samples) first_ns = std::min(first_ns, sample.time_ns);
  std::vector<std::tuple<uint64_t, std::vector<std::string>, uint64_t>> expected, found;
  for (const Sampled& sample : samples)
    expected.emplace_back(sample.time_ns - first_ns, sample.stack, sample.cost);
  const SampleSeries& series = tree->sample_series()[0];
  ASSERT_EQ(series.metrics.size(), 2u);
  for (uint64_t i = 0; i < series.size(); ++i) {
    std::vector<std::string> stack;
    for (const ContextId context : tree->PathTo(series.context[i]))
      stack.emplace_back(tree->FrameAt(context).name);
    uint64_t cost = 0;
    for (const SampleMetric& measured : series.metrics) {
      if (tree->metrics()[measured.metric].name == "cost") cost = measured.ValueOf(i);
    }
    found.emplace_back(series.time_ns[i], stack, cost);
  }
  std::sort(expected.begin(), expected.end());
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, expected);
}

TEST(Samples, AreFoundBetweenTwoTimes) {
  const CctPtr tree = TreeOf(RandomSamples(5, 100, 40));
  const SampleSeries& series = tree->sample_series()[0];
  for (uint64_t begin = 0; begin < 45; ++begin) {
    for (uint64_t end = 0; end < 45; ++end) {
      uint64_t count = 0;
      for (uint64_t i = 0; i < series.size(); ++i) {
        const bool inside = series.time_ns[i] >= begin && series.time_ns[i] < end;
        EXPECT_EQ(inside, [&] {
          const SampleRange range = series.Between(begin, end);
          return i >= range.begin && i < range.end;
        }());
        count += inside ? 1 : 0;
      }
      EXPECT_EQ(series.Between(begin, end).size(), count);
    }
  }
}

TEST(Samples, TimesBelowZeroAreEarlier) {
  EXPECT_LT(SampleList::TimeOf(-5), SampleList::TimeOf(-4));
  EXPECT_LT(SampleList::TimeOf(-1), SampleList::TimeOf(0));
  EXPECT_EQ(SampleList::TimeOf(7) - SampleList::TimeOf(-3), 10u);
}

}  // namespace
}  // namespace ringscope::samples_test
