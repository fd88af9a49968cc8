#include "cct/query/sets/select.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "cct/query/metrics/metric_lookup.h"
#include "tests/cct/chunked_trees.h"
#include "tests/cct/query/query_reference.h"
#include "tests/cct/test_trees.h"

namespace ringscope::select_test {
namespace {

ContextSet Select(const Cct& tree, std::string_view text, const SelectScope& scope = {}) {
  const FunctionIndex functions(tree.frames());
  auto set = SelectContexts(tree, functions, ParseQuery(text).value(), scope);
  EXPECT_TRUE(set.has_value()) << text << ": " << (set ? "" : set.error().message);
  return set ? *set : ContextSet(tree.context_count());
}

// The paths of the selected contexts, in level order.
std::string Paths(const Cct& tree, std::string_view text, const SelectScope& scope = {}) {
  std::string paths;
  Select(tree, text, scope).ForEachIn({0, tree.context_count()}, [&](ContextId context) {
    paths += (paths.empty() ? "" : " ") + test::PathText(tree, context);
  });
  return paths;
}

Error ErrorOf(const Cct& tree, std::string_view text, const SelectScope& scope = {}) {
  const FunctionIndex functions(tree.frames());
  const auto set = SelectContexts(tree, functions, ParseQuery(text).value(), scope);
  EXPECT_FALSE(set.has_value()) << text;
  return set ? Error{} : set.error();
}

const DerivedMetric& Ratio() {
  static const DerivedMetric ratio = ParseDerivedMetric("ratio = misses / calls").value();
  return ratio;
}

TEST(SelectContexts, OperatorsOnTheWorkedExample) {
  const CctPtr tree = test::WorkedExample();
  EXPECT_EQ(Paths(*tree, ""), "");
  EXPECT_EQ(Paths(*tree, "root"), "main");
  EXPECT_EQ(Paths(*tree, "*"), Paths(*tree, "leaf or not leaf"));
  EXPECT_EQ(Paths(*tree, "parent:main"), "main;f main;h main;g");
  EXPECT_EQ(Paths(*tree, "g recursive"), "main;g;g main;f;g;g");
  EXPECT_EQ(Paths(*tree, "g under:f"), "main;f;g main;f;g;g");
  EXPECT_EQ(Paths(*tree, "g not under:f"), "main;g main;g;g");
  EXPECT_EQ(Paths(*tree, "child:f"), "main");
  EXPECT_EQ(Paths(*tree, "f over:i"), "main;f");
  EXPECT_EQ(Paths(*tree, "layer=1 or layer=6"), "main main;f;g;g;h;i");
  EXPECT_EQ(Paths(*tree, "incl>20%"), "main main;f main;h");
  EXPECT_EQ(Paths(*tree, "incl>20%%", {.view_root = tree->ChildrenOf(1)}),
            "main main;f main;h main;g main;f;g");
  EXPECT_EQ(Paths(*tree, "self=432"), "main;h");
  EXPECT_EQ(Paths(*tree, "not *"), "");
}

// Profilers write com.sun.tools and com/sun/tools for one thing.
TEST(SelectContexts, SeparatorsOfPackagesAreOne) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  for (const char* name :
       {"com/intellij/openapi/Disposer.run", "com.intellij.util.Alarm.run", "comXintellij"}) {
    const FrameId frame = builder.InternFrame({.name = name, .file = "src/com/intellij.java"});
    builder.AddSelf(builder.Child(kBuildRoot, frame), 0, 1);
  }
  const auto tree = std::move(builder).Finish({});
  ASSERT_TRUE(tree);
  const std::string both = "com.intellij.util.Alarm.run com/intellij/openapi/Disposer.run";
  EXPECT_EQ(Paths(**tree, "com.intellij"), both);
  EXPECT_EQ(Paths(**tree, "com/intellij"), both);
  EXPECT_EQ(Paths(**tree, "pkg:com/intellij"), both);
  EXPECT_EQ(Paths(**tree, "pkg:com.intellij.openapi"), "com/intellij/openapi/Disposer.run");
  EXPECT_EQ(Paths(**tree, "pkg:\"com.intellij.openapi\""), "") << "what is quoted is exact";
  EXPECT_EQ(Paths(**tree, "file:com.intellij.java"), "") << "files are paths";
}

TEST(SelectContexts, AgreesWithAWalkFromEveryContextForEveryOperator) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    const CctPtr tree = test::RandomProgram(seed % 40, 150 + static_cast<uint32_t>(seed),
                                            static_cast<double>(seed % 10) / 10);
    const ContextId root = static_cast<ContextId>(seed * 7 % tree->context_count());
    const SelectScope scope{
        .metric = static_cast<MetricIndex>(seed % 4),
        .view_root = seed % 3 == 0 ? tree->ChildrenOf(root) : ContextRange{root, root + 1},
        .derived = {&Ratio(), 1}};
    const FunctionIndex functions(tree->frames());
    for (uint32_t size = 1; size <= 7; ++size) {
      const Query query = test::RandomQuery(seed * 100 + size, size);
      const auto set = SelectContexts(*tree, functions, query, scope);
      ASSERT_TRUE(set.has_value()) << FormatQuery(query) << ": " << set.error().message;
      const std::vector<uint8_t> expected = test::SelectSlowly(*tree, query, scope);
      for (ContextId context = 0; context < tree->context_count(); ++context) {
        if (set->contains(context) == (expected[context] != 0)) continue;
        FAIL() << "seed " << seed << ", query " << FormatQuery(query) << ", context " << context;
      }
    }
  }
}

