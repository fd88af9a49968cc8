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

// Numbers distinct tuples of numbers 0, 1, ... in the order of their first appearance. Expected O(1) each.
template <size_t N>
class TupleIndex {
 public:
  using Tuple = std::array<uint32_t, N>;

  // The number of `tuple`: size() as it was where it is new.
  [[nodiscard]] uint32_t Intern(const Tuple& tuple) {
    const uint64_t hash = Hash(tuple);
    IndexTable::Slot& slot = table_.Find(hash, [&](uint32_t number) { return tuples_[number] == tuple; });
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

// What a profile without calling contexts knows: functions with their self cost, and calls from one function
// to another with their number and what they cost with all that they called in turn. Costs are signed, as
// some events (memory in use) go down. Memory: 8 bytes a metric for each function and each arc, and their
// indices.
class CallGraph {
 public:
  struct Arc {
    uint32_t caller;
    uint32_t callee;
  };

  explicit CallGraph(size_t metric_count = 0) : metric_count_(metric_count) {}

  // Adds metrics behind those there are; costs so far are 0 in them. O(size).
  void SetMetricCount(size_t count);
  [[nodiscard]] size_t metric_count() const { return metric_count_; }

  // Functions are 0, 1, ...; makes all below `count`.
  void SetFunctionCount(uint32_t count) { self_.resize(size_t{count} * metric_count_), functions_ = count; }
  [[nodiscard]] uint32_t function_count() const { return functions_; }

  // All calls from one function to another are one arc.
  [[nodiscard]] uint32_t ArcOf(uint32_t caller, uint32_t callee);
  [[nodiscard]] uint32_t arc_count() const { return arcs_.size(); }
  [[nodiscard]] Arc arc(uint32_t index) const { return {arcs_[index][0], arcs_[index][1]}; }

  // Adds to a sum; false where it leaves the range of the type.
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

  // Multiplies all costs of a metric; false where one leaves the range of the type.
  [[nodiscard]] bool Scale(size_t metric, int64_t factor);

  // The same graph with function f renamed to target[f]; functions that become one are added up.
  // False where a sum leaves the range of the type.
  [[nodiscard]] bool Merge(std::span<const uint32_t> target);

 private:
  size_t metric_count_;
  uint32_t functions_ = 0;
  TupleIndex<2> arcs_;
  std::vector<int64_t> self_;       // by function, then metric
  std::vector<int64_t> inclusive_;  // by arc, then metric
  std::vector<int64_t> calls_;      // by arc
};

// How far it is from 0, for the most negative one too.
[[nodiscard]] inline uint64_t Magnitude(int64_t cost) {
  return cost < 0 ? uint64_t{0} - static_cast<uint64_t>(cost) : static_cast<uint64_t>(cost);
}

// The arcs of a graph by caller: those of function f are arcs[begin[f]] to arcs[begin[f + 1] - 1], in the
// order of their numbers. Arcs from a function to itself are left out.
struct ArcsByCaller {
  std::vector<uint32_t> begin;
  std::vector<uint32_t> arcs;
  [[nodiscard]] std::span<const uint32_t> of(uint32_t function) const {
    return std::span(arcs).subspan(begin[function], begin[function + 1] - begin[function]);
  }
};

// An order of the functions in which callers come before callees, as far as there is one.
struct CallOrder {
  ArcsByCaller arcs;                // of the graph
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
[[nodiscard]] Result<CallOrder> OrderCalls(const CallGraph& graph, size_t weight_metric, JobControl& job);

// What the contexts of a call graph are made of.
struct UnfoldPlan {
  // Where the costs of a metric of the graph go: sums above zero, and those below as absolute values.
  struct Target {
    MetricIndex metric = 0;
    MetricIndex below_zero = 0;
    bool has_negative = false;  // a cost of this metric is below zero, so inclusive sums may miss each other
  };
  std::vector<Target> metrics;       // by metric of the graph
  std::optional<MetricIndex> calls;  // nullopt: calls are not counted
  size_t weight_metric = 0;          // of the graph: by it contexts are large or small
  bool arcs_are_estimates = false;   // what calls cost: only the only context of a function is then known
  uint64_t rounding = 0;  // by how much each told cost may be off: what that explains has no further caller
  std::vector<FrameId> frames;   // by function
  std::vector<bool> absent;      // by function: it stands for no function and gets no context
  std::vector<bool> uncalled;    // by function: calls of it do not count; empty: those of all do
  std::vector<BuildNode> roots;  // by function: where it stands when nobody calls it
  FrameId cut_frame = 0;         // stands for callers that are not told apart
  uint64_t max_contexts = 0;     // about how many contexts the estimate may make
};

// What the tree is worth.
struct UnfoldResult {
  CallOrder order;                  // in which it was made
  std::vector<uint64_t> total;      // by metric of the graph: the sum of the self costs' magnitudes
  std::vector<uint64_t> estimated;  // of it: self cost of contexts for which the graph does not tell it
  std::vector<uint64_t> cut;        // of that: below `cut_frame`
  uint64_t total_calls = 0;
  uint64_t estimated_calls = 0;     // of them: in contexts for which the graph does not tell them
  uint64_t estimated_contexts = 0;  // marked: of a metric or of the calls a part was divided
  uint64_t cut_size = 0;            // contexts below this inclusive cost were not unfolded; 0 = all were
  uint64_t steps = 0;  // times that a context was divided among callees, all tries together: the work
};

// Makes contexts of a call graph, callers first. A function has a context for each context of each of its
// callers; it divides its self cost and each of its arcs' costs among them in proportion to what the arcs
// into them cost. Where every function has one context, that is the tree as it was; where a function without
// calls has several, its arcs tell the cost of each. All else is an estimate, told by the result and by
// kEstimated. The calls that a function makes are divided as its main cost is, and are known where all that
// is spent in it is known to be spent in one context.
//
//  * Whole numbers all the way: the shares of a function's cost add up to it exactly, and so do all of them.
//  * What is spent in a function beyond what its callers spent in it, and beyond rounding, stands at the
//  root.
//  * Calls back into a function of the same cycle are folded: the cost of cycles hangs on the forward arcs.
//  * The number of paths is exponential. Contexts below a size that keeps the tree near max_contexts are not
//    unfolded: their callees stand below `cut_frame`, with all such calls of a function in one context. The
//    only context of a function, or its largest, is always unfolded, so the tree has at least a context for
//    each arc.
//
// O((max_contexts + arcs) * metrics) steps for each of about a dozen tries at most, whatever the file tells.
// `preview` takes what is in the builder meanwhile, callers before what they call. It may be null.
// Errors: kCancelled, kOverflow.
[[nodiscard]] Result<UnfoldResult> UnfoldCallGraph(const CallGraph& graph, const UnfoldPlan& plan,
                                                   CctBuilder& builder, JobControl& job,
                                                   ImportPreview* preview = nullptr);

// What a tree that was made of a call graph says of itself.

// That contexts are an estimate, and how much of each metric is; or that nothing is. What was not unfolded,
// and how many functions call themselves. `where` begins the first sentence: "Contexts are an estimate".
void NoteEstimate(const CallGraph& graph, const UnfoldResult& result, const UnfoldPlan& plan,
                  std::string_view where, const ImportRun& run);

// Which functions call each other in rings; `names` by function.
void NoteCycles(const CallOrder& order, std::span<const std::string_view> names, ImportReport& report);

// All of it for a graph that comes without a context of its own: orders its calls, makes the contexts and
// says what they are worth. Gives which functions are in cycles, by function. Errors: those of
// UnfoldCallGraph() and OrderCalls().
[[nodiscard]] Result<std::vector<bool>> ImportCallGraph(const CallGraph& graph, const UnfoldPlan& plan,
                                                        const ImportRun& run);

// Gives a plan its functions, by their frames: they stand at the root where nobody calls them, and have as
// many contexts as the run's options allow.
void PlanFunctions(std::vector<FrameId> frames, const ImportRun& run, UnfoldPlan& plan);

}  // namespace ringscope
