#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/blueprint/item_table.h"
#include "cct/tree/cct.h"

namespace ringscope {

// The calls of one function by another.
struct CallEdge {
  uint32_t caller = 0, callee = 0;  // items
  // Inclusive cost of the callee's contexts right below the caller, without those below another one of them.
  uint64_t cost = 0;
  uint64_t calls = 0;       // self value of the metric that counts calls; 0 if there is none
  bool is_reached = false;  // some of its contexts are below the function in the middle
  friend bool operator==(const CallEdge&, const CallEdge&) = default;
};

// The call graph of functions.
struct FunctionCalls {
  uint32_t middle = kNoItem;
  std::vector<CallEdge> edges;  // by caller, for each the dearest first
  std::vector<uint32_t> first;  // per item, and one more: begin of its edges
};

// `items`: the functions below the same roots. Threads neither call nor are called. An edge is reached if one
// of its contexts is below a context of `middle`; calls of the same callee by others do not make it so.
// O(contexts) expected. Errors: kCancelled, kMalformed (contexts with several callers).
[[nodiscard]] Result<FunctionCalls> BuildFunctionCalls(const Cct& tree, const ItemTable& items,
                                                       ContextRange roots, MetricIndex metric,
                                                       uint32_t middle, JobControl* job = nullptr);

// The most expensive function of this name; else the most expensive one whose name ends with a separator and
// this name. Errors: kNotFound.
[[nodiscard]] Result<uint32_t> FindFunctionItem(const ItemTable& items, std::string_view name,
                                                MetricIndex metric);
// The most expensive function that calls another, for a view without a chosen middle; kNoItem: none.
[[nodiscard]] uint32_t DearestCaller(const Cct& tree, const ItemTable& items, ContextRange roots,
                                     MetricIndex metric);

// The behavioral blueprint (section 2.4 of the paper): functions around one, and the calls between them.
struct CallNeighbourhood {
  std::vector<uint32_t> functions;  // items; the first is the one in the middle
  std::vector<int32_t> layers;      // calls from the middle by the shortest way; below 0 for callers
  struct Call {
    uint32_t from = 0, to = 0;  // indices of `functions`; equal for recursion
    uint64_t cost = 0, calls = 0;
    friend bool operator==(const Call&, const Call&) = default;
  };
  std::vector<Call> calls;
  uint32_t more_callers = 0, more_callees = 0;  // number of functions in the next layer
  // Functions that are beyond kMostBehaviorFunctions, or not among the dearest.
  uint32_t left_out = 0;
  std::vector<uint32_t> left_out_items;
};
inline constexpr uint32_t kMostBehaviorFunctions = 100'000;

// `up` layers of callers and `down` layers of reached callees (std::nullopt: all). Of these the `dearest`
// functions, found from the middle on along the most expensive calls (std::nullopt: all). O(edges log edges).
[[nodiscard]] CallNeighbourhood AroundFunction(const FunctionCalls& graph, uint32_t up,
                                               std::optional<uint32_t> down,
                                               std::optional<uint32_t> dearest = {});

}  // namespace ringscope
