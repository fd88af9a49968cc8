#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "cct/tree/cct.h"

namespace ringscope {

// A set of contexts of one tree: one bit a context. Plain data, thread-safe while it does not change.
// Runs may have their end before their begin or beyond the last context, as in a malformed file: what lies
// outside has no members.
class ContextSet {
 public:
  ContextSet() = default;
  explicit ContextSet(uint32_t context_count)
      : context_count_(context_count), words_((uint64_t{context_count} + 63) / 64, 0) {}

  [[nodiscard]] uint32_t context_count() const { return context_count_; }
  [[nodiscard]] bool contains(ContextId context) const {
    return context < context_count_ && (words_[context >> 6] >> (context & 63) & 1) != 0;
  }
  // `context` must be below context_count().
  void Insert(ContextId context) { words_[context >> 6] |= uint64_t{1} << (context & 63); }
  void Erase(ContextId context) { words_[context >> 6] &= ~(uint64_t{1} << (context & 63)); }
  void InsertRange(ContextRange run);

  // Members in all. O(n / 64).
  [[nodiscard]] uint32_t Count() const { return CountIn({0, context_count_}); }
  // Members in a run: O(size / 64).
  [[nodiscard]] uint32_t CountIn(ContextRange run) const;
  [[nodiscard]] bool AnyIn(ContextRange run) const { return FirstIn(run) != kNoContext; }
  // The first (last) member of the run; kNoContext where there is none. O(size / 64).
  [[nodiscard]] ContextId FirstIn(ContextRange run) const;
  [[nodiscard]] ContextId LastIn(ContextRange run) const;

  // Calls visit(context) for each member of the run, in ascending order. O(size / 64 + members).
  template <typename Visit>
  void ForEachIn(ContextRange run, Visit visit) const {
    run = Clamped(run);
    if (run.empty()) return;
    for (uint32_t word = run.begin >> 6; word <= (run.end - 1) >> 6; ++word) {
      for (uint64_t bits = words_[word] & MaskOf(run, word); bits != 0; bits &= bits - 1) {
        visit(static_cast<ContextId>((word << 6) + std::countr_zero(bits)));
      }
    }
  }

  // 64 contexts a word, context 0 in the lowest bit of the first; bits beyond the last context are 0.
  [[nodiscard]] std::span<const uint64_t> words() const { return words_; }
  [[nodiscard]] std::span<uint64_t> words() { return words_; }

  friend bool operator==(const ContextSet&, const ContextSet&) = default;

 private:
  [[nodiscard]] ContextRange Clamped(ContextRange run) const {
    const ContextId end = run.end < context_count_ ? run.end : context_count_;
    return {run.begin < end ? run.begin : end, end};
  }
  // The bits of a word that belong to a run that touches the word.
  [[nodiscard]] static uint64_t MaskOf(ContextRange run, uint32_t word) {
    uint64_t mask = ~uint64_t{0};
    if (run.begin >> 6 == word) mask &= ~uint64_t{0} << (run.begin & 63);
    if ((run.end - 1) >> 6 == word) mask &= ~uint64_t{0} >> (63 - ((run.end - 1) & 63));
    return mask;
  }

  uint32_t context_count_ = 0;
  std::vector<uint64_t> words_;
};

}  // namespace ringscope
