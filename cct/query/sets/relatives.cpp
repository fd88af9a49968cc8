#include "cct/query/sets/relatives.h"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "cct/base/binary_search.h"

namespace ringscope {
namespace {

// Words of a set between two polls for cancellation.
constexpr uint32_t kWordsBetweenPolls = 1u << 12;

// The first child of `context`, clamped as by Cct::ChildrenOf.
ContextId FirstChildOf(const Cct& tree, ContextId context) {
  const uint32_t n = tree.context_count();
  return std::clamp(tree.columns().first_child[context], std::min(context + 1, n), n);
}

// Calls visit(run) for the runs of set bits of `word`, whose first bit is context `base`.
template <typename Visit>
void ForEachRun(uint64_t word, ContextId base, Visit visit) {
  while (word != 0) {
    const int begin = std::countr_zero(word);
    const int length = std::countr_one(word >> begin);
    visit(ContextRange{base + static_cast<uint32_t>(begin), base + static_cast<uint32_t>(begin + length)});
    if (begin + length == 64) break;
    word &= ~uint64_t{0} << (begin + length);
  }
}

// The callees of the members of `set`; if `is_transitive`, also the callees of these and so on. Callees come
// after their callers, so one pass in ascending order sees everything that it finds.
Result<ContextSet> SweepDown(const Cct& tree, const ContextSet& set, bool is_transitive, JobControl* job) {
  const uint32_t n = tree.context_count();
  ContextSet found(n);
  const std::span<const uint64_t> members = set.words();
  const std::span<uint64_t> words = found.words();
  uint64_t budget = n;  // each context is a callee once; a malformed tree may have more
  const auto insert_callees = [&](ContextRange run) {
    const ContextId begin = FirstChildOf(tree, run.begin);
    const ContextId end = std::min(tree.columns().first_child[run.end], n);
    if (begin >= end || end - begin > budget) return;
    budget -= end - begin;
    found.InsertRange({begin, end});
  };
  for (uint32_t word = 0; word < words.size(); ++word) {
    if (word % kWordsBetweenPolls == 0) {
      if (IsCancelled(job)) return FailCancelled();
      if (job != nullptr) job->done_units.fetch_add(kWordsBetweenPolls * 64, std::memory_order_relaxed);
    }
    // Callees may be in the word of their callers, and then need another round.
    const auto members_of_word = [&] { return members[word] | (is_transitive ? words[word] : 0); };
    uint64_t done = 0;
    for (uint64_t bits = members_of_word(); bits != 0; bits = members_of_word() & ~done) {
      done |= bits;
      ForEachRun(bits, word << 6, insert_callees);
    }
  }
  found.Erase(kRootContext);
  return found;
}

// The caller of `child`: the last context before `bound` whose children begin at or before `child`. Callers
// of descending contexts descend, so the search goes from `bound` downwards in growing steps.
ContextId CallerBefore(const Cct& tree, ContextId child, ContextId bound) {
  const ChunkedColumn<uint32_t>& first_child = tree.columns().first_child;
  ContextId high = std::min(bound, child);  // the caller is below it
  ContextId low = high;
  for (uint32_t step = 1; low > 0; step *= 2) {
    low = low > step ? low - step : 0;
    if (first_child[low] <= child) break;
    high = low;
  }
  return LastAtMost(first_child, low, high, child);
}

// Whether any of the bits [begin, begin + size) is set; one word behind them must be readable. Has no
// branches for short runs.
bool IsAnySet(const uint64_t* words, uint32_t begin, uint32_t size) {
  const uint32_t first = begin >> 6;
  const uint32_t shift = begin & 63;
  if (size <= 64) {
    const uint64_t bits = words[first] >> shift | words[first + size_t{1}] << 1 << (63 - shift);
    const uint64_t mask = ~uint64_t{0} >> ((64 - size) & 63);
    return static_cast<uint32_t>(size != 0) & static_cast<uint32_t>((bits & mask) != 0);
  }
  const uint32_t last = (begin + size - 1) >> 6;
  if (words[first] >> shift != 0 || words[last] << (63 - ((begin + size - 1) & 63)) != 0) return true;
  return std::any_of(words + first + 1, words + last, [](uint64_t word) { return word != 0; });
}

// Finds out for every context below a bound whether it has a callee in `members`; if `is_transitive`, adds
// the callers to the members. Callees come after their callers, so a pass over the words in descending order
// sees everything that it finds. The contexts of about one layer have all their callees behind that layer, so
// they are shared out to threads.
class PassUp {
 public:
  PassUp(const Cct& tree, bool is_transitive, const ContextSet& members, ContextSet& found)
      : first_child_(tree.columns().first_child),
        n_(tree.context_count()),
        is_transitive_(is_transitive),
        members_(members.words().begin(), members.words().end()),
        found_(found) {
    members_.resize(members_.size() + 2);  // IsAnySet() reads behind the end
    if (!is_transitive_) return;
    for (size_t word = 0; word < found_.words().size(); ++word) members_[word] |= found_.words()[word];
  }

