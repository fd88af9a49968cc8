#include "cct/table/group_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "tests/cct/test_trees.h"

namespace ringscope {
namespace {

constexpr ContextRange kWholeTree{kRootContext, kRootContext + 1};

FrameGrouping GroupingOf(const Cct& tree, GroupBy by) {
  return BuildFrameGrouping(tree.frames(), FunctionIndex(tree.frames()), by);
}

// The rows of a table by name, of one metric.
struct Row {
  uint64_t self = 0, inclusive = 0, contexts = 0;
  friend bool operator==(const Row&, const Row&) = default;
  friend void PrintTo(const Row& row, std::ostream* out) {
    *out << row.self << '/' << row.inclusive << '/' << row.contexts;
  }
};
std::map<std::string, Row> Rows(const GroupTable& table, const FrameGrouping& grouping,
                                MetricIndex metric = 0) {
  std::map<std::string, Row> rows;
  for (uint32_t g = 0; g < grouping.size(); ++g) {
    if (table.contexts[g] != 0)
      rows[grouping.name[g]] = {table.self[metric][g], table.inclusive[metric][g], table.contexts[g]};
  }
  return rows;
}

bool IsBelow(const Cct& tree, ContextId context, ContextRange roots) {
  for (ContextId root = roots.begin; root < roots.end; ++root) {
    if (tree.IsWithin(context, root)) return true;
  }
  return false;
}

// The groups of the callers of a context below the roots, innermost first.
std::vector<uint32_t> CallerGroups(const Cct& tree, const FrameGrouping& grouping, ContextId context,
                                   ContextRange roots) {
  std::vector<uint32_t> groups;
  for (ContextId at = context; !roots.contains(at);) {
    at = tree.ParentOf(at);
    groups.push_back(at == kRootContext ? kNoGroup : grouping.GroupOf(tree.FrameOf(at)));
  }
  return groups;
}

// The same, context by context: each looks at all its callers.
GroupTable NaiveTable(const Cct& tree, const FrameGrouping& grouping, ContextRange roots) {
  GroupTable table;
  table.contexts.resize(grouping.size());
  table.self.assign(tree.metric_count(), std::vector<uint64_t>(grouping.size()));
  table.inclusive = table.self;
  for (MetricIndex m = 0; m < tree.metric_count(); ++m) table.total.push_back(tree.Inclusive(roots, m));
  for (ContextId context = 1; context < tree.context_count(); ++context) {
    if (!IsBelow(tree, context, roots)) continue;
    const uint32_t group = grouping.GroupOf(tree.FrameOf(context));
    const auto callers = CallerGroups(tree, grouping, context, roots);
    const bool outermost = std::find(callers.begin(), callers.end(), group) == callers.end();
    ++table.contexts[group];
    for (MetricIndex m = 0; m < tree.metric_count(); ++m) {
      table.self[m][group] += tree.Self(context, m);
      if (outermost) table.inclusive[m][group] += tree.Inclusive(context, m);
    }
  }
  return table;
}

void ExpectEqual(const GroupTable& actual, const GroupTable& expected) {
  EXPECT_EQ(actual.contexts, expected.contexts);
  EXPECT_EQ(actual.self, expected.self);
  EXPECT_EQ(actual.inclusive, expected.inclusive);
  EXPECT_EQ(actual.total, expected.total);
}

// Rows of a neighbour table by group, of one metric: inclusive value and contexts.
using Neighbours = std::map<uint32_t, std::pair<uint64_t, uint64_t>>;
Neighbours RowsOf(const NeighbourTable& table, MetricIndex metric) {
  Neighbours rows;
  for (size_t r = 0; r < table.group.size(); ++r)
    rows[table.group[r]] = {table.inclusive[metric][r], table.contexts[r]};
  return rows;
}

Neighbours NaiveCallers(const Cct& tree, const FrameGrouping& grouping, uint32_t group, ContextRange roots,
                        MetricIndex metric) {
  Neighbours rows;
  for (ContextId context = 1; context < tree.context_count(); ++context) {
    if (!IsBelow(tree, context, roots) || grouping.GroupOf(tree.FrameOf(context)) != group) continue;
    const auto callers = CallerGroups(tree, grouping, context, roots);
    if (std::find(callers.begin(), callers.end(), group) != callers.end()) continue;
    const ContextId caller = tree.ParentOf(context);
    auto& row = rows[caller == kRootContext ? kNoGroup : grouping.GroupOf(tree.FrameOf(caller))];
    row.first += tree.Inclusive(context, metric);
    ++row.second;
  }
  return rows;
}

// Every self value below the group counts with the callee of the innermost context of the group.
Neighbours NaiveCallees(const Cct& tree, const FrameGrouping& grouping, uint32_t group, ContextRange roots,
                        MetricIndex metric) {
  Neighbours rows;
  for (ContextId context = 1; context < tree.context_count(); ++context) {
    if (!IsBelow(tree, context, roots)) continue;
    const uint32_t own = grouping.GroupOf(tree.FrameOf(context));
    const auto callers = CallerGroups(tree, grouping, context, roots);
    if (!callers.empty() && callers[0] == group) ++rows[own].second;
    if (own == group) continue;
    const auto innermost = std::find(callers.begin(), callers.end(), group);
    if (innermost == callers.end()) continue;
    rows[innermost == callers.begin() ? own : *(innermost - 1)].first += tree.Self(context, metric);
  }
  return rows;
}

TEST(GroupTableTest, MethodsOfTheWorkedExample) {
  const CctPtr tree = test::WorkedExample();
  const FrameGrouping grouping = GroupingOf(*tree, GroupBy::kFunction);
  const GroupTable table = BuildGroupTable(*tree, grouping, kWholeTree).value();
  EXPECT_EQ(Rows(table, grouping), (std::map<std::string, Row>{{"main", {1066, 3238, 1}},
                                                               {"f", {180, 890, 1}},
                                                               {"g", {540, 980, 4}},
                                                               {"h", {792, 1452, 6}},
                                                               {"i", {660, 660, 6}}}));
  EXPECT_EQ(table.total, std::vector<uint64_t>{3238});
}

TEST(GroupTableTest, SubtreeOfTheWorkedExample) {
  const CctPtr tree = test::WorkedExample();
  const FrameGrouping grouping = GroupingOf(*tree, GroupBy::kFunction);
  const ContextId f = tree->ChildrenOf(tree->ChildrenOf(kRootContext).begin).begin;
  const GroupTable table = BuildGroupTable(*tree, grouping, {f, f + 1}).value();
  EXPECT_EQ(Rows(table, grouping),
            (std::map<std::string, Row>{
                {"f", {180, 890, 1}}, {"g", {270, 490, 2}}, {"h", {240, 440, 3}}, {"i", {200, 200, 3}}}));
  EXPECT_EQ(table.total, std::vector<uint64_t>{890});
}

TEST(GroupTableTest, NeighboursOfTheWorkedExample) {
  const CctPtr tree = test::WorkedExample();
  const FrameGrouping grouping = GroupingOf(*tree, GroupBy::kFunction);
  const auto group = [&](std::string_view name) {
    return static_cast<uint32_t>(std::find(grouping.name.begin(), grouping.name.end(), name) -
                                 grouping.name.begin());
  };
  const auto neighbours = [&](NeighbourSide side, std::string_view name) {
    return RowsOf(BuildNeighbourTable(*tree, grouping, group(name), side, kWholeTree).value(), 0);
  };
  EXPECT_EQ(neighbours(NeighbourSide::kCallers, "g"),
            (Neighbours{{group("f"), {490, 1}}, {group("main"), {490, 1}}}));
  // g spends 540 itself, 440 in h; its own calls of g cost nothing more.
  EXPECT_EQ(neighbours(NeighbourSide::kCallees, "g"),
            (Neighbours{{group("h"), {440, 4}}, {group("g"), {0, 2}}}));
  EXPECT_EQ(neighbours(NeighbourSide::kCallers, "main"), (Neighbours{{kNoGroup, {3238, 1}}}));
  EXPECT_EQ(neighbours(NeighbourSide::kCallees, "i"), Neighbours{});
}

TEST(GroupTableTest, AgreesWithLookingAtEveryPath) {
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    const CctPtr tree = test::RandomTree(seed, {.contexts = 300,
                                                .frames = static_cast<uint32_t>(2 + seed % 12),
                                                .metrics = static_cast<uint32_t>(1 + seed % 3),
                                                .depth_bias = 0.1 * static_cast<double>(seed % 10)});
    std::mt19937_64 random(seed);
    const ContextId some = static_cast<ContextId>(1 + random() % (tree->context_count() - 1));
    const ContextRange siblings = tree->ChildrenOf(tree->ParentOf(some));
    for (const GroupBy by : {GroupBy::kFunction, GroupBy::kModule, GroupBy::kKind}) {
      const FrameGrouping grouping = GroupingOf(*tree, by);
      for (const ContextRange roots :
           {kWholeTree, ContextRange{some, some + 1}, siblings, ContextRange{5, 5}}) {
        const GroupTable table = BuildGroupTable(*tree, grouping, roots).value();
        ExpectEqual(table, NaiveTable(*tree, grouping, roots));
        for (uint32_t group = 0; group < grouping.size(); ++group) {
          for (MetricIndex m = 0; m < tree->metric_count(); ++m) {
            const auto callers =
                BuildNeighbourTable(*tree, grouping, group, NeighbourSide::kCallers, roots).value();
            const auto callees =
                BuildNeighbourTable(*tree, grouping, group, NeighbourSide::kCallees, roots).value();
            ASSERT_EQ(RowsOf(callers, m), NaiveCallers(*tree, grouping, group, roots, m));
            ASSERT_EQ(RowsOf(callees, m), NaiveCallees(*tree, grouping, group, roots, m));
            uint64_t caller_sum = 0;
            for (const uint64_t value : callers.inclusive[m]) caller_sum += value;
            uint64_t callee_sum = table.self[m][group];
            for (const uint64_t value : callees.inclusive[m]) callee_sum += value;
            ASSERT_EQ(caller_sum, table.inclusive[m][group]);
            ASSERT_EQ(callee_sum, table.inclusive[m][group]);
            ASSERT_TRUE(std::is_sorted(callees.inclusive[0].rbegin(), callees.inclusive[0].rend()));
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace ringscope
