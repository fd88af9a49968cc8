#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/import/importer.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/building/index_table.h"

namespace ringscope {

// Assigns the numbers 0, 1, ... to distinct tuples in the order of first appearance. Expected O(1) each.
template <size_t N>
class TupleIndex {
 public:
  using Tuple = std::array<uint32_t, N>;

  // The number of `tuple`; adds it if it is new, and then returns the old size().
  [[nodiscard]] uint32_t Intern(const Tuple& tuple) {
    const uint64_t hash = Hash(tuple);
    IndexTable::Slot& slot = table_.Find(hash, [&](uint32_t number) {
      return std::ranges::mismatch(tuple, tuples_[number]).in1 == tuple.end();  // == would call memcmp()
    });
    if (slot.index != IndexTable::kNone) return slot.index;
    tuples_.push_back(tuple);
    table_.Fill(slot, hash, size() - 1);
    return size() - 1;
  }
  [[nodiscard]] const Tuple& operator[](uint32_t number) const { return tuples_[number]; }
  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(tuples_.size()); }

 private:
  static uint64_t Hash(const Tuple& tuple) {
    uint64_t hash = 0x9e3779b97f4a7c15ull;
    for (const uint32_t part : tuple) {
      hash = (hash ^ part) * 0xd6e8feb86659fd93ull;
      hash ^= hash >> 32;
    }
    return hash;
  }
  std::vector<Tuple> tuples_;
  IndexTable table_;
};

// A profile without calling contexts: functions with their self cost, and arcs (all calls from one function
// to another) with their number of calls and inclusive cost. Costs are signed, as some events (memory in use)
// go down. Memory: 8 bytes a metric for each function and each arc, and their indices.
class CallGraph {
 public:
  struct Arc {
    uint32_t caller;
    uint32_t callee;
  };

  explicit CallGraph(size_t metric_count = 0) : metric_count_(metric_count) {}

  // Adds metrics behind the present ones; all costs are 0 in the new ones. O(size).
  void SetMetricCount(size_t count);
  [[nodiscard]] size_t metric_count() const { return metric_count_; }

  // Makes functions 0 to `count` - 1.
  void SetFunctionCount(uint32_t count) { self_.resize(size_t{count} * metric_count_), functions_ = count; }
  [[nodiscard]] uint32_t function_count() const { return functions_; }

  // The arc of the calls from one function to another; adds it if it is new.
  [[nodiscard]] uint32_t ArcOf(uint32_t caller, uint32_t callee);
  [[nodiscard]] uint32_t arc_count() const { return arcs_.size(); }
  [[nodiscard]] Arc arc(uint32_t index) const { return {arcs_[index][0], arcs_[index][1]}; }

  // Adds to a sum. False if the sum overflows.
  [[nodiscard]] bool AddSelf(uint32_t function, size_t metric, int64_t cost) {
    int64_t& sum = self_[function * metric_count_ + metric];
    return !__builtin_add_overflow(sum, cost, &sum);
  }
  [[nodiscard]] bool AddInclusive(uint32_t arc, size_t metric, int64_t cost) {
    int64_t& sum = inclusive_[arc * metric_count_ + metric];
    return !__builtin_add_overflow(sum, cost, &sum);
  }
  [[nodiscard]] bool AddCalls(uint32_t arc, int64_t count) {
    return !__builtin_add_overflow(calls_[arc], count, &calls_[arc]);
  }

  [[nodiscard]] std::span<const int64_t> self(uint32_t function) const {
    return std::span(self_).subspan(function * metric_count_, metric_count_);
  }
  [[nodiscard]] std::span<const int64_t> inclusive(uint32_t arc) const {
    return std::span(inclusive_).subspan(arc * metric_count_, metric_count_);
  }
  [[nodiscard]] int64_t calls(uint32_t arc) const { return calls_[arc]; }

  // Multiplies all costs of a metric. False if one overflows.
  [[nodiscard]] bool Scale(size_t metric, int64_t factor);

  // Replaces each function f by target[f], and adds up those with one target. False if a sum overflows.
  [[nodiscard]] bool Merge(std::span<const uint32_t> target);

 private:
  size_t metric_count_;
  uint32_t functions_ = 0;
  TupleIndex<2> arcs_;
  std::vector<int64_t> self_;       // by function, then metric
  std::vector<int64_t> inclusive_;  // by arc, then metric
  std::vector<int64_t> calls_;      // by arc
};

// The absolute value, also of the most negative number.
[[nodiscard]] inline uint64_t Magnitude(int64_t cost) {
  return cost < 0 ? uint64_t{0} - static_cast<uint64_t>(cost) : static_cast<uint64_t>(cost);
}

// The arcs of a graph by caller: function f has arcs[begin[f]] to arcs[begin[f + 1] - 1], in the order of
// their numbers. Arcs from a function to itself are left out.
struct ArcsByCaller {
  std::vector<uint32_t> begin;
  std::vector<uint32_t> arcs;
  [[nodiscard]] std::span<const uint32_t> of(uint32_t function) const {
    return std::span(arcs).subspan(begin[function], begin[function + 1] - begin[function]);
  }
};

// An order of the functions in which callers come before callees, except within cycles.
struct CallOrder {
  ArcsByCaller arcs;                // of the graph
  std::vector<uint32_t> functions;  // all of them
  std::vector<uint32_t> place;      // by function: its index in `functions`
  // Functions that call each other in a ring, directly or not, in this order; only rings of two or more.
  std::vector<std::vector<uint32_t>> cycles;
  std::vector<bool> in_cycle;  // by function

