#include "cct/trace/recorder_cost.h"

#include <algorithm>

namespace ringscope {
namespace {

constexpr size_t kMostNamed = 3;
// No probe takes a second; with as many calls as a year has nanoseconds the products stay below 2^64.
constexpr uint64_t kMostProbe_ps = 1'000'000'000'000;

// Sums of hostile files stay at the top.
uint64_t SaturatedSum(uint64_t a, uint64_t b) { return a + b < a ? ~uint64_t{0} : a + b; }
uint64_t SaturatedProduct(uint64_t a, uint64_t b) {
  uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? ~uint64_t{0} : product;
}

}  // namespace

bool HasRecorderCost(const TraceHeader& header) {
  return header.time_metric < header.metric_count && header.calls_metric < header.metric_count &&
         header.time_metric != header.calls_metric &&
         (header.probe_in_callee_ps > 0 || header.probe_in_caller_ps > 0);
}

RecorderCost::RecorderCost(const TraceHeader& header, uint64_t node_count)
    : in_callee_ps_(std::min(header.probe_in_callee_ps, kMostProbe_ps)),
      in_caller_ps_(std::min(header.probe_in_caller_ps, kMostProbe_ps)),
      cost_ps_(node_count, 0) {}

void RecorderCost::Add(uint64_t calls, BuildNode callee, BuildNode caller, uint32_t callee_function,
                       uint32_t caller_function) {
  const uint64_t in_callee_ps = SaturatedProduct(calls, in_callee_ps_);
  const uint64_t in_caller_ps = SaturatedProduct(calls, in_caller_ps_);
  cost_ps_[callee] = SaturatedSum(cost_ps_[callee], in_callee_ps);
  cost_ps_[caller] = SaturatedSum(cost_ps_[caller], in_caller_ps);
  OfFunction& of_callee = functions_[callee_function];
  of_callee.calls = SaturatedSum(of_callee.calls, calls);
  of_callee.cost_ps = SaturatedSum(of_callee.cost_ps, in_callee_ps);
  OfFunction& of_caller = functions_[caller_function];
  of_caller.cost_ps = SaturatedSum(of_caller.cost_ps, in_caller_ps);
}

std::vector<DistortedFunction> RecorderCost::MostDistorted() const {
  uint64_t all_ns = 0;
  for (const auto& [function, sums] : functions_) all_ns = SaturatedSum(all_ns, sums.time_ns);
  std::vector<DistortedFunction> found;
  for (const auto& [function, sums] : functions_) {
    if (function == kTraceNoFunction || sums.time_ns < all_ns / 100 || sums.time_ns == 0) continue;
    if (sums.cost_ps / 1000 <= sums.time_ns / 2) continue;
    const uint64_t of_calls_ps = SaturatedProduct(sums.calls, in_callee_ps_ + in_caller_ps_);
    found.push_back({function, sums.calls, sums.cost_ps / 1000, of_calls_ps > sums.cost_ps / 2});
  }
  std::sort(found.begin(), found.end(), [](const DistortedFunction& a, const DistortedFunction& b) {
    return a.cost_ns != b.cost_ns ? a.cost_ns > b.cost_ns : a.function < b.function;
  });
  if (found.size() > kMostNamed) found.resize(kMostNamed);
  return found;
}

}  // namespace ringscope
