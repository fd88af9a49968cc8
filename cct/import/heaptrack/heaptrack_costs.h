#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cct/tree/building/builder.h"

namespace ringscope {

// Follows the allocations and frees of a program in their order. The format names kinds of allocations, so
// many bytes from one call trace, and an event says no more than its kind.
//
// What is alive at the peak is known only when the program ends. So each kind keeps what was alive of it at
// the last peak so far, brought up to date when the kind is touched for the first time after that peak: an
// event costs O(1), and one pass over the file is enough.
class HeaptrackCosts {
 public:
  // The next kind: 0, 1, ...
  void AddKind(uint64_t size_bytes, BuildNode context) { kinds_.push_back({size_bytes, context}); }
  [[nodiscard]] size_t kind_count() const { return kinds_.size(); }

  // One more allocation of `kind`, which must exist. False where more than 2^63 - 1 bytes would be alive.
  [[nodiscard]] bool Allocate(size_t kind);
  // One allocation less. False where none is alive. A free right behind the allocation makes it a temporary
  // one.
  [[nodiscard]] bool Free(size_t kind);

  [[nodiscard]] uint64_t allocation_count() const { return allocation_count_; }

  // Adds the metrics and the self values of all kinds; `builder` remembers sums that overflow.
  void AddTo(CctBuilder& builder) const;

 private:
  static constexpr size_t kNoKind = SIZE_MAX;

  struct Kind {
    uint64_t size_bytes;
    BuildNode context;
    uint64_t allocated_count = 0;
    uint64_t temporary_count = 0;
    uint64_t alive_count = 0;
    uint64_t alive_count_at_peak = 0;  // at the peak of number `peak`
    uint64_t peak = 0;
  };
  // Call before alive_count changes.
  void KeepPeak(Kind& kind) const {
    if (kind.peak == peak_) return;
    kind.alive_count_at_peak = kind.alive_count;
    kind.peak = peak_;
  }

  std::vector<Kind> kinds_;
  uint64_t allocation_count_ = 0;
  uint64_t alive_bytes_ = 0;
  uint64_t peak_bytes_ = 0;
  uint64_t peak_ = 0;                // the number of the last peak so far
  size_t last_allocated_ = kNoKind;  // of the event before, where that was an allocation
};

}  // namespace ringscope
