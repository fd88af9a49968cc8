#include "cct/compare/matching/renames.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <utility>

#include "cct/names/qualified_name.h"

namespace ringscope {
namespace {

constexpr size_t kMaxCompared = 64;  // callees of one caller on one side
constexpr ContextId kRenamedContextsBetweenPolls = 1u << 14;

// Counts, for each side, the functions that only this side has by their base name.
class BaseNames {
 public:
  explicit BaseNames(const TreeComparison& comparison) : tree_(*comparison.tree) {
    std::vector<uint8_t> sides(tree_.frames().size(), 0);
    for (ContextId context = 1; context < tree_.context_count(); ++context) {
      const FrameId frame = tree_.FrameOf(context);  // of a damaged file any number
      if (frame < sides.size()) sides[frame] |= SidesOf(comparison.kinds[context]);
    }
    for (FrameId frame = 0; frame < sides.size(); ++frame) {
      if (sides[frame] != 1 && sides[frame] != 2) continue;
      const std::string_view name = FunctionBaseName(tree_.frames().name(frame));
      if (!name.empty()) ++counts_[name][sides[frame] - 1];
    }
  }
  // Whether both have the same base name, and each is the only function of its side with it.
  [[nodiscard]] bool AreOne(FrameId gone, FrameId fresh) const {
    const std::string_view name = FunctionBaseName(tree_.frames().name(gone));
    if (name != FunctionBaseName(tree_.frames().name(fresh))) return false;
    const auto found = counts_.find(name);
    return found != counts_.end() && found->second[0] == 1 && found->second[1] == 1;
  }

 private:
  static uint8_t SidesOf(ContextKind kind) {
    if (kind == ContextKind::kCommon) return 3;
    return kind == ContextKind::kGone || kind == ContextKind::kGoneWrapper ? 1 : 2;
  }
  const Cct& tree_;
  std::map<std::string_view, std::array<uint32_t, kSideCount>> counts_;
};

// A callee that only one side has, with the functions that it calls.
struct LoneContext {
  ContextId context;
  uint64_t cost;
  uint32_t depth;  // number of callees of its side alone above it
  std::vector<FrameId> callees;
};

// Twice the length of the longest common subsequence, divided by the sum of both lengths. A tree does not
// know the order of calls: callees are sorted and unique, and the subsequence is their intersection.
double SimilarityOf(const std::vector<FrameId>& a, const std::vector<FrameId>& b) {
  size_t common = 0;
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    common += a[i] == b[j] ? 1 : 0;
    const bool moves_a = a[i] <= b[j], moves_b = b[j] <= a[i];
    i += moves_a ? 1 : 0;
    j += moves_b ? 1 : 0;
  }
  return a.empty() && b.empty() ? 0
                                : 2 * static_cast<double>(common) / static_cast<double>(a.size() + b.size());
}

// Keeps the most expensive ones, and finds their callees.
void KeepDearest(const Cct& tree, std::vector<LoneContext>& lone) {
  std::sort(lone.begin(), lone.end(), [](const LoneContext& a, const LoneContext& b) {
    return std::tie(b.cost, a.context) < std::tie(a.cost, b.context);
  });
  if (lone.size() > kMaxCompared) lone.resize(kMaxCompared);
  for (LoneContext& one : lone) {
    const ContextRange callees = tree.ChildrenOf(one.context);
    for (ContextId callee = callees.begin; callee < callees.end; ++callee)
      one.callees.push_back(tree.FrameOf(callee));
    std::sort(one.callees.begin(), one.callees.end());
  }
}

struct FoundRename {
  RenameCandidate candidate;
  uint32_t open = 0;  // how many of its places contain the pair that is visited
};

// A caller of both sides: one context, or two that are treated as one.
struct CallerPair {
  ContextId before, after;
  FoundRename* offered = nullptr;  // the candidate that the two are a place of; null: none
  bool is_left = false;            // all pairs below it were visited
};

class RenameSearch {
 public:
  RenameSearch(const TreeComparison& comparison, const ComparedMetric& metric, const NameRules& rules,
               JobControl* job)
      : comparison_(comparison),
        tree_(*comparison.tree),
        metric_(metric),
        rules_(rules),
        job_(job),
        base_names_(comparison) {}

