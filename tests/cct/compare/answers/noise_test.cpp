#include "cct/compare/answers/noise.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/cct/test_trees.h"

namespace ringscope::noise_test {
namespace {

TreeComparison Compare(std::vector<std::string> before, std::vector<std::string> after, Metric metric,
                       CompareOptions options = {}) {
  std::vector<CompareInput> inputs[kSideCount];
  for (const std::string& lines : before)
    inputs[0].push_back({test::TreeFromFolded(lines, {metric}), {"before"}});
  for (const std::string& lines : after)
    inputs[1].push_back({test::TreeFromFolded(lines, {metric}), {"after"}});
  return CompareTrees(inputs[0], inputs[1], options).value();
}

TEST(Noise, SamplesSpreadByTheirRoot) {
  const TreeComparison comparison = Compare({"a 100"}, {"a 128"}, {"samples", "count", 1});
  const ComparedMetric& metric = comparison.metrics[0];
  ASSERT_EQ(metric.noise, NoiseKind::kSamples);
  EXPECT_TRUE(IsWithinNoise(comparison, metric, {100, 128, {}}));
  EXPECT_FALSE(IsWithinNoise(comparison, metric, {100, 132, {}}));
  EXPECT_TRUE(IsWithinNoise(comparison, metric, {0, 1, {}})) << "one sample against none is chance";
  EXPECT_TRUE(IsWithinNoise(comparison, metric, {0, 4, {}}));
  EXPECT_FALSE(IsWithinNoise(comparison, metric, {0, 5, {}}));
}

TEST(Noise, NumbersOfSamplesHaveLongerNamesToo) {
  EXPECT_EQ(Compare({"a 100"}, {"a 128"}, {"execution samples", "", 1}).metrics[0].noise, NoiseKind::kSamples);
  EXPECT_EQ(Compare({"a 100"}, {"a 128"}, {"resamples", "", 1}).metrics[0].noise, NoiseKind::kUnknown);
}

TEST(Noise, SharesOfSamplesSpreadToo) {
  CompareOptions options;
  options.by_share = true;
  const TreeComparison comparison =
      Compare({"a 100\nb 900"}, {"a 1000\nb 9000"}, {"samples", "count", 1}, options);
  const ComparedMetric& metric = comparison.metrics[0];
  EXPECT_TRUE(IsWithinNoise(comparison, metric, {100, 1000, {}}));
  EXPECT_TRUE(IsWithinNoise(comparison, metric, {100, 1150, {}}));
  EXPECT_FALSE(IsWithinNoise(comparison, metric, {100, 2000, {}}));
}

TEST(Noise, ExactCountsHaveNone) {
  const TreeComparison comparison = Compare({"a 100"}, {"a 101"}, {"calls", "count", 1});
  EXPECT_EQ(comparison.metrics[0].noise, NoiseKind::kNone);
  EXPECT_FALSE(IsWithinNoise(comparison, comparison.metrics[0], {100, 101, {}}));
  EXPECT_TRUE(IsWithinNoise(comparison, comparison.metrics[0], {100, 100, {}}));
  constexpr uint64_t kMost = (uint64_t{1} << 63) - 1;  // as a double no other than the number before it
  EXPECT_FALSE(IsWithinNoise(comparison, comparison.metrics[0], {kMost, kMost - 1, {}}));
  EXPECT_EQ(Compare({"a 1"}, {"a 1"}, {"heap", "bytes", 1}).metrics[0].noise, NoiseKind::kNone);
  EXPECT_EQ(Compare({"a 1"}, {"a 1"}, {"cpu", "ns", 1}).metrics[0].noise, NoiseKind::kUnknown);
}

TEST(Noise, RunsAreComparedByRangeOrByTest) {
  const TreeComparison few = Compare({"a 10", "a 20"}, {"a 19", "a 30"}, {"cpu", "ns", 1});
  ASSERT_EQ(few.metrics[0].noise, NoiseKind::kRuns);
  EXPECT_TRUE(IsWithinNoise(few, few.metrics[0], {30, 49, {10, 20, 19, 30}}));
  EXPECT_FALSE(IsWithinNoise(few, few.metrics[0], {30, 51, {10, 20, 21, 30}}));
  const TreeComparison many =
      Compare({"a 1", "a 2", "a 3", "a 5"}, {"a 4", "a 6", "a 7", "a 8"}, {"cpu", "ns", 1});
  EXPECT_TRUE(IsWithinNoise(many, many.metrics[0], {11, 25, {1, 2, 3, 5, 4, 6, 7, 8}}));
  EXPECT_FALSE(IsWithinNoise(many, many.metrics[0], {11, 26, {1, 2, 3, 4, 5, 6, 7, 8}}));
}

}  // namespace
}  // namespace ringscope::noise_test
