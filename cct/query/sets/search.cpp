#include "cct/query/sets/search.h"

#include <algorithm>

namespace ringscope {
namespace {

// Often enough to react to a key press, seldom enough to cost nothing.
constexpr uint32_t kSearchedContextsBetweenPolls = 1u << 18;

// One layer of the subtrees of a view root: its contexts, and those of them that lie below a match.
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

// The two forms that matches come in are read through the same function: Scan calls on_match(context) for
// each match of a run.
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
  // functions: null where matching functions need not be counted.
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
      // The stretches inside and outside of matches alternate; both are scanned in one direction.
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
        if (job_->cancelled()) return Fail(ErrorCode::kCancelled, "the search was cancelled");
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

}  // namespace ringscope
