#include "cct/query/sets/match_list.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "cct/base/check.h"
#include "cct/query/sets/context_blocks.h"

namespace ringscope {
namespace {

constexpr uint32_t kWordsPerBlock = 8;
constexpr uint32_t kContextsPerRankBlock = 64 * kWordsPerBlock;

// The place of the set bit of `word` that has `index` set bits before it.
uint32_t SelectBit(uint64_t word, uint32_t index) {
  for (; index > 0; --index) word &= word - 1;
  return static_cast<uint32_t>(std::countr_zero(word));
}

}  // namespace

MatchList::MatchList(ContextSet matches) : matches_(std::move(matches)) {
  const std::span<const uint64_t> words = std::as_const(matches_).words();
  before_block_.reserve(words.size() / kWordsPerBlock + 2);
  for (size_t word = 0; word < words.size(); ++word) {
    if (word % kWordsPerBlock == 0) before_block_.push_back(size_);
    size_ += static_cast<uint32_t>(std::popcount(words[word]));
  }
  before_block_.push_back(size_);
}

ContextId MatchList::At(uint32_t index) const {
  RINGSCOPE_CHECK(index < size_);
  // The last block with at most `index` matches before it.
  const auto after = std::upper_bound(before_block_.begin(), before_block_.end(), index);
  const auto block = static_cast<uint32_t>(after - before_block_.begin() - 1);
  uint32_t left = index - before_block_[block];
  const std::span<const uint64_t> words = matches_.words();
  uint32_t word = block * kWordsPerBlock;
  for (; left >= static_cast<uint32_t>(std::popcount(words[word])); ++word) {
    left -= static_cast<uint32_t>(std::popcount(words[word]));
  }
  return word * 64 + SelectBit(words[word], left);
}

uint32_t MatchList::RankOf(ContextId context) const {
  if (context >= matches_.context_count()) return size_;
  const uint32_t block = context / kContextsPerRankBlock;
  return before_block_[block] + matches_.CountIn({block * kContextsPerRankBlock, context});
}

Result<std::vector<ContextId>> SortByValue(const ContextSet& matches, const std::function<uint64_t(ContextId)>& value_of,
                                           JobControl* job) {
  struct Entry {
    uint64_t descending = 0;  // smaller for a larger value
    ContextId context = 0;
  };
  constexpr size_t kEntriesBetweenPolls = size_t{1} << 18;
  constexpr uint32_t kDigitBits = 11;
  constexpr uint64_t kDigits = uint64_t{1} << kDigitBits;

  std::vector<Entry> entries;
  entries.reserve(matches.Count());
  uint64_t largest = 0;
  for (ContextId begin = 0; begin < matches.context_count();) {
    const ContextId end = begin + std::min(kContextsPerBlock, matches.context_count() - begin);
    matches.ForEachIn({begin, end}, [&](ContextId context) {
      const uint64_t value = value_of(context);
      largest = std::max(largest, value);
      entries.push_back({value, context});
    });
    if (IsCancelled(job)) return FailCancelled();
    begin = end;
  }
  for (Entry& entry : entries) entry.descending = largest - entry.descending;

  // Digit by digit from the lowest, each pass keeping the order of the one before: equal values stay in level
  // order, and every pass is a plain scan that can be cancelled.
  std::vector<Entry> sorted(entries.size());
  for (uint32_t shift = 0; shift < 64 && largest >> shift != 0; shift += kDigitBits) {
    std::array<size_t, kDigits> place{};
    for (const Entry& entry : entries) ++place[(entry.descending >> shift) & (kDigits - 1)];
    size_t next = 0;
    for (size_t& digit : place) next += std::exchange(digit, next);
    for (size_t begin = 0; begin < entries.size(); begin += kEntriesBetweenPolls) {
      const size_t end = std::min(entries.size(), begin + kEntriesBetweenPolls);
      for (size_t i = begin; i < end; ++i) {
        sorted[place[(entries[i].descending >> shift) & (kDigits - 1)]++] = entries[i];
      }
      if (IsCancelled(job)) return FailCancelled();
    }
    std::swap(entries, sorted);
  }
  std::vector<ContextId> contexts;
  contexts.reserve(entries.size());
  for (const Entry& entry : entries) contexts.push_back(entry.context);
  return contexts;
}

}  // namespace ringscope
