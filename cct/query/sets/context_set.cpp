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

}  // namespace ringscope
