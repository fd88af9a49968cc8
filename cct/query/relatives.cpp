#include "cct/query/relatives.h"

#include <algorithm>
#include <bit>

#include "cct/query/context_blocks.h"

namespace ringscope {
namespace {

// Words of a set between two looks at whether the job was cancelled.
constexpr uint32_t kWordsBetweenPolls = 1u << 12;

// Where the children of `context` begin, clamped as Cct::ChildrenOf does.
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

// Callees of the members of `set`; with `is_transitive` those of the callees found as well. Callees come
// after their callers, so one pass in ascending order sees everything that it finds.
Result<ContextSet> SweepDown(const Cct& tree, const ContextSet& set, bool is_transitive, JobControl* job) {
  const uint32_t n = tree.context_count();
  ContextSet found(n);
  const std::span<const uint64_t> members = set.words();
  const std::span<uint64_t> words = found.words();
  uint64_t budget = n;  // everybody is a callee once; more than that is a malformed tree
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
    // Callees may lie in the word of their callers, and are looked at in another round then.
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

// The last context before `bound` whose children begin at or before `child`: its caller. Callers of
// descending contexts descend, so it is looked for from `bound` downwards in growing steps.
ContextId CallerBefore(const Cct& tree, ContextId child, ContextId bound) {
  const ChunkedColumn<uint32_t>& first_child = tree.columns().first_child;
  ContextId high = std::min(bound, child);  // the caller is below it
  ContextId low = high;
  for (uint32_t step = 1; low > 0; step *= 2) {
    low = low > step ? low - step : 0;
    if (first_child[low] <= child) break;
    high = low;
  }
  while (high - low > 1) {
    const ContextId middle = low + (high - low) / 2;
    if (first_child[middle] <= child) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

Result<ContextSet> SweepUp(const Cct& tree, const ContextSet& set, bool is_transitive, JobControl* job) {
  ContextSet found(tree.context_count());
  ContextId end = tree.context_count();  // members at or after it are done
  ContextId caller_bound = end;          // callers of those left lie before it
  ContextId next_member = set.LastIn({1, end});
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
    const ContextId caller = CallerBefore(tree, member, caller_bound);
    if (caller == kRootContext) break;  // as for all that are left
    found.Insert(caller);
    caller_bound = caller;
    // Its other callees have been answered with it.
    end = std::min(member, FirstChildOf(tree, caller));
  }
  if (job != nullptr) job->done_units.fetch_add(tree.context_count(), std::memory_order_relaxed);
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
        // As Cct::ChildrenOf clamps.
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

bool AnyInSubtrees(const Cct& tree, const ContextSet& set, ContextRange run) {
  for (; !run.empty(); run = tree.ChildrenOfRun(run)) {
    if (set.AnyIn(run)) return true;
  }
  return false;
}

ContextSet WithinSubtrees(const Cct& tree, const ContextSet& set, ContextRange roots) {
  ContextSet within(tree.context_count());
  for (ContextRange run = roots; !run.empty(); run = tree.ChildrenOfRun(run)) within.InsertRange(run);
  for (size_t word = 0; word < within.words().size(); ++word) within.words()[word] &= set.words()[word];
  if (tree.context_count() > 0) within.Erase(kRootContext);
  return within;
}

}  // namespace ringscope
