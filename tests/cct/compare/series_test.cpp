#include "cct/compare/series.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "cct/compare/answers/function_series.h"
#include "cct/tree/verify.h"
#include "tests/cct/compare/matching/random_edits.h"
#include "tests/cct/test_trees.h"

namespace ringscope::series_test {
namespace {

using test::PlainTree;
using test::Random;

CompareInput InputOf(const std::string& folded, const std::string& name) {
  return {test::TreeFromFolded(folded), {name}};
}

// Per path the self values of all executions, as slow and as plain as can be.
using PlainSeries = std::map<std::string, std::vector<uint64_t>>;

void AddPlainly(const PlainTree& tree, const std::string& path, size_t execution, size_t count,
                PlainSeries& series) {
  for (const auto& [name, callee] : tree.callees) {
    const std::string its_path = path.empty() ? name : path + ";" + name;
    std::vector<uint64_t>& self = series[its_path];
    self.resize(count);
    self[execution] = callee.self;
    AddPlainly(callee, its_path, execution, count, series);
  }
}

PlainSeries LinesOf(const Series& series) {
  const Cct& tree = *series.tree;
  PlainSeries lines;
  for (ContextId context = 1; context < tree.context_count(); ++context) {
    std::string path;
    for (const ContextId at : tree.PathTo(context))
      path += (path.empty() ? "" : ";") + std::string(tree.FrameAt(at).name);
    std::vector<uint64_t>& self = lines[path];
    for (const MetricIndex run : series.metrics[0].run) self.push_back(tree.Self(context, run));
  }
  return lines;
}

class RandomSeries : public testing::TestWithParam<uint64_t> {};

TEST_P(RandomSeries, IsWhatThePlainMergerMakes) {
  Random random(GetParam());
  const size_t count = 1 + random.Below(8);
  PlainTree version = test::RandomPlainTree(random, 5 + random.Below(120));
  std::vector<CompareInput> inputs;
  PlainSeries expected;
  for (size_t e = 0; e < count; ++e) {
    inputs.push_back(InputOf(version.Folded(), "v" + std::to_string(e)));
    AddPlainly(version, {}, e, count, expected);
    for (uint64_t edits = random.Below(8); edits > 0; --edits) test::Edit(version, random);
  }
  const Series series = BuildSeries(inputs).value();
  const Result<void> verified = VerifyCct(*series.tree);
  ASSERT_TRUE(verified) << verified.error().message;
  EXPECT_EQ(LinesOf(series), expected);
  for (ContextId context = 0; context < series.tree->context_count(); ++context) {
    uint64_t sum = 0;
    for (const MetricIndex run : series.metrics[0].run) sum += series.tree->Inclusive(context, run);
    ASSERT_EQ(series.tree->Inclusive(context, 0), sum);
  }
  // Another order gives other columns, and nothing else.
  std::reverse(inputs.begin(), inputs.end());
  Series turned = BuildSeries(inputs).value();
  std::reverse(turned.metrics[0].run.begin(), turned.metrics[0].run.end());
  EXPECT_EQ(LinesOf(turned), expected);
  ASSERT_EQ(turned.tree->context_count(), series.tree->context_count());
  for (ContextId context = 0; context < series.tree->context_count(); ++context) {
    ASSERT_EQ(turned.tree->FrameAt(context).name, series.tree->FrameAt(context).name);
    ASSERT_EQ(turned.tree->Inclusive(context, 0), series.tree->Inclusive(context, 0));
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomSeries, testing::Range<uint64_t>(0, 150));

TEST(Series, HasATotalAndAColumnAnExecution) {
  const std::vector<CompareInput> inputs{InputOf("m;f 3\nm;g 1", "one"), InputOf("m;f 5", "two"),
                                         InputOf("m;h 7", "three")};
  const Series series = BuildSeries(inputs).value();
  ASSERT_EQ(series.tree->metric_count(), 4u);
  const auto metrics = series.tree->metrics();
  EXPECT_EQ(metrics[0], (Metric{"samples", "count", 1}));
  EXPECT_EQ(metrics[2], (Metric{"samples@2", "count", 1, MetricRole::kExecution, 1}));
  EXPECT_EQ(series.executions()[2].name, "three");
  EXPECT_EQ(series.tree->Total(0), 16u);
  const std::optional<Series> stored = StoredSeries(series.tree);
  ASSERT_TRUE(stored);
  ASSERT_EQ(stored->metrics.size(), 1u);
  EXPECT_EQ(stored->metrics[0].metric.name, "samples");
  EXPECT_EQ(stored->metrics[0].run, series.metrics[0].run);
}

TEST(Series, OfAComparisonIsTheColumnsOfItsSidesOrRuns) {
  const std::vector<CompareInput> a{InputOf("m;f 3", "a")}, b{InputOf("m;f 4", "b")},
      c{InputOf("m;f 4", "c"), InputOf("m;f 6", "d")};
  const TreeComparison two = CompareTrees(a, b).value(), three = CompareTrees(a, c).value();
  EXPECT_EQ(StoredSeries(two.tree)->metrics[0].run, (std::vector<MetricIndex>{0, 1}));
  EXPECT_EQ(StoredSeries(three.tree)->metrics[0].run, three.metrics[0].run);
  EXPECT_FALSE(StoredSeries(test::TreeFromFolded("m 1")));
}

TEST(Series, EachExecutionKnowsModulesByItself) {
  // A build lies in a folder of its own; one execution does not know the module of g.
  const auto input = [](const char* module_of_f, const char* module_of_g, const char* name) -> CompareInput {
    CctBuilder builder;
    builder.AddMetric({"samples", "count", 1});
    const BuildNode f =
        builder.Child(kRootContext, builder.InternFrame({.name = "f", .module = module_of_f}));
    builder.AddSelf(f, 0, 1);
    builder.AddSelf(builder.Child(f, builder.InternFrame({.name = "g", .module = module_of_g})), 0, 1);
    return {std::move(builder).Finish({}).value(), {name}};
  };
  const std::vector<CompareInput> inputs{input("/v1/app", "libg", "1"), input("/v2/app", "", "2"),
                                         input("/v3/app", "libg", "3")};
  const Series series = BuildSeries(inputs).value();
  EXPECT_EQ(series.tree->context_count(), 3u);
}

TEST(Series, UnitsAndPeriodsAreBroughtTogether) {
  const std::vector<CompareInput> inputs{{test::TreeFromFolded("m 5", {{"t", "ms", 1}}), {"a"}},
                                         {test::TreeFromFolded("m 6000", {{"t", "us", 1}}), {"b"}},
                                         {test::TreeFromFolded("m 70", {{"t", "ms", 10}}), {"c"}}};
  const Series series = BuildSeries(inputs).value();
  EXPECT_EQ(series.metrics[0].metric.unit, "ns");
  const uint64_t scale = series.metrics[0].metric.scale;
  EXPECT_EQ(series.tree->Total(series.metrics[0].run[0]), 5'000'000 * scale);
  EXPECT_EQ(series.tree->Total(series.metrics[0].run[1]), 6'000'000 * scale);
  EXPECT_EQ(series.tree->Total(series.metrics[0].run[2]), 7'000'000 * scale);
  EXPECT_EQ(series.notes, std::vector<std::string>{"'t' was brought to ns."});
}

// Costs by input size stay apart by execution, and stay with their context.
TEST(Series, PointsStayWithTheirExecution) {
  const auto input = [](const char* name, uint64_t cost, bool has_points) {
    CctBuilder builder;
    builder.AddMetric({"samples", "count", 1});
    const BuildNode node = builder.Child(kBuildRoot, builder.InternFrame({.name = "f"}));
    builder.AddSelf(node, 0, cost);
    if (has_points)
      builder.SetPoints({{"input", "", false}, {"cost", "", false}}, {node, node},
                        {{4, 8}, {cost, cost + 1}});
    return CompareInput{std::move(builder).Finish({}).value(), {name}};
  };
  const Series series = BuildSeries(std::vector{input("a", 10, true), input("b", 20, true)}).value();
  std::vector<std::vector<uint64_t>> points;
  for (uint64_t point = 0; point < series.tree->point_count(); ++point) {
    points.emplace_back();
    for (size_t field = 0; field < series.tree->point_fields().size(); ++field)
      points.back().push_back(series.tree->PointValue(field, point));
  }
  EXPECT_EQ(points, (std::vector<std::vector<uint64_t>>{{4, 10, 0}, {4, 20, 1}, {8, 11, 0}, {8, 21, 1}}));
  EXPECT_EQ(series.tree->point_fields().back().name, "execution");
  EXPECT_TRUE(series.notes.empty());

  const Series without = BuildSeries(std::vector{input("a", 10, true), input("b", 20, false)}).value();
  EXPECT_EQ(without.tree->point_count(), 0u);
  EXPECT_EQ(without.notes, std::vector<std::string>{"The points of cost by input size were left out: not all "
                                                    "profiles have them, with the same fields."});
}

TEST(Series, RefusesWhatCannotBeJoined) {
  EXPECT_EQ(BuildSeries({}).error().code, ErrorCode::kInvalidArgument);
  const std::vector<CompareInput> many(kMaxExecutions + 1, InputOf("m 1", "a"));
  EXPECT_EQ(BuildSeries(many).error().code, ErrorCode::kLimit);
  const std::vector<CompareInput> strangers{InputOf("m 1", "a"),
                                            {test::TreeFromFolded("m 1", {{"bytes", "bytes", 1}}), {"b"}}};
  EXPECT_EQ(BuildSeries(strangers).error().code, ErrorCode::kNotFound);
  const std::vector<CompareInput> large(2, InputOf("m " + std::to_string(uint64_t{1} << 62), "a"));
  EXPECT_EQ(BuildSeries(large).error().code, ErrorCode::kOverflow);
  JobControl job;
  job.cancel_requested = true;
  const std::vector<CompareInput> one{InputOf("m 1", "a")};
  EXPECT_EQ(BuildSeries(one, {}, &job).error().code, ErrorCode::kCancelled);
}

TEST(SeriesChanges, FunctionsBySpreadWithTheirSteps) {
  std::vector<CompareInput> inputs;
  for (uint64_t k = 0; k < 20; ++k) {
    // f doubles at 12, g wavers, h stays, i costs next to nothing.
    const uint64_t f = (k < 12 ? 500 : 1000) + k * 7 % 10, g = 300 + k * 11 % 17;
    inputs.push_back(InputOf("m;f " + std::to_string(f) + "\nm;g " + std::to_string(g) + "\nm;h 10000\nm;i " +
                                 std::to_string(k < 10 ? 0 : 1),
                             "v" + std::to_string(k)));
  }
  const Series series = BuildSeries(inputs).value();
  const SeriesChanges changes = BuildSeriesChanges(series, series.metrics[0], false).value();
  ASSERT_EQ(changes.functions.size(), 3u);
  const auto name = [&](size_t k) {
    return std::string(series.tree->frames()[changes.functions[k].frame].name);
  };
  EXPECT_EQ(name(0), "f");
  EXPECT_EQ(name(1), "g");
  EXPECT_EQ(name(2), "i");
  EXPECT_EQ(changes.functions[0].self[12], 1000 + 12 * 7 % 10);
  ASSERT_EQ(changes.functions[0].steps.size(), 1u);
  EXPECT_EQ(changes.functions[0].steps[0].execution, 12u);
  EXPECT_NEAR(changes.functions[0].steps[0].before, 505, 5);
  EXPECT_NEAR(changes.functions[0].steps[0].after, 1005, 5);
  EXPECT_TRUE(changes.functions[1].steps.empty());
  EXPECT_TRUE(changes.functions[2].steps.empty());
  ASSERT_EQ(changes.total_steps.size(), 1u);
  EXPECT_EQ(changes.tested, 3u) << "the whole, f and g";
  EXPECT_TRUE(BuildSeriesChanges(series, series.metrics[0], true).value().total_steps.empty());
}

}  // namespace
}  // namespace ringscope::series_test
