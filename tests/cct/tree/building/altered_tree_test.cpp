#include "cct/tree/building/altered_tree.h"

#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <vector>

#include "cct/tree/verify.h"
#include "tests/cct/test_trees.h"

namespace ringscope::altered_tree_test {
namespace {

TEST(BelowProcess, AddsOneContextAboveAll) {
  const CctPtr tree = test::TreeFromFolded("main;a 3\nmain;b 1\nother 2\n");
  const Result<CctPtr> below = BelowProcess(*tree, "tool 7");
  ASSERT_TRUE(below);
  EXPECT_TRUE(VerifyCct(**below));
  EXPECT_EQ(test::FoldedDump(**below), "tool 7;main;a 3\ntool 7;main;b 1\ntool 7;other 2\n");
  EXPECT_EQ((*below)->FrameAt(1).kind, FrameKind::kProcess);
  EXPECT_EQ((*below)->Total(0), tree->Total(0));
}

TEST(BelowProcess, KeepsSelfCostOfTheRootAndMarks) {
  CctBuilder builder;
  const MetricIndex metric = builder.AddMetric({"bytes", "bytes", 1});
  builder.AddSelf(kBuildRoot, metric, 5);
  const BuildNode cut = builder.Child(kBuildRoot, builder.InternFrame({.name = "cut"}));
  builder.AddSelf(cut, metric, 2);
  builder.MarkContext(cut, kCallersCutOff);
  builder.SetPoints({{"input", "count", false}}, {cut, cut}, {{7, 8}});
  const Result<CctPtr> tree = std::move(builder).Finish({});
  ASSERT_TRUE(tree);
  const Result<CctPtr> below = BelowProcess(**tree, "p");
  ASSERT_TRUE(below);
  EXPECT_TRUE(VerifyCct(**below));
  EXPECT_EQ((*below)->Self(1, 0), 5U);
  EXPECT_EQ((*below)->Self(0, 0), 0U);
  EXPECT_EQ((*below)->FlagsOf(2), kCallersCutOff);
  EXPECT_EQ((*below)->FlagsOf(0), 0U);
  ASSERT_EQ((*below)->point_count(), 2U);
  EXPECT_EQ((*below)->PointsOf(2).end - (*below)->PointsOf(2).begin, 2U);
  EXPECT_EQ((*below)->PointsOf(1).end - (*below)->PointsOf(1).begin, 0U);
  EXPECT_EQ((*below)->PointValue(0, 1), 8U);
}

TEST(BelowProcess, IsSoundForAnyTree) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const CctPtr tree = test::RandomTree(seed, {.contexts = 200, .frames = 9, .metrics = 3});
    const Result<CctPtr> below = BelowProcess(*tree, "f1");
    ASSERT_TRUE(below);
    ASSERT_TRUE(VerifyCct(**below)) << seed;
    ASSERT_EQ((*below)->context_count(), tree->context_count() + 1);
    for (ContextId i = 1; i < tree->context_count(); ++i) {
      ASSERT_EQ((*below)->FrameAt(i + 1), tree->FrameAt(i));
      for (MetricIndex m = 0; m < 3; ++m) ASSERT_EQ((*below)->Self(i + 1, m), tree->Self(i, m));
    }
  }
}

TEST(OutermostLayers, KeepInclusiveCostsAndIds) {
  const CctPtr tree = test::TreeFromFolded("main;a;x;y 3\nmain;a;z 4\nmain;b 1\nother;c;d 2\nmain 5\n");
  // The root, 2 and 3 contexts: one layer more has too many.
  const CctPtr top = OutermostLayers(tree, 8);
  EXPECT_TRUE(VerifyCct(*top));
  ASSERT_EQ(top->context_count(), 6u);
  ASSERT_EQ(top->layer_count(), 3u);
  for (ContextId context = 0; context < top->context_count(); ++context) {
    EXPECT_EQ(top->Inclusive(context, 0), tree->Inclusive(context, 0)) << context;
    EXPECT_EQ(top->FrameOf(context), tree->FrameOf(context)) << context;
    EXPECT_EQ(top->ParentOf(context), tree->ParentOf(context)) << context;
  }
  EXPECT_EQ(test::FoldedDump(*top), "main 5\nmain;a 7\nmain;b 1\nother;c 2\n");
  EXPECT_EQ(OutermostLayers(tree, 0)->context_count(), 1u) << "at least the root";
  // Of a damaged file.
  for (const std::vector<uint32_t>& layers : {std::vector<uint32_t>{0, 0, 0}, {0, 9, 3, 900}, {7, 1}}) {
    CctColumns columns = tree->columns();
    columns.layer_begin = ChunkedColumn<uint32_t>(std::span<const uint32_t>(layers));
    const auto damaged = std::make_shared<const Cct>(
        columns, tree->frames(), std::vector<Metric>(tree->metrics().begin(), tree->metrics().end()),
        tree->report(), tree);
    EXPECT_LE(OutermostLayers(damaged, 8)->context_count(), tree->context_count());
  }
  EXPECT_EQ(test::FoldedDump(*OutermostLayers(tree, 100)), test::FoldedDump(*tree));
}

}  // namespace
}  // namespace ringscope::altered_tree_test
