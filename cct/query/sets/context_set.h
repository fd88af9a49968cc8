#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/base/system/workers.h"
#include "cct/tree/cct.h"

namespace ringscope {

// A set of contexts of one tree: one bit a context. Plain data, thread-safe while it does not change. Runs
// from malformed files may end before they begin, or beyond the last context: they are clamped.
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

  // Number of members. O(n / 64).
  [[nodiscard]] uint32_t Count() const { return CountIn({0, context_count_}); }
  // Number of members in a run. O(size / 64).
  [[nodiscard]] uint32_t CountIn(ContextRange run) const;
  [[nodiscard]] bool AnyIn(ContextRange run) const { return FirstIn(run) != kNoContext; }
  // The first (last) member of the run; kNoContext if it has none. O(size / 64).
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

// Contexts in a block of ForEachContextBlock(), a fraction of a millisecond of work. A multiple of 64, so
// that two blocks never share a word of a ContextSet.
inline constexpr uint32_t kContextsPerBlock = 1u << 16;

// Calls work(block) for blocks that cover the contexts [0, context_count), for large trees from several
// threads at once, so `work` may only write data of its block. job: done_units counts contexts. Errors:
// kCancelled, polled between blocks.
[[nodiscard]] Result<void> ForEachContextBlock(uint32_t context_count, JobControl* job,
                                               const std::function<void(ContextRange)>& work);

// How many threads to start for this many contexts.
[[nodiscard]] uint32_t ThreadCountFor(uint32_t context_count);

[[nodiscard]] inline tl::unexpected<Error> FailCancelled() {
  return Fail(ErrorCode::kCancelled, "the search was cancelled");
}

}  // namespace ringscope