TEST(SelectContexts, AQueryMeansTheSameAfterItWasWritten) {
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    const Query query = test::RandomQuery(seed, 1 + static_cast<uint32_t>(seed % 12));
    const std::string text = FormatQuery(query);
    const auto again = ParseQuery(text);
    ASSERT_TRUE(again.has_value()) << text << ": " << again.error().message;
    ASSERT_EQ(*again, query) << text;
  }
}

// Contexts below one of the last `window` made: the smaller, the deeper.
CctPtr LargeTree(uint32_t contexts, size_t window) {
  CctBuilder builder;
  (void)builder.AddMetric({"samples", "count", 1});
  std::mt19937 random(5);
  std::vector<FrameId> frames;
  for (int i = 0; i < 50; ++i) frames.push_back(builder.InternFrame({.name = "f" + std::to_string(i)}));
  std::vector<BuildNode> nodes{kBuildRoot};
  while (builder.node_count() < contexts) {
    nodes.push_back(builder.Child(nodes[nodes.size() - 1 - random() % std::min(nodes.size(), window)],
                                  frames[random() % 50]));
    builder.AddSelf(nodes.back(), 0, random() % 100);
  }
  return std::move(builder).Finish({}).value();
}

TEST(SelectContexts, LargeTreesAreSharedOutWithTheSameAnswer) {
  // Too small for several threads and blocks, and large enough, with broad layers and with narrow ones.
  for (const auto& [contexts, window] : std::vector<std::pair<uint32_t, size_t>>{
           {70'000, 40'000}, {530'000, 300}, {1'200'000, 40'000}, {1'200'000, 1'200'000}}) {
    SCOPED_TRACE(std::to_string(contexts) + " contexts, window " + std::to_string(window));
    const CctPtr tree = LargeTree(contexts, window);
    const uint32_t n = tree->context_count();

    // One pass downwards with what the callers of each context hold, one upwards with what is below.
    std::vector<uint64_t> functions_above(n, 0);
    std::vector<uint8_t> above_f7(n, 0), below_f7(n, 0), calls_cheap(n, 0), cheap_calls(n, 0);
    const FunctionIndex functions(tree->frames());
    const auto is_f7 = [&](ContextId i) { return i != kRootContext && tree->FrameAt(i).name == "f7"; };
    const auto is_cheap = [&](ContextId i) { return i != kRootContext && tree->Self(i, 0) < 30; };
    for (ContextId i = 0; i < n; ++i) {
      const ContextRange children = tree->ChildrenOf(i);
      const uint64_t own = i == kRootContext ? 0 : uint64_t{1} << functions.FunctionOf(tree->FrameOf(i));
      for (ContextId child = children.begin; child < children.end; ++child) {
        functions_above[child] = functions_above[i] | own;
        below_f7[child] = below_f7[i] != 0 || is_f7(i) ? 1 : 0;
        cheap_calls[child] = is_cheap(i) ? 1 : 0;
        if (is_cheap(child)) calls_cheap[i] = 1;
      }
    }
    for (ContextId i = n; i-- > 0;) {
      const ContextRange children = tree->ChildrenOf(i);
      for (ContextId child = children.begin; child < children.end; ++child)
        if (above_f7[child] != 0 || is_f7(child)) above_f7[i] = 1;
    }
    const ContextSet recursive = Select(*tree, "recursive");
    const ContextSet under = Select(*tree, "under:\"f7\"");
    const ContextSet over = Select(*tree, "over:\"f7\"");
    const ContextSet over_leaf = Select(*tree, "over:leaf");
    const ContextSet cheap = Select(*tree, "self<30");
    const ContextSet parent = Select(*tree, "parent:self<30");
    const ContextSet child = Select(*tree, "child:self<30");
    const ContextSet large = Select(*tree, "incl>=120");
    const ContextSet named = Select(*tree, "f7");
    for (ContextId i = 1; i < n; ++i) {
      ASSERT_EQ(recursive.contains(i),
                (functions_above[i] >> functions.FunctionOf(tree->FrameOf(i)) & 1) != 0)
          << i;
      ASSERT_EQ(under.contains(i), below_f7[i] != 0) << i;
      ASSERT_EQ(over.contains(i), above_f7[i] != 0) << i;
      ASSERT_EQ(over_leaf.contains(i), !tree->ChildrenOf(i).empty()) << i;
      ASSERT_EQ(cheap.contains(i), is_cheap(i)) << i;
      ASSERT_EQ(parent.contains(i), cheap_calls[i] != 0) << i;
      ASSERT_EQ(child.contains(i), calls_cheap[i] != 0) << i;
      ASSERT_EQ(large.contains(i), tree->Inclusive(i, 0) >= 120) << i;
      ASSERT_EQ(named.contains(i), is_f7(i)) << i;
    }
  }
}