  Result<std::vector<RenameCandidate>> Find() {
    BeginUnits(job_, tree_.context_count());
    for (ContextId caller = 0; caller < tree_.context_count(); ++caller) {
      if (job_ != nullptr && caller % kRenamedContextsBetweenPolls == 0) job_->done_units = caller;
      if (comparison_.kinds[caller] != ContextKind::kCommon) continue;
      // Contexts below a candidate pair are visited as if the two were one. A context is in one pair at most.
      for (pairs_.push_back({caller, caller}); !pairs_.empty();) {
        if (since_poll_++ % kRenamedContextsBetweenPolls == 0 && IsCancelled(job_))
          return Fail(ErrorCode::kCancelled, "cancelled");
        CallerPair& pair = pairs_.back();
        if (pair.is_left || pair.offered == nullptr) {
          const CallerPair last = pair;
          pairs_.pop_back();
          if (last.is_left)
            --last.offered->open;
          else
            OfferCallees(last);
        } else {
          pair.is_left = true;
          ++pair.offered->open;
          OfferCallees(CallerPair(pair));
        }
      }
    }
    return Ordered();
  }

 private:
  struct Match {
    bool has_base_name;
    double similarity;
    uint32_t depth;
    size_t gone, fresh;
  };

  // The callees of a kind, and those of the same kind below them: a new wrapper may hide a renamed function.
  std::vector<LoneContext> CalleesOf(ContextId caller, ContextKind kind, Side side) const {
    std::vector<LoneContext> callees;
    const auto add = [&](ContextId from, uint32_t depth) {
      const ContextRange range = tree_.ChildrenOf(from);
      for (ContextId callee = range.begin; callee < range.end; ++callee) {
        if (comparison_.kinds[callee] == kind)
          callees.push_back({callee, tree_.Inclusive(callee, metric_.side[IndexOf(side)]), depth, {}});
      }
    };
    add(caller, 0);
    for (size_t i = 0; i < callees.size() && callees.size() < kMaxCompared; ++i) {
      if (callees[i].depth < kMaxWrappers) add(callees[i].context, callees[i].depth + 1);
    }
    return callees;
  }

  // Makes pairs of callees with equal frames below two different callers, and removes them from the lists.
  void PairEqualNames(std::vector<LoneContext>& gone, std::vector<LoneContext>& fresh) {
    std::map<FrameId, ContextId> of_name;
    for (const LoneContext& one : gone) {
      if (one.depth == 0) of_name.emplace(tree_.FrameOf(one.context), one.context);
    }
    std::erase_if(fresh, [&](const LoneContext& one) {
      if (one.depth > 0) return false;
      const auto same = of_name.find(tree_.FrameOf(one.context));
      if (same == of_name.end()) return false;
      pairs_.push_back({same->second, one.context});
      of_name.erase(same);
      return true;
    });
    std::erase_if(gone, [&](const LoneContext& one) {
      return one.depth == 0 && !of_name.contains(tree_.FrameOf(one.context));
    });
  }

  void OfferCallees(CallerPair caller) {
    std::vector<LoneContext> gone = CalleesOf(caller.before, ContextKind::kGone, Side::kBefore);
    if (gone.empty()) return;
    std::vector<LoneContext> fresh = CalleesOf(caller.after, ContextKind::kNew, Side::kAfter);
    if (caller.before != caller.after) PairEqualNames(gone, fresh);
    if (gone.empty() || fresh.empty()) return;
    KeepDearest(tree_, gone);
    KeepDearest(tree_, fresh);
    std::vector<Match> matches;
    for (size_t g = 0; g < gone.size(); ++g) {
      for (size_t f = 0; f < fresh.size(); ++f) AddMatch(gone, fresh, g, f, matches);
    }
    std::stable_sort(matches.begin(), matches.end(), [](const Match& a, const Match& b) {
      return std::tie(a.has_base_name, a.similarity, b.depth) >
             std::tie(b.has_base_name, b.similarity, a.depth);
    });
    // Leaves out contexts above or below one that is in a pair: they are visited with that pair.
    std::vector<ContextId> taken;
    const auto is_taken = [&](ContextId context) {
      return std::any_of(taken.begin(), taken.end(), [&](ContextId other) {
        return tree_.IsWithin(context, other) || tree_.IsWithin(other, context);
      });
    };
    for (const Match& match : matches) {
      if (is_taken(gone[match.gone].context) || is_taken(fresh[match.fresh].context)) continue;
      taken.insert(taken.end(), {gone[match.gone].context, fresh[match.fresh].context});
      Offer(gone[match.gone], fresh[match.fresh], match);
    }
  }

