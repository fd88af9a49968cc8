#include "cct/import/heaptrack/heaptrack_costs.h"

#include "cct/tree/verify.h"

namespace ringscope {
namespace {

// Saturates, which the builder refuses.
uint64_t Times(uint64_t count, uint64_t size_bytes) {
  uint64_t product = 0;
  return __builtin_mul_overflow(count, size_bytes, &product) ? UINT64_MAX : product;
}

}  // namespace

bool HeaptrackCosts::Allocate(size_t index) {
  Kind& kind = kinds_[index];
  if (kind.size_bytes >= kTotalLimit - alive_bytes_) return false;
  KeepPeak(kind);
  ++kind.allocated_count;
  ++kind.alive_count;
  ++allocation_count_;
  alive_bytes_ += kind.size_bytes;
  last_allocated_ = index;
  if (alive_bytes_ > peak_bytes_) {
    peak_bytes_ = alive_bytes_;
    ++peak_;
  }
  return true;
}

bool HeaptrackCosts::Free(size_t index) {
  Kind& kind = kinds_[index];
  if (kind.alive_count == 0) return false;
  KeepPeak(kind);
  --kind.alive_count;
  alive_bytes_ -= kind.size_bytes;
  if (last_allocated_ == index) ++kind.temporary_count;
  last_allocated_ = kNoKind;
  return true;
}

void HeaptrackCosts::AddTo(CctBuilder& builder) const {
  const MetricIndex allocations = builder.AddMetric({"allocations", "count", 1});
  const MetricIndex allocated = builder.AddMetric({"allocated", "bytes", 1});
  const MetricIndex leaked = builder.AddMetric({"leaked", "bytes", 1});
  const MetricIndex peak = builder.AddMetric({"peak", "bytes", 1});
  const MetricIndex temporary = builder.AddMetric({"temporary", "count", 1});
  const auto add = [&builder](const Kind& kind, MetricIndex metric, uint64_t value) {
    if (value != 0) builder.AddSelf(kind.context, metric, value);
  };
  for (const Kind& kind : kinds_) {
    const uint64_t alive_at_peak = kind.peak == peak_ ? kind.alive_count_at_peak : kind.alive_count;
    add(kind, allocations, kind.allocated_count);
    add(kind, allocated, Times(kind.allocated_count, kind.size_bytes));
    add(kind, leaked, Times(kind.alive_count, kind.size_bytes));
    add(kind, peak, Times(alive_at_peak, kind.size_bytes));
    add(kind, temporary, kind.temporary_count);
  }
}

}  // namespace ringscope