TEST(SelectContexts, ColumnsInChunksGiveTheSameAnswers) {
  const CctPtr tree = test::RandomProgram(7, 900, 0.6);
  const CctPtr cut = test::TreeInChunks(tree);
  const SelectScope scope{.derived = {&Ratio(), 1}};
  for (uint64_t seed = 0; seed < 500; ++seed) {
    const Query query = test::RandomQuery(seed, 1 + static_cast<uint32_t>(seed % 7));
    const FunctionIndex functions(tree->frames());
    const auto whole = SelectContexts(*tree, functions, query, scope);
    const auto pieces = SelectContexts(*cut, functions, query, scope);
    ASSERT_TRUE(whole.has_value() && pieces.has_value()) << FormatQuery(query);
    ASSERT_EQ(*whole, *pieces) << FormatQuery(query);
  }
}

TEST(SelectContexts, UnitsOfTimeAndBytesAreThoseOfTheMetric) {
  // Values are stored in tenths of a microsecond and in bytes.
  const CctPtr tree = test::TreeFromFolded("a 11000,1000\nb 10999,1024\nc 1,1023\n",
                                           {{"wall", "us", 10}, {"heap", "bytes", 1}});
  EXPECT_EQ(Paths(*tree, "self>=1.1ms"), "a");
  EXPECT_EQ(Paths(*tree, "self=1.1ms"), "a");
  EXPECT_EQ(Paths(*tree, "self=100ns"), "c");
  EXPECT_EQ(Paths(*tree, "self<0.0011s"), "b c");
  EXPECT_EQ(Paths(*tree, "self>=1100"), "a");
  EXPECT_EQ(Paths(*tree, "self>=1.1k"), "a");
  EXPECT_EQ(Paths(*tree, "self(heap)=1kB"), "a");
  EXPECT_EQ(Paths(*tree, "self(HEAP)>=1KiB"), "b");
  EXPECT_EQ(Paths(*tree, "incl(heap)<1KiB"), "a c");
  EXPECT_EQ(Paths(*tree, "self=1.1Milliseconds"), "a");
  EXPECT_EQ(Paths(*tree, "self<0.0011sec"), "b c");
  EXPECT_EQ(Paths(*tree, "self>=1100usec"), "a");
  EXPECT_EQ(Paths(*tree, "self(heap)=1023bytes"), "c");
  EXPECT_EQ(Paths(*tree, "self(heap)=1kilobyte"), "b");
  const Error error = ErrorOf(*tree, "self(heap)>5ms");
  EXPECT_EQ(error.code, ErrorCode::kMalformed);
  EXPECT_EQ(error.message, "expected a bound in the unit of the metric 'heap' (bytes), found one in ms");
}

