#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "cct/import/call_graph/call_graph.h"
#include "cct/import/call_graph/call_graph_tree.h"
#include "cct/import/importer.h"

namespace ringscope {

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
                                                        std::span<const std::string_view> names,
                                                        const ImportRun& run);

// Gives a plan its functions, by their frames: they stand at the root where nobody calls them, and have as
// many contexts as the run's options allow.
void PlanFunctions(std::vector<FrameId> frames, const ImportRun& run, UnfoldPlan& plan);

}  // namespace ringscope