  // Whether the callee comes later. Calls of other arcs lead back to a function that is running already.
  [[nodiscard]] bool Forward(CallGraph::Arc arc) const { return place[arc.caller] < place[arc.callee]; }
};

// Finds cycles as strongly connected components (Tarjan 1972), without recursion. Within a cycle, the next
// function is always the one in which the functions before it, and those outside, spent most (by
// `weight_metric`). So expensive calls lead forward, and an earlier function calls each function of a cycle
// but the first. O((functions + arcs) * log(arcs)). Error: kCancelled.
[[nodiscard]] Result<CallOrder> OrderCalls(const CallGraph& graph, size_t weight_metric, JobControl& job);

// The input of UnfoldCallGraph() beside the graph.
struct UnfoldPlan {
  // The metrics of the tree for one metric of the graph: one for sums from zero on, one for the absolute
  // values of sums below zero.
  struct Target {
    MetricIndex metric = 0;
    MetricIndex below_zero = 0;
    bool has_negative = false;  // a cost is below zero, so inclusive costs cannot be compared
  };
  std::vector<Target> metrics;       // by metric of the graph
  std::optional<MetricIndex> calls;  // nullopt: calls are not counted
  size_t weight_metric = 0;          // of the graph: decides if a context is large or small
  bool arcs_are_estimates = false;   // inclusive costs are estimates: only a sole context is exact
  uint64_t rounding = 0;         // maximum error of a cost; a surplus within it makes no context at the root
  std::vector<FrameId> frames;   // by function
  std::vector<bool> absent;      // by function: it stands for no function and gets no context
  std::vector<bool> uncalled;    // by function: its calls do not count; empty: all calls count
  std::vector<BuildNode> roots;  // by function: the context above it if it has no caller
  FrameId cut_frame = 0;         // stands for callers that were not unfolded
  uint64_t max_contexts = 0;     // about how many contexts the estimate may make
};

// The quality of the tree, and the work it took.
struct UnfoldResult {
  CallOrder order;                  // in which the contexts were made
  std::vector<uint64_t> total;      // by metric of the graph: the sum of the self costs' magnitudes
  std::vector<uint64_t> estimated;  // the part of `total` whose context is an estimate
  std::vector<uint64_t> cut;        // the part of `total` below `cut_frame`
  uint64_t total_calls = 0;
  uint64_t estimated_calls = 0;     // the part of total_calls whose context is an estimate
  uint64_t estimated_contexts = 0;  // marked contexts: a part of their self cost or calls is an estimate
  uint64_t cut_size = 0;            // contexts below this inclusive cost were not unfolded; 0 = all were
  uint64_t steps = 0;               // times that a context was divided among callees, in all tries: the work
};

// Makes contexts of a call graph, callers first. A function has a context for each context of each of its
// callers. It divides its self cost and the inclusive cost of each of its arcs among its contexts, in
// proportion to the inclusive costs of the arcs into them. If every function has one context, the tree is
// exact; if a function without callees has several contexts, its incoming arcs give the cost of each. All
// other costs are estimates, which the result counts and kEstimated marks. The calls that a function makes
// are divided as its main cost is; they are exact if all cost of the function is known to lie in one context.
//
//  * All arithmetic is in integers: the shares of a cost add up to it exactly.
//  * The cost of a function beyond that of the arcs into it and rounding goes to a context at the root.
//  * Calls back into a function of the same cycle are folded: only forward arcs carry the cost of cycles.
//  * The number of paths is exponential. Contexts below a size that keeps the tree near max_contexts are not
//    unfolded: their callees go below `cut_frame`, with all such calls of a function in one context. The only
//    context of a function, or its largest, is always unfolded, so each arc has at least one context.
//
// O((max_contexts + arcs) * metrics) steps for each of about a dozen tries at most, for any file.
// `preview` shows the builder meanwhile, callers before callees. It may be null.
// Errors: kCancelled, kOverflow.
[[nodiscard]] Result<UnfoldResult> UnfoldCallGraph(const CallGraph& graph, const UnfoldPlan& plan,
                                                   CctBuilder& builder, JobControl& job,
                                                   ImportPreview* preview = nullptr);

// Notes on a tree that was made of a call graph.

// Notes that contexts are an estimate and the estimated share of each metric, or that no cost is estimated;
// also the cost that was not unfolded, and the number of functions that call themselves. `where` begins the
// first sentence: "Contexts are an estimate".
void NoteEstimate(const CallGraph& graph, const UnfoldResult& result, const UnfoldPlan& plan,
                  std::string_view where, const ImportRun& run);

// Notes which functions call each other in rings; `names` is by function.
void NoteCycles(const CallOrder& order, std::span<const std::string_view> names, ImportReport& report);

// Imports a graph of a file without contexts: orders the calls, makes the contexts and adds all notes.
// Returns which functions are in cycles, by function. Errors: those of UnfoldCallGraph() and OrderCalls().
[[nodiscard]] Result<std::vector<bool>> ImportCallGraph(const CallGraph& graph, const UnfoldPlan& plan,
                                                        const ImportRun& run);

// Sets the members of a plan that depend on the functions, which are given by their frames. Functions without
// a caller stand at the root; the run's options bound the number of contexts.
void PlanFunctions(std::vector<FrameId> frames, const ImportRun& run, UnfoldPlan& plan);

}  // namespace ringscope