  [[nodiscard]] Result<void> Run(ContextId bound, JobControl* job) {
    uint32_t high = (bound + 63) >> 6;
    ContextId limit = std::min(first_child_[std::min<uint64_t>(uint64_t{high} << 6, n_)], n_);
    while (high > 0) {
      if (IsCancelled(job)) return FailCancelled();
      const uint32_t low = FirstWordAbove(high);
      if (low == high) {
        // Near the root, callees are in the word of their callers.
        --high;
        limit = is_transitive_ ? AnswerWord<true>(high, high << 6, limit)
                               : AnswerWord<false>(high, high << 6, limit);
        continue;
      }
      std::vector<Task> tasks;
      for (uint32_t end = high; end > low;) {
        const uint32_t begin = end - std::min(end - low, kWordsATask);
        // Clamped so that tasks have no callees in common, even in a malformed tree.
        const ContextId first = std::min(std::max(first_child_[begin << 6], high << 6), limit);
        tasks.push_back({begin, end, first, limit});
        limit = first;
        end = begin;
      }
      const auto work = [&](uint32_t i) {
        ContextId callees_end = tasks[i].callees_end;
        for (uint32_t word = tasks[i].end; word-- > tasks[i].begin;)
          callees_end = AnswerWord<false>(word, tasks[i].callees_begin, callees_end);
      };
      RunTasks(static_cast<uint32_t>(tasks.size()), ThreadCountFor(n_), work);
      high = low;
    }
    found_.Erase(kRootContext);
    return {};
  }

 private:
  // Enough contexts to be worth the start of a thread.
  static constexpr uint32_t kWordsATask = 1u << 9;

  struct Task {
    uint32_t begin, end;  // words
    ContextId callees_begin, callees_end;
  };

  // The first word below `high` whose callees, and those of the words after it, are in words from `high` on.
  [[nodiscard]] uint32_t FirstWordAbove(uint32_t high) const {
    return FirstWhere(0u, high, [&](uint32_t word) { return first_child_[word << 6] >= high << 6; });
  }

  // Answers for the contexts of a word, whose callees begin at or after `callees_begin` and end at
  // `callees_end`. Returns the begin of the callees. kInside: callees may be members in the same word.
  template <bool kInside>
  ContextId AnswerWord(uint32_t word, ContextId callees_begin, ContextId callees_end) {
    const ContextId base = word << 6;
    const uint32_t size = std::min(n_ - base, 64u);
    std::array<uint32_t, 64> copy;
    const uint32_t* first_child = first_child_.Contiguous(base, uint64_t{base} + size).data();
    if (first_child_.Contiguous(base, uint64_t{base} + size).size() < size) {
      for (uint32_t k = 0; k < size; ++k) copy[k] = first_child_[base + k];
      first_child = copy.data();
    }
    uint64_t* const members = members_.data();
    uint64_t bits = 0;  // the answers for the contexts behind the current one
    for (uint32_t k = size; k-- > 0;) {
      const ContextId callees = std::min(std::max(first_child[k], callees_begin), callees_end);
      if constexpr (kInside) members[word] |= bits << k << 1;
      bits = bits << 1 | (IsAnySet(members, callees, callees_end - callees) ? 1 : 0);
      callees_end = callees;
    }
    found_.words()[word] |= bits;
    if (is_transitive_) members[word] |= bits;
    return callees_end;
  }

