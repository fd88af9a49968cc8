#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "cct/trace/trace_layout.h"
#include "cct/tree/building/builder.h"

namespace ringscope {

// Whether the recorder's own cost is known, and in which metrics.
[[nodiscard]] bool HasRecorderCost(const TraceHeader& header);

// A function most of whose measured time is the recorder's.
struct DistortedFunction {
  uint32_t function = 0;  // id of the trace
  uint64_t calls = 0;
  uint64_t cost_ns = 0;
  // Most of that by its own calls, and not by those that it makes: without it the rest is right.
  bool is_called_often = false;
};

// What the recorder itself cost, told of the calls by what one call was calibrated to cost
// (TraceHeader::probe_in_callee_ps, probe_in_caller_ps). Only of traces that have it (HasRecorderCost).
class RecorderCost {
 public:
  RecorderCost(const TraceHeader& header, uint64_t node_count);

  // The calls of a context: the part of their cost within the callee, and the part within its caller.
  void Add(uint64_t calls, BuildNode callee, BuildNode caller, uint32_t callee_function,
           uint32_t caller_function);
  // What a function was measured to take by itself.
  void AddTime(uint64_t time_ns, uint32_t function) { functions_[function].time_ns += time_ns; }

  // The recorder's part of a context's own time.
  [[nodiscard]] uint64_t Of(BuildNode node) const { return cost_ps_[node] / 1000; }
  // Functions more than half of whose time it is, and that take at least 1 % of all time; those of most cost
  // first, three at most.
  [[nodiscard]] std::vector<DistortedFunction> MostDistorted() const;

 private:
  struct OfFunction {
    uint64_t calls = 0;
    uint64_t cost_ps = 0;
    uint64_t time_ns = 0;
  };
  uint64_t in_callee_ps_, in_caller_ps_;
  std::vector<uint64_t> cost_ps_;  // by node
  std::unordered_map<uint32_t, OfFunction> functions_;
};

}  // namespace ringscope
