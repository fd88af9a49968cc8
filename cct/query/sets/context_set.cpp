#include "cct/query/sets/context_set.h"

#include <algorithm>

namespace ringscope {

void ContextSet::InsertRange(ContextRange run) {
  run = Clamped(run);
  if (run.empty()) return;
  const uint32_t first = run.begin >> 6;
  const uint32_t last = (run.end - 1) >> 6;
  words_[first] |= MaskOf(run, first);
  if (first == last) return;
  std::fill(words_.begin() + first + 1, words_.begin() + last, ~uint64_t{0});
  words_[last] |= MaskOf(run, last);
}

uint32_t ContextSet::CountIn(ContextRange run) const {
  run = Clamped(run);
  if (run.empty()) return 0;
  const uint32_t first = run.begin >> 6;
  const uint32_t last = (run.end - 1) >> 6;
  int count = std::popcount(words_[first] & MaskOf(run, first));
  if (first == last) return static_cast<uint32_t>(count);
  uint32_t sum = static_cast<uint32_t>(count + std::popcount(words_[last] & MaskOf(run, last)));
  for (uint32_t word = first + 1; word < last; ++word) {
    sum += static_cast<uint32_t>(std::popcount(words_[word]));
  }
  return sum;
}

ContextId ContextSet::FirstIn(ContextRange run) const {
  run = Clamped(run);
  if (run.empty()) return kNoContext;
  const uint32_t last = (run.end - 1) >> 6;
  uint32_t word = run.begin >> 6;
  uint64_t bits = words_[word] & MaskOf(run, word);
  while (bits == 0 && word < last) {
    ++word;
    bits = words_[word] & MaskOf(run, word);
  }
  return bits == 0 ? kNoContext : (word << 6) + static_cast<uint32_t>(std::countr_zero(bits));
}

ContextId ContextSet::LastIn(ContextRange run) const {
  run = Clamped(run);
  if (run.empty()) return kNoContext;
  const uint32_t first = run.begin >> 6;
  uint32_t word = (run.end - 1) >> 6;
  uint64_t bits = words_[word] & MaskOf(run, word);
  while (bits == 0 && word > first) {
    --word;
    bits = words_[word] & MaskOf(run, word);
  }
  return bits == 0 ? kNoContext : (word << 6) + 63 - static_cast<uint32_t>(std::countl_zero(bits));
}

namespace {

constexpr uint32_t kMaxThreads = 8;
// About a millisecond of work, some twenty times what starting a thread costs.
constexpr uint32_t kContextsWorthAThread = 1u << 19;

}  // namespace

uint32_t ThreadCountFor(uint32_t context_count) {
  return ThreadsWorth(uint64_t{context_count} + kContextsWorthAThread, kContextsWorthAThread, kMaxThreads);
}

Result<void> ForEachContextBlock(uint32_t context_count, JobControl* job,
                                 const std::function<void(ContextRange)>& work) {
  const uint32_t blocks =
      static_cast<uint32_t>((uint64_t{context_count} + kContextsPerBlock - 1) / kContextsPerBlock);
  RunTasks(blocks, ThreadCountFor(context_count), [&](uint32_t block) {
    if (IsCancelled(job)) return;
    const ContextId begin = block * kContextsPerBlock;
    const ContextId end =
        static_cast<ContextId>(std::min<uint64_t>(uint64_t{begin} + kContextsPerBlock, context_count));
    work({begin, end});
    if (job != nullptr) job->done_units.fetch_add(end - begin, std::memory_order_relaxed);
  });
  if (IsCancelled(job)) return FailCancelled();
  return {};
}

}  // namespace ringscope
