#include "cct/inputs/fit_filter.h"

#include <gtest/gtest.h>

#include "cct/tree/building/builder.h"

namespace ringscope::fit_filter_test {
namespace {

FunctionFit Sort() {
  FunctionFit fit;
  fit.cost = 500;
  fit.calls = 40;
  fit.sizes = 12;
  fit.largest_size = 900;
  fit.power = PowerFit{.a = -3, .b = 0.2, .c = 1.98, .r_squared = 0.99, .c_error = 0.01};
  return fit;
}

bool IsShown(std::string_view text, const FunctionFit& fit = Sort()) {
  const Result<FitFilter> filter = ParseFitFilter(text);
  EXPECT_TRUE(filter) << text;
  return filter && Matches(*filter, {&fit, "merge_sort", "/usr/lib/libsort.so.2", 25}, {1000, 100, 4000});
}

TEST(FitFilter, AllConditionsHaveToHold) {
  EXPECT_TRUE(IsShown(""));
  EXPECT_TRUE(IsShown("c>1.5 r2>0.92 sizes>10 self>1%"));
  EXPECT_FALSE(IsShown("c>1.5 r2>0.995"));
  EXPECT_TRUE(IsShown("sizes>=12 sizes<=12 sizes=12"));
  EXPECT_FALSE(IsShown("sizes<12"));
  EXPECT_TRUE(IsShown("a<0 b>0.1 largest>800 cost=500"));
}

TEST(FitFilter, SharesAreOfAllFunctions) {
  EXPECT_TRUE(IsShown("cost=50% self=25% calls=1%"));
  EXPECT_FALSE(IsShown("calls>1%"));
}

TEST(FitFilter, SharesOfCostAreOfTheWholeProfile) {
  CctBuilder builder;
  builder.AddMetric({"time", "ns", 1});
  const BuildNode sort = builder.Child(kBuildRoot, builder.InternFrame({.name = "sort"}));
  builder.AddSelf(sort, 0, 30);
  builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame({.name = "without sizes"})), 0, 70);
  builder.SetPoints({{"input", "n"}, {"calls", "count"}, {"inclusive", "ns"}}, {sort}, {{8}, {1}, {30}});
  const CctPtr tree = std::move(builder).Finish({}).value();
  const Result<std::vector<FunctionFit>> fits =
      FitFunctions(*tree, PointFields(*tree, PointCost::kInclusive));
  ASSERT_TRUE(fits);
  const Result<FitShares> shares = SharesOf(*tree, *fits, std::nullopt);
  ASSERT_TRUE(shares);
  EXPECT_EQ(shares->totals.cost, 100) << "and not 30, what the dearest one costs";
}

TEST(FitFilter, OtherWordsArePartsOfNames) {
  EXPECT_TRUE(IsShown("merge c>1"));
  EXPECT_TRUE(IsShown("sort merge"));
  EXPECT_FALSE(IsShown("quick"));
  EXPECT_TRUE(IsShown("mod:libsort c>1 merge"));
  EXPECT_FALSE(IsShown("mod:libc"));
  EXPECT_FALSE(IsShown("libsort")) << "a module is asked for by its word";
}

TEST(FitFilter, WithoutAFitNothingIsSaidOfTheExponent) {
  FunctionFit fit = Sort();
  fit.power.reset();
  EXPECT_FALSE(IsShown("c>0", fit));
  EXPECT_FALSE(IsShown("c<=0", fit));
  EXPECT_TRUE(IsShown("sizes>1", fit));
}

TEST(FitFilter, OfAComparisonWhatWasBeforeAndByHowMuchItGrew) {
  const FunctionFit after = Sort();
  FunctionFit before = Sort();
  before.power->c = 1.2;
  before.cost = 200;
  const auto is_shown = [&](std::string_view text, const FunctionFit* old) {
    const Result<FitFilter> filter = ParseFitFilter(text);
    EXPECT_TRUE(filter) << text;
    EXPECT_EQ(filter->NeedsSides(), text.find('_') != std::string_view::npos);
    return Matches(*filter, {&after, "sort", "", 25, old, 10}, {1000, 100, 4000});
  };
  EXPECT_TRUE(is_shown("c>1.9 c_before<1.3 c_change>0.7 c_change<0.8", &before));
  EXPECT_FALSE(is_shown("c_change>0.8", &before));
  EXPECT_TRUE(is_shown("cost_change=300 self_change=15 self_before=10 sizes_change=0", &before));
  EXPECT_FALSE(is_shown("c_before>0", nullptr)) << "nothing is known of it";
  EXPECT_TRUE(is_shown("c>1.9", nullptr));
  EXPECT_NEAR(*ExponentChange(after, &before), 0.78, 1e-12);
  before.power->r_squared = 0.3;
  EXPECT_FALSE(ExponentChange(after, &before));
  before.power.reset();
  EXPECT_FALSE(is_shown("c_change>-9", &before));
  EXPECT_FALSE(ExponentChange(after, &before));
  EXPECT_FALSE(ExponentChange(after, nullptr));
}

