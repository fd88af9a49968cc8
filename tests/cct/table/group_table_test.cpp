#include "cct/table/group_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "cct/tree/building/builder.h"
#include "tests/cct/test_trees.h"

namespace ringscope::group_table_test {
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

// Rows of a neighbour table by group, of one metric.
using Neighbours = std::map<uint32_t, Row>;
Neighbours RowsOf(const NeighbourTable& table, MetricIndex metric) {
  Neighbours rows;
  for (size_t r = 0; r < table.group.size(); ++r)
    rows[table.group[r]] = {table.self[metric][r], table.inclusive[metric][r], table.contexts[r]};
  return rows;
}

// The groups of a context; the synthetic root has none.
uint32_t GroupOf(const Cct& tree, const FrameGrouping& grouping, ContextId context) {
  return context == kRootContext ? kNoGroup : grouping.GroupOf(tree.FrameOf(context));
}

// All rows as they are defined, by groups of caller and callee: the contexts of the callee's group below the
// roots whose caller is of the caller's group, and of these the ones with none of them above.
using Calls = std::map<std::pair<uint32_t, uint32_t>, Row>;
Calls NaiveCalls(const Cct& tree, const FrameGrouping& grouping, ContextRange roots, MetricIndex metric) {
  const auto call = [&](ContextId context) {
    return std::pair(GroupOf(tree, grouping, tree.ParentOf(context)), GroupOf(tree, grouping, context));
  };
  Calls calls;
  for (ContextId context = 1; context < tree.context_count(); ++context) {
    if (!IsBelow(tree, context, roots)) continue;
    bool is_nested = false;
    for (ContextId at = tree.ParentOf(context); at != kRootContext; at = tree.ParentOf(at))
      is_nested = is_nested || (call(at) == call(context) && IsBelow(tree, at, roots));
    Row& row = calls[call(context)];
    ++row.contexts;
    row.self += tree.Self(context, metric);
    if (!is_nested) row.inclusive += tree.Inclusive(context, metric);
  }
  return calls;
}

Neighbours NeighboursOf(const Calls& calls, uint32_t group, NeighbourSide side) {
  Neighbours rows;
  for (const auto& [call, row] : calls) {
    if (side == NeighbourSide::kCallers && call.second == group) rows[call.first] = row;
    if (side == NeighbourSide::kCallees && call.first == group) rows[call.second] = row;
  }
  return rows;
}

// The callers or callees of a function by name; "" are those without a group.
std::map<std::string, Row> NamedNeighbours(const Cct& tree, std::string_view name, NeighbourSide side) {
  const FrameGrouping grouping = GroupingOf(tree, GroupBy::kFunction);
  const auto at = std::find(grouping.name.begin(), grouping.name.end(), name) - grouping.name.begin();
  const NeighbourTable table =
      BuildNeighbourTable(tree, grouping, static_cast<uint32_t>(at), side, kWholeTree).value();
  std::map<std::string, Row> rows;
  for (const auto& [group, row] : RowsOf(table, 0)) rows[group == kNoGroup ? "" : grouping.name[group]] = row;
  return rows;
}

// One stack, outermost function first, whose last context costs 5.
CctPtr OneStack(const std::vector<std::string>& names) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  BuildNode node = kBuildRoot;
  for (const std::string& name : names) node = builder.Child(node, builder.InternFrame({.name = name}));
  builder.AddSelf(node, 0, 5);
  return std::move(builder).Finish({}).value();
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
  using Named = std::map<std::string, Row>;
  const CctPtr tree = test::WorkedExample();
  const auto neighbours = [&](NeighbourSide side, std::string_view name) {
    return NamedNeighbours(*tree, name, side);
  };
  EXPECT_EQ(neighbours(NeighbourSide::kCallers, "g"),
            (Named{{"f", {180, 490, 1}}, {"main", {180, 490, 1}}, {"g", {180, 400, 2}}}));
  EXPECT_EQ(neighbours(NeighbourSide::kCallees, "g"), (Named{{"h", {240, 440, 4}}, {"g", {180, 400, 2}}}));
  EXPECT_EQ(neighbours(NeighbourSide::kCallers, "main"), (Named{{"", {1066, 3238, 1}}}));
  EXPECT_EQ(neighbours(NeighbourSide::kCallees, "i"), Named{});
}

