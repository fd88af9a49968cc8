#include "cct/import/call_graph/call_graph.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/cct/test_trees.h"

namespace ringscope::call_graph_test {
namespace {

TEST(TupleIndex, NumbersTuplesInTheirOrder) {
  std::mt19937 engine(3);
  TupleIndex<2> index;
  std::map<std::array<uint32_t, 2>, uint32_t> slow;
  for (int i = 0; i < 20000; ++i) {
    const std::array<uint32_t, 2> tuple{static_cast<uint32_t>(engine() % 90),
                                        static_cast<uint32_t>(engine() % 90)};
    const auto number = slow.emplace(tuple, static_cast<uint32_t>(slow.size())).first->second;
    ASSERT_EQ(index.Intern(tuple), number);
    ASSERT_EQ(index[number], tuple);
  }
  EXPECT_EQ(index.size(), slow.size());
}

TEST(CallGraph, KeepsCostsWhenMetricsAreAdded) {
  CallGraph graph(1);
  graph.SetFunctionCount(2);
  const uint32_t arc = graph.ArcOf(0, 1);
  EXPECT_TRUE(graph.AddSelf(1, 0, 5));
  EXPECT_TRUE(graph.AddInclusive(arc, 0, 7));
  graph.SetMetricCount(3);
  EXPECT_TRUE(graph.AddSelf(1, 2, -9));
  graph.SetFunctionCount(3);
  EXPECT_EQ(std::vector<int64_t>(graph.self(1).begin(), graph.self(1).end()),
            (std::vector<int64_t>{5, 0, -9}));
  EXPECT_EQ(graph.inclusive(arc)[0], 7);
  EXPECT_EQ(graph.ArcOf(0, 1), arc);
  EXPECT_FALSE(graph.AddSelf(1, 0, INT64_MAX));
}

struct RandomGraph {
  CallGraph graph{2};
  uint32_t functions = 0;
};

RandomGraph MakeRandomGraph(std::mt19937& engine, bool with_cycles) {
  const auto random = [&](uint32_t below) { return static_cast<uint32_t>(engine() % below); };
  RandomGraph made;
  made.functions = 1 + random(30);
  made.graph.SetFunctionCount(made.functions);
  for (uint32_t f = 0; f < made.functions; ++f) {
    for (size_t m = 0; m < 2; ++m) EXPECT_TRUE(made.graph.AddSelf(f, m, random(4) == 0 ? 0 : random(1000)));
  }
  for (uint32_t i = random(3 * made.functions); i > 0; --i) {
    uint32_t caller = random(made.functions);
    uint32_t callee = random(made.functions);
    if (!with_cycles && caller == callee) continue;
    if (!with_cycles && caller > callee) std::swap(caller, callee);
    const uint32_t arc = made.graph.ArcOf(caller, callee);
    for (size_t m = 0; m < 2; ++m)
      EXPECT_TRUE(made.graph.AddInclusive(arc, m, random(5) == 0 ? 0 : random(5000)));
    EXPECT_TRUE(made.graph.AddCalls(arc, random(20)));
  }
  return made;
}

// Which functions reach which, by repeated squaring of the obvious.
std::vector<std::set<uint32_t>> Reachable(const CallGraph& graph) {
  std::vector<std::set<uint32_t>> reached(graph.function_count());
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t a = 0; a < graph.arc_count(); ++a) {
      std::set<uint32_t>& from = reached[graph.arc(a).caller];
      const size_t before = from.size();
      const std::set<uint32_t> further = reached[graph.arc(a).callee];
      from.insert(graph.arc(a).callee);
      from.insert(further.begin(), further.end());
      changed |= from.size() != before;
    }
  }
  return reached;
}

