#include "cct/query/sets/search.h"

#include <algorithm>
#include <array>
#include <bit>
#include <queue>
#include <utility>

#include "cct/base/check.h"

namespace ringscope {
namespace {

// Often enough to react to a key press, seldom enough to cost nothing.
constexpr uint32_t kSearchedContextsBetweenPolls = 1u << 18;

// One layer of the subtrees of a view root: its contexts, and the runs of them that are below a match.
struct ScannedLayer {
  ContextRange contexts;
  std::vector<ContextRange> inside;  // disjoint, ascending

  void AddInside(ContextRange run) {
    if (run.empty()) return;
    if (!inside.empty() && inside.back().end == run.begin) {
      inside.back().end = run.end;
    } else {
      inside.push_back(run);
    }
  }
};

// FrameSource and SetSource read the two forms of matches: Scan calls on_match(context) for those of a run.
class FrameSource {
 public:
  FrameSource(const Cct& tree, const FrameMatches& matches) : tree_(tree), matches_(matches) {}

  template <typename OnMatch>
  void Scan(ContextRange run, OnMatch on_match) const {
    const uint8_t* const mask = matches_.mask.data();
    const uint32_t last = static_cast<uint32_t>(matches_.mask.size() - 1);
    uint64_t position = run.begin;
    while (position < run.end) {
      const std::span<const uint32_t> frames = tree_.columns().frame.Contiguous(position, run.end);
      for (size_t k = 0; k < frames.size(); ++k) {
        if (mask[std::min(frames[k], last)] != 0) [[unlikely]] {
          on_match(static_cast<ContextId>(position + k));
        }
      }
      position += frames.size();
    }
  }

 private:
  const Cct& tree_;
  const FrameMatches& matches_;
};

class SetSource {
 public:
  explicit SetSource(const ContextSet& matches) : matches_(matches) {}

  template <typename OnMatch>
  void Scan(ContextRange run, OnMatch on_match) const {
    matches_.ForEachIn(run, on_match);
  }

 private:
  const ContextSet& matches_;
};

template <typename Source>
class MatchCounter {
 public:
  // functions: null if matching functions need not be counted.
  MatchCounter(const Cct& tree, const FunctionIndex* functions, const Source& matches, MetricIndex metric,
               JobControl* job)
      : tree_(tree),
        functions_(functions),
        matches_(matches),
        metric_(metric),
        job_(job),
        seen_(functions != nullptr ? functions->function_count() : 0, 0) {}

  [[nodiscard]] Result<MatchTotals> Count(ContextRange roots) {
    ScannedLayer layer{roots, {}};
    ScannedLayer next;
    while (!layer.contexts.empty()) {
      next.inside.clear();
      // Runs inside and outside of matches alternate; both are scanned in ascending order.
      ContextId position = layer.contexts.begin;
      for (const ContextRange run : layer.inside) {
        RINGSCOPE_TRY(ScanOutside({position, run.begin}, next));
        RINGSCOPE_TRY(ScanInside(run, next));
        position = run.end;
      }
      RINGSCOPE_TRY(ScanOutside({position, layer.contexts.end}, next));
      next.contexts = tree_.ChildrenOfRun(layer.contexts);
      std::swap(layer, next);
    }
    return totals_;
  }

 private:
  // Calls on_match(context) for each match of `run`.
  template <typename OnMatch>
  [[nodiscard]] Result<void> Scan(ContextRange run, OnMatch on_match) {
    while (run.begin < run.end) {
      const ContextRange part{run.begin, run.begin + std::min(kSearchedContextsBetweenPolls, run.size())};
      matches_.Scan(part, on_match);
      run.begin = part.end;
      if (job_ != nullptr) {
        job_->done_units.fetch_add(part.size(), std::memory_order_relaxed);
        if (job_->cancelled()) return FailCancelled();
      }
    }
    return {};
  }

