#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "cct/import/compact_lists.h"
#include "cct/import/id_index.h"
#include "cct/import/v8/cpuprofile_nodes.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/import_report.h"

namespace ringscope {

// Where the nodes of a .cpuprofile stand in a tree.
class CpuProfileContexts {
 public:
  // Creates the contexts of the nodes below `top_context`. A node without a caller that is called "(root)" is
  // that context itself. Callers that are not among the nodes are told to `report`. O(nodes and links), the
  // more where ids are large.
  void Build(const CpuProfileNodes& nodes, BuildNode top_context, CctBuilder& builder, ImportReport& report);

  // The context of a node; nullopt for an unknown one, or one that is not below the root.
  [[nodiscard]] std::optional<BuildNode> Of(int64_t id) const;
  // Adds what the nodes themselves say that they cost. Gives how many say so.
  uint64_t AddCosts(const CpuProfileNodes& nodes, MetricIndex metric, CctBuilder& builder,
                    ImportReport& report) const;

 private:
  static constexpr uint32_t kNone = CpuProfileNodes::kNone;

  void IndexIds(const CpuProfileNodes& nodes, ImportReport& report);
  [[nodiscard]] uint32_t IndexOf(int64_t id) const { return index_.Find(static_cast<uint64_t>(id)); }
  [[nodiscard]] std::vector<uint32_t> FindCallers(const CpuProfileNodes& nodes, ImportReport& report) const;

  IdIndex index_;                    // of the nodes
  std::vector<BuildNode> contexts_;  // kNoBuildNode where not below the root
};

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
