#include "cct/tree/cct.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/cct/test_trees.h"

namespace ringscope::cct_test {
namespace {

using test::RandomTree;
using test::TreeFromFolded;
using test::WorkedExample;

ContextId Find(const Cct& tree, std::initializer_list<std::string_view> path) {
  ContextId at = kRootContext;
  for (const std::string_view name : path) {
    ContextId found = kNoContext;
    const ContextRange children = tree.ChildrenOf(at);
    for (ContextId child = children.begin; child < children.end; ++child) {
      if (tree.frames().name(tree.FrameOf(child)) == name) found = child;
    }
    if (found == kNoContext) return kNoContext;
    at = found;
  }
  return at;
}

TEST(Cct, WorkedExampleHasThePapersNumbers) {
  const CctPtr tree = WorkedExample();
  EXPECT_EQ(tree->context_count(), 19u);  // 18 and the synthetic root
  EXPECT_EQ(tree->layer_count(), 7u);
  EXPECT_EQ(tree->Total(0), 3238u);
  const std::vector<uint32_t> per_layer{1, 1, 3, 5, 5, 3, 1};
  const std::vector<uint64_t> inclusive_per_layer{3238, 3238, 2172, 1380, 570, 210, 50};
  for (uint32_t layer = 0; layer < tree->layer_count(); ++layer) {
    EXPECT_EQ(tree->Layer(layer).size(), per_layer[layer]);
    EXPECT_EQ(tree->Inclusive(tree->Layer(layer), 0), inclusive_per_layer[layer]);
  }
  const ContextId fg = Find(*tree, {"main", "f", "g"});
  EXPECT_EQ(tree->Inclusive(fg, 0), 490u);
  EXPECT_EQ(tree->Self(fg, 0), 180u);
  EXPECT_EQ(tree->Self(Find(*tree, {"main"}), 0), 1066u);
  EXPECT_EQ(tree->NaturalViewRoot(), Find(*tree, {"main"}));
}

TEST(Cct, SiblingsAreLargestFirstThenByName) {
  const CctPtr tree = TreeFromFolded("m;b 5\nm;a 5\nm;z 9\nm;c 1\n");
  std::string order;
  const ContextRange children = tree->ChildrenOf(1);
  for (ContextId child = children.begin; child < children.end; ++child) order += tree->FrameAt(child).name;
  EXPECT_EQ(order, "zabc");
}

TEST(Cct, AccessorsAgreeWithEachOtherOnRandomTrees) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const CctPtr tree =
        RandomTree(seed, {.contexts = 500, .metrics = 2, .depth_bias = 0.05 * static_cast<double>(seed)});
    std::vector<uint64_t> inclusive(tree->context_count());
    for (ContextId i = tree->context_count(); i-- > 0;) {
      inclusive[i] += tree->Self(i, 1);
      const ContextId parent = tree->ParentOf(i);
      if (i == kRootContext) {
        EXPECT_EQ(parent, kNoContext);
      } else {
        ASSERT_LT(parent, i);
        ASSERT_TRUE(tree->ChildrenOf(parent).contains(i));
        ASSERT_EQ(tree->LayerOf(parent) + 1, tree->LayerOf(i));
        ASSERT_EQ(tree->PathTo(i).back(), i);
        ASSERT_EQ(tree->PathTo(i).size(), tree->LayerOf(i));
        inclusive[parent] += inclusive[i];
      }
      ASSERT_EQ(tree->Inclusive(i, 1), inclusive[i]);
      ASSERT_TRUE(tree->Layer(tree->LayerOf(i)).contains(i));
      ASSERT_TRUE(tree->IsWithin(i, kRootContext));
      ASSERT_EQ(tree->IsWithin(kRootContext, i), i == kRootContext);
    }
  }
}

TEST(Cct, DescendantsOfAContextAreOneRunOnEveryLayer) {
  const CctPtr tree = RandomTree(7, {.contexts = 800});
  for (ContextId ancestor = 0; ancestor < tree->context_count(); ancestor += 13) {
    ContextRange run{ancestor, ancestor + 1};
    for (uint32_t layer = tree->LayerOf(ancestor); layer < tree->layer_count(); ++layer) {
      const ContextRange all = tree->Layer(layer);
      for (ContextId i = all.begin; i < all.end; ++i) {
        ASSERT_EQ(run.contains(i), tree->IsWithin(i, ancestor)) << "context " << i << " under " << ancestor;
      }
      run = tree->ChildrenOfRun(run);
    }
  }
}

TEST(Cct, TheViewerOpensWhereTheTreeBranchesOrHasCost) {
  const CctPtr branching = TreeFromFolded("start;main;a 1\nstart;main;b 2\n");
  EXPECT_EQ(branching->FrameAt(branching->NaturalViewRoot()).name, "main");
  const CctPtr costly = TreeFromFolded("start;main;a 1\nstart 2\n");
  EXPECT_EQ(costly->FrameAt(costly->NaturalViewRoot()).name, "start");
  EXPECT_EQ(TreeFromFolded("a 1\nb 1\n")->NaturalViewRoot(), kRootContext);
  const CctPtr chain = TreeFromFolded("a;b;c 1\n");
  EXPECT_EQ(chain->FrameAt(chain->NaturalViewRoot()).name, "a");
}

TEST(Cct, ARootAloneIsATree) {
  const CctPtr tree = TreeFromFolded("");
  EXPECT_EQ(tree->context_count(), 1u);
  EXPECT_EQ(tree->layer_count(), 1u);
  EXPECT_TRUE(tree->ChildrenOf(kRootContext).empty());
  EXPECT_EQ(tree->NaturalViewRoot(), kRootContext);
}

TEST(Cct, AMillionLayersAreAnswered) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  BuildNode node = kBuildRoot;
  const FrameId frame = builder.InternFrame({.name = "recurse"});
  for (int i = 0; i < 1'000'000; ++i) node = builder.Child(node, frame);
  builder.AddSelf(node, 0, 3);
  const CctPtr tree = std::move(builder).Finish({}).value();
  EXPECT_EQ(tree->layer_count(), 1'000'001u);
  EXPECT_EQ(tree->LayerOf(1'000'000), 1'000'000u);
  EXPECT_EQ(tree->PathTo(1'000'000).size(), 1'000'000u);
  EXPECT_EQ(tree->Inclusive(kRootContext, 0), 3u);
}

// Columns of a hostile file: every accessor stays inside, and walking towards children ends.
TEST(Cct, NonsenseColumnsStaySafe) {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    const uint32_t n = 1 + static_cast<uint32_t>(random() % 40);
    const test::NonsenseColumns nonsense(random, n);
    const Cct tree(nonsense.Columns(), FrameTable(), {{"m", "", 1}}, {}, nullptr);
    for (ContextId i = 0; i < n; ++i) {
      const ContextRange children = tree.ChildrenOf(i);
      ASSERT_GT(children.begin, std::min(i, n - 1));
      ASSERT_LE(children.begin, children.end);
      ASSERT_LE(children.end, n);
      static_cast<void>(tree.ParentOf(i));
      ASSERT_LE(tree.PathTo(i).size(), n);
      ASSERT_LT(tree.LayerOf(i), tree.layer_count());
      static_cast<void>(tree.Self(i, 0));
      EXPECT_EQ(tree.FrameAt(i).name, "");
    }
    for (uint32_t layer = 0; layer < tree.layer_count() + 2; ++layer) ASSERT_LE(tree.Layer(layer).end, n);
    ASSERT_LT(tree.NaturalViewRoot(), n);
  }
}

}  // namespace
}  // namespace ringscope::cct_test