TEST(SelectContexts, NumbersAreAsExactAsValues) {
  const CctPtr large = test::TreeFromFolded("a 9007199254740993\nb 9007199254740992\n");
  EXPECT_EQ(Paths(*large, "self=9007199254740993"), "a");
  EXPECT_EQ(Paths(*large, "self<9007199254740993"), "b");
  const CctPtr thirds = test::TreeFromFolded("a 1\nb 2\n");
  EXPECT_EQ(Paths(*thirds, "self<66.66666666666667%"), "b a");
  EXPECT_EQ(Paths(*thirds, "self<=66.66666666666666%"), "a");
}

TEST(SelectContexts, OfNothingEveryShareIsZero) {
  const CctPtr tree = test::TreeFromFolded("a;b 0\n");
  EXPECT_EQ(Paths(*tree, "incl<5%"), "a a;b");
  EXPECT_EQ(Paths(*tree, "incl=0%"), "a a;b");
  EXPECT_EQ(Paths(*tree, "incl>=5%"), "");
}

TEST(SelectContexts, SharesAreExact) {
  const CctPtr tree = test::TreeFromFolded("a 50\nb 30\nc 20\n");
  EXPECT_EQ(Paths(*tree, "self>=30%"), "a b");
  EXPECT_EQ(Paths(*tree, "self>30%"), "a");
  EXPECT_EQ(Paths(*tree, "self=20%"), "c");
  EXPECT_EQ(Paths(*tree, "self!=20%"), "a b");
  EXPECT_EQ(Paths(*tree, "self>29.99%"), "a b");
  EXPECT_EQ(Paths(*tree, "self>=-1"), "a b c");
  EXPECT_EQ(Paths(*tree, "self<0"), "");
  EXPECT_EQ(Paths(*tree, "self<1e30"), "a b c");
  EXPECT_EQ(Paths(*tree, "self=0.5"), "");
  EXPECT_EQ(Paths(*tree, "self!=0.5"), "a b c");
}

TEST(SelectContexts, MetricsThatAreNotThereAreNamed) {
  const CctPtr tree = test::TreeFromFolded("a 1,2\n", {{"cpu", "ns", 1}, {"Heap", "bytes", 1}});
  const Error error = ErrorOf(*tree, "self(disk)>5");
  EXPECT_EQ(error.code, ErrorCode::kNotFound);
  EXPECT_EQ(error.message, "expected a metric of this profile ('cpu', 'Heap'), found 'disk'");
  EXPECT_EQ(ErrorOf(*tree, "calls>5").message,
            "expected a profile that counts calls for 'calls', found only 'cpu', 'Heap'");
  const DerivedMetric broken = ParseDerivedMetric("rate = cpu / disk").value();
  EXPECT_EQ(ErrorOf(*tree, "self(rate)>5", {.derived = {&broken, 1}}).message,
            "in 'rate': expected a metric of this profile ('cpu', 'Heap'), found 'disk'");
  EXPECT_EQ(ErrorOf(*tree, "self(ratio)>5", {.derived = {&broken, 1}}).message,
            "expected a metric of this profile ('cpu', 'Heap'), found 'ratio'; derived metrics are 'rate'");
  EXPECT_FALSE(ErrorOf(*tree, "self(rate)>5", {.derived = {&broken, 1}}).column) << "none of the query's";
}

