#include "cct/compare/stored_comparison.h"

#include <gtest/gtest.h>

#include "cct/compare/answers/explanation.h"
#include "cct/compare/answers/noise.h"
#include "cct/query/language/query.h"
#include "cct/query/sets/condition.h"
#include "cct/query/sets/select.h"
#include "tests/cct/test_trees.h"

namespace ringscope::stored_comparison_test {
namespace {

using test::TreeFromFolded;

TreeComparison Compared(std::span<const std::string> before, std::span<const std::string> after,
                        const CompareOptions& options = {}) {
  std::vector<CompareInput> inputs;
  for (const std::string& text : before) inputs.push_back({TreeFromFolded(text), {.name = "a"}});
  for (const std::string& text : after) inputs.push_back({TreeFromFolded(text), {.name = "b"}});
  return CompareTrees(std::span(inputs).first(before.size()), std::span(inputs).subspan(before.size()), options)
      .value();
}

TEST(StoredComparison, KnowsWhatTheComparisonKnew) {
  const std::vector<std::string> before{"main;f 300\nmain;g 100\n", "main;f 310\n"};
  const std::vector<std::string> after{"main;f 200\nmain;h 50\n", "main;f 260\n", "main;f 240\nmain;g 7\n"};
  for (const bool by_share : {false, true}) {
    for (const size_t runs : {size_t{1}, size_t{2}}) {
      const TreeComparison made = Compared(std::span(before).first(runs), std::span(after).first(runs + 1),
                                           {.by_share = by_share});
      const auto stored = StoredComparison(made.tree);
      ASSERT_TRUE(stored);
      EXPECT_EQ(stored->by_share, by_share);
      ASSERT_EQ(stored->metrics.size(), made.metrics.size());
      for (size_t i = 0; i < made.metrics.size(); ++i) {
        const ComparedMetric &was = made.metrics[i], &is = stored->metrics[i];
        EXPECT_EQ(is.metric.name, was.metric.name);
        EXPECT_EQ(is.side, was.side);
        EXPECT_EQ(is.change, was.change);
        EXPECT_EQ(is.change_scale, was.change_scale);
        EXPECT_EQ(is.runs, was.runs);
        EXPECT_EQ(is.run, was.run);
        EXPECT_EQ(is.noise, was.noise);
        for (size_t side = 0; side < kSideCount; ++side) EXPECT_DOUBLE_EQ(is.sample_value[side], was.sample_value[side]);
        for (const MetricIndex column : is.run) EXPECT_EQ(FindCompared(*stored, column), &is);
        EXPECT_EQ(FindCompared(*stored, is.change), &is);
      }
      EXPECT_EQ(FindCompared(*stored, 999), nullptr);
    }
  }
}

TEST(StoredComparison, KnowsForHowManySamplesEachStands) {
  const auto sampled = [](const std::string& lines, uint64_t period) {
    const CctPtr tree = TreeFromFolded(lines);
    ImportReport report;
    report.notes = {"Sampled every " + std::to_string(period) + " us."};
    return std::make_shared<const Cct>(tree->columns(), tree->frames(),
                                       std::vector<Metric>{{"samples", "count", 1}}, report, tree);
  };
  const CompareInput inputs[] = {{sampled("f 1000\n", 1000), {"a"}}, {sampled("f 100\n", 10000), {"b"}},
                                 {sampled("f 90\n", 10000), {"c"}}};
  for (const size_t runs_after : {size_t{1}, size_t{2}}) {
    const TreeComparison made =
        CompareTrees(std::span(inputs).first(1), std::span(inputs).subspan(1, runs_after)).value();
    const auto stored = StoredComparison(made.tree);
    ASSERT_TRUE(stored);
    for (size_t side = 0; side < kSideCount; ++side)
      EXPECT_DOUBLE_EQ(stored->metrics[0].sample_value[side], made.metrics[0].sample_value[side]) << side;
  }
}

TEST(StoredComparison, AnotherTreeIsNone) {
  EXPECT_FALSE(StoredComparison(TreeFromFolded("main;f 3\n")));
}

// Names of the contexts that a query selects, in the metric before.
std::string Selected(const Cct& tree, std::string_view text, MetricIndex metric = 0) {
  const Query query = ParseQuery(text).value();
  EXPECT_EQ(FormatQuery(query), text);
  const auto set = SelectByCondition(tree, query.nodes.front(), {.metric = metric}, nullptr);
  if (!set) return set.error().message;
  std::string names;
  for (ContextId context = 0; context < tree.context_count(); ++context)
    if (set->contains(context)) names += std::string(names.empty() ? "" : " ") + std::string(tree.FrameAt(context).name);
  return names;
}

TEST(QueryOfSides, SelectsByTheDifference) {
  const std::string before[] = {"main;f 300\nmain;g 100\nmain;i 5\n"};
  const std::string after[] = {"main;f 200\nmain;h 50\nmain;i 5\n"};
  const TreeComparison made = Compared(before, after);
  const Cct& tree = *made.tree;
  EXPECT_EQ(Selected(tree, "delta<0"), "main f g");
  EXPECT_EQ(Selected(tree, "delta>0"), "h");
  EXPECT_EQ(Selected(tree, "delta=0"), "i");
  EXPECT_EQ(Selected(tree, "delta!=0"), "main f g h");
  EXPECT_EQ(Selected(tree, "self-delta<=-100"), "f g");
  // Of the total before, 405.
  EXPECT_EQ(Selected(tree, "delta>12%"), "h");
  EXPECT_EQ(Selected(tree, "delta>13%"), "");
  EXPECT_EQ(Selected(tree, "before=0"), "h");
  EXPECT_EQ(Selected(tree, "after=0"), "g");
  const std::string name = made.metrics[0].metric.name;
  EXPECT_EQ(Selected(tree, "after(" + name + ")>=200"), "main f");
  EXPECT_EQ(Selected(tree, "delta(nosuch)>1"),
            "expected a metric of a comparison for 'delta', found only " + [&] {
              std::string names;
              for (const Metric& metric : tree.metrics()) names += (names.empty() ? "'" : ", '") + metric.name + "'";
              return names;
            }());
  // Whichever column is shown.
  EXPECT_EQ(Selected(tree, "delta>0", made.metrics[0].change), "h");
  const CctPtr plain = TreeFromFolded("main;f 3\n");
  EXPECT_TRUE(Selected(*plain, "delta>0").starts_with("expected a metric of a comparison"));
}

TEST(QueryOfExecutions, CountsThoseInWhichAContextCostsSomething) {
  const std::string before[] = {"main;f 300\nmain;g 100\nmain;zero 0\n"};
  const std::string after[] = {"main;f 200\nmain;h 50\n", "main;f 200\nmain;g 5\n"};
  const TreeComparison three = Compared(before, after);
  EXPECT_EQ(Selected(*three.tree, "executions=3"), "main f");
  EXPECT_EQ(Selected(*three.tree, "executions>=2"), "main f g");
  EXPECT_EQ(Selected(*three.tree, "executions<2"), "h zero");
  const TreeComparison two = Compared(before, std::span(after).first(1));
  EXPECT_EQ(Selected(*two.tree, "executions=1"), "g h");
  EXPECT_EQ(ParseQuery("executions>5%").error().message.substr(0, 8), "expected");
  const CctPtr plain = TreeFromFolded("main;f 3\n");
  EXPECT_TRUE(Selected(*plain, "executions>1").starts_with("expected a profile that holds several executions"));
}

// Names of the contexts that a query selects, by what the comparison knows of chance or without it.
std::string Matching(const CctPtr& tree, std::string_view text, DifferencesOfTree differences) {
  const Query query = ParseQuery(text).value();
  EXPECT_EQ(FormatQuery(query), text);
  const FunctionIndex functions(tree->frames());
  const auto set = SelectContexts(*tree, functions, query, {.differences_of = differences});
  if (!set) return set.error().message;
  std::string names;
  for (ContextId context = 0; context < tree->context_count(); ++context)
    if (set->contains(context)) names += std::string(names.empty() ? "" : " ") + std::string(tree->FrameAt(context).name);
  return names;
}

TEST(QueryOfSides, WordsTellTheKindsOfDifferenceApart) {
  const std::string before[] = {"main;f 300\nmain;g 100\nmain;i 5\nmain;k 10\nmain;z 1\n"};
  const std::string after[] = {"main;f 200\nmain;h 50\nmain;i 5\nmain;k 400\nmain;y 1\n"};
  const CctPtr tree = Compared(before, after).tree;
  EXPECT_EQ(Matching(tree, "slower", &ContextDifferences), "main k");
  EXPECT_EQ(Matching(tree, "faster", &ContextDifferences), "f");
  EXPECT_EQ(Matching(tree, "new", &ContextDifferences), "h") << "1 against 0 may be chance";
  EXPECT_EQ(Matching(tree, "gone", &ContextDifferences), "g");
  EXPECT_EQ(Matching(tree, "noise", &ContextDifferences), "i z y");
  EXPECT_EQ(Matching(tree, "not slower leaf", &ContextDifferences), "f g i z h y");
  EXPECT_EQ(Matching(tree, "new", nullptr), "h y") << "nothing is chance where nobody says so";
  EXPECT_EQ(Matching(tree, "fn:new", &ContextDifferences), "") << "the name";
}

TEST(QueryOfSides, WordsAreNamesWhereNothingIsCompared) {
  const CctPtr tree = TreeFromFolded("main;operator\\ new 3\nmain;renew 1\nmain;f 1\n");
  EXPECT_EQ(Matching(tree, "gone", &ContextDifferences), "");
  EXPECT_NE(Matching(tree, "new", &ContextDifferences).find("renew"), std::string::npos);
  EXPECT_EQ(Matching(tree, "new", nullptr), Matching(tree, "new", &ContextDifferences));
}

TEST(QueryOfSides, DerivedMetricsReachOverExecutions) {
  const std::string before[] = {"main;f 300\nmain;g 100\n"}, after[] = {"main;f 200\nmain;h 50\n"};
  const TreeComparison made = Compared(before, after);
  const std::string name = made.metrics[0].metric.name;
  const auto metric = ParseDerivedMetric("growth = " + name + "@after - " + name + "@before");
  ASSERT_TRUE(metric) << DescribeError(metric.error());
  const auto formula = BoundFormula::Bind(*made.tree, *metric);
  ASSERT_TRUE(formula) << DescribeError(formula.error());
  EXPECT_EQ(formula->Inclusive(kRootContext), -150);
  const FunctionIndex functions(made.tree->frames());
  const auto grown = SelectContexts(*made.tree, functions, ParseQuery("incl(growth)>0").value(),
                                    {.derived = {&*metric, 1}});
  ASSERT_TRUE(grown);
  EXPECT_EQ(grown->Count(), 1u);
}

}  // namespace
}  // namespace ringscope::stored_comparison_test
