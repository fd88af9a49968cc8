#include "cct/blueprint/item_table.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "cct/tree/building/frame_interner.h"
#include "tests/cct/test_trees.h"

namespace ringscope::item_table_test {
namespace {

constexpr ContextRange kWholeTree{kRootContext, kRootContext + 1};

ItemTable Items(const Cct& tree, ItemKind kind) {
  return BuildItemTable(tree, FunctionIndex(tree.frames()), kind, kWholeTree, 0).value();
}

uint32_t Find(const ItemTable& items, std::string_view name) {
  for (uint32_t item = 0; item < items.size(); ++item) {
    if (items.name[item] == name) return item;
  }
  return kNoItem;
}

TEST(ItemTable, CountsRecursionOnceAndLeavesOutWhatDidNotRun) {
  const CctPtr tree = test::TreeFromFolded("main;f;g;f 5\nmain;f 2\nmain;g 1\n");
  const ItemTable items = Items(*tree, ItemKind::kFunction);
  ASSERT_EQ(items.size(), 3u);
  const uint32_t f = Find(items, "f");
  ASSERT_NE(f, kNoItem);
  EXPECT_EQ(items.inclusive[0][f], 7u);
  EXPECT_EQ(items.self[0][f], 7u);
  EXPECT_EQ(items.contexts[f], 2u);
  EXPECT_EQ(items.total[0], 8u);
}

// Function by function, over all contexts.
TEST(ItemTable, AgreesWithASlowReference) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const CctPtr tree = test::RandomTree(seed, {.contexts = 300, .frames = 12, .metrics = 2, .facts = true});
    const FunctionIndex functions(tree->frames());
    const ItemTable items = BuildItemTable(*tree, functions, ItemKind::kFunction, kWholeTree, 0).value();
    std::map<FunctionId, uint64_t> self, inclusive;
    for (ContextId context = 1; context < tree->context_count(); ++context) {
      const FunctionId function = functions.FunctionOf(tree->FrameOf(context));
      self[function] += tree->Self(context, 1);
      bool is_inside = false;
      for (ContextId at = tree->ParentOf(context); at != kRootContext; at = tree->ParentOf(at))
        is_inside |= functions.FunctionOf(tree->FrameOf(at)) == function;
      if (!is_inside) inclusive[function] += tree->Inclusive(context, 1);
    }
    ASSERT_EQ(items.size(), self.size());
    for (uint32_t item = 0; item < items.size(); ++item) {
      const FunctionId function = functions.FunctionOf(items.first_frame[item]);
      EXPECT_EQ(items.self[1][item], self[function]);
      EXPECT_EQ(items.inclusive[1][item], inclusive[function]);
    }
  }
}

CctPtr TreeWithFacts() {
  CctBuilder builder;
  (void)builder.AddMetric({"samples", "count", 1});
  (void)builder.AddMetric({"calls", "count", 1});
  BuildNode at = kBuildRoot;
  for (const char* name : {"main", "C.a", "C.b", "C.c", "C.d"}) {
    Frame frame;
    frame.name = name;
    at = builder.Child(at, builder.InternFrame(frame));
    builder.AddSelf(at, 0, 10);
    builder.AddSelf(at, 1, 3);
  }
  FrameInterner& frames = builder.frames();
  const uint32_t receivers =
      frames.AddValue({std::string(kReceiversValue), "", 1, FrameValueRule::kDistinct});
  const uint32_t self = frames.AddValue({std::string(kReturnsSelfValue), "", 1, FrameValueRule::kLeast});
  const uint32_t same = frames.AddValue({std::string(kSameReturnValue), "", 1, FrameValueRule::kLeast});
  frames.SetValue(1, receivers, {1000, true});
  frames.SetValue(1, self, {1, false});
  frames.SetValue(2, self, {0, false});
  frames.SetValue(2, same, {1, false});
  frames.SetValue(3, same, {0, false});
  return std::move(builder).Finish({}).value();
}

TEST(ItemTable, KnowsReceiversAndReturns) {
  const CctPtr tree = TreeWithFacts();
  const ItemTable items = Items(*tree, ItemKind::kFunction);
  EXPECT_EQ(items.facts[Find(items, "C.a")].returns, ReturnKind::kSelf);
  EXPECT_EQ(items.facts[Find(items, "C.b")].returns, ReturnKind::kSame);
  EXPECT_EQ(items.facts[Find(items, "C.c")].returns, ReturnKind::kOther);
  EXPECT_EQ(items.facts[Find(items, "C.d")].returns, ReturnKind::kUnknown);
  EXPECT_EQ(items.facts[Find(items, "C.a")].receivers, (FrameAmount{1000, true}));
  const MeasuredItems receivers = MeasureItems(*tree, items, {MeasureOf::kReceivers, "", {}}, 0);
  EXPECT_EQ(receivers.values[Find(items, "C.a")], 1000);
  EXPECT_TRUE(receivers.at_least[Find(items, "C.a")]);
  EXPECT_TRUE(std::isnan(receivers.values[Find(items, "C.d")]));
  const MeasuredItems calls = MeasureItems(*tree, items, {MeasureOf::kCalls, "", {}}, 0);
  EXPECT_EQ(calls.values[Find(items, "C.a")], 3);
}

TEST(ItemTable, SaysWhatAProfileLacks) {
  const CctPtr tree = test::TreeFromFolded("main;f 5\n");
  const ItemTable items = Items(*tree, ItemKind::kFunction);
  EXPECT_EQ(MeasureItems(*tree, items, {MeasureOf::kCalls, "", {}}, 0).missing,
            "the profile counts no calls");
  EXPECT_EQ(MeasureItems(*tree, items, {MeasureOf::kReceivers, "", {}}, 0).missing,
            "no 'receivers' is known");
  EXPECT_EQ(MeasureItems(*tree, items, {MeasureOf::kChange, "", {}}, 0).missing,
            "only comparisons have a change");
  EXPECT_NE(MeasureItems(*tree, items, {MeasureOf::kInclusive, "bytes", {}}, 0).missing, "");
}

TEST(ItemTable, TakesContextsAsATree) {
  const CctPtr tree = test::RandomTree(3, {.contexts = 500, .frames = 20});
  const ItemTable items = Items(*tree, ItemKind::kContext);
  ASSERT_EQ(items.size(), tree->context_count());
  EXPECT_EQ(items.left_out, 0u);
  for (uint32_t item = 1; item < items.size(); ++item) {
    ASSERT_LT(items.parent[item], item);
    EXPECT_EQ(items.context[items.parent[item]], tree->ParentOf(items.context[item]));
  }
}

TEST(ItemTable, TotalsOfNothing) {
  const CctPtr tree = test::TreeFromFolded("main;f 0\n");
  for (const EnumWord<ItemKind>& kind : kItemKindWords) {
    const ItemTable items = Items(*tree, kind.value);
    const MeasuredItems measured = MeasureItems(*tree, items, {}, 0);
    for (const double value : measured.values) EXPECT_EQ(value, 0);
  }
}

}  // namespace
}  // namespace ringscope::item_table_test
