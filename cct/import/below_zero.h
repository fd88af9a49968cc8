#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "cct/tree/building/builder.h"
#include "cct/tree/import_report.h"

namespace ringscope {

// Keeps values below zero, which a tree cannot have: each metric with such values gets a second metric,
// "(negative)", for their absolute values. Belongs to one builder, whose order of metrics must not change.
class BelowZero {
 public:
  static constexpr MetricIndex kNone = 0xffffffffu;

  void AddSelf(CctBuilder& builder, BuildNode context, MetricIndex metric, int64_t value) {
    if (value >= 0) return builder.AddSelf(context, metric, static_cast<uint64_t>(value));
    if (metrics_.size() <= metric) metrics_.resize(metric + size_t{1}, kNone);
    if (metrics_[metric] == kNone) {
      Metric below_zero = builder.metric(metric);
      below_zero.name += " (negative)";
      metrics_[metric] = builder.AddMetric(std::move(below_zero));
      has_some_ = true;
    }
    builder.AddSelf(context, metrics_[metric], uint64_t{0} - static_cast<uint64_t>(value));
  }
  // The second metric of `metric`, or kNone if it has no values below zero.
  [[nodiscard]] MetricIndex MetricOf(MetricIndex metric) const {
    return metric < metrics_.size() ? metrics_[metric] : kNone;
  }
  [[nodiscard]] bool has_some() const { return has_some_; }
  // Call after the last value.
  void AddNote(ImportReport& report) const {
    if (has_some_)
      report.notes.emplace_back("Values below zero are kept as metrics of their own, named \"(negative)\".");
  }

 private:
  std::vector<MetricIndex> metrics_;  // by metric: its second one, or kNone
  bool has_some_ = false;
};

}  // namespace ringscope
