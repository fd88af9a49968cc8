#include "cct/import/pprof/pprof_text_samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cct/import/limits.h"

namespace ringscope {

HeapEstimate EstimateHeap(int64_t count, int64_t bytes, int64_t period_bytes) {
  const auto seen_count = static_cast<double>(count);
  const auto seen_bytes = static_cast<double>(bytes);
  if (count == 0 || bytes == 0) return {};
  if (period_bytes <= 1) return {seen_count, seen_bytes};
  const double scale =
      1 / (1 - std::exp(-std::abs(seen_bytes / seen_count) / static_cast<double>(period_bytes)));
  return {std::trunc(seen_count * scale), std::trunc(seen_bytes * scale)};
}

Result<BuildNode> PprofTextSamples::ContextOf(std::span<const uint64_t> stack, BuildNode above,
                                              uint64_t offset) {
  if (stack.size() > run_.options.max_stack_depth)
    return FailAt(ErrorCode::kLimit, offset, TooDeep(run_.options.max_stack_depth, stack.size()));
  BuildNode node = above;
  // What allocates, waits or counts has been called: even the innermost address is where a call returns to.
  for (size_t i = stack.size(); i-- > 0;) node = frames_.Child(node, stack[i], AddressUse::kReturn);
  RINGSCOPE_TRY(run_.builder.status());
  return node;
}

Result<void> PprofTextSamples::Add(BuildNode node, std::span<const double> values, uint64_t offset) {
  constexpr double kTooLarge = 9223372036854775808.0;  // 2^63
  has_values_.resize(std::max(has_values_.size(), values.size()), 0);
  for (size_t metric = 0; metric < values.size(); ++metric) {
    // Also where it is no number.
    if (!(std::abs(values[metric]) < kTooLarge)) {
      return FailAt(ErrorCode::kOverflow, offset,
                    fmt::format("expected values below 2^63, found {:.3g}", values[metric]));
    }
    const auto value = static_cast<int64_t>(values[metric]);
    if (value == 0) continue;
    below_zero_.AddSelf(run_.builder, node, static_cast<MetricIndex>(metric), value);
    if (value > 0) has_values_[metric] = 1;
  }
  ++run_.report.record_count;
  if (preview_.Wanted()) {
    preview_.Add({run_.builder, {}, kBuildRoot, [this](CctBuilder& copy) {
                    PutMetricInFront(copy);
                    return true;
                  }});
  }
  return run_.builder.status();
}

void PprofTextSamples::PutMetricInFront(CctBuilder& builder) const {
  const auto first = static_cast<MetricIndex>(std::find(has_values_.begin(), has_values_.end(), uint8_t{1}) -
                                              has_values_.begin());
  if (first == 0 || first >= builder.metric_count()) return;
  std::vector<MetricIndex> order{first};
  for (MetricIndex metric = 0; metric < builder.metric_count(); ++metric) {
    if (metric != first) order.push_back(metric);
  }
  builder.PermuteMetrics(order);
}

}  // namespace ringscope
