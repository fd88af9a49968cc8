#include "cct/inputs/cost_series.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ringscope::bounding_formula_test {
namespace {

double At(std::string_view text, double n) { return BoundingFormula::Parse(text).value().At(n).value_or(-1); }

std::string ProblemOf(std::string_view text) {
  const auto parsed = BoundingFormula::Parse(text);
  return parsed ? "" : std::to_string(parsed.error().column.value_or(0)) + ": " + parsed.error().message;
}

TEST(BoundingFormula, IsAFormulaOfTheSize) {
  EXPECT_EQ(At("n*n", 7), 49);
  EXPECT_EQ(At("2 * n + 1", 7), 15);
  EXPECT_DOUBLE_EQ(At("n * ln", 8), 8 * std::log(8));
  EXPECT_DOUBLE_EQ(At("n * lnln / sqrt", 16), 4 * std::log(std::log(16)));
  EXPECT_EQ(At("-(3 - n)", 5), 2);
}

TEST(BoundingFormula, SaysNothingWhereItIsNotAboveZero) {
  EXPECT_EQ(At("ln", 1), -1);
  EXPECT_EQ(At("lnln", 2), -1);
  EXPECT_EQ(At("n", 0), -1);
  EXPECT_EQ(At("3 - n", 5), -1);
  EXPECT_EQ(At("1 / (n - 4)", 4), -1);
  EXPECT_EQ(At("n * n * n * n * n", 1e80), -1);
}

TEST(BoundingFormula, WhatCannotBeReadIsSaidWithItsPlace) {
  EXPECT_EQ(ProblemOf("n * m"),
            "5: expected n, ln (ln n), lnln (ln ln n) and sqrt (the root of n), found 'm'");
  EXPECT_NE(ProblemOf("self(n)"), "");
  EXPECT_NE(ProblemOf(""), "");
  EXPECT_EQ(ProblemOf("n *").substr(0, 2), "4:");
}

TEST(BoundingFormula, ReplacesThePowersOfAChart) {
  const std::vector<InputPoint> points{{1, 1, 5, 5, 5, 25}, {4, 1, 32, 32, 32, 1024}};
  CostSeriesOptions options{.chart = CostChart::kBounded};
  options.bound.formula = BoundingFormula::Parse("n*n*2").value();
  const CostSeries series = MakeCostSeries(points, options);
  ASSERT_EQ(series.points.size(), 2u);
  EXPECT_EQ(series.points[0].value, 2.5);
  EXPECT_EQ(series.points[1].value, 1);
}

}  // namespace
}  // namespace ringscope::bounding_formula_test