TEST(SelectContexts, ADerivedMetricIsComparedLikeAnyOther) {
  const CctPtr tree =
      test::TreeFromFolded("a 10,40\na;b 10,0\nc 0,5\n", {{"calls", "count", 1}, {"misses", "count", 1}});
  const SelectScope scope{.derived = {&Ratio(), 1}};
  EXPECT_EQ(Paths(*tree, "self(ratio)>=4", scope), "a");
  EXPECT_EQ(Paths(*tree, "incl(ratio)=2", scope), "a");
  EXPECT_EQ(Paths(*tree, "self(ratio)=0", scope), "a;b");
  // Nothing is true of a division by zero.
  EXPECT_EQ(Paths(*tree, "self(ratio)!=4", scope), "a;b");
  EXPECT_EQ(Paths(*tree, "c self(ratio)<1", scope), "");
  // Of the whole tree: 45 / 20.
  EXPECT_EQ(Paths(*tree, "self(ratio)>=100%", scope), "a");
  EXPECT_EQ(ErrorOf(*tree, "self(ratio)>1ms", scope).code, ErrorCode::kMalformed);
  // One that names another.
  const std::vector<DerivedMetric> both{Ratio(), ParseDerivedMetric("half = ratio / 2").value()};
  EXPECT_EQ(Paths(*tree, "self(half)=2", {.derived = both}), "a");
  EXPECT_EQ(Paths(*tree, "incl(half)<=1", {.derived = both}), "a a;b");
  EXPECT_EQ(Paths(*tree, "c self(half)>=0", {.derived = both}), "");
}

TEST(SelectContexts, TheMetricOfCallsIsFoundByItsName) {
  for (const std::string name : {"calls", "Call_Count", "INVOCATIONS", "invocation-count", "ncalls"}) {
    const CctPtr tree = test::TreeFromFolded("a 1,5\n", {{"cpu", "ns", 1}, {name, "count", 1}});
    EXPECT_EQ(FindCallsMetric(*tree), 1u) << name;
    EXPECT_EQ(Paths(*tree, "calls=5"), "a") << name;
  }
  EXPECT_FALSE(FindCallsMetric(*test::TreeFromFolded("a 1\n", {{"systemcalls", "", 1}})).has_value());
}