TEST(GroupTableTest, NeighboursInRecursion) {
  using Named = std::map<std::string, Row>;
  const CctPtr mutual = OneStack({"main", "f", "h", "f", "h", "f"});
  EXPECT_EQ(NamedNeighbours(*mutual, "f", NeighbourSide::kCallees), (Named{{"h", {0, 5, 2}}}));
  EXPECT_EQ(NamedNeighbours(*mutual, "h", NeighbourSide::kCallers), (Named{{"f", {0, 5, 2}}}));
  EXPECT_EQ(NamedNeighbours(*mutual, "h", NeighbourSide::kCallees), (Named{{"f", {5, 5, 2}}}));
  EXPECT_EQ(NamedNeighbours(*mutual, "f", NeighbourSide::kCallers),
            (Named{{"main", {0, 5, 1}}, {"h", {5, 5, 2}}}));
  // A caller below the first call is one too.
  const CctPtr inner = OneStack({"main", "a", "b", "a", "c"});
  EXPECT_EQ(NamedNeighbours(*inner, "a", NeighbourSide::kCallers),
            (Named{{"main", {0, 5, 1}}, {"b", {0, 5, 1}}}));
  const CctPtr direct = OneStack({"f", "f", "f"});
  EXPECT_EQ(NamedNeighbours(*direct, "f", NeighbourSide::kCallers),
            (Named{{"", {0, 5, 1}}, {"f", {5, 5, 2}}}));
  EXPECT_EQ(NamedNeighbours(*direct, "f", NeighbourSide::kCallees), (Named{{"f", {5, 5, 2}}}));
}

// The call into a view root, as searches see it.
TEST(GroupTableTest, CallersAboveTheViewRootCount) {
  const CctPtr tree = OneStack({"main", "f", "g"});
  const FrameGrouping grouping = GroupingOf(*tree, GroupBy::kFunction);
  const uint32_t main = GroupOf(*tree, grouping, 1), f = GroupOf(*tree, grouping, 2);
  const auto rows = [&](uint32_t group, NeighbourSide side) {
    return RowsOf(BuildNeighbourTable(*tree, grouping, group, side, {2, 3}).value(), 0);
  };
  EXPECT_EQ(rows(f, NeighbourSide::kCallers), (Neighbours{{main, {0, 5, 1}}}));
  EXPECT_EQ(rows(main, NeighbourSide::kCallees), (Neighbours{{f, {0, 5, 1}}}));
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
        std::vector<Calls> naive;  // per metric
        for (MetricIndex m = 0; m < tree->metric_count(); ++m)
          naive.push_back(NaiveCalls(*tree, grouping, roots, m));
        Calls calls[2];  // as each side says
        for (uint32_t group = 0; group < grouping.size(); ++group) {
          for (const NeighbourSide side : {NeighbourSide::kCallers, NeighbourSide::kCallees}) {
            const auto neighbours = BuildNeighbourTable(*tree, grouping, group, side, roots).value();
            ASSERT_TRUE(std::is_sorted(neighbours.inclusive[0].rbegin(), neighbours.inclusive[0].rend()));
            for (MetricIndex m = 0; m < tree->metric_count(); ++m) {
              ASSERT_EQ(neighbours.whole_self[m], table.self[m][group]);
              ASSERT_EQ(neighbours.whole_inclusive[m], table.inclusive[m][group]);
              ASSERT_EQ(RowsOf(neighbours, m), NeighboursOf(naive[m], group, side));
            }
            for (const auto& [other, row] : RowsOf(neighbours, 0)) {
              if (other == kNoGroup) continue;
              if (side == NeighbourSide::kCallers)
                calls[0][{other, group}] = row;
              else
                calls[1][{group, other}] = row;
            }
          }
        }
        ASSERT_EQ(calls[0], calls[1]);
      }
    }
  }
}

void ExpectEqual(const NeighbourTable& actual, const NeighbourTable& expected) {
  EXPECT_EQ(actual.group, expected.group);
  EXPECT_EQ(actual.self, expected.self);
  EXPECT_EQ(actual.inclusive, expected.inclusive);
  EXPECT_EQ(actual.whole_self, expected.whole_self);
  EXPECT_EQ(actual.whole_inclusive, expected.whole_inclusive);
  EXPECT_EQ(actual.contexts, expected.contexts);
}

