#include "cct/import/call_graph/call_graph.h"

#include <algorithm>
#include <utility>

namespace ringscope {
namespace {

std::vector<int64_t> WithStride(const std::vector<int64_t>& values, size_t old_stride, size_t stride,
                                size_t rows) {
  std::vector<int64_t> spread(rows * stride);
  for (size_t row = 0; row < rows; ++row) {
    std::copy_n(values.begin() + static_cast<ptrdiff_t>(row * old_stride), old_stride,
                spread.begin() + static_cast<ptrdiff_t>(row * stride));
  }
  return spread;
}

}  // namespace

void CallGraph::SetMetricCount(size_t count) {
  if (count == metric_count_) return;
  self_ = WithStride(self_, metric_count_, count, functions_);
  inclusive_ = WithStride(inclusive_, metric_count_, count, arcs_.size());
  metric_count_ = count;
}

uint32_t CallGraph::ArcOf(uint32_t caller, uint32_t callee) {
  const uint32_t arc = arcs_.Intern({caller, callee});
  if (arc == calls_.size()) {
    calls_.push_back(0);
    inclusive_.resize(inclusive_.size() + metric_count_);
  }
  return arc;
}

bool CallGraph::Scale(size_t metric, int64_t factor) {
  bool fits = true;
  for (std::vector<int64_t>* const values : {&self_, &inclusive_}) {
    for (size_t at = metric; at < values->size(); at += metric_count_) {
      fits &= !__builtin_mul_overflow((*values)[at], factor, &(*values)[at]);
    }
  }
  return fits;
}

bool CallGraph::Merge(std::span<const uint32_t> target) {
  CallGraph merged(metric_count_);
  merged.SetFunctionCount(functions_);
  bool fits = true;
  for (uint32_t f = 0; f < functions_; ++f) {
    for (size_t m = 0; m < metric_count_; ++m) fits &= merged.AddSelf(target[f], m, self(f)[m]);
  }
  for (uint32_t a = 0; a < arcs_.size(); ++a) {
    const uint32_t to = merged.ArcOf(target[arc(a).caller], target[arc(a).callee]);
    for (size_t m = 0; m < metric_count_; ++m) fits &= merged.AddInclusive(to, m, inclusive(a)[m]);
    fits &= merged.AddCalls(to, calls(a));
  }
  *this = std::move(merged);
  return fits;
}

}  // namespace ringscope
