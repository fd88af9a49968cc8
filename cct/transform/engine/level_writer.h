#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cct/tree/cct.h"
#include "cct/tree/level_order.h"

namespace ringscope {

// Writes a tree in level order: the root; then for every context, in the order in which they were written,
// its callees in the order of siblings. Inclusive values only; running sums come by themselves.
class LevelWriter {
 public:
  // `expected_contexts` is at least as many as will be written; memory is touched only as far as it is used.
  LevelWriter(uint32_t metric_count, uint64_t expected_contexts, bool has_flags) : has_flags_(has_flags) {
    tree_.first_child = LargeArray<uint32_t>(expected_contexts + 1);
    tree_.frame = LargeArray<FrameId>(expected_contexts);
    for (uint32_t metric = 0; metric < metric_count; ++metric) {
      tree_.running.emplace_back(expected_contexts + 1).push_back(0);
    }
    if (has_flags) tree_.flags = LargeArray<uint8_t>(expected_contexts);
  }

  void AppendRoot(std::span<const uint64_t> totals) {
    tree_.frame.push_back(0);
    for (size_t metric = 0; metric < totals.size(); ++metric)
      AppendValue(static_cast<MetricIndex>(metric), totals[metric]);
  }

  // Before the callees of the first context of a layer.
  void BeginLayer() { tree_.layer_begin.push_back(static_cast<uint32_t>(tree_.first_child.size())); }
  // Whether the callees that come next are the root's.
  [[nodiscard]] bool is_root_layer() const { return tree_.layer_begin.size() == 1; }
  // The callees that follow belong to the next context; `flags` are that context's own.
  void BeginCallees(ContextFlags flags) {
    tree_.first_child.push_back(static_cast<uint32_t>(tree_.frame.size()));
    if (has_flags_) tree_.flags.push_back(flags);
  }
  // Its values of the other metrics follow by AppendValue.
  void AppendCallee(FrameId frame, uint64_t value_of_metric_0) {
    tree_.frame.push_back(frame);
    AppendValue(0, value_of_metric_0);
  }
  void AppendValue(MetricIndex metric, uint64_t value) {
    LargeArray<uint64_t>& running = tree_.running[metric];
    running.push_back(running.back() + value);
  }

  // Contexts written, the root included.
  [[nodiscard]] uint64_t count() const { return tree_.frame.size(); }

  [[nodiscard]] CctPtr Finish(OwnedFrames frames, std::vector<Metric> metrics, ImportReport report) && {
    tree_.first_child.push_back(static_cast<uint32_t>(tree_.frame.size()));
    tree_.layer_begin.push_back(static_cast<uint32_t>(tree_.frame.size()));
    tree_.frames = std::move(frames);
    tree_.metrics = std::move(metrics);
    return AssembleLevelOrder(std::move(tree_), std::move(report));
  }

 private:
  bool has_flags_;
  LevelOrderColumns tree_;
};

}  // namespace ringscope