TEST(CallOrder, PutsCallersFirstAndFindsTheCycles) {
  std::mt19937 engine(11);
  JobControl job;
  for (int round = 0; round < 300; ++round) {
    const RandomGraph made = MakeRandomGraph(engine, round % 3 > 0);
    const CallGraph& graph = made.graph;
    const auto order = OrderCalls(graph, 0, job);
    ASSERT_TRUE(order);
    ASSERT_EQ(order->functions.size(), graph.function_count());
    const auto reached = Reachable(graph);
    const auto same_cycle = [&](uint32_t a, uint32_t b) {
      return a != b && reached[a].count(b) > 0 && reached[b].count(a) > 0;
    };
    for (uint32_t place = 0; place < order->functions.size(); ++place)
      ASSERT_EQ(order->place[order->functions[place]], place);
    std::set<uint32_t> with_forward_call;
    for (uint32_t a = 0; a < graph.arc_count(); ++a) {
      const CallGraph::Arc arc = graph.arc(a);
      if (arc.caller != arc.callee && !same_cycle(arc.caller, arc.callee)) {
        EXPECT_TRUE(order->Forward(arc)) << arc.caller << " " << arc.callee;
      }
      if (order->Forward(arc)) with_forward_call.insert(arc.callee);
    }
    size_t in_cycles = 0;
    for (const auto& cycle : order->cycles) {
      in_cycles += cycle.size();
      ASSERT_GT(cycle.size(), 1u);
      for (const uint32_t f : cycle) {
        EXPECT_TRUE(f == cycle[0] || same_cycle(f, cycle[0]));
        // All but the first of a cycle that nobody calls into have a caller before them.
        EXPECT_TRUE(f == cycle[0] || with_forward_call.count(f) > 0);
      }
    }
    size_t expected = 0;
    for (uint32_t f = 0; f < graph.function_count(); ++f) {
      bool any = false;
      for (uint32_t g = 0; g < graph.function_count(); ++g) any |= same_cycle(f, g);
      expected += any;
      EXPECT_EQ(order->in_cycle[f], any);
    }
    EXPECT_EQ(in_cycles, expected);
  }
}

struct Unfolded {
  CctPtr tree;
  UnfoldResult result;
};

Unfolded Unfold(const CallGraph& graph, uint64_t max_contexts) {
  JobControl job;
  CctBuilder builder;
  UnfoldPlan plan;
  plan.metrics.push_back({builder.AddMetric({"cost", "count", 1}), 0, false});
  plan.metrics.push_back({builder.AddMetric({"other", "count", 1}), 0, false});
  plan.calls = builder.AddMetric({"calls", "count", 1});
  plan.max_contexts = max_contexts;
  plan.absent.assign(graph.function_count(), false);
  plan.roots.assign(graph.function_count(), kBuildRoot);
  for (uint32_t f = 0; f < graph.function_count(); ++f)
    plan.frames.push_back(builder.InternFrame({.name = fmt::format("f{}", f)}));
  plan.cut_frame = builder.InternFrame({.name = "[cut]"});
  auto result = UnfoldCallGraph(graph, plan, builder, job);
  EXPECT_TRUE(result);
  auto tree = std::move(builder).Finish({});
  EXPECT_TRUE(tree);
  return {*tree, *result};
}

