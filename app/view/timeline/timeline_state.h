#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "app/core/task.h"
#include "app/view/state/loaded_tree.h"
#include "cct/base/job_control.h"
#include "cct/tree/cct.h"

namespace ringscope {

// What the samples of a tree cost over time.
struct DensityRequest {
  CctPtr tree;
  MetricIndex metric = 0;  // a metric that a series of the tree measures
  // Only in and below the contexts of a function of `known_in`, a tree of the same profile; else all.
  LoadedTree known_in;
  FunctionId function = kNoFunction;
  friend bool operator==(const DensityRequest& a, const DensityRequest& b) {
    return a.tree == b.tree && a.metric == b.metric && a.known_in.tree == b.known_in.tree &&
           a.function == b.function;
  }
};

// The time of the recording in equal parts, more of them than a strip has pixels.
inline constexpr uint32_t kDensityParts = 4096;

// Immutable once made.
struct Density {
  DensityRequest request;
  uint64_t span_ns = 1;         // from the first sample until behind the last
  uint64_t sample_count = 0;    // samples that measure the metric
  std::vector<uint64_t> until;  // kDensityParts + 1 sums: of all before each part, and of all
};

// Belongs to a view.
struct TimelineState {
  Task<DensityRequest, Density> density;
  Task<DensityRequest, Density> chosen;  // of the chosen or selected function
};

// Adds up the samples of each part of the time: about 1 ns a sample, and 5 ns a context for a request about a
// function. Null if cancelled.
[[nodiscard]] std::shared_ptr<const Density> RunDensity(const DensityRequest& request, JobControl& job);

}  // namespace ringscope
