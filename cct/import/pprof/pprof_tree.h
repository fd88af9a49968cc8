#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "cct/import/context_finder.h"
#include "cct/import/pprof/pprof_samples.h"
#include "cct/import/pprof/pprof_tables.h"
#include "cct/tree/builder.h"
#include "cct/tree/import_report.h"

namespace ringscope {

// Puts batches of samples into a tree, every sample type a metric.
class PprofTree {
 public:
  PprofTree(const PprofTables& tables, std::span<const PprofRing> rings, CctBuilder& builder);

  void Add(const PprofBatch& batch, ImportReport& report);

  // Brings the metrics of `builder`, which is the tree's or a copy, into their order, with that of the file's
  // default type (or the last) in front.
  void PutMetricsInOrder(CctBuilder& builder) const;
  // After the last batch: marks the stacks that a Go program cut, brings the metrics into their order,
  // and says what was done.
  void Finish(ImportReport& report);

 private:
  static constexpr MetricIndex kNoMetric = 0xffffffffu;
  // Depths at which Go's profilers stop, by version and kind of profile.
  static constexpr std::array<uint32_t, 3> kGoLimits = {32, 64, 128};
  void AddValue(BuildNode node, size_t type, int64_t value, bool is_base);
  void NoteDepth(const PprofBatch::Sample& sample, std::span<const uint32_t> stack);
  void MarkCutStacks(ImportReport& report);
  [[nodiscard]] FrameId FrameOf(uint32_t entry) const {
    return entry < PprofBatch::kRingBase ? entry : ring_frames_[entry - PprofBatch::kRingBase];
  }

  const PprofTables& tables_;
  std::vector<PprofRing> rings_;
  std::vector<PprofTables::ValueType> types_;
  CctBuilder& builder_;
  std::vector<FrameId> ring_frames_;
  std::vector<BuildNode> contexts_;  // of the samples at hand
  ContextFinder finder_;
  std::vector<MetricIndex> below_zero_;  // by sample type: of values below zero
  std::vector<uint8_t> has_values_;      // by sample type
  bool all_negative_are_base_ = true;
  uint32_t max_locations_ = 0, max_frames_ = 0;
  // By limit: the outermost contexts of stacks that are as deep, and how many stacks they are.
  std::array<std::map<BuildNode, uint64_t>, kGoLimits.size()> at_limit_;
};

}  // namespace ringscope
