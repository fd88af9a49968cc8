#include "cct/compare/answers/function_changes.h"

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <vector>

#include "tests/cct/test_trees.h"

namespace ringscope::function_changes_test {
namespace {

TEST(SplitCost, CallsAndCostACall) {
  const CostSplit both = SplitCost(100, 240, 10, 12);
  EXPECT_DOUBLE_EQ(both.more_calls, 20);
  EXPECT_DOUBLE_EQ(both.cost_a_call, 120);
  EXPECT_DOUBLE_EQ(SplitCost(0, 50, 0, 5).more_calls, 50);
  EXPECT_DOUBLE_EQ(SplitCost(50, 0, 5, 0).more_calls, -50);
  EXPECT_DOUBLE_EQ(SplitCost(50, 70, 0, 0).cost_a_call, 20);
}

TEST(FunctionChanges, LargestDifferenceFirst) {
  const std::vector<Metric> metrics{{"ns", "ns", 1}, {"calls", "count", 1}};
  const CompareInput before[] = {
      {test::TreeFromFolded("m;f 10,1\nm;g;f 30,3\nm;same 5,1\n", metrics), {"a"}}};
  const CompareInput after[] = {
      {test::TreeFromFolded("m;f 10,1\nm;g;f 80,4\nm;same 5,1\nm;h 60,2\n", metrics), {"b"}}};
  const TreeComparison comparison = CompareTrees(before, after).value();
  ASSERT_EQ(comparison.calls, 1);
  const auto functions = BuildFunctionChanges(comparison, comparison.metrics[0]).value();
  ASSERT_EQ(functions.size(), 2);
  EXPECT_EQ(comparison.tree->frames().name(functions[0].frame), "h");
  EXPECT_EQ(functions[0].self.after, 60);
  EXPECT_DOUBLE_EQ(functions[0].split->more_calls, 60);
  EXPECT_EQ(comparison.tree->frames().name(functions[1].frame), "f");
  EXPECT_EQ(functions[1].self.before, 40);
  EXPECT_EQ(functions[1].self.after, 90);
  EXPECT_DOUBLE_EQ(functions[1].split->more_calls, 10);
  EXPECT_DOUBLE_EQ(functions[1].split->cost_a_call, 40);
  EXPECT_FALSE(BuildFunctionChanges(comparison, comparison.metrics[1]).value()[0].split);
  JobControl job;
  job.cancel_requested = true;
  EXPECT_EQ(BuildFunctionChanges(comparison, comparison.metrics[0], &job).error().code,
            ErrorCode::kCancelled);
}

TEST(FunctionChanges, TellWhetherFunctionsShareAName) {
  const auto side = [](uint64_t factor) {
    CctBuilder builder;
    const MetricIndex metric = builder.AddMetric({"samples", "count", 1});
    uint64_t cost = 30;
    for (const Frame& frame :
         {Frame{.name = "f", .file = "a.js", .line = 5}, Frame{.name = "f", .file = "b.js", .line = 8},
          Frame{.name = "g", .file = "a.js"}})
      builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame(frame)), metric, factor * cost--);
    const Frame unchanged{.name = "g", .file = "b.js"};
    builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame(unchanged)), metric, 7);
    return CompareInput{std::move(builder).Finish({}).value(), {"run"}};
  };
  const CompareInput before[] = {side(1)}, after[] = {side(3)};
  const TreeComparison comparison = CompareTrees(before, after).value();
  const auto functions = BuildFunctionChanges(comparison, comparison.metrics[0]).value();
  std::vector<std::string> told;
  for (const FunctionChange& one : functions) {
    const Frame frame = comparison.tree->frames()[one.frame];
    told.push_back(std::string(frame.name) + std::string(frame.file) + (one.shares_name ? " shared" : ""));
  }
  EXPECT_EQ(told, (std::vector<std::string>{"fa.js shared", "fb.js shared", "ga.js"}));
}

// Functions f0, f1, ... below m, which cost what `of` says.
template <typename Of>
CompareInput ManyFunctions(size_t count, Of of) {
  std::string lines;
  for (size_t k = 0; k < count; ++k) lines += "m;f" + std::to_string(k) + " " + std::to_string(of(k)) + "\n";
  return {test::TreeFromFolded(lines), {"run"}};
}

