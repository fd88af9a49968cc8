#include "cct/merge/merge_layers.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cct/merge/frame_union.h"
#include "cct/merge/merge_source.h"

namespace ringscope {
namespace {

constexpr uint32_t kContextsBetweenPolls = 1u << 14;
constexpr uint64_t kTotalLimit = uint64_t{1} << 63;

// `value` at the result's scale; what does not fit stays too large.
uint64_t Scaled(uint64_t value, uint64_t factor) {
  return factor > 1 && value > UINT64_MAX / factor ? UINT64_MAX : value * factor;
}

// A context of one of the trees.
struct TreeContext {
  uint32_t tree;
  ContextId context;
};

// Contexts of a layer of the result, side by side: either contexts of one tree, each of which became one, or
// one context that is made of several.
struct Piece {
  static constexpr uint32_t kSeveralTrees = 0xffffffffu;
  uint32_t tree = kSeveralTrees;
  uint32_t begin = 0;  // contexts of the tree, or entries of the layer's list
  uint32_t end = 0;
};

struct Layer {
  std::vector<Piece> pieces;
  std::vector<TreeContext> members;

  void Clear() {
    pieces.clear();
    members.clear();
  }
  void AddRun(uint32_t tree, ContextId begin, ContextId end) {
    if (begin == end) return;
    if (!pieces.empty() && pieces.back().tree == tree && pieces.back().end == begin) {
      pieces.back().end = end;
    } else {
      pieces.push_back({tree, begin, end});
    }
  }
  void AddMembers(std::span<const TreeContext> added) {
    const auto begin = static_cast<uint32_t>(members.size());
    members.insert(members.end(), added.begin(), added.end());
    pieces.push_back({Piece::kSeveralTrees, begin, static_cast<uint32_t>(members.size())});
  }
};

class LayerMerger {
 public:
  LayerMerger(std::span<const CctPtr> trees, const MetricPlan& plan, const BuildLimits& limits,
              JobControl* job)
      : trees_(trees),
        plan_(plan),
        limits_(limits),
        job_(job),
        frames_(limits.max_string_bytes),
        inclusive_(plan.metrics.size()),
        sum_(plan.metrics.size()) {}

  Result<LevelOrderColumns> Merge() {
    uint64_t capacity = 1;
    bool flags = false;
    for (size_t t = 0; t < trees_.size(); ++t) {
      RINGSCOPE_ASSIGN(MergeSource source, MergeSource::Open(*trees_[t], plan_.target[t], plan_.factor[t],
                                                             plan_.metrics.size(), frames_, job_));
      sources_.push_back(std::move(source));
      capacity += trees_[t]->context_count() - 1;
      flags |= !trees_[t]->columns().flags.empty();
    }
    RINGSCOPE_TRY(CheckTotals());
    capacity = std::min(capacity, limits_.max_contexts + 1);
    rank_ = RankFrames(frames_.frames());
    seen_at_.assign(rank_.size(), 0);
    group_of_.resize(rank_.size());
    out_.first_child = LargeArray<uint32_t>::WithBound(capacity + 1);
    out_.frame = LargeArray<FrameId>::WithBound(capacity);
    if (flags) out_.flags = LargeArray<uint8_t>::WithBound(capacity);
    for (size_t m = 0; m < plan_.metrics.size(); ++m)
      out_.running.push_back(LargeArray<uint64_t>::WithBound(capacity + 1));

    RINGSCOPE_TRY(MergeAll());
    CountUsed();
    if (job_ != nullptr) job_->done_units.fetch_add(since_poll_, std::memory_order_relaxed);

    out_.first_child.push_back(static_cast<uint32_t>(out_.frame.size()));
    for (size_t m = 0; m < sum_.size(); ++m) out_.running[m].push_back(sum_[m]);
    out_.layer_begin.push_back(static_cast<uint32_t>(out_.frame.size()));
    out_.frames = std::move(frames_).Take();
    out_.metrics = plan_.metrics;
    return std::move(out_);
  }

 private:
  Result<void> CheckTotals() const {
    for (MetricIndex m = 0; m < plan_.metrics.size(); ++m) {
      uint64_t total = 0;
      for (const MergeSource& source : sources_) {
        if (!source.SourceOf(m)) continue;
        const uint64_t value =
            Scaled(source.tree().Total(source.SourceOf(m)->metric), source.SourceOf(m)->factor);
        total = value >= kTotalLimit || total + value >= kTotalLimit ? kTotalLimit : total + value;
      }
      if (total >= kTotalLimit) {
        return Fail(ErrorCode::kOverflow,
                    fmt::format("the total of metric '{}' reaches 2^63, more than can be stored",
                                plan_.metrics[m].name));
      }
    }
    return {};
  }

