#include "cct/query/metrics/derived_metric.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "cct/merge/tree_aggregator.h"
#include "cct/query/sets/bound_formula.h"
#include "tests/cct/test_trees.h"

namespace ringscope::derived_metric_test {
namespace {

// Two contexts, a and a;b: self (10, 4) and (30, 0), stored in tenths and whole.
CctPtr SmallTree() {
  return test::TreeFromFolded("a 100,4\na;b 300,0\n", {{"cpu time", "ms", 10}, {"calls", "count", 1}});
}

std::vector<DerivedMetric> MetricsOf(const std::vector<std::string>& texts) {
  std::vector<DerivedMetric> metrics;
  for (const std::string& text : texts) metrics.push_back(ParseDerivedMetric(text).value());
  return metrics;
}

// Of the last of several metrics.
double ValueOfLast(const std::vector<std::string>& texts, ContextId context, bool as_self) {
  const CctPtr tree = SmallTree();
  const auto bound = BoundFormula::Bind(*tree, MetricsOf(texts), texts.size() - 1);
  EXPECT_TRUE(bound.has_value()) << texts.back() << ": " << (bound ? "" : bound.error().message);
  if (!bound) return 0;
  return as_self ? bound->Self(context) : bound->Inclusive(context);
}

double ValueOf(const std::string& formula, ContextId context, bool as_self) {
  return ValueOfLast({"x = " + formula}, context, as_self);
}

TEST(DerivedMetric, ValuesAreThoseShown) {
  EXPECT_EQ(ValueOf("calls", 1, true), 4);
  EXPECT_EQ(ValueOf("'cpu time'", 1, true), 10);
  EXPECT_EQ(ValueOf("'cpu time'", 1, false), 40);
  EXPECT_EQ(ValueOf("'CPU Time' / calls", 1, true), 2.5);
  EXPECT_EQ(ValueOf("self('cpu time')", 1, false), 10);
  EXPECT_EQ(ValueOf("incl('cpu time')", 1, true), 40);
  EXPECT_EQ(ValueOf("self('cpu time') / total('cpu time')", 2, true), 0.75);
  EXPECT_TRUE(std::isnan(ValueOf("'cpu time' / calls", 2, true)));
  EXPECT_TRUE(std::isnan(ValueOf("1 + 'cpu time' / calls", 2, true)));
}

TEST(DerivedMetric, OperatorsBindAsInArithmetic) {
  EXPECT_EQ(ValueOf("1 + 2 * 3", 1, true), 7);
  EXPECT_EQ(ValueOf("(1 + 2) * 3", 1, true), 9);
  EXPECT_EQ(ValueOf("8 / 4 / 2", 1, true), 1);
  EXPECT_EQ(ValueOf("8 - 4 - 2", 1, true), 2);
  EXPECT_EQ(ValueOf("-2 * 3", 1, true), -6);
  EXPECT_EQ(ValueOf("2 - -3", 1, true), 5);
  EXPECT_EQ(ValueOf("-(2 + 3) * -1.5e1", 1, true), 75);
  EXPECT_EQ(ValueOf("-calls + .5", 1, true), -3.5);
}

TEST(DerivedMetric, NamesAreReadAndWritten) {
  for (const std::string_view text :
       {"rate = misses / calls", "miss rate = a", "'a=b' = x + 1", R"('it\'s=' = x)"}) {
    const auto metric = ParseDerivedMetric(text);
    ASSERT_TRUE(metric.has_value()) << text;
    EXPECT_EQ(FormatDerivedMetric(*metric), text);
  }
  EXPECT_EQ(FormatDerivedMetric(ParseDerivedMetric("  x=a  +b ").value()), "x = a  +b");
}

TEST(DerivedMetric, WrongFormulasAreRefusedWithTheirColumn) {
  struct Refused {
    std::string_view text;
    uint64_t column;
    std::string_view message;
  };
  const std::vector<Refused> cases{
      {"", 1, "expected the name of the new metric, found the end"},
      {"= a", 1, "expected the name of the new metric, found '='"},
      {"x", 2, "expected a '=' after the name of the new metric, found the end"},
      {"x =", 4, "expected a number, a metric, '-' or a '(', found the end"},
      {"x = a +", 8, "expected a number, a metric, '-' or a '(', found the end"},
      {"x = a b", 7, "expected one of + - * /, found 'b'"},
      {"x = (a", 7, "expected a ')' for the '(' at column 5, found the end"},
      {"x = a)", 6, "expected a '(' before it, found ')'"},
      {"x = ()", 6, "expected a number, a metric, '-' or a '(', found ')'"},
      {"x = sum(a)", 5,
       "expected self, incl, total, min, max, mean, stddev, cv, imbalance, members, median or p95 before a "
       "'(', found 's'"},
      {"x = self(a", 11, "expected a ')' after the metric's name, found the end"},
      {"x = self()", 10, "expected the name of a metric, found ')'"},
      {"x = 'a", 7, "expected a closing ' of the metric's name, found the end"},
      {"x = 5ms", 5,
       "expected a number (the name of a metric that begins with a digit stands in ''), found '5'"},
      {"x = 1e999", 5, "expected a number that is not too large, found '1'"},
  };
  for (const Refused& one : cases) {
    const auto metric = ParseDerivedMetric(one.text);
    ASSERT_FALSE(metric.has_value()) << one.text;
    EXPECT_EQ(metric.error().message, one.message) << one.text;
    EXPECT_EQ(metric.error().column, one.column) << one.text;
  }
  std::string longest = "x = 1";
  for (int i = 0; i < 60; ++i) longest += "+1";
  EXPECT_EQ(ParseDerivedMetric(longest).error().code, ErrorCode::kLimit);
  EXPECT_EQ(ParseDerivedMetric("x = " + std::string(5000, '(')).error().code, ErrorCode::kLimit);
}

TEST(BoundFormula, MetricsThatAreNotThereAreNamed) {
  const CctPtr tree = SmallTree();
  const auto bound = BoundFormula::Bind(*tree, ParseDerivedMetric("x = disk / calls").value());
  ASSERT_FALSE(bound.has_value());
  EXPECT_EQ(bound.error().code, ErrorCode::kNotFound);
  EXPECT_EQ(bound.error().message,
            "in 'x': expected a metric of this profile ('cpu time', 'calls'), found 'disk'");
  EXPECT_EQ(BoundFormula::Bind(*tree, DerivedMetric{}).error().code, ErrorCode::kInvalidArgument);
}

TEST(BoundFormula, AFormulaMayNameDerivedMetricsBeforeItsOwn) {
  const std::string per_call = "per call = 'cpu time' / calls";
  EXPECT_EQ(ValueOfLast({per_call, "x = 2 * 'per call'"}, 1, true), 5);
  EXPECT_EQ(ValueOfLast({per_call, "x = 2 * 'per call'"}, 1, false), 20);
  EXPECT_EQ(ValueOfLast({per_call, "x = 'Per Call'"}, 1, true), 2.5);
  EXPECT_EQ(ValueOfLast({per_call, "x = incl('per call') - self('per call')"}, 1, true), 7.5);
  EXPECT_EQ(ValueOfLast({per_call, "x = 'per call' * total('per call')"}, 1, true), 25);
  EXPECT_EQ(ValueOfLast({per_call, "y = 'per call' + 1", "x = y * 'per call' + self(y) + incl(y)"}, 1, true),
            3.5 * 2.5 + 3.5 + 11);
  // What is said within goes before what is asked for.
  EXPECT_EQ(ValueOfLast({"own = self('cpu time') / calls", "x = incl(own)"}, 1, true), 2.5);
  EXPECT_EQ(
      ValueOfLast({"share = self('cpu time') / total('cpu time')", "x = share / total(calls)"}, 2, true),
      0.1875);
  EXPECT_EQ(ValueOfLast({"own = self('cpu time')", "x = total(own)"}, 1, true), 0) << "the root has none";
  // A metric of the profile goes before a derived one, the first of one name before the next.
  EXPECT_EQ(ValueOfLast({"calls = 7", "x = calls"}, 1, true), 4);
  EXPECT_EQ(ValueOfLast({"CALLS = 7", "x = CALLS"}, 1, true), 7) << "exactly this name";
  EXPECT_EQ(ValueOfLast({"a = 1", "a = a + 1", "x = a"}, 1, true), 1);
}

TEST(BoundFormula, WhatHasNoValueLeavesNoneToWhatNamesIt) {
  const std::string per_call = "per call = 'cpu time' / calls";
  for (const char* const formula :
       {"x = 'per call'", "x = 0 * 'per call'", "x = 1 / 'per call'", "x = -'per call'"})
    EXPECT_TRUE(std::isnan(ValueOfLast({per_call, formula}, 2, true))) << formula;
  EXPECT_TRUE(std::isnan(ValueOfLast({"zero = calls - calls", "x = 1 / zero"}, 1, true)));
  EXPECT_EQ(ValueOfLast({per_call, "x = 1 / total('per call')"}, 2, true), 0.1);
}

TEST(BoundFormula, NamesThatComeLaterOrNowhereAreRefusedAtTheirColumn) {
  struct Refused {
    std::vector<std::string> texts;
    size_t index;
    uint64_t column;
    std::string_view message;
  };
  const std::vector<Refused> cases{
      {{"a = 1", "x = a + disk"},
       1,
       9,
       "in 'x': expected a metric of this profile ('cpu time', 'calls') or a derived one defined before "
       "('a'), "
       "found 'disk'"},
      {{"x = 1 / b", "b = 2"},
       0,
       9,
       "in 'x': expected a metric of this profile ('cpu time', 'calls') or a derived one defined before, "
       "found "
       "'b', which is defined after it"},
      {{"  x  =  self( x )"},
       0,
       15,
       "in 'x': expected a metric of this profile ('cpu time', 'calls') or a derived one defined before, "
       "found "
       "'x', the metric itself"},
      // The one that is wrong is named, not the one that needs it.
      {{"a = disk", "x = a"},
       1,
       5,
       "in 'a': expected a metric of this profile ('cpu time', 'calls'), found 'disk'"},
  };
  const CctPtr tree = SmallTree();
  for (const Refused& one : cases) {
    const auto bound = BoundFormula::Bind(*tree, MetricsOf(one.texts), one.index);
    ASSERT_FALSE(bound.has_value()) << one.texts[one.index];
    EXPECT_EQ(bound.error().code, ErrorCode::kNotFound);
    EXPECT_EQ(bound.error().message, one.message);
    EXPECT_EQ(bound.error().column, one.column) << one.texts[one.index];
  }
  // What is not needed may be wrong.
  EXPECT_EQ(ValueOfLast({"a = disk", "b = calls", "x = b"}, 1, true), 4);
}

TEST(BoundFormula, SharedPartsCountOnceAndAllTogetherAreLimited) {
  // Written out this would have 2^60 parts.
  std::vector<std::string> doubling{"m0 = calls / 4"};
  for (int i = 1; i <= 60; ++i) doubling.push_back(fmt::format("m{} = m{} + m{}", i, i - 1, i - 1));
  EXPECT_EQ(ValueOfLast(doubling, 1, true), std::pow(2.0, 60));
  std::string longest = "x0 = 1";
  for (int i = 0; i < 49; ++i) longest += "+1";
  std::vector<std::string> chain{longest};
  for (int i = 1; i < 10; ++i)
    chain.push_back(fmt::format("x{} = x{}{}", i, i - 1, longest.substr(longest.find('+'))));
  const CctPtr tree = SmallTree();
  EXPECT_TRUE(BoundFormula::Bind(*tree, MetricsOf(chain), 3).has_value());
  EXPECT_EQ(BoundFormula::Bind(*tree, MetricsOf(chain), 9).error().code, ErrorCode::kLimit);
}

TEST(BoundFormula, RunsAndRowsGetTheValuesOfTheirContexts) {
  const CctPtr tree = test::RandomTree(3, {.contexts = 500, .metrics = 2});
  const DerivedMetric ratio = ParseDerivedMetric("ratio = 'metric 0' / self('metric 1')").value();
  for (const std::string_view text :
       {"x = 'metric 0' / 'metric 1'", "x = self('metric 0') - 2 * incl('metric 1') + total('metric 0') / 3",
        "x = 7", "x = -'metric 1'", "x = ratio", "x = self(ratio) / incl(ratio) + total(ratio)"}) {
    const auto formula =
        BoundFormula::Bind(*tree, std::vector{ratio, ParseDerivedMetric(text).value()}, 1).value();
    std::vector<double> scratch;
    for (const bool as_self : {true, false}) {
      std::vector<double> values(tree->context_count());
      formula.EvaluateRun({0, tree->context_count()}, as_self, values, scratch);
      for (ContextId context = 0; context < tree->context_count(); ++context) {
        const double expected = as_self ? formula.Self(context) : formula.Inclusive(context);
        const std::vector<uint64_t> self{tree->Self(context, 0), tree->Self(context, 1)};
        const std::vector<uint64_t> inclusive{tree->Inclusive(context, 0), tree->Inclusive(context, 1)};
        const double row = formula.Evaluate(self, inclusive, as_self);
        if (std::isnan(expected)) {
          ASSERT_TRUE(std::isnan(values[context]) && std::isnan(row)) << text << " at " << context;
        } else {
          ASSERT_EQ(values[context], expected) << text << " at " << context;
          ASSERT_EQ(row, expected) << text << " at " << context;
        }
      }
    }
  }
}

TEST(BoundFormula, ACostDividedByACountIsReadAsTheCost) {
  const CctPtr tree = SmallTree();
  const auto units = [&](std::span<const DerivedMetric> metrics) {
    const auto bound = BoundFormula::Bind(*tree, metrics, metrics.size() - 1).value();
    const auto measured = bound.MeasuredAs(), read = bound.ReadAs();
    return (measured ? tree->metrics()[*measured].unit : "-") + " " +
           (read ? tree->metrics()[*read].unit : "-");
  };
  const auto unit_of = [&](std::string_view formula) {
    return units(std::vector{ParseDerivedMetric(fmt::format("x = {}", formula)).value()});
  };
  EXPECT_EQ(unit_of("'cpu time' - self('cpu time')"), "ms ms");
  EXPECT_EQ(unit_of("'cpu time' / calls"), "- ms");
  EXPECT_EQ(unit_of("self(calls) * ('cpu time' / calls)"), "- ms");
  EXPECT_EQ(unit_of("'cpu time' - 'cpu time' / calls"), "- -");
  EXPECT_EQ(unit_of("'cpu time' / calls / calls"), "- -");
  EXPECT_EQ(unit_of("'cpu time' * calls"), "- -");
  EXPECT_EQ(unit_of("calls / calls"), "- -");
  EXPECT_EQ(unit_of("'cpu time' / 'cpu time'"), "- -");
  const std::vector<DerivedMetric> own = PayoffMetrics(*tree);
  ASSERT_EQ(own.size(), 2u);
  EXPECT_EQ(units(own), "- ms");
}

TEST(BoundFormula, StatisticsAreThoseOfTheMembers) {
  TreeAggregator aggregator({.over = "rank"});
  ASSERT_TRUE(aggregator.Add(test::TreeFromFolded("main;f 10\nmain;g 5\n"), {.name = "0"}).has_value());
  ASSERT_TRUE(aggregator.Add(test::TreeFromFolded("main;f 30\n"), {.name = "1"}).has_value());
  const CctPtr tree = *std::move(aggregator).Finish();
  const auto value = [&](const std::string& text, ContextId context) {
    return BoundFormula::Bind(*tree, ParseDerivedMetric("x = " + text).value())->Inclusive(context);
  };
  EXPECT_EQ(value("min(samples)", 2), 10);
  EXPECT_EQ(value("max(rank)", 2), 30);
  EXPECT_EQ(value("mean(rank) + stddev(rank)", 2), 30);
  EXPECT_EQ(value("-imbalance(rank)", 2), -10);
  EXPECT_EQ(value("cv(rank) * 2", 2), 1);
  EXPECT_EQ(value("members(rank)", 3), 1);
  EXPECT_TRUE(BoundFormula::Bind(*tree, ParseDerivedMetric("x = 1 + max(rank)").value())->IsOfOneContext());
  std::vector<std::string> names;
  for (const DerivedMetric& one : MemberMetrics(*tree)) names.push_back(one.name);
  EXPECT_EQ(names, (std::vector<std::string>{"members", "mean", "min", "max", "stddev", "cv", "imbalance"}));

  EXPECT_EQ(
      BoundFormula::Bind(*tree, ParseDerivedMetric("x = p90(rank)").value()).error().message,
      "in 'x': expected a tree with the p90 of its members, as 'aggregate --quantiles 90' writes it, found "
      "'rank'");
  TreeAggregator with_quantiles({.over = "rank", .quantiles = {kMedian, 90'000}});
  for (const char* const cost : {"10", "30", "20"})
    ASSERT_TRUE(with_quantiles.Add(test::TreeFromFolded(fmt::format("main;f {}\n", cost)), {.name = cost})
                    .has_value());
  const CctPtr quantiles = *std::move(with_quantiles).Finish();
  const auto ratio =
      BoundFormula::Bind(*quantiles, ParseDerivedMetric("x = p90(rank) / median(samples)").value());
  EXPECT_EQ(ratio.value().Self(2), 1.5);
  EXPECT_EQ(MemberMetrics(*quantiles).back().name, "p90");

  const CctPtr plain = test::TreeFromFolded("main 1\n");
  EXPECT_TRUE(MemberMetrics(*plain).empty());
  const auto refused = BoundFormula::Bind(*plain, ParseDerivedMetric("x = max(samples)").value());
  EXPECT_EQ(
      refused.error().message,
      "in 'x': expected a tree with members, as 'aggregate' writes it, for a statistic, found 'samples'");
}

}  // namespace
}  // namespace ringscope::derived_metric_test