  void AddMatch(const std::vector<LoneContext>& gone, const std::vector<LoneContext>& fresh, size_t g,
                size_t f, std::vector<Match>& matches) const {
    if (gone[g].depth > 0 && fresh[f].depth > 0) return;  // their callers would have to be a pair first
    const double similarity = SimilarityOf(gone[g].callees, fresh[f].callees);
    const FrameId old_frame = tree_.FrameOf(gone[g].context), new_frame = tree_.FrameOf(fresh[f].context);
    const bool has_base_name = base_names_.AreOne(old_frame, new_frame);
    const bool is_alike = std::min(gone[g].callees.size(), fresh[f].callees.size()) >= kCalleesForRename &&
                          similarity > kSimilarityForRename;
    if (!has_base_name && !is_alike) return;
    if (rules_.IsRefused(tree_.frames().name(old_frame), tree_.frames().name(new_frame))) return;
    matches.push_back({has_base_name, similarity, std::max(gone[g].depth, fresh[f].depth), g, f});
  }

  void Offer(const LoneContext& gone, const LoneContext& fresh, const Match& match) {
    const FrameId old_frame = tree_.FrameOf(gone.context), new_frame = tree_.FrameOf(fresh.context);
    FoundRename& found = found_[{old_frame, new_frame}];
    RenameCandidate& candidate = found.candidate;
    candidate.similarity =
        candidate.places == 0 ? match.similarity : std::min(candidate.similarity, match.similarity);
    candidate.has_base_name = match.has_base_name;
    candidate.gone = old_frame;
    candidate.fresh = new_frame;
    ++candidate.places;
    // Under recursion the cost of a place inside another place of the same two is already counted.
    if (found.open == 0) {
      candidate.before += gone.cost;
      candidate.after += fresh.cost;
    }
    pairs_.push_back({gone.context, fresh.context, &found});
  }

  std::vector<RenameCandidate> Ordered() const {
    std::vector<RenameCandidate> candidates;
    for (const auto& [frames, found] : found_) {
      const RenameCandidate& candidate = found.candidate;
      // A candidate without cost on both sides would recover nothing.
      if (candidate.before != 0 || candidate.after != 0) candidates.push_back(candidate);
    }
    std::sort(candidates.begin(), candidates.end(), [&](const RenameCandidate& a, const RenameCandidate& b) {
      // Each term is at most a total, which is below 2^63.
      const uint64_t x = a.before + a.after, y = b.before + b.after;
      if (x != y) return x > y;
      const FrameTable& frames = tree_.frames();
      return std::tuple(frames.name(a.gone), frames.name(a.fresh)) <
             std::tuple(frames.name(b.gone), frames.name(b.fresh));
    });
    return candidates;
  }

  const TreeComparison& comparison_;
  const Cct& tree_;
  const ComparedMetric& metric_;
  const NameRules& rules_;
  JobControl* job_;
  const BaseNames base_names_;
  std::map<std::pair<FrameId, FrameId>, FoundRename> found_;
  std::vector<CallerPair> pairs_;  // stack of pairs to visit
  ContextId since_poll_ = 0;
};

}  // namespace

std::string_view FunctionBaseName(std::string_view name) {
  const std::string_view owner = ClassOfName(name);
  // `owner` is a part of `name`, so the pointers can be subtracted.
  if (!owner.empty()) name.remove_prefix(static_cast<size_t>(owner.data() - name.data()) + owner.size());
  name.remove_prefix(std::min(name.find_first_not_of(":./;$#>) "), name.size()));
  return name.substr(0, name.find_first_of("(<[ "));
}

Result<std::vector<RenameCandidate>> FindRenames(const TreeComparison& comparison,
                                                 const ComparedMetric& metric, const NameRules& rules,
                                                 JobControl* job) {
  return RenameSearch(comparison, metric, rules, job).Find();
}

double RecoveredShare(const TreeComparison& comparison, const ComparedMetric& metric,
                      const RenameCandidate& candidate) {
  const double whole = static_cast<double>(comparison.Total(metric, Side::kBefore)) +
                       static_cast<double>(comparison.Total(metric, Side::kAfter));
  const double part = static_cast<double>(candidate.before) + static_cast<double>(candidate.after);
  return whole == 0 ? 0 : std::min(part / whole, 1.0);
}

}  // namespace ringscope
