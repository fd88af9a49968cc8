#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/query/sets/context_set.h"
#include "cct/tree/cct.h"

namespace ringscope {

// Matches numbered from 0 in level order, so that a list of any length can show the rows in sight and no
// others. Immutable, thread-safe; the set and 1/16 of its size for the index.
class MatchList {
 public:
  MatchList() = default;
  // Of all members of `matches`; WithinSubtrees (relatives.h) restricts them to a view root. O(n / 64).
  explicit MatchList(ContextSet matches);

  [[nodiscard]] uint32_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] const ContextSet& matches() const { return matches_; }

  // The match of number `index`, which must be below size(). O(log n).
  [[nodiscard]] ContextId At(uint32_t index) const;
  // Matches before `context`; for a match that is its number. O(1).
  [[nodiscard]] uint32_t RankOf(ContextId context) const;
  // Matches in a run. O(1).
  [[nodiscard]] uint32_t CountIn(ContextRange run) const { return RankOf(run.end) - RankOf(run.begin); }

 private:
  ContextSet matches_;
  std::vector<uint32_t> before_block_;  // matches before each block of words, and a last one: all
  uint32_t size_ = 0;
};

// The members of `matches` by a value, largest first, equal ones in level order. O(members * bytes that the
// largest value has), 32 bytes a member while it works. Errors: kCancelled.
[[nodiscard]] Result<std::vector<ContextId>> SortByValue(const ContextSet& matches,
                                                         const std::function<uint64_t(ContextId)>& value_of,
                                                         JobControl* job = nullptr);

}  // namespace ringscope