  void CountOne(ContextId context, ContextRange children) {
    ++totals_.contexts;
    totals_.self += tree_.Inclusive(context, metric_) - tree_.Inclusive(children, metric_);
    if (functions_ == nullptr) return;
    const FunctionId function = functions_->FunctionOf(tree_.FrameOf(context));
    if (function < seen_.size() && seen_[function] == 0) {
      seen_[function] = 1;
      ++totals_.functions;
    }
  }

  [[nodiscard]] Result<void> ScanOutside(ContextRange run, ScannedLayer& next) {
    if (run.begin >= run.end) return {};
    return Scan(run, [&](ContextId context) {
      if (context == kRootContext) return;
      const ContextRange children = tree_.ChildrenOf(context);
      CountOne(context, children);
      totals_.inclusive += tree_.Inclusive(context, metric_);
      next.AddInside(children);
    });
  }

  [[nodiscard]] Result<void> ScanInside(ContextRange run, ScannedLayer& next) {
    next.AddInside(tree_.ChildrenOfRun(run));
    return Scan(run, [&](ContextId context) { CountOne(context, tree_.ChildrenOf(context)); });
  }

  const Cct& tree_;
  const FunctionIndex* const functions_;
  const Source& matches_;
  const MetricIndex metric_;
  JobControl* const job_;
  std::vector<uint8_t> seen_;  // per function
  MatchTotals totals_;
};

constexpr uint32_t kWordsPerBlock = 8;
constexpr uint32_t kContextsPerRankBlock = 64 * kWordsPerBlock;

// The place of the set bit of `word` that has `index` set bits before it.
uint32_t SelectBit(uint64_t word, uint32_t index) {
  for (; index > 0; --index) word &= word - 1;
  return static_cast<uint32_t>(std::countr_zero(word));
}

}  // namespace

Result<MatchTotals> CountMatches(const Cct& tree, const FunctionIndex& functions, const FrameMatches& matches,
                                 ContextRange roots, MetricIndex metric, JobControl* job) {
  if (matches.empty()) return MatchTotals{};
  return MatchCounter(tree, &functions, FrameSource(tree, matches), metric, job).Count(roots);
}

Result<MatchTotals> CountMatches(const Cct& tree, const FunctionIndex& functions, const ContextSet& matches,
                                 ContextRange roots, MetricIndex metric, JobControl* job) {
  return MatchCounter(tree, &functions, SetSource(matches), metric, job).Count(roots);
}

uint64_t InclusiveOfMatches(const Cct& tree, const ContextSet& matches, ContextRange roots,
                            MetricIndex metric) {
  const auto totals = MatchCounter(tree, nullptr, SetSource(matches), metric, nullptr).Count(roots);
  return totals ? totals->inclusive : 0;
}

std::vector<ContextId> DearestOf(const Cct& tree, const ContextSet& matches, ContextRange roots,
                                 MetricIndex metric, CostKind kind, uint32_t count) {
  if (count == 0) return {};
  const auto cost = [&](ContextId context) {
    return kind == CostKind::kSelf ? tree.Self(context, metric) : tree.Inclusive(context, metric);
  };
  // Whether `a` comes before `b`; the top of the queue is the last one.
  const auto before = [&](ContextId a, ContextId b) {
    const uint64_t cost_a = cost(a), cost_b = cost(b);
    return cost_a != cost_b ? cost_a > cost_b : a < b;
  };
  std::priority_queue<ContextId, std::vector<ContextId>, decltype(before)> best(before);
  for (ContextRange layer = roots; !layer.empty(); layer = tree.ChildrenOfRun(layer)) {
    matches.ForEachIn(layer, [&](ContextId at) {
      if (best.size() == count && !before(at, best.top())) return;
      if (best.size() == count) best.pop();
      best.push(at);
    });
  }
  std::vector<ContextId> dearest;
  for (; !best.empty(); best.pop()) dearest.push_back(best.top());
  std::reverse(dearest.begin(), dearest.end());
  return dearest;
}

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

Result<std::vector<ContextId>> SortByValue(const ContextSet& matches,
                                           const std::function<uint64_t(ContextId)>& value_of,
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

  // Radix sort from the lowest digit. Each pass is stable, so equal values stay in level order, and is a
  // plain scan that can be cancelled.
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