TEST(UnfoldCallGraph, KeepsEveryFunctionsCostAndEveryCallExactly) {
  std::mt19937 engine(17);
  uint32_t cut_rounds = 0;
  for (int round = 0; round < 300; ++round) {
    const RandomGraph made = MakeRandomGraph(engine, round % 2 == 0);
    const CallGraph& graph = made.graph;
    for (const uint64_t max_contexts : {uint64_t{100000}, uint64_t{30}, uint64_t{0}}) {
      const Unfolded unfolded = Unfold(graph, max_contexts);
      const Cct& tree = *unfolded.tree;
      std::map<std::string, std::vector<uint64_t>> sums;
      for (ContextId context = 1; context < tree.context_count(); ++context) {
        auto& sum = sums[std::string(tree.FrameAt(context).name)];
        sum.resize(3);
        for (MetricIndex m = 0; m < 3; ++m) sum[m] += tree.Self(context, m);
      }
      cut_rounds += sums.count("[cut]") > 0;
      std::vector<uint64_t> calls(graph.function_count(), 0);
      for (uint32_t a = 0; a < graph.arc_count(); ++a)
        calls[graph.arc(a).callee] += static_cast<uint64_t>(graph.calls(a));
      for (uint32_t f = 0; f < graph.function_count(); ++f) {
        auto& sum = sums[fmt::format("f{}", f)];
        sum.resize(3);
        EXPECT_EQ(sum[0], static_cast<uint64_t>(graph.self(f)[0]));
        EXPECT_EQ(sum[1], static_cast<uint64_t>(graph.self(f)[1]));
        EXPECT_EQ(sum[2], calls[f]);
      }
      EXPECT_EQ(tree.Total(0), unfolded.result.total[0]);
      EXPECT_LE(unfolded.result.estimated[0], unfolded.result.total[0]);
      EXPECT_EQ(tree.Total(2), unfolded.result.total_calls);
      // What is told as an estimate lies in contexts that are marked.
      std::array<uint64_t, 3> marked{};
      uint64_t marked_contexts = 0;
      for (ContextId context = 1; context < tree.context_count(); ++context) {
        if ((tree.FlagsOf(context) & kEstimated) == 0) continue;
        ++marked_contexts;
        for (MetricIndex m = 0; m < 3; ++m) marked[m] += tree.Self(context, m);
      }
      EXPECT_LE(unfolded.result.estimated[0], marked[0]);
      EXPECT_LE(unfolded.result.estimated[1], marked[1]);
      EXPECT_LE(unfolded.result.estimated_calls, marked[2]);
      EXPECT_EQ(unfolded.result.estimated_contexts, marked_contexts);
      if (max_contexts > 0 && unfolded.result.cut_size == 0) {
        EXPECT_EQ(sums.count("[cut]"), 0u);
      }
    }
  }
  EXPECT_GT(cut_rounds, 50u);
}

// The call graph of a tree in which every context has a function of its own.
TEST(UnfoldCallGraph, GivesATreeBack) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const CctPtr tree = test::RandomTree(seed, {.contexts = 400, .frames = 400, .metrics = 2});
    CallGraph graph(2);
    graph.SetFunctionCount(tree->context_count());
    CctBuilder expected;
    expected.AddMetric({"cost", "count", 1});
    expected.AddMetric({"other", "count", 1});
    expected.AddMetric({"calls", "count", 1});
    std::vector<BuildNode> nodes(tree->context_count(), kBuildRoot);
    for (ContextId context = 1; context < tree->context_count(); ++context) {
      nodes[context] = expected.Child(nodes[tree->ParentOf(context)],
                                      expected.InternFrame({.name = fmt::format("f{}", context)}));
      for (MetricIndex m = 0; m < 2; ++m) {
        expected.AddSelf(nodes[context], m, tree->Self(context, m));
        EXPECT_TRUE(graph.AddSelf(context, m, static_cast<int64_t>(tree->Self(context, m))));
      }
      if (tree->ParentOf(context) == kRootContext) continue;
      const uint32_t arc = graph.ArcOf(tree->ParentOf(context), context);
      for (MetricIndex m = 0; m < 2; ++m)
        EXPECT_TRUE(graph.AddInclusive(arc, m, static_cast<int64_t>(tree->Inclusive(context, m))));
      EXPECT_TRUE(graph.AddCalls(arc, context));
      expected.AddSelf(nodes[context], 2, context);
    }
    // Function 0 would be the root: nothing is spent in it, but it is a function like others.
    static_cast<void>(expected.Child(kBuildRoot, expected.InternFrame({.name = "f0"})));
    const Unfolded unfolded = Unfold(graph, 0);
    EXPECT_EQ(test::TextDump(*unfolded.tree), test::TextDump(**std::move(expected).Finish({})));
    EXPECT_EQ(unfolded.result.estimated, (std::vector<uint64_t>{0, 0}));
    EXPECT_EQ(unfolded.result.estimated_calls, 0u);
    EXPECT_EQ(unfolded.result.estimated_contexts, 0u);
  }
}

