#include "cct/table/group_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "cct/builder.h"
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

TEST(GroupTableTest, ContextsBelongToTheThreadTheyRunIn) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  const auto add = [&](BuildNode caller, std::string_view name, FrameKind kind, uint64_t self) {
    const BuildNode node = builder.Child(caller, builder.InternFrame({.name = name, .kind = kind}));
    builder.AddSelf(node, 0, self);
    return node;
  };
  const BuildNode process = add(kBuildRoot, "process", FrameKind::kProcess, 1);
  const BuildNode first = add(process, "first", FrameKind::kThread, 10);
  const BuildNode main = add(first, "main", FrameKind::kUser, 100);
  add(main, "work", FrameKind::kUser, 1000);
  const BuildNode second = add(process, "second", FrameKind::kThread, 0);
  add(second, "main", FrameKind::kUser, 10'000);
  add(kBuildRoot, "stray", FrameKind::kUser, 100'000);
  const CctPtr tree = std::move(builder).Finish({}).value();
  const FrameGrouping grouping = GroupingOf(*tree, GroupBy::kThread);
  EXPECT_EQ(Rows(BuildGroupTable(*tree, grouping, kWholeTree).value(), grouping),
            (std::map<std::string, Row>{
                {"process", {1, 11'111, 1}}, {"first", {1110, 1110, 3}}, {"second", {10'000, 10'000, 2}}}));
  // Below a view root in a thread.
  ContextId work = kNoContext;
  for (ContextId context = 1; context < tree->context_count(); ++context) {
    if (tree->FrameAt(context).name == "work") work = context;
  }
  EXPECT_EQ(Rows(BuildGroupTable(*tree, grouping, {work, work + 1}).value(), grouping),
            (std::map<std::string, Row>{{"first", {1000, 1000, 1}}}));
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

void ExpectEqual(const NeighbourTable& actual, const NeighbourTable& expected) {
  EXPECT_EQ(actual.group, expected.group);
  EXPECT_EQ(actual.inclusive, expected.inclusive);
  EXPECT_EQ(actual.contexts, expected.contexts);
}

// Large enough for workers to hand over many times.
TEST(GroupTableTest, DoesNotDependOnTheNumberOfWorkers) {
  for (const double depth_bias : {0.0, 0.7, 0.999}) {
    const CctPtr tree =
        test::RandomTree(11, {.contexts = 300'000, .frames = 200, .metrics = 2, .depth_bias = depth_bias});
    const FrameGrouping grouping = GroupingOf(*tree, GroupBy::kFunction);
    const GroupTable expected = BuildGroupTable(*tree, grouping, kWholeTree, nullptr, 1).value();
    for (const uint32_t workers : {2u, 7u})
      ExpectEqual(BuildGroupTable(*tree, grouping, kWholeTree, nullptr, workers).value(), expected);
    for (const NeighbourSide side : {NeighbourSide::kCallers, NeighbourSide::kCallees}) {
      ExpectEqual(BuildNeighbourTable(*tree, grouping, 3, side, kWholeTree, nullptr, 5).value(),
                  BuildNeighbourTable(*tree, grouping, 3, side, kWholeTree, nullptr, 1).value());
    }
  }
}

TEST(GroupTableTest, OneCallerWithVeryManyCalleesIsSharedToo) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  const BuildNode main = builder.Child(kBuildRoot, builder.InternFrame({.name = "main"}));
  for (uint32_t k = 0; k < 100'000; ++k) {
    const std::string name = "f" + std::to_string(k);
    builder.AddSelf(builder.Child(main, builder.InternFrame({.name = name})), 0, k);
  }
  const CctPtr tree = std::move(builder).Finish({}).value();
  const FrameGrouping grouping = GroupingOf(*tree, GroupBy::kFunction);
  ExpectEqual(BuildGroupTable(*tree, grouping, kWholeTree, nullptr, 4).value(),
              BuildGroupTable(*tree, grouping, kWholeTree, nullptr, 1).value());
}

// A million layers of two functions in turn, each layer with a leaf.
TEST(GroupTableTest, AMillionLayersAreAddedUp) {
  constexpr uint32_t kLayers = 1'000'000;
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  const FrameId even = builder.InternFrame({.name = "even"});
  const FrameId odd = builder.InternFrame({.name = "odd"});
  const FrameId leaf = builder.InternFrame({.name = "leaf"});
  BuildNode node = kBuildRoot;
  for (uint32_t k = 0; k < kLayers; ++k) {
    node = builder.Child(node, k % 2 == 0 ? even : odd);
    builder.AddSelf(builder.Child(node, leaf), 0, 1);
  }
  builder.AddSelf(node, 0, 5);
  const CctPtr tree = std::move(builder).Finish({}).value();
  const FrameGrouping grouping = GroupingOf(*tree, GroupBy::kFunction);
  for (const uint32_t workers : {1u, 3u}) {
    const GroupTable table = BuildGroupTable(*tree, grouping, kWholeTree, nullptr, workers).value();
    EXPECT_EQ(Rows(table, grouping), (std::map<std::string, Row>{{"even", {0, kLayers + 5, kLayers / 2}},
                                                                 {"odd", {5, kLayers + 4, kLayers / 2}},
                                                                 {"leaf", {kLayers, kLayers, kLayers}}}));
  }
  const uint32_t even_group = grouping.GroupOf(tree->FrameOf(1));
  const auto callees =
      BuildNeighbourTable(*tree, grouping, even_group, NeighbourSide::kCallees, kWholeTree, nullptr, 2)
          .value();
  EXPECT_EQ(callees.contexts, (std::vector<uint64_t>{kLayers / 2, kLayers / 2}));
  EXPECT_EQ(callees.inclusive[0], (std::vector<uint64_t>{kLayers / 2 + 5, kLayers / 2}));
}

TEST(GroupTableTest, ProgressIsTheNumberOfContexts) {
  const CctPtr tree = test::RandomTree(1, {.contexts = 50'000});
  JobControl job;
  ASSERT_TRUE(BuildGroupTable(*tree, GroupingOf(*tree, GroupBy::kModule), kWholeTree, &job, 2).has_value());
  EXPECT_EQ(job.done_units, tree->context_count());
}

TEST(GroupTableTest, CanBeCancelled) {
  const CctPtr tree = test::RandomTree(1, {.contexts = 50'000});
  const FrameGrouping grouping = GroupingOf(*tree, GroupBy::kModule);
  JobControl job;
  job.cancel_requested = true;
  for (const uint32_t workers : {1u, 3u}) {
    const auto table = BuildGroupTable(*tree, grouping, kWholeTree, &job, workers);
    ASSERT_FALSE(table.has_value());
    EXPECT_EQ(table.error().code, ErrorCode::kCancelled);
    const auto callers =
        BuildNeighbourTable(*tree, grouping, 0, NeighbourSide::kCallees, kWholeTree, &job, workers);
    ASSERT_FALSE(callers.has_value());
    EXPECT_EQ(callers.error().code, ErrorCode::kCancelled);
  }
}

// The columns of a hostile file. Contexts may have several callers and frames may be outside their table; a
// walk over all paths could take forever.
TEST(GroupTableTest, NonsenseColumnsEnd) {
  std::mt19937 random(3);
  int refused = 0;
  for (int round = 0; round < 300; ++round) {
    const uint32_t n = 1 + static_cast<uint32_t>(random() % 200);
    std::vector<uint32_t> first_child(n + 1), frame(n), layer_begin(2 + random() % 5);
    std::vector<uint64_t> running(n + 1);
    const auto nonsense = [&] {
      return random() % 3 == 0 ? static_cast<uint32_t>(random()) : static_cast<uint32_t>(random() % (n + 3));
    };
    for (auto& v : first_child) v = nonsense();
    for (auto& v : frame) v = nonsense();
    for (auto& v : layer_begin) v = nonsense();
    for (auto& v : running) v = random();
    // Every context calls all that come behind it: 2^n paths.
    if (round % 2 == 0) {
      for (uint32_t k = 0; k <= n; ++k) first_child[k] = k % 2 == 0 ? 0 : n;
    }
    CctColumns columns;
    columns.first_child = ChunkedColumn<uint32_t>(std::span<const uint32_t>(first_child));
    columns.frame = ChunkedColumn<uint32_t>(std::span<const uint32_t>(frame));
    columns.layer_begin = ChunkedColumn<uint32_t>(std::span<const uint32_t>(layer_begin));
    columns.running_inclusive.emplace_back(std::span<const uint64_t>(running));
    const CctPtr some = test::RandomTree(1, {.contexts = 20, .frames = 10});
    const Cct tree(columns, some->frames(), {{"m", "", 1}}, {}, nullptr);
    const FrameGrouping grouping = GroupingOf(tree, GroupBy::kFunction);
    for (const uint32_t workers : {1u, 2u}) {
      const auto table = BuildGroupTable(tree, grouping, kWholeTree, nullptr, workers);
      if (!table) {
        EXPECT_EQ(table.error().code, ErrorCode::kMalformed);
        ++refused;
      }
      for (const NeighbourSide side : {NeighbourSide::kCallers, NeighbourSide::kCallees}) {
        static_cast<void>(BuildNeighbourTable(tree, grouping, 0, side, kWholeTree, nullptr, workers));
      }
    }
  }
  EXPECT_GT(refused, 50);
}

}  // namespace
}  // namespace ringscope
