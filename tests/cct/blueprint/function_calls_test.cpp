#include "cct/blueprint/function_calls.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "tests/cct/test_trees.h"

namespace ringscope::function_calls_test {
namespace {

constexpr ContextRange kWholeTree{kRootContext, kRootContext + 1};

struct Made {
  CctPtr tree;
  ItemTable items;
};
Made Items(CctPtr tree) {
  ItemTable items =
      BuildItemTable(*tree, FunctionIndex(tree->frames()), ItemKind::kFunction, kWholeTree, 0).value();
  return {std::move(tree), std::move(items)};
}
FunctionCalls GraphOf(const Made& made, std::string_view middle) {
  return BuildFunctionCalls(*made.tree, made.items, kWholeTree, 0,
                            FindFunctionItem(made.items, middle, 0).value())
      .value();
}
// "f>g 5 f>h 1", ordered by names.
std::string TextOf(const Made& made, const CallNeighbourhood& around) {
  std::set<std::string> calls;
  for (const auto& call : around.calls) {
    calls.insert(made.items.name[around.functions[call.from]] + ">" +
                 made.items.name[around.functions[call.to]] + " " + std::to_string(call.cost));
  }
  std::string text;
  for (const std::string& call : calls) text += (text.empty() ? "" : ", ") + call;
  return text;
}

TEST(FunctionCalls, ReachesWhatHappensBelowAFunctionAlone) {
  // g calls k only where h calls it.
  const Made made = Items(test::TreeFromFolded("main;f;g 3\nmain;h;g;k 4\nmain;f;f;g 2\n"));
  const CallNeighbourhood around = AroundFunction(GraphOf(made, "f"), 0, {});
  EXPECT_EQ(TextOf(made, around), "f>f 2, f>g 5");
  EXPECT_EQ(made.items.name[around.functions[0]], "f");
  EXPECT_EQ(around.more_callers, 1u);
}

TEST(FunctionCalls, LeavesTheDearestAlongDearCalls) {
  const Made made = Items(test::TreeFromFolded("m;a;b 9\nm;c;d 5\nm;e 1\n"));
  const CallNeighbourhood around = AroundFunction(GraphOf(made, "m"), 0, {}, 4);
  EXPECT_EQ(TextOf(made, around), "a>b 9, m>a 9, m>c 5");
  EXPECT_EQ(around.left_out, 2u);
}

TEST(FunctionCalls, CountsCallsBelowThemselvesOnce) {
  const Made made = Items(test::TreeFromFolded("a;b;a;b 7\n"));
  EXPECT_EQ(TextOf(made, AroundFunction(GraphOf(made, "a"), 0, {})), "a>b 7, b>a 7");
}

TEST(FunctionCalls, GoesOutwardLayerByLayer) {
  const Made made = Items(test::TreeFromFolded("main;a;m;x;y 1\nmain;b;m;x 2\nmain;b;z 4\n"));
  const FunctionCalls graph = GraphOf(made, "m");
  const CallNeighbourhood one = AroundFunction(graph, 1, 1);
  EXPECT_EQ(TextOf(made, one), "a>m 1, b>m 2, m>x 3");
  EXPECT_EQ(one.more_callers, 1u);
  EXPECT_EQ(one.more_callees, 1u);
  const CallNeighbourhood two = AroundFunction(graph, 2, 2);
  EXPECT_EQ(TextOf(made, two), "a>m 1, b>m 2, m>x 3, main>a 1, main>b 6, x>y 1");
  EXPECT_EQ(two.more_callers + two.more_callees, 0u);
}

// Every edge from a context and its caller; reached: some caller is the middle.
TEST(FunctionCalls, AgreesWithASlowReference) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const Made made = Items(test::RandomTree(seed, {.contexts = 300, .frames = 9}));
    const Cct& tree = *made.tree;
    const auto item_of = [&](ContextId context) {
      return context == kRootContext ? kNoItem : made.items.item_of_frame[tree.FrameOf(context)];
    };
    const uint32_t middle = DearestCaller(tree, made.items, kWholeTree, 0);
    ASSERT_NE(middle, kNoItem);
    std::map<std::pair<uint32_t, uint32_t>, std::pair<uint64_t, bool>> expected;
    for (ContextId context = 1; context < tree.context_count(); ++context) {
      const ContextId caller = tree.ParentOf(context);
      const std::pair edge(item_of(caller), item_of(context));
      if (edge.first == kNoItem || edge.second == kNoItem) continue;
      bool is_reached = false, is_inside = false;
      for (ContextId at = caller; at != kRootContext; at = tree.ParentOf(at)) {
        is_reached |= item_of(at) == middle;
        is_inside |= std::pair(item_of(tree.ParentOf(at)), item_of(at)) == edge;
      }
      auto& into = expected[edge];
      if (!is_inside) into.first += tree.Inclusive(context, 0);
      into.second |= is_reached;
    }
    const FunctionCalls graph = BuildFunctionCalls(tree, made.items, kWholeTree, 0, middle).value();
    ASSERT_EQ(graph.edges.size(), expected.size());
    for (const CallEdge& edge : graph.edges) {
      const auto& [cost, is_reached] = expected[{edge.caller, edge.callee}];
      EXPECT_EQ(edge.cost, cost);
      EXPECT_EQ(edge.is_reached, is_reached);
    }
  }
}

