#include "cct/query/derived_metric.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "tests/cct/test_trees.h"

namespace ringscope {
namespace {

// Two contexts, a and a;b: self (10, 4) and (30, 0), stored in tenths and whole.
CctPtr SmallTree() {
  return test::TreeFromFolded("a 100,4\na;b 300,0\n", {{"cpu time", "ms", 10}, {"calls", "count", 1}});
}

double ValueOf(std::string_view formula, ContextId context, bool as_self) {
  const CctPtr tree = SmallTree();
  const auto metric = ParseDerivedMetric(std::string("x = ") + std::string(formula));
  EXPECT_TRUE(metric.has_value()) << formula << ": " << (metric ? "" : metric.error().message);
  if (!metric) return 0;
  const auto bound = BoundFormula::Bind(*tree, *metric);
  EXPECT_TRUE(bound.has_value()) << formula;
  if (!bound) return 0;
  return as_self ? bound->Self(context) : bound->Inclusive(context);
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
      {"x = sum(a)", 5, "expected self, incl or total before a '(', found 's'"},
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

TEST(BoundFormula, RunsAndRowsGetTheValuesOfTheirContexts) {
  const CctPtr tree = test::RandomTree(3, {.contexts = 500, .metrics = 2});
  for (const std::string_view text :
       {"x = 'metric 0' / 'metric 1'", "x = self('metric 0') - 2 * incl('metric 1') + total('metric 0') / 3",
        "x = 7", "x = -'metric 1'"}) {
    const auto formula = BoundFormula::Bind(*tree, ParseDerivedMetric(text).value()).value();
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

}  // namespace
}  // namespace ringscope
