#include "app/tables/tables.h"
#include "app/tables/tree_table_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "app/search/search.h"
#include "app/view/navigation.h"
#include "tests/app/app_test_state.h"
#include "tests/cct/test_trees.h"

namespace ringscope::tree_rows_test {
namespace {

using Rows = std::vector<std::pair<ContextId, uint32_t>>;

// One context, then, where it is expanded, all below it.
void Unfold(const ViewState& view, ContextRange siblings, uint32_t depth, Rows& rows) {
  const Cct& tree = view.tree();
  std::vector<ContextId> order;
  for (ContextId one = siblings.begin; one < siblings.end; ++one) order.push_back(one);
  std::stable_sort(order.begin(), order.end(), [&](ContextId a, ContextId b) {
    return tree.Inclusive(a, view.metric) > tree.Inclusive(b, view.metric);
  });
  const ViewRoot& root = view.history.current().root;
  const auto& expanded = view.slots.Get<TreeTableState>().expanded;
  for (const ContextId one : order) {
    rows.emplace_back(one, depth);
    const bool is_root = !root.is_run() && one == root.context;
    if (is_root || std::find(expanded.begin(), expanded.end(), one) != expanded.end()) {
      Unfold(view, tree.ChildrenOf(one), depth + 1, rows);
    }
  }
}

Rows Expected(const ViewState& view) {
  Rows rows;
  Unfold(view, SearchRoots(view.history.current().root), 0, rows);
  return rows;
}

ViewState ViewOf(CctPtr tree, ViewRoot root = {}) {
  ViewState view;
  view.id = 1;
  view.shown = WithFunctions(std::move(tree));
  view.history = ViewHistory(RingsPosition(root));
  return view;
}

void Set(ViewState& view, const std::set<ContextId>& expanded) {
  view.slots.Get<TreeTableState>().expanded.assign(expanded.begin(), expanded.end());
  ++view.slots.Get<TreeTableState>().serial;
}

void ExpectRows(const ViewState& view, const TreeRows& rows) {
  const Rows expected = Expected(view);
  ASSERT_EQ(rows.size(), expected.size());
  std::vector<std::optional<uint64_t>> row_of(view.tree().context_count());
  for (uint64_t row = 0; row < expected.size(); ++row) {
    const TreeRow at = rows.At(row);
    ASSERT_EQ(at.context, expected[row].first) << "row " << row;
    ASSERT_EQ(at.depth, expected[row].second) << "row " << row;
    row_of[at.context] = row;
  }
  for (ContextId context = 0; context < row_of.size(); ++context) {
    ASSERT_EQ(rows.Find(context), row_of[context]) << "context " << context;
    ContextId shown = context;
    while (shown != kNoContext && !row_of[shown]) shown = view.tree().ParentOf(shown);
    ASSERT_EQ(rows.FindNearest(context), shown == kNoContext ? std::nullopt : row_of[shown]);
  }
}

TEST(TreeRowsTest, RowsAreThoseOfPlainUnfolding) {
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    std::mt19937_64 random(seed);
    test::RandomTreeOptions options;
    options.contexts = 300;
    options.metrics = 2;
    options.depth_bias = seed % 3 == 0 ? 0.9 : 0.2;
    ViewState view = ViewOf(test::RandomTree(seed, options));
    const uint32_t count = view.tree().context_count();
    TreeRows rows;
    std::set<ContextId> expanded;
    for (int step = 0; step < 60; ++step) {
      // Folds and unfolds, and now and then looks elsewhere or at the other metric.
      const auto context = static_cast<ContextId>(random() % count);
      if (!expanded.insert(context).second) expanded.erase(context);
      if (step == 10) {
        for (ContextId one = 0; one < count; ++one) expanded.insert(one);
      }
      Set(view, expanded);
      if (step % 7 == 0) view.metric = static_cast<MetricIndex>(random() % 2);
      if (step % 11 == 5) {
        ViewRoot root{static_cast<ContextId>(random() % count), {}};
        const ContextRange callees = view.tree().ChildrenOf(root.context);
        if (callees.size() > 2) root.run = {callees.begin + 1, callees.end};
        view.history.Push(RingsPosition(root));
      }
      rows.Update(view);
      ASSERT_NO_FATAL_FAILURE(ExpectRows(view, rows)) << "seed " << seed << " step " << step;
    }
  }
}

TEST(TreeRowsTest, NothingIsDoneWhileNothingChanges) {
  ViewState view = ViewOf(test::WorkedExample());
  TreeRows rows;
  EXPECT_EQ(rows.size(), 0u);
  EXPECT_FALSE(rows.Find(0));
  rows.Update(view);
  rows.Update(view);
  EXPECT_EQ(rows.builds(), 1u);
  EXPECT_EQ(rows.size(), 2u);  // the root and main
  Set(view, {1});
  rows.Update(view);
  EXPECT_EQ(rows.builds(), 2u);
  EXPECT_EQ(rows.size(), 5u);
  EXPECT_TRUE(rows.IsExpanded(0));
  EXPECT_TRUE(rows.IsExpanded(1));
  EXPECT_FALSE(rows.IsExpanded(2));
  // Another view with the same serial is another table.
  view.id = 2;
  rows.Update(view);
  EXPECT_EQ(rows.builds(), 3u);
}

TEST(TreeRowsTest, ATwoHundredThousandLayersDeepPath) {
  constexpr uint32_t kLayers = 200'000;
  ViewState view = ViewOf(DeepTree(kLayers));
  std::vector<ContextId> path{kRootContext};
  while (!view.tree().ChildrenOf(path.back()).empty()) {
    path.push_back(view.tree().ChildrenOf(path.back()).begin);
  }
  ASSERT_EQ(path.size(), kLayers + 1);
  view.slots.Get<TreeTableState>().expanded = path;
  TreeRows rows;
  rows.Update(view);
  // The path downwards, then its leaves from the innermost outwards.
  ASSERT_EQ(rows.size(), 2 * uint64_t{kLayers} + 1);
  for (const uint32_t layer : {0u, 1u, 99'999u, kLayers}) {
    EXPECT_EQ(rows.At(layer).context, path[layer]);
    EXPECT_EQ(rows.At(layer).depth, layer);
    EXPECT_EQ(rows.Find(path[layer]), layer);
  }
  EXPECT_EQ(rows.At(kLayers + 1).depth, kLayers);
  EXPECT_EQ(rows.At(2 * kLayers).depth, 1u);
  view.slots.Get<TreeTableState>().expanded.erase(view.slots.Get<TreeTableState>().expanded.begin() + 1);
  ++view.slots.Get<TreeTableState>().serial;
  rows.Update(view);
  EXPECT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows.FindNearest(path[kLayers]), 1u);
}

TEST(TreeRowsTest, AMillionCalleesOfOneContext) {
  constexpr uint32_t kCallees = 1'000'000;
  CctBuilder builder;
  builder.AddMetric({"time", "ns", 1});
  builder.AddMetric({"bytes", "bytes", 1});
  for (uint32_t i = 0; i < kCallees; ++i) {
    const std::string name = "f" + std::to_string(i);
    const BuildNode node =
        builder.Child(kBuildRoot, builder.InternFrame({name, {}, {}, 0, 0, FrameKind::kUser}));
    builder.AddSelf(node, 0, 1 + i % 1000);
    builder.AddSelf(node, 1, 1 + (i * 7919ull) % 100'003);
  }
  auto tree = std::move(builder).Finish({});
  ASSERT_TRUE(tree);
  ViewState view = ViewOf(*tree);
  TreeRows rows;
  for (const MetricIndex metric : {0u, 1u}) {
    view.metric = metric;
    rows.Update(view);
    ASSERT_EQ(rows.size(), uint64_t{kCallees} + 1);
    uint64_t before = ~uint64_t{0};
    for (uint64_t row = 1; row <= kCallees; row += 997) {
      const TreeRow at = rows.At(row);
      const uint64_t value = view.tree().Inclusive(at.context, metric);
      ASSERT_LE(value, before);
      ASSERT_EQ(rows.Find(at.context), row);
      before = value;
    }
  }
}

TEST(FindCounterpartsTest, IsOneByOneWhatTheSingleOneFinds) {
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    const CctPtr from = test::RandomTree(seed, {400, 8, 1, 0.5});
    const CctPtr to = test::RandomTree(seed + 100, {400, 8, 1, 0.5});
    std::mt19937_64 random(seed);
    std::set<ContextId> asked;
    for (int i = 0; i < 80; ++i) asked.insert(static_cast<ContextId>(random() % from->context_count()));
    std::set<ContextId> expected;
    for (const ContextId context : asked) {
      const ContextId found = FindExactCounterpart(*from, context, *to);
      if (found != kNoContext) expected.insert(found);
    }
    const std::vector<ContextId> contexts(asked.begin(), asked.end());
    EXPECT_EQ(FindCounterparts(*from, contexts, *to, 1'000'000),
              std::vector<ContextId>(expected.begin(), expected.end()));
    // Out of budget the last ones are missing, and it ends.
    EXPECT_LE(FindCounterparts(*from, contexts, *to, 50).size(), expected.size());
    EXPECT_EQ(FindCounterparts(*from, contexts, *from, 1'000'000), contexts);
  }
}

}  // namespace
}  // namespace ringscope::tree_rows_test
