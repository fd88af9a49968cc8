#include <bit>
#include <cstring>
#include <utility>

#include "cct/base/check.h"
#include "cct/transform/engine/level_writer.h"
#include "cct/transform/engine/rewrite.h"
#include "cct/transform/engine/sibling_groups.h"

namespace ringscope {
namespace {

// Contexts of one layer of the new tree, side by side: either a run of plain old contexts, each of which
// became one, or one context made of some seeds.
struct Piece {
  uint32_t begin = 0;  // old contexts, or entries of the layer's list of seeds
  uint32_t end = 0;
  bool is_run = false;
};

struct PieceLayer {
  std::vector<Piece> pieces;
  std::vector<ContextId> seeds;

  void Clear() {
    pieces.clear();
    seeds.clear();
  }
  void AddRun(ContextId begin, ContextId end) {
    if (!pieces.empty() && pieces.back().is_run && pieces.back().end == begin) {
      pieces.back().end = end;
    } else {
      pieces.push_back({begin, end, true});
    }
  }
  void AddSeeds(std::span<const ContextId> added) {
    const auto begin = static_cast<uint32_t>(seeds.size());
    seeds.insert(seeds.end(), added.begin(), added.end());
    pieces.push_back({begin, static_cast<uint32_t>(seeds.size()), false});
  }
};

class MemberWriter {
 public:
  MemberWriter(const Cct& old, const FlatTree& tree, const Members& members, const FrameMaps& maps,
               const NewFrames& frames)
      : old_(old),
        tree_(tree),
        members_(members),
        maps_(maps),
        siblings_(frames.table()),
        writer_(old.metric_count(), members.seed_count, tree.has_flags) {
    RINGSCOPE_CHECK(maps.frame.size() == frames.old_count());
  }

  [[nodiscard]] Result<void> Write(JobControl* job) {
    std::vector<uint64_t> totals;
    for (MetricIndex metric = 0; metric < old_.metric_count(); ++metric) {
      totals.push_back(ValueOf(kRootContext, metric));
      if (totals.back() >= kTotalLimit) return DamagedValues();
    }
    writer_.AppendRoot(totals);
    PieceLayer layer;
    PieceLayer next;
    AddOldContexts({kRootContext, 1}, layer);
    uint64_t last_poll = 0;
    while (!layer.pieces.empty()) {
      writer_.BeginLayer();
      is_root_layer_ = writer_.is_root_layer();
      next.Clear();
      for (const Piece& piece : layer.pieces) {
        if (piece.is_run) {
          CopyCallees({piece.begin, piece.end}, next);
        } else {
          WriteCallees(std::span(layer.seeds).subspan(piece.begin, piece.end - piece.begin), next);
        }
        if (writer_.count() - last_poll >= kContextsBetweenPolls) {
          last_poll = writer_.count();
          if (job != nullptr) job->done_units = last_poll;
          if (IsCancelled(job)) return Cancelled();
        }
      }
      std::swap(layer, next);
    }
    if (IsCancelled(job)) return Cancelled();
    return {};
  }

  [[nodiscard]] CctPtr Finish(OwnedFrames frames) && {
    return std::move(writer_).Finish(std::move(frames), {old_.metrics().begin(), old_.metrics().end()},
                                     old_.report());
  }

 private:
  [[nodiscard]] uint64_t ValueOf(ContextId context, MetricIndex metric) const {
    return members_.role[context] == Role::kPlain ? tree_.Inclusive(context, metric)
                                                  : members_.value[metric][context];
  }

  [[nodiscard]] ContextId NextOf(ContextId member) const {
    return members_.role[member] == Role::kPlain ? kNoContext : members_.next[member];
  }

  // Old contexts that became new ones, one each, in their old order.
  void AddOldContexts(ContextRange run, PieceLayer& layer) const {
    ContextId at = run.begin;
    while (at < run.end) {
      const ContextId plain_end = FindNotPlain(at, run.end);
      if (at < plain_end) layer.AddRun(at, plain_end);
      for (at = plain_end; at < run.end && members_.role[at] != Role::kPlain; ++at) layer.AddSeeds({&at, 1});
    }
  }

