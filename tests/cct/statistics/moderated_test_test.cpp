#include "cct/statistics/moderated_test.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "cct/statistics/rank_test.h"

namespace ringscope::moderated_test_test {
namespace {

struct Table {
  std::vector<std::vector<double>> before, after;
  [[nodiscard]] std::vector<double> Probabilities() const {
    std::vector<TwoSides> sides;
    for (size_t k = 0; k < before.size(); ++k) sides.push_back({before[k], after[k]});
    return ModeratedProbabilities(sides);
  }
};

// Functions that vary by about 2 %, some more, some less; the first `changed` cost a tenth more afterwards.
Table RandomTable(std::mt19937_64& random, size_t functions, size_t runs, size_t changed) {
  std::normal_distribution<> normal;
  Table table;
  for (size_t k = 0; k < functions; ++k) {
    const double mean = std::exp(std::uniform_real_distribution<>(0, 8)(random));
    const double varies = 0.02 * std::exp(0.5 * normal(random));
    const auto values = [&](double of) {
      std::vector<double> made;
      for (size_t run = 0; run < runs; ++run) made.push_back(of * std::max(0.0, 1 + varies * normal(random)));
      return made;
    };
    table.before.push_back(values(mean));
    table.after.push_back(values(k < changed ? 1.1 * mean : mean));
  }
  return table;
}

TEST(ModeratedTest, OfFewQuantitiesIsStudentsTest) {
  // t = 3.674 with 4 degrees of freedom: two-sided p 0.0213 in every table.
  EXPECT_NEAR((Table{{{1, 2, 3}}, {{4, 5, 6}}}).Probabilities()[0], 0.02131, 1e-5);
  EXPECT_NEAR((Table{{{4, 5, 6}}, {{1, 2, 3}}}).Probabilities()[0], 0.02131, 1e-5);
  // t = 2.8284 with 2 degrees of freedom: p = 1 - t / sqrt(t^2 + 2).
  EXPECT_NEAR((Table{{{0, 1}}, {{2, 3}}}).Probabilities()[0], 1 - std::sqrt(0.8), 1e-9);
}

TEST(ModeratedTest, WhatCannotBeSaid) {
  EXPECT_TRUE(ModeratedProbabilities({}).empty());
  EXPECT_EQ((Table{{{1}}, {{2}}}).Probabilities()[0], 1);
  EXPECT_EQ((Table{{{3, 3}}, {{3, 3}}}).Probabilities()[0], 1);
  EXPECT_EQ((Table{{{0, 0}}, {{0, 0}}}).Probabilities()[0], 1);
  // Nothing varies, and both sides differ.
  EXPECT_EQ((Table{{{0, 0}}, {{5, 5}}}).Probabilities()[0], 0);
}

// So many tables that a test which is off by a third fails, and one that is right never does.
TEST(ModeratedTest, AlarmsAreAsRareAsTheyShouldBe) {
  std::mt19937_64 random(1);
  for (const size_t runs : {2u, 3u, 5u}) {
    size_t alarms = 0, tests = 0;
    for (int table = 0; table < 300; ++table) {
      for (const double p : RandomTable(random, 60, runs, 0).Probabilities()) {
        ASSERT_GE(p, 0);
        ASSERT_LE(p, 1);
        alarms += p < 0.05 ? 1 : 0;
        ++tests;
      }
    }
    EXPECT_NEAR(static_cast<double>(alarms) / static_cast<double>(tests), 0.05, 0.015) << runs;
  }
}

TEST(ModeratedTest, ThreeRunsFindWhatATestOfEachAloneCannot) {
  std::mt19937_64 random(2);
  size_t right = 0, wrong = 0;
  for (int k = 0; k < 100; ++k) {
    const std::vector<bool> found = Discoveries(RandomTable(random, 60, 3, 6).Probabilities(), 0.05);
    for (size_t function = 0; function < found.size(); ++function)
      (function < 6 ? right : wrong) += found[function] ? 1 : 0;
  }
  EXPECT_GT(right, 300u);  // of 600
  EXPECT_LT(static_cast<double>(wrong), 0.08 * static_cast<double>(right + wrong));
}

TEST(ModeratedTest, ValuesOfAnySize) {
  for (const double scale : {1e-300, 1e-9, 1.0, 9e18, 1e150}) {
    Table table;
    for (size_t k = 0; k < 20; ++k) {
      const auto size = static_cast<double>(k + 1);
      table.before.push_back({scale * size, scale * size * 1.01});
      table.after.push_back({scale * size * 1.02, scale * size * (k == 3 ? 2 : 1.01)});
    }
    for (const double p : table.Probabilities()) {
      EXPECT_GE(p, 0);
      EXPECT_LE(p, 1);
    }
  }
}

// Half of them vary by nothing, as exact counts do.
TEST(ModeratedTest, QuantitiesThatDoNotVaryAreNoPrior) {
  std::mt19937_64 random(3);
  Table table = RandomTable(random, 40, 4, 0);
  for (size_t k = 0; k < 20; ++k) table.before[k] = table.after[k] = {7, 7, 7, 7};
  const std::vector<double> probabilities = table.Probabilities();
  for (size_t k = 0; k < 20; ++k) EXPECT_EQ(probabilities[k], 1);
  for (size_t k = 20; k < 40; ++k) EXPECT_GT(probabilities[k], 1e-4);
}

}  // namespace
}  // namespace ringscope::moderated_test_test