TEST(FunctionCalls, FindsFunctionsByTheirNameOrItsEnd) {
  const Made made = Items(test::TreeFromFolded("p.C.run;run 1\np.C.go;x 2\n"));
  EXPECT_EQ(made.items.name[FindFunctionItem(made.items, "run", 0).value()], "run");
  EXPECT_EQ(made.items.name[FindFunctionItem(made.items, "C.go", 0).value()], "p.C.go");
  const auto missing = FindFunctionItem(made.items, "o", 0);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().message, "expected the name of a function of the profile, found 'o'");
}

TEST(FunctionCalls, OneFunctionThatCallsFiftyThousand) {
  std::string lines;
  for (int k = 0; k < 50'000; ++k) lines += "f;g" + std::to_string(k) + " 1\n";
  const Made made = Items(test::TreeFromFolded(lines));
  const CallNeighbourhood around = AroundFunction(GraphOf(made, "f"), 0, {});
  EXPECT_EQ(around.functions.size(), 50'001u);
  EXPECT_EQ(around.calls.size(), 50'000u);
}

TEST(FunctionCalls, TellsWhichAreTooMany) {
  std::string lines;
  const uint32_t callees = kMostBehaviorFunctions + 20;
  for (uint32_t k = 0; k < callees; ++k) lines += "f;g" + std::to_string(k) + (k < 50 ? " 1\n" : " 2\n");
  const Made made = Items(test::TreeFromFolded(lines));
  const CallNeighbourhood around = AroundFunction(GraphOf(made, "f"), 0, {});
  EXPECT_EQ(around.functions.size(), kMostBehaviorFunctions);
  EXPECT_EQ(around.left_out, 21u) << "the middle is one of those that are drawn";
  ASSERT_EQ(around.left_out_items.size(), 21u);
  uint64_t self = 0;
  for (const uint32_t item : around.left_out_items) {
    EXPECT_EQ(std::count(around.functions.begin(), around.functions.end(), item), 0);
    self += made.items.self[0][item];
  }
  EXPECT_EQ(self, 21u) << "the cheapest ones";
}

TEST(FunctionCalls, APathOfManyCalls) {
  std::string line = "f0";
  for (int k = 1; k < 20'000; ++k) line += ";f" + std::to_string(k);
  const Made made = Items(test::TreeFromFolded(line + " 1\n"));
  EXPECT_EQ(AroundFunction(GraphOf(made, "f0"), 0, {}).functions.size(), 20'000u);
  EXPECT_EQ(AroundFunction(GraphOf(made, "f100"), 7, 5).functions.size(), 13u);
}

}  // namespace
}  // namespace ringscope::function_calls_test