TEST(SelectContexts, NamesThatDifferInCaseAloneAreToldApart) {
  const CctPtr tree = test::TreeFromFolded("a 1,5\n", {{"X", "", 1}, {"x", "", 1}});
  EXPECT_EQ(FindMetricByName(*tree, "X"), 0u);
  EXPECT_EQ(FindMetricByName(*tree, "x"), 1u);
  const CctPtr twins = test::TreeFromFolded("a 1,5\n", {{"Ab", "", 1}, {"aB", "", 1}});
  EXPECT_EQ(FindMetricByName(*twins, "ab").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(FindMetricByName(*twins, "AB").error().message,
            "expected a metric of this profile ('Ab', 'aB'), found 'AB', which several differ from in case");
}

TEST(FindViewMetric, OfAComparisonIsTheSideAfterWhereNoSideIsSaid) {
  const CctPtr tree = test::TreeFromFolded("a 1,5,3,4\n", {{"calls", "", 1},
                                                           {"Ir@before", "", 1, MetricRole::kBefore},
                                                           {"Ir@after", "", 1, MetricRole::kAfter},
                                                           {"bytes", "", 1}});
  EXPECT_EQ(FindViewMetric(*tree, ""), 0u);
  EXPECT_EQ(FindViewMetric(*tree, "bytes"), 3u);
  EXPECT_EQ(FindViewMetric(*tree, "Ir"), 2u);
  EXPECT_EQ(FindViewMetric(*tree, "Ir@before"), 1u);
  EXPECT_EQ(FindViewMetric(*tree, "Cycles").error().code, ErrorCode::kNotFound);
  const CctPtr first = test::TreeFromFolded(
      "a 1,5\n", {{"Ir@before", "", 1, MetricRole::kBefore}, {"Ir@after", "", 1, MetricRole::kAfter}});
  EXPECT_EQ(FindViewMetric(*first, ""), 1u);
}

TEST(SelectContexts, StopsWhenCancelled) {
  const CctPtr tree = test::RandomProgram(1, 200, 0.5);
  const FunctionIndex functions(tree->frames());
  for (const std::string_view text : {"main", "self>1", "under:main", "over:main", "parent:main",
                                      "child:main", "leaf", "recursive", "layer=2", "thread:x", "root"}) {
    JobControl job;
    job.cancel_requested = true;
    const auto set = SelectContexts(*tree, functions, ParseQuery(text).value(), {}, &job);
    ASSERT_FALSE(set.has_value()) << text;
    EXPECT_EQ(set.error().code, ErrorCode::kCancelled) << text;
  }
}

TEST(SelectContexts, AMillionLayersAreSearched) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  BuildNode node = kBuildRoot;
  const FrameId odd = builder.InternFrame({.name = "odd"});
  const FrameId even = builder.InternFrame({.name = "even"});
  for (int i = 0; i < 1'000'000; ++i) node = builder.Child(node, i % 2 == 0 ? even : odd);
  builder.AddSelf(node, 0, 3);
  const CctPtr tree = std::move(builder).Finish({}).value();
  EXPECT_EQ(Select(*tree, "recursive").Count(), 999'998u);
  EXPECT_EQ(Select(*tree, "under:even").Count(), 999'999u);
  EXPECT_EQ(Select(*tree, "over:leaf").Count(), 999'999u);
  EXPECT_EQ(Select(*tree, "parent:odd").Count(), 499'999u);
  EXPECT_EQ(Select(*tree, "child:odd").Count(), 500'000u);
}

TEST(SelectContexts, ARootAloneHasNothingToSelect) {
  const CctPtr tree = test::TreeFromFolded("");
  for (const std::string_view text : {"*", "not x", "self>=0", "leaf", "root", "recursive", "under:*",
                                      "over:*", "parent:*", "child:*", "layer>=0", "thread:x", "not leaf"}) {
    EXPECT_EQ(Select(*tree, text).Count(), 0u) << text;
  }
}

// Columns of a hostile file: every operator stays inside and ends.
TEST(SelectContexts, NonsenseColumnsStaySafe) {
  std::mt19937 random(3);
  for (int round = 0; round < 300; ++round) {
    const uint32_t n = 1 + static_cast<uint32_t>(random() % 200);
    const test::NonsenseColumns nonsense(random, n);
    const Cct tree(nonsense.Columns(), FrameTable(), {{"calls", "", 1}}, {}, nullptr);
    const FunctionIndex functions(tree.frames());
    for (const std::string_view text :
         {"x", "not x", "self>5", "incl>5%", "calls<3", "layer>1", "layer!=2", "leaf", "root", "recursive",
          "under:leaf", "over:leaf", "parent:(not leaf)", "child:leaf", "under:(self>9000000000000000000)",
          "over:(self>9000000000000000000)", "over:*", "child:*", "thread:x"}) {
      const auto set = SelectContexts(tree, functions, ParseQuery(text).value(), {});
      ASSERT_TRUE(set.has_value()) << text;
      ASSERT_FALSE(set->contains(kRootContext)) << text;
      ASSERT_EQ(set->Count(), set->CountIn({1, n})) << text;
      const auto totals = CountMatches(tree, functions, *set, {0, 1}, 0);
      ASSERT_TRUE(totals.has_value());
    }
  }
}

TEST(SelectContexts, RefusesWhatTakesTooLong) {
  std::string lines;
  for (int i = 0; i < 2000; ++i) lines += "function" + std::to_string(i) + " 1\n";
  const CctPtr tree = test::TreeFromFolded(lines);
  SelectScope scope;
  EXPECT_EQ(Select(*tree, "function", scope).Count(), 2000u);
  scope.budget = std::chrono::nanoseconds(0);
  for (const std::string_view query : {"function", "/f.*9/", "under:file:x", "/(a|b)*c/ or self > 5"}) {
    const Error error = ErrorOf(*tree, query, scope);
    EXPECT_EQ(error.code, ErrorCode::kLimit) << query;
    EXPECT_TRUE(error.message.starts_with("expected a query that is soon decided")) << error.message;
  }
}

}  // namespace
}  // namespace ringscope::select_test