  Result<void> MergeAll() {
    std::vector<TreeContext> roots;
    for (uint32_t t = 0; t < trees_.size(); ++t) roots.push_back({t, kRootContext});
    AddContext(0, roots);
    Layer layer;
    layer.AddMembers(roots);
    while (!layer.pieces.empty()) {
      out_.layer_begin.push_back(static_cast<uint32_t>(out_.first_child.size()));
      next_.Clear();
      for (const Piece& piece : layer.pieces) {
        if (piece.tree == Piece::kSeveralTrees) {
          RINGSCOPE_TRY(
              GroupChildren(std::span(layer.members).subspan(piece.begin, piece.end - piece.begin)));
          RINGSCOPE_TRY(Poll(piece.end - piece.begin));
        } else {
          RINGSCOPE_TRY(AddChildrenOfRun(piece));
        }
      }
      std::swap(layer, next_);
    }
    return {};
  }

  Result<void> Poll(uint32_t contexts) {
    since_poll_ += contexts;
    if (since_poll_ < kContextsBetweenPolls) return {};
    CountUsed();
    if (job_ != nullptr) {
      job_->done_units.fetch_add(since_poll_, std::memory_order_relaxed);
      if (job_->cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
    }
    since_poll_ = 0;
    return {};
  }

  // Each tree's contexts have room in the columns, and most of them are merged.
  void CountUsed() {
    out_.first_child.CountUsed();
    out_.frame.CountUsed();
    out_.flags.CountUsed();
    for (LargeArray<uint64_t>& running : out_.running) running.CountUsed();
  }

  Result<void> CheckRoom(size_t more) const {
    if (out_.frame.size() + more <= limits_.max_contexts) return {};
    return Fail(ErrorCode::kLimit, fmt::format("the tree has more than {} contexts", limits_.max_contexts));
  }

  // Copies the children of as many contexts at once as have them in the order that they shall have here.
  Result<void> AddChildrenOfRun(const Piece& run) {
    const MergeSource& source = sources_[run.tree];
    const bool may_be_in_order = source.SourceOf(0).has_value();
    for (ContextId at = run.begin; at < run.end;) {
      const ContextId end = std::min(run.end, at + std::min(run.end - at, kContextsBetweenPolls));
      const ContextId copied = may_be_in_order ? FindDisorder(source, at, end) : at;
      RINGSCOPE_TRY(CopyChildren(run.tree, at, copied));
      at = copied;
      if (at < end) {
        const TreeContext one{run.tree, at};
        RINGSCOPE_TRY(GroupChildren({&one, 1}));
        RINGSCOPE_TRY(Poll(1));
        ++at;
      }
    }
    return {};
  }

  // The first caller of [begin, end) whose children do not stand as they shall, or `end`.
  [[nodiscard]] ContextId FindDisorder(const MergeSource& source, ContextId begin, ContextId end) {
    const auto& first_child = source.tree().columns().first_child;
    const auto& running = source.tree().columns().running_inclusive[source.SourceOf(0)->metric];
    const auto& frames = source.tree().columns().frame;
    const std::span<const FrameId> frame_map = source.frame_map();
    ContextId child = first_child[begin];
    uint64_t sum = running[child];
    for (ContextId caller = begin; caller < end; ++caller) {
      const ContextId children_end = first_child[uint64_t{caller} + 1];
      if (child == children_end) continue;
      ++stamp_;
      bool in_order = true;
      uint64_t value_before = UINT64_MAX;
      uint32_t rank_before = 0;
      for (; child < children_end; ++child) {
        const uint64_t sum_behind = running[uint64_t{child} + 1];
        const uint64_t value = sum_behind - sum;
        const FrameId frame = frame_map[frames[child]];
        const uint32_t rank = rank_[frame];
        in_order &= (value < value_before) | ((value == value_before) & (rank > rank_before));
        in_order &= seen_at_[frame] != stamp_;
        seen_at_[frame] = stamp_;
        value_before = value;
        rank_before = rank;
        sum = sum_behind;
      }
      if (!in_order) return caller;
    }
    return end;
  }

  // Of the contexts [begin, end) of one tree.
  Result<void> CopyChildren(uint32_t tree, ContextId begin, ContextId end) {
    if (begin == end) return {};
    const MergeSource& source = sources_[tree];
    const CctColumns& columns = source.tree().columns();
    const ContextId children_begin = columns.first_child[begin];
    const ContextId children_end = columns.first_child[end];
    const uint32_t count = children_end - children_begin;
    RINGSCOPE_TRY(CheckRoom(count));
    // Modulo 2^32: a child's place here is its place there and this.
    const auto moved_by = static_cast<uint32_t>(out_.frame.size()) - children_begin;
    ForEachValue(columns.first_child, begin, end, out_.first_child.Extend(end - begin),
                 [moved_by](uint32_t first) { return first + moved_by; });
    const std::span<const FrameId> frame_map = source.frame_map();
    ForEachValue(columns.frame, children_begin, children_end, out_.frame.Extend(count),
                 [frame_map](FrameId frame) { return frame_map[frame]; });
    for (size_t m = 0; m < sum_.size(); ++m) {
      uint64_t* const running = out_.running[m].Extend(count);
      if (!source.SourceOf(m)) {
        std::fill(running, running + count, sum_[m]);
        continue;
      }
      const auto [metric, factor] = *source.SourceOf(m);
      const auto& column = columns.running_inclusive[metric];
      const uint64_t first = column[children_begin];
      const uint64_t sum = sum_[m];
      // Modulo 2^64 by design: only differences are read.
      ForEachValue(column, children_begin, children_end, running,
                   [first, sum, factor = factor](uint64_t here) { return sum + (here - first) * factor; });
      sum_[m] += (column[children_end] - first) * factor;
    }
    if (out_.flags.data() != nullptr) {
      uint8_t* const flags = out_.flags.Extend(count);
      if (columns.flags.empty()) {
        std::fill(flags, flags + count, uint8_t{0});
      } else {
        ForEachValue(columns.flags, children_begin, children_end, flags, [](uint8_t f) { return f; });
      }
    }
    next_.AddRun(tree, children_begin, children_end);
    return Poll(end - begin);
  }

  template <typename T, typename Make>
  static void ForEachValue(const ChunkedColumn<T>& column, uint64_t begin, uint64_t end, T* out, Make make) {
    while (begin < end) {
      const std::span<const T> piece = column.Contiguous(begin, end);
      out = std::transform(piece.begin(), piece.end(), out, make);
      begin += piece.size();
    }
  }

  Result<void> GroupChildren(std::span<const TreeContext> members) {
    ++stamp_;
    groups_.clear();
    entries_.clear();
    for (const TreeContext& member : members) {
      const MergeSource& source = sources_[member.tree];
      const ContextRange children = source.ChildrenOf(member.context);
      for (ContextId child = children.begin; child < children.end; ++child) {
        const FrameId frame = source.FrameOf(child);
        if (seen_at_[frame] != stamp_) {
          seen_at_[frame] = stamp_;
          group_of_[frame] = static_cast<uint32_t>(groups_.size());
          groups_.push_back({frame, 0, 0, 0});
        }
        Group& group = groups_[group_of_[frame]];
        ++group.count;
        group.value += source.Inclusive(child, 0);
        entries_.push_back({group_of_[frame], {member.tree, child}});
      }
    }
    RINGSCOPE_TRY(CheckRoom(groups_.size()));
    out_.first_child.push_back(static_cast<uint32_t>(out_.frame.size()));
    // Entries by group, in the order of the trees, then the groups in theirs.
    uint32_t begin = 0;
    for (Group& group : groups_) {
      group.begin = begin;
      begin += group.count;
      group.count = 0;
    }
    grouped_.resize(entries_.size());
    for (const Entry& entry : entries_) {
      Group& group = groups_[entry.group];
      grouped_[group.begin + group.count++] = entry.context;
    }
    std::sort(groups_.begin(), groups_.end(), [this](const Group& a, const Group& b) {
      return a.value != b.value ? a.value > b.value : rank_[a.frame] < rank_[b.frame];
    });
    for (const Group& group : groups_) {
      const std::span<const TreeContext> its = std::span(grouped_).subspan(group.begin, group.count);
      AddContext(group.frame, its);
      if (its.size() == 1) {
        next_.AddRun(its[0].tree, its[0].context, its[0].context + 1);
      } else {
        next_.AddMembers(its);
      }
    }
    return {};
  }

  void AddContext(FrameId frame, std::span<const TreeContext> members) {
    out_.frame.push_back(frame);
    ContextFlags flags = 0;
    std::fill(inclusive_.begin(), inclusive_.end(), 0);
    for (const TreeContext& member : members) {
      const MergeSource& source = sources_[member.tree];
      flags |= source.tree().FlagsOf(member.context);
      for (size_t m = 0; m < inclusive_.size(); ++m) inclusive_[m] += source.Inclusive(member.context, m);
    }
    for (size_t m = 0; m < inclusive_.size(); ++m) {
      out_.running[m].push_back(sum_[m]);
      sum_[m] += inclusive_[m];  // modulo 2^64 by design: only differences are read
    }
    if (out_.flags.data() != nullptr) out_.flags.push_back(flags);
  }

  struct Group {
    FrameId frame;
    uint32_t begin, count;  // in grouped_
    uint64_t value;         // inclusive, of the first metric
  };
  struct Entry {
    uint32_t group;
    TreeContext context;
  };

  std::span<const CctPtr> trees_;
  const MetricPlan& plan_;
  const BuildLimits& limits_;
  JobControl* job_;
  FrameUnion frames_;
  std::vector<MergeSource> sources_;  // by tree
  std::vector<uint32_t> rank_;        // by frame
  LevelOrderColumns out_;
  std::vector<uint64_t> inclusive_, sum_;  // by metric
  Layer next_;
  uint32_t since_poll_ = 0;

  // Of the siblings at hand.
  uint64_t stamp_ = 0;
  std::vector<uint64_t> seen_at_;   // by frame: the stamp of the siblings that it was seen in last
  std::vector<uint32_t> group_of_;  // by frame, where it was seen
  std::vector<Group> groups_;
  std::vector<Entry> entries_;
  std::vector<TreeContext> grouped_;
};

}  // namespace

Result<LevelOrderColumns> MergeLayers(std::span<const CctPtr> trees, const MetricPlan& plan,
                                      const BuildLimits& limits, JobControl* job) {
  return LayerMerger(trees, plan, limits, job).Merge();
}

}  // namespace ringscope
