#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cct/import/below_zero.h"
#include "cct/import/import_preview.h"
#include "cct/import/importer.h"
#include "cct/import/pprof/address_frames.h"

namespace ringscope {

// The number of objects and bytes that a sampled number stands for, where every byte had the chance
// 1 / `period_bytes` to be picked: an object of s bytes is seen with a chance of 1 - exp(-s / period).
// (https://github.com/google/pprof/blob/main/profile/legacy_profile.go, whose rounding is kept.) Periods up
// to 1 stand for no sampling. Of numbers below zero the estimate is below zero too. Infinite or beyond 2^63
// where the period is absurd.
struct HeapEstimate {
  double count = 0, bytes = 0;
};
[[nodiscard]] HeapEstimate EstimateHeap(int64_t count, int64_t bytes, int64_t period_bytes);

// Adds the samples of a text profile to the tree.
class PprofTextSamples {
 public:
  PprofTextSamples(AddressFrames& frames, const ImportRun& run)
      : frames_(frames), run_(run), preview_(run.options.preview, run.job) {}

  // The context of a stack, innermost first, below `above`. Errors: kLimit.
  [[nodiscard]] Result<BuildNode> ContextOf(std::span<const uint64_t> stack, BuildNode above,
                                            uint64_t offset);

  // Adds `values`, by metric, to a context; those below zero as BelowZero does. Errors: kOverflow, where one
  // is 2^63 or more from 0, or no number.
  [[nodiscard]] Result<void> Add(BuildNode node, std::span<const double> values, uint64_t offset);

  void AddNotes() const { below_zero_.AddNote(run_.report); }

  // Puts the first metric that is not 0 everywhere in front, in the samples' builder or a copy of it.
  void PutMetricInFront(CctBuilder& builder) const;

 private:
  AddressFrames& frames_;
  const ImportRun run_;
  RecordPreview preview_;
  std::vector<uint8_t> has_values_;  // by metric
  BelowZero below_zero_;
};

}  // namespace ringscope
