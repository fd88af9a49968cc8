#include "cct/compare/renames.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace ringscope {
namespace {

constexpr size_t kMaxCompared = 64;  // callees of one kind of one caller
constexpr ContextId kContextsBetweenPolls = 1u << 14;

// A callee that only one side has, with the functions that it calls.
struct Lone {
  ContextId context;
  uint64_t cost;
  std::vector<FrameId> callees;
};

double SimilarityOf(const std::vector<FrameId>& a, const std::vector<FrameId>& b) {
  size_t common = 0;
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    common += a[i] == b[j] ? 1 : 0;
    const bool moves_a = a[i] <= b[j], moves_b = b[j] <= a[i];
    i += moves_a ? 1 : 0;
    j += moves_b ? 1 : 0;
  }
  return 2 * static_cast<double>(common) / static_cast<double>(a.size() + b.size());
}

// The most expensive ones, with their callees.
void KeepDearest(const Cct& tree, std::vector<Lone>& lone) {
  std::sort(lone.begin(), lone.end(), [](const Lone& a, const Lone& b) {
    return std::tie(b.cost, a.context) < std::tie(a.cost, b.context);
  });
  if (lone.size() > kMaxCompared) lone.resize(kMaxCompared);
  for (Lone& one : lone) {
    const ContextRange callees = tree.ChildrenOf(one.context);
    for (ContextId callee = callees.begin; callee < callees.end; ++callee)
      one.callees.push_back(tree.FrameOf(callee));
    std::sort(one.callees.begin(), one.callees.end());
  }
}

}  // namespace

Result<std::vector<RenameCandidate>> FindRenames(const TreeComparison& comparison,
                                                 const ComparedMetric& metric, JobControl* job) {
  const Cct& tree = *comparison.tree;
  BeginUnits(job, tree.context_count());
  std::map<std::pair<FrameId, FrameId>, RenameCandidate> found;
  std::vector<Lone> gone, fresh;
  struct Pair {
    double similarity;
    size_t gone, fresh;
  };
  for (ContextId caller = 0; caller < tree.context_count(); ++caller) {
    if (caller % kContextsBetweenPolls == 0) {
      if (IsCancelled(job)) return Fail(ErrorCode::kCancelled, "cancelled");
      if (job != nullptr) job->done_units = caller;
    }
    if (comparison.kinds[caller] != ContextKind::kCommon) continue;
    gone.clear();
    fresh.clear();
    const ContextRange callees = tree.ChildrenOf(caller);
    for (ContextId callee = callees.begin; callee < callees.end; ++callee) {
      const ContextKind kind = comparison.kinds[callee];
      if (kind != ContextKind::kGone && kind != ContextKind::kNew) continue;
      if (tree.ChildrenOf(callee).size() < kCalleesForRename) continue;
      const size_t side = kind == ContextKind::kGone ? 0 : 1;
      (side == 0 ? gone : fresh).push_back({callee, tree.Inclusive(callee, metric.side[side]), {}});
    }
    if (gone.empty() || fresh.empty()) continue;
    KeepDearest(tree, gone);
    KeepDearest(tree, fresh);
    std::vector<Pair> pairs;
    for (size_t g = 0; g < gone.size(); ++g) {
      for (size_t f = 0; f < fresh.size(); ++f) {
        const double similarity = SimilarityOf(gone[g].callees, fresh[f].callees);
        if (similarity > kSimilarityForRename) pairs.push_back({similarity, g, f});
      }
    }
    std::stable_sort(pairs.begin(), pairs.end(),
                     [](const Pair& a, const Pair& b) { return a.similarity > b.similarity; });
    std::vector<bool> taken_gone(gone.size()), taken_fresh(fresh.size());
    for (const Pair& pair : pairs) {
      if (taken_gone[pair.gone] || taken_fresh[pair.fresh]) continue;
      taken_gone[pair.gone] = taken_fresh[pair.fresh] = true;
      const Lone &old_one = gone[pair.gone], &new_one = fresh[pair.fresh];
      const FrameId old_frame = tree.FrameOf(old_one.context), new_frame = tree.FrameOf(new_one.context);
      RenameCandidate& candidate = found[{old_frame, new_frame}];
      candidate.similarity =
          candidate.places == 0 ? pair.similarity : std::min(candidate.similarity, pair.similarity);
      candidate.gone = old_frame;
      candidate.fresh = new_frame;
      ++candidate.places;
      candidate.before += old_one.cost;
      candidate.after += new_one.cost;
    }
  }
  std::vector<RenameCandidate> candidates;
  for (const auto& [frames, candidate] : found) candidates.push_back(candidate);
  std::sort(candidates.begin(), candidates.end(), [&](const RenameCandidate& a, const RenameCandidate& b) {
    // Each is at most a total below 2^63, but under recursion places may lie in one another.
    const double x = static_cast<double>(a.before) + static_cast<double>(a.after);
    const double y = static_cast<double>(b.before) + static_cast<double>(b.after);
    if (x != y) return x > y;
    const FrameTable& frames = tree.frames();
    return std::tuple(frames.name(a.gone), frames.name(a.fresh)) <
           std::tuple(frames.name(b.gone), frames.name(b.fresh));
  });
  return candidates;
}

}  // namespace ringscope