TEST(FunctionChanges, OneRunASideShowsWhatLiesFarFromTheRest) {
  // All waver by about their root, f7 by far more.
  const CompareInput before[] = {ManyFunctions(20, [](size_t k) { return 1000 + 100 * k; })};
  const CompareInput after[] = {ManyFunctions(
      20, [](size_t k) { return 1000 + 100 * k + (k * 13 % 7) * 20 - 60 + (k == 7 ? 1000 : 0); })};
  const TreeComparison comparison = CompareTrees(before, after).value();
  const auto functions = BuildFunctionChanges(comparison, comparison.metrics[0]).value();
  ASSERT_GE(functions.size(), 10u);
  EXPECT_EQ(comparison.tree->frames().name(functions[0].frame), "f7");
  EXPECT_TRUE(functions[0].stands_out.value());
  EXPECT_GT(functions[0].score.value(), 3.5);
  for (size_t k = 1; k < functions.size(); ++k) EXPECT_FALSE(functions[k].stands_out.value()) << k;
  // Among a few functions none is an outlier.
  const CompareInput few[] = {ManyFunctions(5, [](size_t) { return 10; })},
                     few_after[] = {ManyFunctions(5, [](size_t k) { return 10 + 100 * k; })};
  const TreeComparison small = CompareTrees(few, few_after).value();
  EXPECT_FALSE(BuildFunctionChanges(small, small.metrics[0]).value()[0].stands_out);
}

TEST(FunctionChanges, OfManyRunsTheRateOfFalseDiscoveriesIsHeld) {
  // f3 costs more in all runs after; of the others the test alone finds some.
  std::vector<CompareInput> runs;
  for (size_t run = 0; run < 16; ++run) {
    runs.push_back(ManyFunctions(60, [run](size_t k) {
      uint64_t bits = (run + 1) * 0x9e3779b97f4a7c15u ^ (k + 1) * 0xbf58476d1ce4e5b9u;
      bits ^= bits >> 29;
      bits *= 0x94d049bb133111ebu;
      return 1000 + (bits >> 40) % 100 + (k == 3 && run >= 8 ? 300 : 0);
    }));
  }
  const TreeComparison comparison = CompareTrees(std::span(runs).first(8), std::span(runs).last(8)).value();
  const auto functions = BuildFunctionChanges(comparison, comparison.metrics[0]).value();
  EXPECT_EQ(comparison.tree->frames().name(functions[0].frame), "f3");
  EXPECT_TRUE(functions[0].stands_out.value());
  ASSERT_TRUE(functions[0].runs);
  EXPECT_LT(functions[0].probability.value(), 0.001);
  EXPECT_NEAR(functions[0].runs->shift.median, 300, 60);
  EXPECT_LT(functions[0].runs->shift.low, functions[0].runs->shift.median);
  EXPECT_GT(functions[0].runs->shift.low, 200);
  EXPECT_LT(functions[0].runs->shift.high, 400);
  size_t beyond_noise = 0, standing_out = 0;
  for (const FunctionChange& one : functions) {
    beyond_noise += one.is_within_noise ? 0 : 1;
    standing_out += one.stands_out.value() ? 1 : 0;
  }
  EXPECT_EQ(standing_out, 1u);
  EXPECT_GT(beyond_noise, 1u) << "chance, which each function for itself does not tell";
}

TEST(FunctionChanges, ThreeRunsASideDoWhereManyFunctionsTellHowMuchRunsVary) {
  std::vector<CompareInput> runs;
  for (size_t run = 0; run < 6; ++run) {
    runs.push_back(ManyFunctions(60, [run](size_t k) {
      uint64_t bits = (run + 1) * 0x9e3779b97f4a7c15u ^ (k + 1) * 0xbf58476d1ce4e5b9u;
      bits ^= bits >> 29;
      bits *= 0x94d049bb133111ebu;
      return 1000 + (bits >> 40) % 100 + (k == 3 && run >= 3 ? 300 : 0);
    }));
  }
  const TreeComparison comparison = CompareTrees(std::span(runs).first(3), std::span(runs).last(3)).value();
  const auto functions = BuildFunctionChanges(comparison, comparison.metrics[0]).value();
  EXPECT_EQ(comparison.tree->frames().name(functions[0].frame), "f3");
  EXPECT_FALSE(functions[0].runs) << "no interval of so few";
  for (const FunctionChange& one : functions) {
    const bool is_slower = comparison.tree->frames().name(one.frame) == "f3";
    EXPECT_EQ(one.stands_out.value(), is_slower);
    EXPECT_EQ(one.probability.value() < 1e-4, is_slower);
  }
}

}  // namespace
}  // namespace ringscope::function_changes_test