// From equal costs to n^2 is the worst that can happen to a function.
TEST(FitFilter, EqualCostsHaveTheExponent0) {
  const auto function_of = [](auto cost_of, uint64_t sizes = 12) {
    FunctionPoints function;
    for (uint64_t n = 1; n <= sizes; ++n) {
      InputPoint point;
      point.size = n;
      point.calls = 1;
      point.cost = point.least = point.most = cost_of(n);
      function.points.push_back(point);
    }
    return FitFunction(function);
  };
  const FunctionFit level = function_of([](uint64_t) { return uint64_t{7}; }),
                    square = function_of([](uint64_t n) { return 3 * n * n; }),
                    scattered =
                        function_of([](uint64_t n) { return n % 2 == 0 ? uint64_t{100} : uint64_t{1}; }),
                    few = function_of([](uint64_t) { return uint64_t{7}; }, 3);
  EXPECT_EQ(ExponentOf(level), 0);
  EXPECT_NEAR(ExponentOf(square).value_or(0), 2, 0.01);
  EXPECT_FALSE(ExponentOf(scattered));
  EXPECT_FALSE(ExponentOf(few)) << "of three sizes no exponent is known";
  EXPECT_NEAR(ExponentChange(square, &level).value_or(0), 2, 0.01);
  EXPECT_NEAR(ExponentChange(level, &square).value_or(0), -2, 0.01);
  EXPECT_EQ(ExponentChange(level, &level), 0);
  EXPECT_FALSE(ExponentChange(square, &scattered));
  const auto is_shown = [](std::string_view text, const FunctionFit& after, const FunctionFit& before) {
    return Matches(ParseFitFilter(text).value(), {&after, "f", "", 0, &before, 0}, {});
  };
  EXPECT_TRUE(is_shown("c_change>1 c_before=0 c>1.9", square, level));
  EXPECT_FALSE(is_shown("r2>0", level, square));
  // What the column leaves empty meets no condition.
  FunctionFit unexplained = square;
  unexplained.power->c = 9;
  unexplained.power->r_squared = 0.029;
  EXPECT_FALSE(is_shown("c_change<-1", square, unexplained));
  EXPECT_FALSE(is_shown("c_change>1", unexplained, square));
  EXPECT_TRUE(is_shown("c_before>8", square, unexplained)) << "it stands in its column";
}

TEST(FitFilter, WhatCannotBeReadIsSaidWithItsPlace) {
  const auto problem = [](std::string_view text) {
    const Result<FitFilter> filter = ParseFitFilter(text);
    EXPECT_FALSE(filter) << text;
    return filter ? std::string()
                  : std::to_string(filter.error().column.value_or(0)) + ": " + filter.error().message;
  };
  EXPECT_EQ(problem("c>1 d>2"), "5: expected cost, self, calls, sizes, largest, a, b, c or r2, found 'd'");
  EXPECT_EQ(problem("c>"), "3: expected a number behind '>', found ''");
  EXPECT_EQ(problem("c>=1x"), "4: expected a number behind '>=', found '1x'");
  EXPECT_EQ(problem("c>nan"), "3: expected a number behind '>', found 'nan'");
  EXPECT_EQ(problem("c>5%"), "3: expected a number, no share, for c");
  EXPECT_EQ(problem("cost_before>5%"), "13: expected a number, no share, for cost_before");
  EXPECT_EQ(problem("_change>5"),
            "1: expected cost, self, calls, sizes, largest, a, b, c or r2, found '_change'");
}

}  // namespace
}  // namespace ringscope::fit_filter_test
