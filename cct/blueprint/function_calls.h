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
  // Of the contexts of the callee right below the caller; one below another of the same calls counts once.
  uint64_t cost = 0;
  uint64_t calls = 0;       // self of the metric that counts calls; 0 where none does
  bool is_reached = false;  // it happens below the function in the middle
  friend bool operator==(const CallEdge&, const CallEdge&) = default;
};

// Which function calls which, over contexts of a tree.
struct FunctionCalls {
  uint32_t middle = kNoItem;
  std::vector<CallEdge> edges;  // by caller, of one the dearest first
  std::vector<uint32_t> first;  // per item and one more: where its edges begin
};

// `items`: of functions, of the same roots. Threads call nothing and nobody calls them. Calls are reached
// that happen in contexts below one of `middle`: so what a callee does when others call it does not count.
// O(contexts), expected. Errors: kCancelled, kMalformed (contexts with several callers).
[[nodiscard]] Result<FunctionCalls> BuildFunctionCalls(const Cct& tree, const ItemTable& items,
                                                       ContextRange roots, MetricIndex metric,
                                                       uint32_t middle, JobControl* job = nullptr);

// The function of this name that costs most; else of those whose name ends so behind a separator.
// Errors: kNotFound.
[[nodiscard]] Result<uint32_t> FindFunctionItem(const ItemTable& items, std::string_view name,
                                                MetricIndex metric);
// Where a view without a function in the middle begins: the dearest one that calls another. kNoItem: none.
[[nodiscard]] uint32_t DearestCaller(const Cct& tree, const ItemTable& items, ContextRange roots,
                                     MetricIndex metric);

// The behavioral blueprint (section 2.4 of the paper): functions around one, and the calls between them.
struct CallNeighbourhood {
  std::vector<uint32_t> functions;  // items; the first is the one in the middle
  std::vector<int32_t> layers;      // from the middle: callers below 0; the shortest way
  struct Call {
    uint32_t from = 0, to = 0;  // places in `functions`; the same: recursion
    uint64_t cost = 0, calls = 0;
    friend bool operator==(const Call&, const Call&) = default;
  };
  std::vector<Call> calls;
  // Functions that further layers have, and those that are too many to draw or cheaper than the dearest: how
  // many, and which items.
  uint32_t more_callers = 0, more_callees = 0, left_out = 0;
  std::vector<uint32_t> left_out_items;
};
inline constexpr uint32_t kMostBehaviorFunctions = 100'000;

// `up` layers of callers, and `down` layers of what is reached, all where not given. Of these the `dearest`,
// from the middle on along the calls that cost the most; all where not given. O(edges log edges).
[[nodiscard]] CallNeighbourhood AroundFunction(const FunctionCalls& graph, uint32_t up,
                                               std::optional<uint32_t> down,
                                               std::optional<uint32_t> dearest = {});

}  // namespace ringscope
