#include "cct/inputs/cost_series.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace ringscope::cost_series_test {
namespace {

// Sizes 2, 4 and 8: calls that cost 3 and 5; 10; 20, 30 and 40.
const std::vector<InputPoint> kPoints{
    {2, 2, 8, 3, 5, 34}, {4, 1, 10, 10, 10, 100}, {8, 3, 90, 20, 40, 2'900}};

std::vector<double> Values(CostSeriesOptions options, const std::vector<InputPoint>& points = kPoints) {
  std::vector<double> values;
  for (const CostPoint& point : MakeCostSeries(points, options).points) values.push_back(point.value);
  return values;
}
std::vector<double> Values(CostChart chart) { return Values(CostSeriesOptions{.chart = chart}); }

TEST(CostSeriesTest, ChartsOfCostsWorkedOutByHand) {
  EXPECT_EQ(Values(CostChart::kWorst), (std::vector<double>{5, 10, 40}));
  EXPECT_EQ(Values(CostChart::kAverage), (std::vector<double>{4, 10, 30}));
  EXPECT_EQ(Values(CostChart::kBest), (std::vector<double>{3, 10, 20}));
  EXPECT_EQ(Values(CostChart::kTotal), (std::vector<double>{8, 10, 90}));
  EXPECT_EQ(Values(CostChart::kFrequency), (std::vector<double>{2, 1, 3}));
  const std::vector<double> variance = Values(CostChart::kVariance);
  EXPECT_DOUBLE_EQ(variance[0], 1);  // 34/2 - 4^2
  EXPECT_DOUBLE_EQ(variance[1], 0);
  EXPECT_NEAR(variance[2], 2'900 / 3.0 - 900, 1e-9);
}

TEST(CostSeriesTest, DividesByTheBoundingFunction) {
  EXPECT_EQ(Values({.chart = CostChart::kBounded, .bound = {1, 0, 0}}), (std::vector<double>{2.5, 2.5, 5}));
  const std::vector<double> squared = Values({.chart = CostChart::kBounded, .bound = {2, 0, 0}});
  EXPECT_DOUBLE_EQ(squared[2], 40 / 64.0);
  const std::vector<double> with_log = Values({.chart = CostChart::kBounded, .bound = {1, 1, 0}});
  EXPECT_DOUBLE_EQ(with_log[1], 10 / (4 * std::log(4)));
  // ln(ln 2) is below 0: of that size nothing can be said.
  const CostSeries series = MakeCostSeries(kPoints, {.chart = CostChart::kBounded, .bound = {0, 0, 1}});
  EXPECT_EQ(series.points.size(), 2u);
  EXPECT_EQ(series.left_out, 1u);
  EXPECT_EQ(Values({.chart = CostChart::kBounded, .bound = {1, 0, 0}}, {{0, 1, 5, 5, 5, 25}}).size(), 0u);
}

TEST(CostSeriesTest, GroupsAreSlotsOfSizes) {
  const std::vector<InputPoint> points{
      {0, 1, 10, 10, 10, 0}, {9, 2, 60, 30, 30, 0}, {10, 4, 20, 5, 5, 0}, {31, 1, 7, 7, 7, 0}};
  const CostSeries worst = MakeCostSeries(points, {.chart = CostChart::kWorst, .group_width = 10});
  ASSERT_EQ(worst.points.size(), 3u);
  EXPECT_EQ(worst.points[0].size, 0);
  EXPECT_EQ(worst.points[0].value, 20);  // the mean of 10 and 30
  EXPECT_EQ(worst.points[0].calls, 3u);
  EXPECT_EQ(worst.points[2].size, 30);
  const CostSeries frequency = MakeCostSeries(points, {.chart = CostChart::kFrequency, .group_width = 10});
  EXPECT_EQ(frequency.points[0].value, 3);  // the sum
}

TEST(CostSeriesTest, SmoothingIsACentredMeanOfAnOddNumber) {
  const std::vector<InputPoint> points{
      {1, 1, 10, 10, 10, 0}, {2, 1, 20, 20, 20, 0}, {3, 1, 60, 60, 60, 0}, {4, 1, 10, 10, 10, 0}};
  const std::vector<double> three{15, 30, 30, 35};
  EXPECT_EQ(Values({.smoothing_window = 3}, points), three);
  EXPECT_EQ(Values({.smoothing_window = 2}, points), three);
  const std::vector<InputPoint> constant(20, InputPoint{1, 1, 1, 1, 1, 1});
  for (const double value : Values({.smoothing_window = 256}, constant)) EXPECT_DOUBLE_EQ(value, 1);
}

// A resizable array: 1,000 cheap calls pay for two that copy it.
TEST(CostSeriesTest, RareExpensiveCallsAreAmortized) {
  const std::vector<InputPoint> points{
      {1, 1'000, 10'000, 10, 10, 0}, {500, 1, 500, 500, 500, 0}, {1'000, 1, 1'000, 1'000, 1'000, 0}};
  const Amortized amortized = AmortizedCosts(points);
  EXPECT_DOUBLE_EQ(amortized.alpha, 0.15);
  EXPECT_DOUBLE_EQ(amortized.cost, 11.5);
  EXPECT_EQ(Values({.chart = CostChart::kAmortized}, points), (std::vector<double>{11.5, 0, 0}));
  EXPECT_DOUBLE_EQ(*MakeCostSeries(points, {.chart = CostChart::kAmortized}).alpha, 0.15);
}

TEST(CostSeriesTest, WhatIsNotRareIsNotAmortized) {
  const std::vector<InputPoint> points{{1, 1, 10, 10, 10, 0}, {500, 10, 5'000, 500, 500, 0}};
  EXPECT_DOUBLE_EQ(AmortizedCosts(points).alpha, 0);
  EXPECT_EQ(Values({.chart = CostChart::kAmortized}, points), (std::vector<double>{500, 500}));
  EXPECT_EQ(AmortizedCosts({}).cost, 0);
}

TEST(CostSeriesTest, TwelveStepsOfCalls) {
  EXPECT_EQ(CallsStep(0), 11u);
  EXPECT_EQ(CallsStep(1), 11u);
  EXPECT_EQ(CallsStep(2), 10u);
  EXPECT_EQ(CallsStep(3), 9u);  // log2 is 1.58
  EXPECT_EQ(CallsStep(1'024), 1u);
  EXPECT_EQ(CallsStep(2'048), 0u);
  EXPECT_EQ(CallsStep(~uint64_t{0}), 0u);
}

TEST(CostSeriesTest, NothingGivesNothing) {
  for (size_t chart = 0; chart < kCostChartCount; ++chart)
    EXPECT_TRUE(
        MakeCostSeries({}, {.chart = static_cast<CostChart>(chart), .group_width = 3}).points.empty());
}

}  // namespace
}  // namespace ringscope::cost_series_test