  const ChunkedColumn<uint32_t>& first_child_;
  const uint32_t n_;
  const bool is_transitive_;
  std::vector<uint64_t> members_;
  ContextSet& found_;
};

// Searches the caller of one member after the other if there are few members; else visits every context.
Result<ContextSet> SweepUp(const Cct& tree, const ContextSet& set, bool is_transitive, JobControl* job) {
  const uint32_t n = tree.context_count();
  ContextSet found(n);
  ContextId end = n;           // members from here on are done
  ContextId caller_bound = n;  // callers of the members that are left come before it
  ContextId next_member = set.LastIn({1, end});
  // The search for a caller takes about as long as visiting so many contexts.
  constexpr uint32_t kContextsWorthACaller = 64;
  uint32_t callers_left = n / kContextsWorthACaller;
  uint32_t until_poll = 1;
  while (true) {
    if (--until_poll == 0) {
      until_poll = 1u << 16;
      if (IsCancelled(job)) return FailCancelled();
    }
    if (next_member != kNoContext && next_member >= end) next_member = set.LastIn({1, end});
    ContextId member = next_member;
    if (is_transitive) {
      const ContextId other = found.LastIn({member == kNoContext ? 1 : member, end});
      if (other != kNoContext) member = other;
    }
    if (member == kNoContext) break;
    if (callers_left-- == 0) {
      RINGSCOPE_TRY(PassUp(tree, is_transitive, set, found).Run(caller_bound, job));
      break;
    }
    const ContextId caller = CallerBefore(tree, member, caller_bound);
    if (caller == kRootContext) break;  // the same holds for all members that are left
    found.Insert(caller);
    caller_bound = caller;
    // Its other callees are done with it.
    end = std::min(member, FirstChildOf(tree, caller));
  }
  if (job != nullptr) job->done_units.fetch_add(n, std::memory_order_relaxed);
  return found;
}

}  // namespace

Result<ContextSet> DescendantsOf(const Cct& tree, const ContextSet& set, JobControl* job) {
  return SweepDown(tree, set, true, job);
}
Result<ContextSet> CalleesOf(const Cct& tree, const ContextSet& set, JobControl* job) {
  return SweepDown(tree, set, false, job);
}
Result<ContextSet> AncestorsOf(const Cct& tree, const ContextSet& set, JobControl* job) {
  return SweepUp(tree, set, true, job);
}
Result<ContextSet> CallersOf(const Cct& tree, const ContextSet& set, JobControl* job) {
  return SweepUp(tree, set, false, job);
}

Result<ContextSet> SelectLeaves(const Cct& tree, JobControl* job) {
  const uint32_t n = tree.context_count();
  ContextSet leaves(n);
  const ChunkedColumn<uint32_t>& first_child = tree.columns().first_child;
  RINGSCOPE_TRY(ForEachContextBlock(n, job, [&](ContextRange block) {
    const std::span<uint64_t> words = leaves.words();
    const std::span<const uint32_t> piece = first_child.Contiguous(block.begin, uint64_t{block.end} + 1);
    const bool is_one_piece = piece.size() == uint64_t{block.size()} + 1;
    const uint32_t* const firsts = piece.data() - block.begin;
    for (ContextId begin = block.begin; begin < block.end;) {
      const ContextId end = std::min(block.end, begin + 64);
      uint64_t bits = 0;
      for (ContextId i = begin; i < end; ++i) {
        const uint32_t first = is_one_piece ? firsts[i] : first_child[i];
        const uint32_t last = is_one_piece ? firsts[i + uint64_t{1}] : first_child[i + uint64_t{1}];
        // Clamps like Cct::ChildrenOf.
        const bool is_leaf = std::min(last, n) <= std::clamp(first, i + 1, n);
        bits |= static_cast<uint64_t>(is_leaf) << (i - begin);
      }
      words[begin >> 6] = bits;
      begin = end;
    }
  }));
  leaves.Erase(kRootContext);
  return leaves;
}

ContextSet WithinSubtrees(const Cct& tree, const ContextSet& set, ContextRange roots) {
  ContextSet within(tree.context_count());
  for (ContextRange run = roots; !run.empty(); run = tree.ChildrenOfRun(run)) within.InsertRange(run);
  for (size_t word = 0; word < within.words().size(); ++word) within.words()[word] &= set.words()[word];
  if (tree.context_count() > 0) within.Erase(kRootContext);
  return within;
}

}  // namespace ringscope
