#include "cct/transform/rewrite.h"

#include <fmt/format.h>

#include <utility>

#include "cct/base/check.h"
#include "cct/transform/level_writer.h"
#include "cct/transform/sibling_groups.h"

namespace ringscope {
namespace {

constexpr uint64_t kTotalLimit = uint64_t{1} << 63;

bool BecomesCallee(Fate fate) { return fate <= Fate::kEmptied; }

}  // namespace

Result<Members> ResolveFates(const FlatTree& tree, std::vector<Fate> fates, JobControl* job) {
  const uint32_t n = tree.n;
  RINGSCOPE_CHECK(fates.size() == n);
  Members members;
  members.next.assign(n, kNoContext);
  // Where each context went: the seed it became or joined; kNoContext where it goes.
  std::vector<ContextId> seed(n);
  seed[kRootContext] = kRootContext;
  for (ContextId caller = 0; caller < n; ++caller) {
    if (caller % kContextsBetweenPolls == 0 && IsCancelled(job)) return Cancelled();
    const ContextId to = seed[caller];
    const ContextId end = tree.first_child[uint64_t{caller} + 1];
    for (ContextId child = tree.first_child[caller]; child < end; ++child) {
      Fate& fate = fates[child];
      if (fate == Fate::kStarts) {
        seed[child] = child;
        members.starts.push_back(child);
      } else if (to == kNoContext || fate == Fate::kGoes) {
        fate = Fate::kGoes;
        seed[child] = kNoContext;
      } else if (fate == Fate::kJoins) {
        seed[child] = to;
        members.next[child] = members.next[to];
        members.next[to] = child;
      } else {
        seed[child] = child;
      }
    }
  }

  for (MetricIndex metric = 0; metric < tree.running.size(); ++metric) {
    std::vector<uint64_t>& value = members.value.emplace_back(n);
    uint64_t all_bits = 0;
    for (ContextId context = 0; context < n; ++context) {
      const Fate fate = fates[context];
      const uint64_t self = tree.Self(context, metric);
      all_bits |= self;
      value[context] = fate == Fate::kEmptied || fate == Fate::kGoes ? 0 : self;
    }
    if (all_bits >= kTotalLimit)
      return Fail(ErrorCode::kMalformed,
                  "the tree's values are damaged: callees cost more than their caller");
    // Callees come behind, so theirs are complete.
    for (ContextId caller = n; caller-- > 0;) {
      if (caller % kContextsBetweenPolls == 0 && IsCancelled(job)) return Cancelled();
      const ContextId begin = tree.first_child[caller];
      const ContextId end = tree.first_child[uint64_t{caller} + 1];
      const ContextId to = seed[caller];
      for (ContextId child = begin; child < end; ++child) {
        if (fates[child] == Fate::kStarts) {
          value[kRootContext] += value[child];
        } else if (fates[child] != Fate::kGoes) {
          value[to] += value[child];
        }
      }
    }
  }
  members.fate = std::move(fates);
  return members;
}

Result<CctPtr> WriteMembers(const Cct& old, const FlatTree& tree, const Members& members,
                            const Rewrite& rewrite, NewFrames frames, JobControl* job) {
  const uint32_t metric_count = old.metric_count();
  const size_t last_frame = frames.old_count() - 1;
  RINGSCOPE_CHECK(rewrite.frame.size() == frames.old_count());
  uint64_t seed_count = 1;
  for (ContextId context = 1; context < tree.n; ++context)
    seed_count += members.fate[context] <= Fate::kStarts;

  SiblingGroups siblings(frames.table());
  LevelWriter writer(metric_count, seed_count, tree.has_flags);
  // The seeds of the layer being expanded, and of the next: those of a context are [begin[k], begin[k + 1]).
  struct Layer {
    std::vector<ContextId> seeds;
    std::vector<uint32_t> begin;
  };
  Layer layer;
  Layer next;
  layer.seeds.push_back(kRootContext);
  layer.begin = {0, 1};
  {
    std::vector<uint64_t> totals;
    for (const auto& value : members.value) totals.push_back(value[kRootContext]);
    for (MetricIndex metric = 0; metric < metric_count; ++metric) {
      if (totals[metric] < kTotalLimit) continue;
      return Fail(ErrorCode::kOverflow,
                  fmt::format("the total of metric '{}' reaches 2^63, more than can be stored",
                              old.metrics()[metric].name));
    }
    writer.AppendRoot(totals);
  }
  uint32_t until_poll = kContextsBetweenPolls;
  while (layer.begin.size() > 1) {
    writer.BeginLayer();
    next.seeds.clear();
    next.begin.clear();
    for (size_t k = 0; k + 1 < layer.begin.size(); ++k) {
      siblings.Clear();
      ContextFlags flags = 0;
      const auto add = [&](ContextId context) {
        const uint32_t old_frame = tree.frame[context];
        const size_t entry = old_frame < last_frame ? old_frame : last_frame;
        const FrameId frame =
            members.fate[context] == Fate::kRenamed ? rewrite.renamed_frame[entry] : rewrite.frame[entry];
        siblings.Add(context, frame, members.value[0][context]);
      };
      for (uint32_t s = layer.begin[k]; s < layer.begin[k + 1]; ++s) {
        for (ContextId member = layer.seeds[s]; member != kNoContext; member = members.next[member]) {
          if (tree.has_flags) flags |= tree.flags[member];
          const ContextId end = tree.first_child[uint64_t{member} + 1];
          for (ContextId child = tree.first_child[member]; child < end; ++child) {
            if (BecomesCallee(members.fate[child])) add(child);
          }
        }
      }
      if (writer.is_root_layer()) {
        for (const ContextId start : members.starts) add(start);
      }
      writer.BeginCallees(flags);
      siblings.Sort();
      for (const SiblingGroups::Group& group : siblings.groups()) {
        const auto seeds = siblings.MembersOf(group);
        writer.AppendCallee(group.frame, group.value);
        for (MetricIndex metric = 1; metric < metric_count; ++metric) {
          uint64_t sum = 0;
          for (const ContextId seed : seeds) sum += members.value[metric][seed];
          writer.AppendValue(metric, sum);
        }
        next.begin.push_back(static_cast<uint32_t>(next.seeds.size()));
        next.seeds.insert(next.seeds.end(), seeds.begin(), seeds.end());
      }
      if (--until_poll == 0) {
        until_poll = kContextsBetweenPolls;
        if (job != nullptr) job->done_units = writer.count();
        if (IsCancelled(job)) return Cancelled();
      }
    }
    next.begin.push_back(static_cast<uint32_t>(next.seeds.size()));
    std::swap(layer, next);
  }
  if (IsCancelled(job)) return Cancelled();
  return std::move(writer).Finish(std::move(frames).TakeTable(), {old.metrics().begin(), old.metrics().end()},
                                  old.report());
}

Result<CctPtr> RewriteTree(const Cct& old, const FlatTree& tree, Rewrite rewrite, NewFrames frames,
                           JobControl* job) {
  RINGSCOPE_ASSIGN(const Members members, ResolveFates(tree, std::move(rewrite.fate), job));
  return WriteMembers(old, tree, members, rewrite, std::move(frames), job);
}

}  // namespace ringscope
