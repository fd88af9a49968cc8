#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/system/memory_limit.h"
#include "cct/base/system/spill_folder.h"
#include "cct/base/text/enum_words.h"
#include "cct/query/sets/bound_formula.h"
#include "cct/query/sets/select.h"
#include "tests/cct/query/query_reference.h"
#include "tests/cct/test_trees.h"
#include "tests/temporary_folder.h"

namespace ringscope::aggregate_column_test {
namespace {

// The relatives of a context, found by walking from it.
std::vector<ContextId> RelativesOf(const Cct& tree, ContextId context, Relatives relatives) {
  std::vector<ContextId> found;
  const ContextId parent = tree.ParentOf(context);
  for (ContextId other = 1; other < tree.context_count(); ++other) {
    const bool is_child = tree.ParentOf(other) == context;
    const bool is_below = other != context && tree.IsWithin(other, context);
    const bool is_above = other != context && tree.IsWithin(context, other);
    const Frame a = tree.FrameAt(context), b = tree.FrameAt(other);
    const bool is_same = context != kRootContext && a.name == b.name && a.module == b.module &&
                         a.file == b.file && a.line == b.line && a.column == b.column;
    const bool is_sibling = other != context && parent != kNoContext && tree.ParentOf(other) == parent;
    if ((relatives == Relatives::kChildren && is_child) || (relatives == Relatives::kBelow && is_below) ||
        (relatives == Relatives::kAbove && is_above) ||
        (relatives == Relatives::kPath && (is_above || other == context)) ||
        (relatives == Relatives::kSiblings && is_sibling) || (relatives == Relatives::kSame && is_same))
      found.push_back(other);
  }
  return found;
}

double Slowly(AggregateFunction function, const std::vector<double>& values) {
  double sum = 0, least = INFINITY, most = -INFINITY;
  for (const double value : values) {
    sum += value;
    least = std::min(least, value);
    most = std::max(most, value);
  }
  const double count = static_cast<double>(values.size());
  if (function == AggregateFunction::kCount) return count;
  if (function == AggregateFunction::kSum) return sum;
  if (values.empty()) return NAN;
  if (function == AggregateFunction::kMean) return sum / count;
  return function == AggregateFunction::kMin ? least : most;
}

TEST(AggregateColumn, AgreesWithAWalkFromEveryContext) {
  for (uint64_t seed = 0; seed < 8; ++seed) {
    const CctPtr tree = test::RandomProgram(seed, 120, static_cast<double>(seed) / 8);
    const FunctionIndex functions(tree->frames());
    for (const auto& function : kAggregateWords) {
      for (const auto& relatives : kRelativesWords) {
        for (const std::string_view where : {"", "leaf or self>1kB", "recursive"}) {
          const bool of_calls = seed % 2 == 0;
          const std::string of = function.value == AggregateFunction::kCount ? ""
                                 : of_calls                                  ? "incl(calls) in "
                                                                             : "self in ";
          const std::string text = fmt::format("x = {}({}{}{}{})", function.word, of, relatives.word,
                                               where.empty() ? "" : " where ", where);
          const auto metric = ParseDerivedMetric(text);
          ASSERT_TRUE(metric) << text << ": " << metric.error().message;
          const auto formula = BoundFormula::Bind(*tree, {&*metric, 1}, 0, 1);
          ASSERT_TRUE(formula) << text << ": " << formula.error().message;
          const auto counts =
              where.empty()
                  ? ContextSet(0)
                  : SelectContexts(*tree, functions, ParseQuery(where).value(), {.metric = 1}).value();
          std::vector<double> run(tree->context_count()), scratch;
          formula->EvaluateRun({0, tree->context_count()}, true, run, scratch);
          for (ContextId context = 0; context < tree->context_count(); ++context) {
            std::vector<double> values;
            for (const ContextId other : RelativesOf(*tree, context, relatives.value)) {
              if (!where.empty() && !counts.contains(other)) continue;
              values.push_back(of_calls ? static_cast<double>(tree->Inclusive(other, 2))
                                        : static_cast<double>(tree->Self(other, 1)) / 10);
            }
            const double expected = Slowly(function.value, values);
            const double found = formula->Inclusive(context);
            ASSERT_TRUE(std::isnan(expected) ? std::isnan(found)
                                             : std::abs(found - expected) <= 1e-9 * std::abs(expected))
                << text << ", context " << context << ": " << found << ", not " << expected;
            ASSERT_TRUE(run[context] == found || std::isnan(found));
          }
        }
      }
    }
  }
}

TEST(AggregateColumn, LiesOnTheDiskIfMemoryHasNoRoomForIt) {
  constexpr uint64_t kMiB = 1 << 20;
  const test::TemporaryFolder folder;
  if (std::filesystem::space(folder.path()).available < 4096 * kMiB)
    GTEST_SKIP() << "the disk is nearly full";
  // The callees of one context.
  constexpr uint32_t kContexts = 9 << 20;
  std::vector<uint32_t> first_child(kContexts + 1, kContexts), frame(kContexts);
  first_child[0] = 1;
  const std::vector<uint32_t> layer_begin{0, 1, kContexts};
  std::vector<uint64_t> running(kContexts + 1);
  for (uint32_t i = 0; i <= kContexts; ++i) running[i] = i == 0 ? 0 : kContexts - 2 + i;
  CctColumns columns;
  columns.first_child = ChunkedColumn<uint32_t>(first_child);
  columns.frame = ChunkedColumn<uint32_t>(frame);
  columns.layer_begin = ChunkedColumn<uint32_t>(layer_begin);
  columns.running_inclusive.emplace_back(running);
  const Cct tree(columns, FrameTable(), {{"m", "", 1}}, {}, nullptr);
  const auto metric = ParseDerivedMetric("x = sum(self in children)");
  ASSERT_TRUE(metric);
  const MemoryLimit limit(100 * kMiB);
  uint64_t on_disk = 0;
  const SpillFolder spill(folder.path(), [&](uint64_t bytes) { on_disk += bytes; });
  const auto formula = BoundFormula::Bind(tree, {&*metric, 1}, 0, 0);
  ASSERT_TRUE(formula);
  EXPECT_EQ(on_disk, kContexts * sizeof(double));
  EXPECT_EQ(formula->Inclusive(kRootContext), kContexts - 1);
}

std::string Paths(const Cct& tree, std::string_view text) {
  const FunctionIndex functions(tree.frames());
  const auto set = SelectContexts(tree, functions, ParseQuery(text).value(), {});
  if (!set) return set.error().message;
  std::string paths;
  set->ForEachIn({0, tree.context_count()}, [&](ContextId context) {
    paths += (paths.empty() ? "" : " ") + test::PathText(tree, context);
  });
  return paths;
}

TEST(AggregateColumn, ConditionsOnTheWorkedExample) {
  const CctPtr tree = test::WorkedExample();
  EXPECT_EQ(Paths(*tree, "count(children)>2"), "main");
  EXPECT_EQ(Paths(*tree, "count(below where i)>=2 layer>1"), "main;f main;g main;f;g");
  EXPECT_EQ(Paths(*tree, "max(self in children)>10%"), "main main;h");
  EXPECT_EQ(Paths(*tree, "self / sum(self in siblings)>1.3"), "main;f;g main;g;g main;f;g;g");
  EXPECT_EQ(Paths(*tree, "sum(self in path)>1570"), "main;h;i main;f;g;g;h main;f;g;g;h;i");
  EXPECT_EQ(Paths(*tree, "count(above where g)=2 leaf"), "main;g;g;h;i main;f;g;g;h;i");
  EXPECT_EQ(Paths(*tree, "sum(misses in below)>5"),
            "in 'formula': expected a metric of this profile ('bytecodes'), found 'misses'");
}

TEST(AggregateColumn, BoundsHaveTheUnitOfWhatIsAggregated) {
  const CctPtr tree = test::TreeFromFolded("a 1000\na;b 2000000\na;c 500000\n", {{"time", "ns", 1}});
  EXPECT_EQ(Paths(*tree, "max(self in children)>1ms"), "a");
  EXPECT_EQ(Paths(*tree, "sum(time in below)=2.5ms"), "a");
  EXPECT_EQ(Paths(*tree, "sum(self in siblings)>=20%"), "a;c");
  EXPECT_NE(Paths(*tree, "max(self in children)>1MB").find("expected a bound in the unit of the metric"),
            std::string::npos);
}

TEST(AggregateColumn, TakesLayersAMillionDeepAndAMillionSiblings) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  const FrameId frame = builder.InternFrame({.name = "f"});
  BuildNode deep = kBuildRoot;
  for (int i = 0; i < 1'000'000; ++i) deep = builder.Child(deep, frame);
  builder.AddSelf(deep, 0, 1);
  for (int i = 0; i < 1'000'000; ++i)
    builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame({.name = fmt::format("{}", i)})), 0, 1);
  const CctPtr tree = std::move(builder).Finish({}).value();
  const FunctionIndex functions(tree->frames());
  const auto count = [&](std::string_view text) {
    return SelectContexts(*tree, functions, ParseQuery(text).value(), {}).value().Count();
  };
  EXPECT_EQ(count("count(below)>=500000"), 500'000u);
  EXPECT_EQ(count("count(above where f)>=500000"), 500'000u);
  EXPECT_EQ(count("count(siblings)=1000000"), 1'000'001u);
}

TEST(AggregateColumn, ColumnsAreKeptByWhatTheyMean) {
  const CctPtr tree = test::WorkedExample();
  const auto value = [&](std::string_view list) {
    std::vector<DerivedMetric> metrics;
    metrics.push_back(ParseDerivedMetric(list).value());
    metrics.push_back(ParseDerivedMetric("x = sum(y in children)").value());
    return BoundFormula::Bind(*tree, metrics, 1).value().Inclusive(kRootContext);
  };
  const double once = value("y = 1");
  EXPECT_EQ(once, 1);
  EXPECT_EQ(value("y = 2"), 2) << "another metric of that name";
  EXPECT_EQ(value("y = 1"), once);
}

}  // namespace
}  // namespace ringscope::aggregate_column_test
