#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "cct/import/compact_lists.h"
#include "cct/import/v8/cpuprofile_contexts.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/import_report.h"

namespace ringscope {

// Adds samples of V8's profiler to the contexts of their nodes, and remembers what was odd about them.
class CpuProfileSamples {
 public:
  CpuProfileSamples(CctBuilder& builder, ImportReport& report) : builder_(builder), report_(report) {}

  // `deltas_us[i]` lies before sample i; the time up to the next sample belongs to a sample, and after the
  // last one nobody knows. V8 lists some samples late: where a delta is negative, the next sample is the next
  // by time. Without `time` only counts them. `offset` is where the file lists them.
  // The first delta is from `start_us`, by a clock that all profiles of the file have in common.
  void Add(const CpuProfileContexts& contexts, const CompactIntegers& node_ids,
           const CompactIntegers& deltas_us, uint64_t offset, std::optional<MetricIndex> time,
           MetricIndex count, int64_t start_us = 0);
  // Counts samples without a delta, and deltas without a sample, that were not given to Add().
  void AddUnpaired(uint64_t untimed_count, uint64_t sampleless_count) {
    untimed_count_ += untimed_count;
    sampleless_count_ += sampleless_count;
  }
  // After the last ones.
  void AddNotes();
  // All samples with their times; empty where some have none.
  [[nodiscard]] SampleList TakeSamples() { return std::move(samples_); }

 private:
  CctBuilder& builder_;
  ImportReport& report_;
  SampleList samples_;
  bool all_have_times_ = true;
  uint64_t early_count_ = 0;
  uint64_t untimed_count_ = 0;
  uint64_t sampleless_count_ = 0;
};

}  // namespace ringscope