  [[nodiscard]] ContextId FindNotPlain(ContextId begin, ContextId end) const {
    static_assert(sizeof(Role) == 1 && Role{} == Role::kPlain);
    const Role* const role = members_.role.data();
    while (begin + sizeof(uint64_t) <= end) {
      uint64_t eight = 0;
      std::memcpy(&eight, role + begin, sizeof eight);
      if (eight != 0) break;
      begin += sizeof eight;
    }
    while (begin < end && role[begin] == Role::kPlain) ++begin;
    return begin;
  }

  // The callees of plain contexts are what they were.
  void CopyCallees(ContextRange run, PieceLayer& next) {
    const ContextRange callees{tree_.first_child[run.begin], tree_.first_child[run.end]};
    writer_.CopyCallees(tree_, run, callees);
    AddOldContexts(callees, next);
  }

  void WriteCallees(std::span<const ContextId> seeds, PieceLayer& next) {
    siblings_.Clear();
    ContextFlags flags = 0;
    // Callees of one old context have different frames, unless they are renamed.
    const bool is_alone =
        seeds.size() == 1 && NextOf(seeds[0]) == kNoContext && !members_.renames && members_.keeps_frames;
    for (const ContextId seed : seeds) {
      ContextId member = seed;
      do {
        if (tree_.has_flags) flags |= tree_.flags[member];
        const ContextId end = tree_.first_child[uint64_t{member} + 1];
        for (ContextId child = tree_.first_child[member]; child < end; ++child) AddCallee(child, is_alone);
        member = NextOf(member);
      } while (member != kNoContext);
    }
    if (is_root_layer_) {
      for (const ContextId start : members_.starts) {
        siblings_.Add(start, maps_.frame[EntryOf(start)], ValueOf(start, 0));
      }
    }
    writer_.BeginCallees(flags);
    siblings_.Sort();
    for (const SiblingGroups::Group& group : siblings_.groups()) {
      const auto its_seeds = siblings_.MembersOf(group);
      writer_.AppendCallee(group.frame, group.value);
      for (MetricIndex metric = 1; metric < old_.metric_count(); ++metric) {
        uint64_t sum = 0;
        for (const ContextId seed : its_seeds) sum += ValueOf(seed, metric);
        writer_.AppendValue(metric, sum);
      }
      if (its_seeds.size() == 1 && members_.role[its_seeds[0]] == Role::kPlain) {
        next.AddRun(its_seeds[0], its_seeds[0] + 1);
      } else {
        next.AddSeeds(its_seeds);
      }
    }
  }

  [[nodiscard]] size_t EntryOf(ContextId context) const {
    return std::min<size_t>(tree_.frame[context], maps_.frame.size() - 1);
  }

  void AddCallee(ContextId child, bool is_alone) {
    const Role role = members_.role[child];
    if (role == Role::kNoSeed) return;
    const size_t entry = EntryOf(child);
    const FrameId frame = role == Role::kRenamed ? maps_.renamed[entry] : maps_.frame[entry];
    const uint64_t value = role == Role::kPlain ? tree_.Inclusive(child, 0) : members_.value[0][child];
    if (is_alone) {
      siblings_.AddDistinct(child, frame, value);
    } else {
      siblings_.Add(child, frame, value);
    }
  }

  const Cct& old_;
  const FlatTree& tree_;
  const Members& members_;
  const FrameMaps& maps_;
  SiblingGroups siblings_;
  LevelWriter writer_;
  bool is_root_layer_ = false;
};

}  // namespace

Result<CctPtr> WriteMembers(const Cct& old, const FlatTree& tree, const Members& members,
                            const FrameMaps& maps, NewFrames frames, JobControl* job) {
  MemberWriter writer(old, tree, members, maps, frames);
  RINGSCOPE_TRY(writer.Write(job));
  return std::move(writer).Finish(std::move(frames).TakeTable());
}

}  // namespace ringscope
