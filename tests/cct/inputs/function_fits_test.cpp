#include "cct/inputs/function_fits.h"

#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/tree/building/builder.h"

namespace ringscope::function_fits_test {
namespace {

struct Call {
  std::string_view path;  // "main", "main;sort"
  uint64_t size, calls, cost, least, most;
};

CctPtr Tree(const std::vector<Call>& calls, bool with_extremes = true) {
  CctBuilder builder;
  builder.AddMetric({"cost", "count", 1});
  std::vector<BuildNode> nodes;
  std::vector<std::vector<uint64_t>> values(6);
  for (const Call& call : calls) {
    BuildNode node = kBuildRoot;
    for (std::string_view rest = call.path; !rest.empty();) {
      const std::string_view name = rest.substr(0, rest.find(';'));
      rest.remove_prefix(std::min(rest.size(), name.size() + 1));
      node = builder.Child(node, builder.InternFrame({.name = name, .module = {}, .file = {}}));
    }
    builder.AddSelf(node, 0, call.cost);
    nodes.push_back(node);
    const auto cost = static_cast<double>(call.cost);
    const uint64_t fields[] = {call.size,  call.calls, call.cost,
                               call.least, call.most,  std::bit_cast<uint64_t>(cost * cost)};
    for (size_t field = 0; field < 6; ++field) values[field].push_back(fields[field]);
  }
  std::vector<PointField> fields{{"input", "rms"}, {"calls", "count"}, {"inclusive", "count"}};
  if (with_extremes) {
    fields.insert(
        fields.end(),
        {{"inclusive_min", "count"}, {"inclusive_max", "count"}, {"inclusive_squares", "count", true}});
  } else {
    values.resize(3);
  }
  builder.SetPoints(std::move(fields), std::move(nodes), std::move(values));
  return std::move(builder).Finish({}).value();
}

TEST(FunctionPointsTest, ContextsOfOneFunctionAddUpBySize) {
  const CctPtr tree = Tree(
      {{"main;sort", 8, 1, 30, 30, 30}, {"main;read;sort", 8, 2, 50, 10, 40}, {"main;sort", 4, 1, 9, 9, 9}});
  const PointFields fields(*tree, PointCost::kInclusive);
  ASSERT_TRUE(fields.exist());
  EXPECT_FALSE(PointFields(*tree, PointCost::kSelf).exist());
  const auto functions = PointsByFunction(*tree, fields);
  ASSERT_TRUE(functions);
  ASSERT_EQ(functions->size(), 1u);
  const std::vector<InputPoint>& points = functions->front().points;
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points[0].size, 4u);
  EXPECT_EQ(points[1].calls, 3u);
  EXPECT_EQ(points[1].cost, 80u);
  EXPECT_EQ(points[1].least, 10u);
  EXPECT_EQ(points[1].most, 40u);
  EXPECT_DOUBLE_EQ(points[1].squares, 30.0 * 30 + 50.0 * 50);
  EXPECT_EQ(PointsOfFunction(*tree, fields, functions->front().frame).size(), 2u);
}

TEST(FunctionPointsTest, WithoutExtremesTheAverageTakesTheirPlace) {
  const CctPtr tree = Tree({{"f", 8, 4, 40, 0, 0}}, false);
  const PointFields fields(*tree, PointCost::kInclusive);
  const std::vector<InputPoint> points = PointsByFunction(*tree, fields)->front().points;
  EXPECT_EQ(points[0].least, 10u);
  EXPECT_EQ(points[0].most, 10u);
  EXPECT_FALSE(fields.has_squares());
}

TEST(FunctionFitsTest, TheFastestGrowingFunctionStandsFirst) {
  std::vector<Call> calls;
  for (uint64_t n = 1; n <= 30; ++n) {
    calls.push_back({"main;linear", n * 10, 1, 500 * n, 500 * n, 500 * n});
    calls.push_back({"main;quadratic", n * 10, 1, 3 * n * n, 3 * n * n, 3 * n * n});
    calls.push_back({"main;flat", n * 10, 1, 40, 40, 40});
  }
  const CctPtr tree = Tree(calls);
  const auto fits = FitFunctions(*tree, PointFields(*tree, PointCost::kInclusive));
  ASSERT_TRUE(fits);
  ASSERT_EQ(fits->size(), 3u);
  EXPECT_EQ(tree->frames().name((*fits)[0].frame), "quadratic");
  EXPECT_NEAR((*fits)[0].power->c, 2, 1e-3);
  EXPECT_EQ((*fits)[0].growth.growth, GrowthClass::kQuadratic);
  EXPECT_TRUE((*fits)[0].growth.is_decided);
  EXPECT_EQ(tree->frames().name((*fits)[1].frame), "linear");
  EXPECT_EQ((*fits)[2].growth.growth, GrowthClass::kConstant);
  EXPECT_FALSE((*fits)[2].power);
  EXPECT_EQ((*fits)[2].sizes, 30u);
}

TEST(FunctionFitsTest, CancelledIsAnError) {
  const CctPtr tree = Tree({{"f", 8, 4, 40, 4, 20}});
  JobControl job;
  job.cancel_requested = true;
  EXPECT_FALSE(FitFunctions(*tree, PointFields(*tree, PointCost::kInclusive), &job));
}

TEST(FunctionFitsTest, SumsStayBelowTheTop) {
  const uint64_t most = (uint64_t{1} << 63) - 1;
  const CctPtr tree =
      Tree({{"f", 8, most, 40, 4, most}, {"f", 9, most, 40, 4, 20}, {"g;f", 8, most, 40, 4, 20}});
  const auto fits = FitFunctions(*tree, PointFields(*tree, PointCost::kInclusive));
  ASSERT_TRUE(fits);
  EXPECT_EQ((*fits)[0].calls, most);
}

TEST(FunctionPointsTest, WhatIsNoNumberIsNone) {
  CctBuilder builder;
  builder.AddMetric({"cost", "count", 1});
  const BuildNode node = builder.Child(kBuildRoot, builder.InternFrame({.name = "f"}));
  const auto bits = [](double value) { return std::bit_cast<uint64_t>(value); };
  const double nan = std::numeric_limits<double>::quiet_NaN(),
               infinite = std::numeric_limits<double>::infinity();
  builder.SetPoints(
      {{"input", "", false}, {"calls", "", false}, {"inclusive", "", true}, {"inclusive_squares", "", true}},
      {node, node, node, node},
      {{0, 1, 2, 3},
       {1, 1, 1, 1},
       {bits(nan), bits(-4), bits(infinite), bits(2.5)},
       {bits(nan), bits(-4), bits(infinite), bits(6.25)}});
  const CctPtr tree = std::move(builder).Finish({}).value();
  const PointFields fields(*tree, PointCost::kInclusive);
  EXPECT_TRUE(fields.has_squares());
  EXPECT_FALSE(fields.has_extremes());
  std::vector<uint64_t> costs;
  std::vector<double> squares;
  for (uint64_t point = 0; point < 4; ++point) {
    costs.push_back(fields.At(point).cost);
    squares.push_back(fields.At(point).squares);
  }
  EXPECT_EQ(costs, (std::vector<uint64_t>{0, 0, (uint64_t{1} << 63) - 1, 3}));
  EXPECT_EQ(squares, (std::vector<double>{0, 0, 0, 6.25}));
  EXPECT_EQ(FitFunctions(*tree, fields).value().size(), 1u);
}

TEST(FunctionFitsTest, OfManySizesSomeAreFittedTheEndsAmongThem) {
  FunctionPoints function;
  for (uint64_t n = 1; n <= 3 * kMostFittedSizes; ++n)
    function.points.push_back({n, 1, 7 * n, 7 * n, 7 * n, 0});
  const FunctionFit fit = FitFunction(function);
  EXPECT_EQ(fit.fitted_sizes, kMostFittedSizes);
  EXPECT_EQ(fit.sizes, 3 * kMostFittedSizes);
  EXPECT_EQ(fit.largest_size, 3 * kMostFittedSizes);
  ASSERT_TRUE(fit.power);
  EXPECT_NEAR(fit.power->c, 1, 1e-6);
  EXPECT_EQ(GrowthText(fit), "n");
}

TEST(FunctionFitsTest, OfASingleSizeNoGrowthIsTold) {
  EXPECT_EQ(GrowthText(FitFunction({0, {{7, 3, 30, 10, 10, 300}}})), "-");
  EXPECT_EQ(GrowthText(FitFunction({0, {{7, 1, 10, 10, 10, 0}, {9, 1, 10, 10, 10, 0}}})), "1?");
}

// Two executions, as a comparison or a series has them: the first costs n^2, the second n.
CctPtr TwoExecutions(bool with_sides) {
  CctBuilder builder;
  builder.AddMetric({"cost", "count", 1});
  const BuildNode node = builder.Child(kBuildRoot, builder.InternFrame({.name = "sort"}));
  builder.AddSelf(node, 0, 1);
  std::vector<std::vector<uint64_t>> values(4);
  for (uint64_t n = 10; n <= 100; n += 10) {
    for (uint64_t execution = 0; execution < 2; ++execution) {
      const uint64_t point[] = {n, 1, execution == 0 ? n * n : 7 * n, execution};
      for (size_t field = 0; field < values.size(); ++field) values[field].push_back(point[field]);
    }
  }
  std::vector<BuildNode> nodes(values[0].size(), node);
  builder.SetPoints({{"input", "rms"}, {"calls", "count"}, {"inclusive", "count"}, {"execution", ""}},
                    std::move(nodes), std::move(values));
  ImportReport report;
  report.executions = {{.name = "old"}, {.name = "new"}};
  if (with_sides) {
    report.executions[0].side = Side::kBefore;
    report.executions[1].side = Side::kAfter;
  }
  return std::move(builder).Finish(std::move(report)).value();
}

TEST(FunctionPointsTest, SidesOfAComparisonAreApart) {
  const CctPtr tree = TwoExecutions(true);
  ASSERT_TRUE(HavePointsSides(*tree));
  EXPECT_EQ(LastSideOfPoints(*tree), Side::kAfter);
  const auto fit = [&](std::optional<Side> side) {
    return FitFunctions(*tree, PointFields(*tree, PointCost::kInclusive, side)).value().front();
  };
  EXPECT_NEAR(fit(Side::kBefore).power->c, 2, 1e-3);
  EXPECT_NEAR(fit(Side::kAfter).power->c, 1, 1e-3);
  EXPECT_EQ(fit(Side::kBefore).calls, 10u);
  EXPECT_EQ(fit({}).calls, 20u) << "together";
}

TEST(FunctionPointsTest, ASeriesHasNoSides) {
  const CctPtr tree = TwoExecutions(false);
  EXPECT_FALSE(HavePointsSides(*tree));
  EXPECT_FALSE(LastSideOfPoints(*tree));
  EXPECT_EQ(PointsOfFunction(*tree, PointFields(*tree, PointCost::kInclusive, Side::kAfter), tree->FrameOf(1))
                .front()
                .calls,
            2u)
      << "then there is nothing to leave out";
}

}  // namespace
}  // namespace ringscope::function_fits_test