TEST(GroupTableTest, MetricsThatAreAskedForAreThoseOfTheWholeTable) {
  const CctPtr tree = test::RandomTree(3, {.contexts = 400, .frames = 12, .metrics = 4});
  const FrameGrouping grouping = GroupingOf(*tree, GroupBy::kFunction);
  const GroupTable whole = BuildGroupTable(*tree, grouping, kWholeTree).value();
  for (const std::vector<MetricIndex>& metrics :
       {std::vector<MetricIndex>{2}, std::vector<MetricIndex>{3, 0, 1}}) {
    const GroupTable part = BuildGroupTable(*tree, grouping, kWholeTree, nullptr, 0, metrics).value();
    EXPECT_EQ(part.contexts, whole.contexts);
    ASSERT_EQ(part.self.size(), metrics.size());
    for (size_t m = 0; m < metrics.size(); ++m) {
      EXPECT_EQ(part.self[m], whole.self[metrics[m]]);
      EXPECT_EQ(part.inclusive[m], whole.inclusive[metrics[m]]);
      EXPECT_EQ(part.total[m], whole.total[metrics[m]]);
    }
  }
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
  EXPECT_EQ(callees.self[0], (std::vector<uint64_t>{5, kLayers / 2}));
  EXPECT_EQ(callees.inclusive[0], (std::vector<uint64_t>{kLayers + 4, kLayers / 2}));
}

// One stack, where no worker has anything to give away: what is next is its own.
TEST(GroupTableTest, AChainOfAMillionContextsIsNoHostileTree) {
  constexpr uint32_t kLayers = 1'000'000;
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  const FrameId even = builder.InternFrame({.name = "even"});
  const FrameId odd = builder.InternFrame({.name = "odd"});
  BuildNode node = kBuildRoot;
  for (uint32_t k = 0; k < kLayers; ++k) node = builder.Child(node, k % 2 == 0 ? even : odd);
  builder.AddSelf(node, 0, 5);
  const CctPtr tree = std::move(builder).Finish({}).value();
  const FrameGrouping grouping = GroupingOf(*tree, GroupBy::kFunction);
  for (const uint32_t workers : {1u, 2u, 7u}) {
    JobControl job;
    const auto table = BuildGroupTable(*tree, grouping, kWholeTree, &job, workers);
    ASSERT_TRUE(table.has_value()) << table.error().message;
    EXPECT_EQ(Rows(*table, grouping),
              (std::map<std::string, Row>{{"even", {0, 5, kLayers / 2}}, {"odd", {5, 5, kLayers / 2}}}));
    EXPECT_EQ(job.done_units, tree->context_count());
    for (const NeighbourSide side : {NeighbourSide::kCallers, NeighbourSide::kCallees}) {
      const auto neighbours = BuildNeighbourTable(*tree, grouping, grouping.GroupOf(tree->FrameOf(2)), side,
                                                  kWholeTree, nullptr, workers);
      ASSERT_TRUE(neighbours.has_value()) << neighbours.error().message;
      EXPECT_EQ(neighbours->inclusive[0], std::vector<uint64_t>{5});
    }
  }
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
    test::NonsenseColumns nonsense(random, n);
    // Every context calls all that come behind it: 2^n paths.
    if (round % 2 == 0) {
      for (uint32_t k = 0; k <= n; ++k) nonsense.first_child[k] = k % 2 == 0 ? 0 : n;
    }
    const CctPtr some = test::RandomTree(1, {.contexts = 20, .frames = 10});
    const Cct tree(nonsense.Columns(), some->frames(), {{"m", "", 1}}, {}, nullptr);
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

TEST(GroupTableTest, SelfOfATreeWithCallersFirstIsThatOfItsFirstRing) {
  // "h;f" says: 3 were spent in h, which f called.
  const CctPtr tree = test::TreeFromFolded("h;f;main 3\nh;main 2\nf;main 4\nmain 1\n");
  const FrameGrouping grouping = GroupingOf(*tree, GroupBy::kFunction);
  GroupTable table = BuildGroupTable(*tree, grouping, kWholeTree).value();
  TakeSelfFromFirstRing(*tree, grouping, kWholeTree, table);
  auto rows = Rows(table, grouping);
  EXPECT_EQ(rows["main"].self, 1u);
  EXPECT_EQ(rows["f"].self, 4u);
  EXPECT_EQ(rows["h"].self, 5u);
  EXPECT_EQ(rows["main"].inclusive, 10u);
  // Below one function of the ring, and below one of its callers.
  for (const bool deeper : {false, true}) {
    ContextId root = tree->ChildrenOf(kRootContext).begin;  // h, which costs most
    if (deeper) root = tree->ChildrenOf(root).begin;
    const ContextRange roots{root, root + 1};
    table = BuildGroupTable(*tree, grouping, roots).value();
    TakeSelfFromFirstRing(*tree, grouping, roots, table);
    rows = Rows(table, grouping);
    uint64_t sum = 0;
    for (const auto& [name, row] : rows) sum += row.self;
    EXPECT_EQ(sum, deeper ? 0u : 5u);
    EXPECT_EQ(rows["h"].self, deeper ? 0u : 5u);
  }
}

}  // namespace
}  // namespace ringscope::group_table_test
