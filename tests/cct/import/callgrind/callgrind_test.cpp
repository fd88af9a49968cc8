#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "cct/import/callgrind/callgrind_names.h"
#include "cct/import/import_profile.h"
#include "tests/cct/import/import_text.h"
#include "tests/cct/test_trees.h"

namespace ringscope {
namespace {

using test::Import;

// Names of one call chain, each the callee of the one before.
std::vector<std::string> SplitNames(const std::vector<std::string>& names, bool& has_callers) {
  CallGraph graph;
  graph.SetFunctionCount(static_cast<uint32_t>(names.size()));
  for (uint32_t f = 0; f + 1 < names.size(); ++f) static_cast<void>(graph.ArcOf(f, f + 1));
  const std::vector<std::string_view> views(names.begin(), names.end());
  const CallgrindNames split = SplitCallgrindNames(graph, views);
  has_callers = split.has_callers;
  return {split.functions.begin(), split.functions.end()};
}

TEST(CallgrindNames, TellCallersWhereCallsAgree) {
  bool has_callers = false;
  using Names = std::vector<std::string>;
  EXPECT_EQ(SplitNames({"main", "f'main", "f'2'main", "it's'f'main"}, has_callers),
            (Names{"main", "f", "f", "it's"}));
  EXPECT_TRUE(has_callers);
  // Two callers are kept of each.
  EXPECT_EQ(SplitNames({"main", "a'main", "b'a'main", "c'b'a", "d'c'b"}, has_callers),
            (Names{"main", "a", "b", "c", "d"}));
  EXPECT_TRUE(has_callers);
  // Nobody in the file calls the first.
  EXPECT_EQ(SplitNames({"x'y'z", "w'x'y"}, has_callers), (Names{"x", "w"}));
  EXPECT_TRUE(has_callers);
}

TEST(CallgrindNames, KeepTheirOwnMarks) {
  bool has_callers = true;
  using Names = std::vector<std::string>;
  EXPECT_EQ(SplitNames({"main", "f", "f'2", "it's", "don't'main", "'", "'2", "a''b"}, has_callers),
            (Names{"main", "f", "f", "it's", "don't'main", "'", "'2", "a''b"}));
  EXPECT_FALSE(has_callers);
  EXPECT_EQ(SplitNames({"main", "f'12'g", "h'1x"}, has_callers), (Names{"main", "f'12'g", "h'1x"}));
  EXPECT_FALSE(has_callers);
  EXPECT_EQ(SplitNames({"main", "g'ma", "k'", "f'2'"}, has_callers), (Names{"main", "g'ma", "k'", "f'2'"}));
  EXPECT_FALSE(has_callers);
}

// The file that callgrind would write of a tree if it kept all callers apart, names in full or by numbers.
std::string CallgrindText(const Cct& tree, std::mt19937& engine) {
  const bool numbers = engine() % 2 == 0;
  std::vector<std::string> chains(tree.context_count());
  std::vector<bool> is_written(tree.context_count(), false);
  for (ContextId context = 1; context < tree.context_count(); ++context) {
    const ContextId parent = tree.ParentOf(context);
    chains[context] = std::string(tree.FrameAt(context).name);
    if (parent != kRootContext) chains[context] += "'" + chains[parent];
  }
  const auto name_of = [&](ContextId context) {
    if (!numbers) return chains[context];
    if (is_written[context]) return fmt::format("({})", context);
    is_written[context] = true;
    return fmt::format("({}) {}", context, chains[context]);
  };
  std::vector<ContextId> order;
  for (ContextId context = 1; context < tree.context_count(); ++context) order.push_back(context);
  std::shuffle(order.begin(), order.end(), engine);
  std::string text = "# callgrind format\nevents: a b\n";
  for (const ContextId context : order) {
    // Spread over several lines, with what the writer leaves out at their ends.
    text += fmt::format("fn={}\n", name_of(context));
    const uint64_t first = tree.Self(context, 0) / 2;
    text += fmt::format("12 {}\n+3 {} {}\n", first, tree.Self(context, 0) - first, tree.Self(context, 1));
    const ContextRange children = tree.ChildrenOf(context);
    for (ContextId child = children.begin; child < children.end; ++child) {
      text += fmt::format("cfn={}\ncalls=1 -4\n* {} {}\n", name_of(child), tree.Inclusive(child, 0),
                          tree.Inclusive(child, 1));
    }
  }
  return text + fmt::format("totals: {} {}\n", tree.Total(0), tree.Total(1));
}

TEST(CallgrindImporter, GivesTheTreeThatNamesTell) {
  std::mt19937 engine(7);
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    const CctPtr tree =
        test::RandomTree(seed, {.contexts = 300, .frames = 40, .metrics = 2, .depth_bias = 0.5});
    // Recursion is folded by the writer, so trees have none: a frame says its layer.
    CctBuilder expected;
    expected.AddMetric({"a", "count", 1});
    expected.AddMetric({"b", "count", 1});
    std::vector<BuildNode> nodes(tree->context_count(), kBuildRoot);
    for (ContextId context = 1; context < tree->context_count(); ++context) {
      const std::string name = fmt::format("{}@{}", tree->FrameAt(context).name, tree->LayerOf(context));
      nodes[context] = expected.Child(nodes[tree->ParentOf(context)], expected.InternFrame({.name = name}));
      for (MetricIndex m = 0; m < 2; ++m) expected.AddSelf(nodes[context], m, tree->Self(context, m));
    }
    const CctPtr written = std::move(expected).Finish({}).value();
    ImportOptions options;
    options.block_bytes = 1 + engine() % 300;
    options.max_estimated_contexts = 0;
    const auto read = Import(CallgrindText(*written, engine), options);
    ASSERT_TRUE(read) << DescribeError(read.error());
    EXPECT_TRUE((*read)->report().estimated.empty());
    EXPECT_TRUE((*read)->report().skipped.empty());
    EXPECT_TRUE((*read)->report().incomplete.empty());
    CctBuilder without_calls;
    without_calls.AddMetric({"a", "count", 1});
    without_calls.AddMetric({"b", "count", 1});
    std::vector<BuildNode> copies((*read)->context_count(), kBuildRoot);
    for (ContextId context = 1; context < (*read)->context_count(); ++context) {
      copies[context] = without_calls.Child(copies[(*read)->ParentOf(context)],
                                            without_calls.InternFrame((*read)->FrameAt(context)));
      for (MetricIndex m = 0; m < 2; ++m)
        without_calls.AddSelf(copies[context], m, (*read)->Self(context, m));
    }
    EXPECT_EQ(test::TextDump(**std::move(without_calls).Finish({})), test::TextDump(*written));
  }
}

TEST(CallgrindImporter, MakesThreadsARingWhereItIsAsked) {
  const std::string one = "# callgrind format\nthread: 3\nevents: Ir\nfn=f\n1 5\n";
  const std::string two = one + "part: 1\nthread: 4\nevents: Ir\nfn=f\n1 6\n";
  const auto layers = [](const std::string& text, ThreadRing ring) {
    ImportOptions options;
    options.threads = ring;
    const auto tree = Import(text, options);
    EXPECT_TRUE(tree);
    return (*tree)->layer_count() - 1;
  };
  EXPECT_EQ(layers(one, ThreadRing::kWhenSeveral), 1u);
  EXPECT_EQ(layers(one, ThreadRing::kAlways), 2u);
  EXPECT_EQ(layers(two, ThreadRing::kWhenSeveral), 2u);
  EXPECT_EQ(layers(two, ThreadRing::kMerged), 1u);
}

TEST(CallgrindImporter, HoldsItsLimits) {
  const std::string text = "# callgrind format\nevents: Ir\nfn=f\n1 5\nfn=g\n1 5\nfn=h\n1 5\n";
  ImportOptions options;
  EXPECT_EQ(test::MessageOf(text, options), "fine");
  options.build.max_contexts = 2;
  EXPECT_EQ(test::MessageOf(text, options), "the tree has more than 2 contexts");
  options = {};
  options.max_record_bytes = 8;
  EXPECT_EQ(test::MessageOf(text, options), "expected lines of at most 8 bytes, found one of 18");
  options = {};
  options.build.max_string_bytes = 2;
  EXPECT_EQ(test::MessageOf(text, options), "the names take more than 2 bytes");
}

TEST(CallgrindImporter, IsFoundByItsContents) {
  for (const std::string_view text :
       {"# callgrind format\nevents: Ir\nfn=f\n1 5\n", "events: Ir\nfn=f\n1 5\n",
        "desc: a\ncmd: b\nevents: Ir\nfl=f.c\nfn=f\n1 5\n",
        "version: 1\ncreator: xdebug 3\npositions: line\nevents: Time\nfn=f\n1 5\n"}) {
    const auto tree = Import(text);
    ASSERT_TRUE(tree) << text;
    EXPECT_EQ((*tree)->report().format, "callgrind") << text;
  }
  for (const std::string_view text : {"events: Ir 5\nmain;f 12\n", "fn=f 3\nfn=g 4\n"}) {
    const auto tree = Import(text);
    ASSERT_TRUE(tree) << text;
    EXPECT_EQ((*tree)->report().format, "folded") << text;
  }
}

TEST(CallgrindImporter, StopsWhenCancelled) {
  const std::string_view text = "# callgrind format\nevents: Ir\nfn=f\n1 5\n";
  EXPECT_EQ(test::EndWhenCancelled(text), ErrorCode::kCancelled);
}

}  // namespace
}  // namespace ringscope
