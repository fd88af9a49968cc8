#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cct/import/call_graph/call_graph.h"
#include "cct/tree/building/builder.h"

namespace ringscope {

class ImportPreview;

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
[[nodiscard]] Result<UnfoldResult> UnfoldCallGraph(const CallGraph& graph, const ArcsByCaller& arcs,
                                                   const CallOrder& order, const UnfoldPlan& plan,
                                                   CctBuilder& builder, JobControl& job,
                                                   ImportPreview* preview = nullptr);

}  // namespace ringscope
