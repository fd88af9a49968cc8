#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/import/call_graph/call_graph.h"

namespace ringscope {

// The arcs of a graph by caller: those of function f are arcs[begin[f]] to arcs[begin[f + 1] - 1], in the
// order of their numbers. Arcs from a function to itself are left out.
struct ArcsByCaller {
  std::vector<uint32_t> begin;
  std::vector<uint32_t> arcs;
  [[nodiscard]] std::span<const uint32_t> of(uint32_t function) const {
    return std::span(arcs).subspan(begin[function], begin[function + 1] - begin[function]);
  }
};
[[nodiscard]] ArcsByCaller SortByCaller(const CallGraph& graph);

// An order of the functions in which callers come before callees, as far as there is one.
struct CallOrder {
  std::vector<uint32_t> functions;  // all of them
  std::vector<uint32_t> place;      // by function: its index in `functions`
  // Functions that call each other in a ring, directly or not, in this order; only rings of two and more.
  std::vector<std::vector<uint32_t>> cycles;
  std::vector<bool> in_cycle;  // by function

  // Whether the callee comes later. The calls of the others lead back to a function that is running already.
  [[nodiscard]] bool Forward(CallGraph::Arc arc) const { return place[arc.caller] < place[arc.callee]; }
};

// Cycles are found as strongly connected components (Tarjan 1972), with a stack of its own. Within one, the
// next function is always that which the functions before it, and those outside, spent most in (by
// `weight_metric`): so dear calls lead forward, and every function of a cycle is called by an earlier one.
// O((functions + arcs) * log(arcs)). Error: kCancelled.
[[nodiscard]] Result<CallOrder> OrderCalls(const CallGraph& graph, const ArcsByCaller& arcs,
                                           size_t weight_metric, JobControl& job);

}  // namespace ringscope
