#include <algorithm>
#include <utility>

#include "cct/base/check.h"
#include "cct/transform/engine/rewrite.h"

namespace ringscope {
namespace {

class FateResolver {
 public:
  FateResolver(const FlatTree& tree, std::vector<Fate> fates, bool can_be_plain, JobControl* job)
      : tree_(tree), fates_(std::move(fates)), can_be_plain_(can_be_plain), job_(job) {
    RINGSCOPE_CHECK(fates_.size() == tree.n);
  }

  [[nodiscard]] Result<Members> Resolve() {
    RINGSCOPE_TRY(FindSeeds());
    for (MetricIndex metric = 0; metric < tree_.running.size(); ++metric) RINGSCOPE_TRY(AddUp(metric));
    RINGSCOPE_TRY(ChooseRoles());
    return std::move(members_);
  }

 private:
  // Callers first, so that it is known where each went.
  [[nodiscard]] Result<void> FindSeeds() {
    members_.next = LargeArray<ContextId>::OfSize(tree_.n);
    seed_ = LargeArray<ContextId>::OfSize(tree_.n);
    std::fill(members_.next.begin(), members_.next.end(), kNoContext);
    seed_[kRootContext] = kRootContext;
    members_.seed_count = 1;
    for (ContextId caller = 0; caller < tree_.n; ++caller) {
      if (caller % kContextsBetweenPolls == 0 && IsCancelled(job_)) return Cancelled();
      const ContextId to = seed_[caller];
      const ContextId end = tree_.first_child[uint64_t{caller} + 1];
      for (ContextId child = tree_.first_child[caller]; child < end; ++child) {
        Fate& fate = fates_[child];
        if (fate == Fate::kStarts) {
          seed_[child] = child;
          members_.starts.push_back(child);
          ++members_.seed_count;
        } else if (to == kNoContext || fate == Fate::kGoes) {
          fate = Fate::kGoes;
          seed_[child] = kNoContext;
        } else if (fate == Fate::kJoins) {
          seed_[child] = to;
          members_.next[child] = members_.next[to];
          members_.next[to] = child;
        } else {
          seed_[child] = child;
          ++members_.seed_count;
        }
      }
    }
    return {};
  }

  [[nodiscard]] Result<void> AddUp(MetricIndex metric) {
    LargeArray<uint64_t>& value = members_.value.emplace_back(LargeArray<uint64_t>::OfSize(tree_.n));
    uint64_t all_bits = 0;
    for (ContextId context = 0; context < tree_.n; ++context) {
      const Fate fate = fates_[context];
      const uint64_t self = tree_.Self(context, metric);
      all_bits |= self;
      value[context] = fate == Fate::kEmptied || fate == Fate::kGoes ? 0 : self;
    }
    if (all_bits >= kTotalLimit) return DamagedValues();
    // Callees come behind, so theirs are complete.
    for (ContextId caller = tree_.n; caller-- > 0;) {
      if (caller % kContextsBetweenPolls == 0 && IsCancelled(job_)) return Cancelled();
      const ContextId end = tree_.first_child[uint64_t{caller} + 1];
      const ContextId to = seed_[caller];
      for (ContextId child = tree_.first_child[caller]; child < end; ++child) {
        if (fates_[child] == Fate::kStarts) {
          value[kRootContext] += value[child];
        } else if (fates_[child] != Fate::kGoes) {
          value[to] += value[child];
        }
      }
    }
    return {};
  }

  [[nodiscard]] bool KeepsValue(ContextId context) const {
    for (MetricIndex metric = 0; metric < tree_.running.size(); ++metric) {
      if (members_.value[metric][context] != tree_.Inclusive(context, metric)) return false;
    }
    return true;
  }

  [[nodiscard]] Result<void> ChooseRoles() {
    members_.role = LargeArray<Role>::OfSize(tree_.n);
    // A context's own part; its callees have a say in the second pass.
    const Role unchanged = can_be_plain_ ? Role::kPlain : Role::kSeed;
    for (ContextId context = 0; context < tree_.n; ++context) {
      Role role = Role::kNoSeed;
      if (fates_[context] == Fate::kRenamed) {
        role = Role::kRenamed;
        members_.renames = true;
      } else if (fates_[context] == Fate::kStays || fates_[context] == Fate::kEmptied) {
        role = members_.next[context] == kNoContext ? unchanged : Role::kSeed;
      }
      members_.role[context] = role;
    }
    if (!members_.starts.empty()) members_.role[kRootContext] = Role::kSeed;
    members_.keeps_frames = can_be_plain_;
    if (!can_be_plain_) return {};
    for (ContextId caller = tree_.n; caller-- > 0;) {
      if (caller % kContextsBetweenPolls == 0 && IsCancelled(job_)) return Cancelled();
      Role& role = members_.role[caller];
      if (role != Role::kPlain) continue;
      bool is_plain = KeepsValue(caller);
      const ContextId end = tree_.first_child[uint64_t{caller} + 1];
      for (ContextId child = tree_.first_child[caller]; child < end; ++child) {
        const Role its = members_.role[child];
        is_plain &= its == Role::kPlain || (its == Role::kSeed && KeepsValue(child));
      }
      if (!is_plain) role = Role::kSeed;
    }
    return {};
  }

  const FlatTree& tree_;
  std::vector<Fate> fates_;
  const bool can_be_plain_;
  JobControl* const job_;
  LargeArray<ContextId> seed_;  // where each context went: the seed it became or joined; kNoContext: it goes
  Members members_;
};

}  // namespace

bool CanBePlain(const FlatTree& tree, const NewFrames& frames, const FrameMaps& maps) {
  if (tree.largest_frame >= frames.old_count() - 1) return false;
  for (size_t entry = 0; entry + 1 < maps.frame.size(); ++entry) {
    if (maps.frame[entry] != entry) return false;
  }
  return true;
}

Result<Members> ResolveFates(const FlatTree& tree, std::vector<Fate> fates, bool can_be_plain,
                             JobControl* job) {
  return FateResolver(tree, std::move(fates), can_be_plain, job).Resolve();
}

Result<CctPtr> RewriteTree(const Cct& old, const FlatTree& tree, std::vector<Fate> fates,
                           const FrameMaps& maps, NewFrames frames, JobControl* job) {
  RINGSCOPE_ASSIGN(const Members members,
                   ResolveFates(tree, std::move(fates), CanBePlain(tree, frames, maps), job));
  return WriteMembers(old, tree, members, maps, std::move(frames), job);
}

}  // namespace ringscope