// 2^60 paths: all but the dearest are left together.
TEST(UnfoldCallGraph, StaysBoundedWherePathsAreMany) {
  CallGraph graph(2);
  const uint32_t stages = 60;
  graph.SetFunctionCount(3 * stages + 1);
  for (uint32_t s = 0; s < stages; ++s) {
    const uint32_t at = 3 * s;
    const auto cost = static_cast<int64_t>(uint64_t{1} << 40);
    for (uint32_t side = 1; side <= 2; ++side) {
      EXPECT_TRUE(graph.AddInclusive(graph.ArcOf(at, at + side), 0, cost / 2));
      EXPECT_TRUE(graph.AddInclusive(graph.ArcOf(at + side, at + 3), 0, cost / 2));
    }
  }
  EXPECT_TRUE(graph.AddSelf(3 * stages, 0, int64_t{1} << 40));
  const Unfolded unfolded = Unfold(graph, 10000);
  EXPECT_LT(unfolded.tree->context_count(), 20000u);
  EXPECT_EQ(unfolded.tree->Total(0), uint64_t{1} << 40);
  EXPECT_GT(unfolded.result.cut[0], 0u);
}

// Callers of one function, which calls as many: the paths are the square of the arcs.
CallGraph Hub(uint32_t fan, int64_t main_cost, int64_t other_cost) {
  CallGraph graph(2);
  graph.SetFunctionCount(2 * fan + 2);
  const uint32_t hub = 2 * fan;
  for (uint32_t f = 0; f < fan; ++f) {
    const std::array<uint32_t, 3> arcs{graph.ArcOf(f, hub), graph.ArcOf(hub, fan + f),
                                       graph.ArcOf(fan + f, hub + 1)};
    for (const uint32_t arc : arcs) {
      EXPECT_TRUE(graph.AddInclusive(arc, 0, main_cost));
      EXPECT_TRUE(graph.AddInclusive(arc, 1, other_cost));
    }
  }
  EXPECT_TRUE(graph.AddSelf(hub + 1, 0, 7));
  EXPECT_TRUE(graph.AddSelf(hub + 1, 1, 7));
  return graph;
}

TEST(UnfoldCallGraph, WorkIsBoundedWhereAFunctionHasManyCallersAndCallees) {
  const uint64_t max_contexts = 2000;
  const uint32_t fan = 1500;
  // A little to share, more than all functions cost, and costs of the other metric only.
  for (const auto& [main_cost, other_cost] : {std::pair<int64_t, int64_t>{7, 0},
                                              {int64_t{1} << 40, 0},
                                              {0, int64_t{1} << 40},
                                              {7, int64_t{1} << 40}}) {
    const CallGraph graph = Hub(fan, main_cost, other_cost);
    const Unfolded unfolded = Unfold(graph, max_contexts);
    const uint64_t each = max_contexts + graph.arc_count() + graph.function_count();
    EXPECT_LT(unfolded.result.steps, 20 * each) << main_cost << " " << other_cost;
    EXPECT_LT(unfolded.tree->context_count(), 2 * each) << main_cost << " " << other_cost;
    EXPECT_EQ(unfolded.tree->Total(0), 7u);
    EXPECT_EQ(unfolded.tree->Total(1), 7u);
  }
}

TEST(UnfoldCallGraph, FollowsLongChainsDown) {
  CallGraph graph(2);
  graph.SetFunctionCount(200'000);
  for (uint32_t f = 0; f + 1 < 200'000; ++f) EXPECT_TRUE(graph.AddInclusive(graph.ArcOf(f, f + 1), 0, 5));
  EXPECT_TRUE(graph.AddSelf(199'999, 0, 5));
  const Unfolded chain = Unfold(graph, 0);
  EXPECT_EQ(chain.tree->layer_count(), 200'001u);
  EXPECT_TRUE(graph.AddInclusive(graph.ArcOf(199'999, 0), 0, 5));
  const Unfolded ring = Unfold(graph, 0);
  EXPECT_EQ(ring.tree->Total(0), 5u);
}

}  // namespace
}  // namespace ringscope::call_graph_test
