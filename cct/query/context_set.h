#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cct/cct.h"

namespace ringscope {

// A set of contexts of one tree: one bit a context. Plain data, thread-safe while it does not change.
class ContextSet {
 public:
  ContextSet() = default;
  explicit ContextSet(uint32_t context_count);

  [[nodiscard]] uint32_t context_count() const { return context_count_; }
  [[nodiscard]] bool contains(ContextId context) const {
    return context < context_count_ && (words_[context >> 6] >> (context & 63) & 1) != 0;
  }
  void Insert(ContextId context) { words_[context >> 6] |= uint64_t{1} << (context & 63); }
  void Erase(ContextId context) { words_[context >> 6] &= ~(uint64_t{1} << (context & 63)); }
  void InsertRange(ContextRange run);

  // Members in a run: O(size / 64).
  [[nodiscard]] uint32_t CountIn(ContextRange run) const;
  [[nodiscard]] bool AnyIn(ContextRange run) const;
  // The first (last) member of the run; kNoContext where there is none. O(size / 64).
  [[nodiscard]] ContextId FirstIn(ContextRange run) const;
  [[nodiscard]] ContextId LastIn(ContextRange run) const;

  // 64 contexts a word, context 0 in the lowest bit of the first; bits beyond the last context are 0.
  [[nodiscard]] std::span<const uint64_t> words() const { return words_; }
  [[nodiscard]] std::span<uint64_t> words() { return words_; }

  friend bool operator==(const ContextSet&, const ContextSet&) = default;

 private:
  uint32_t context_count_ = 0;
  std::vector<uint64_t> words_;
};

}  // namespace ringscope
