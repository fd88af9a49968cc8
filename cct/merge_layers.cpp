#include "cct/merge_layers.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace ringscope {
namespace {

constexpr uint32_t kContextsBetweenPolls = 1u << 14;
constexpr uint64_t kTotalLimit = uint64_t{1} << 63;

tl::unexpected<Error> Damaged(std::string_view what) {
  return Fail(ErrorCode::kMalformed, std::string(what));
}

// `value` at the result's scale; what does not fit stays too large.
uint64_t Scaled(uint64_t value, uint64_t factor) {
  return factor > 1 && value > UINT64_MAX / factor ? UINT64_MAX : value * factor;
}

// The frames of all trees, each once.
class FrameUnion {
 public:
  explicit FrameUnion(uint64_t max_string_bytes) : max_string_bytes_(max_string_bytes) {}

  // The frames of a tree as those of the result.
  [[nodiscard]] Result<std::vector<FrameId>> Add(const FrameTable& table) {
    std::vector<FrameId> map;
    map.reserve(table.size());
    for (FrameId f = 0; f < table.size(); ++f) {
      const Frame frame = table[f];
      const Key key{StringOf(frame.name), StringOf(frame.module), StringOf(frame.file),
                    frame.line,           frame.column,           static_cast<uint32_t>(frame.kind)};
      if (frames_.string_bytes.size() > max_string_bytes_) {
        return Fail(ErrorCode::kLimit, fmt::format("the names take more than {} bytes", max_string_bytes_));
      }
      const auto [at, is_new] = ids_.try_emplace(key, static_cast<FrameId>(frames_.name.size()));
      if (is_new) {
        frames_.name.push_back(key[0]);
        frames_.module.push_back(key[1]);
        frames_.file.push_back(key[2]);
        frames_.line.push_back(key[3]);
        frames_.column.push_back(key[4]);
        frames_.kind.push_back(static_cast<uint8_t>(key[5]));
      }
      map.push_back(at->second);
    }
    return map;
  }

  [[nodiscard]] const OwnedFrames& frames() const { return frames_; }
  [[nodiscard]] OwnedFrames Take() && { return std::move(frames_); }

 private:
  using Key = std::array<uint32_t, 6>;
  struct HashKey {
    size_t operator()(const Key& key) const { return XXH3_64bits(key.data(), sizeof key); }
  };
  struct HashText {
    size_t operator()(std::string_view text) const { return XXH3_64bits(text.data(), text.size()); }
  };

  // The views borrow from the trees, which outlive this.
  uint32_t StringOf(std::string_view text) {
    const auto [at, is_new] =
        strings_.try_emplace(text, static_cast<uint32_t>(frames_.string_offset.size() - 1));
    if (is_new) {
      frames_.string_bytes.insert(frames_.string_bytes.end(), text.begin(), text.end());
      frames_.string_offset.push_back(frames_.string_bytes.size());
    }
    return at->second;
  }

  uint64_t max_string_bytes_;
  OwnedFrames frames_;
  std::unordered_map<std::string_view, uint32_t, HashText> strings_;
  std::unordered_map<Key, FrameId, HashKey> ids_;
};

// A context of one of the trees.
struct Source {
  uint32_t tree;
  ContextId context;
};

// What the contexts of a layer are made of: those of the k-th one are sources[end[k - 1]] up to
// sources[end[k]].
struct Layer {
  std::vector<Source> sources;
  std::vector<uint32_t> end;
  void Clear() {
    sources.clear();
    end.clear();
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
    out_.memory = MemoryLease(limits_.memory);
    uint64_t capacity = 1;
    bool flags = false;
    for (const CctPtr& tree : trees_) {
      RINGSCOPE_TRY(CheckTree(*tree));
      RINGSCOPE_ASSIGN(std::vector<FrameId> map, frames_.Add(tree->frames()));
      frame_maps_.push_back(std::move(map));
      capacity += tree->context_count() - 1;
      flags |= !tree->columns().flags.empty();
    }
    capacity = std::min(capacity, limits_.max_contexts + 1);
    rank_ = RankFrames(frames_.frames());
    seen_at_.assign(rank_.size(), 0);
    group_of_.resize(rank_.size());
    out_.first_child = LargeArray<uint32_t>(capacity + 1);
    out_.frame = LargeArray<FrameId>(capacity);
    if (flags) out_.flags = LargeArray<uint8_t>(capacity);
    for (size_t m = 0; m < plan_.metrics.size(); ++m)
      out_.running.push_back(LargeArray<uint64_t>(capacity + 1));

    RINGSCOPE_TRY(MergeAll());
    RINGSCOPE_TRY(TakeMemory());
    if (job_ != nullptr) job_->done_units.fetch_add(since_poll_, std::memory_order_relaxed);

    out_.first_child.push_back(static_cast<uint32_t>(out_.frame.size()));
    for (size_t m = 0; m < sum_.size(); ++m) out_.running[m].push_back(sum_[m]);
    RINGSCOPE_TRY(CheckTotals());
    out_.layer_begin.push_back(static_cast<uint32_t>(out_.frame.size()));
    out_.frames = std::move(frames_).Take();
    out_.metrics = plan_.metrics;
    return std::move(out_);
  }

 private:
  // Children of contexts in level order tile the contexts behind the root.
  Result<void> CheckTree(const Cct& tree) {
    uint64_t next = 1;
    for (ContextId i = 0; i < tree.context_count(); ++i) {
      if (i % kContextsBetweenPolls == 0 && job_ != nullptr && job_->cancelled())
        return Fail(ErrorCode::kCancelled, "cancelled");
      const ContextRange children = tree.ChildrenOf(i);
      if (!children.empty() && children.begin != next)
        return Damaged("the columns of the file do not make a tree");
      next += children.size();
    }
    if (next != tree.context_count()) return Damaged("the columns of the file do not make a tree");
    return {};
  }

  Result<void> CheckTotals() {
    for (MetricIndex m = 0; m < plan_.metrics.size(); ++m) {
      uint64_t total = 0;
      for (size_t t = 0; t < trees_.size(); ++t) {
        for (MetricIndex k = 0; k < plan_.target[t].size(); ++k) {
          if (plan_.target[t][k] != m) continue;
          const uint64_t value = Scaled(trees_[t]->Total(k), plan_.factor[t][k]);
          total = value >= kTotalLimit || total + value >= kTotalLimit ? kTotalLimit : total + value;
        }
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
    Layer layer;
    for (uint32_t t = 0; t < trees_.size(); ++t) layer.sources.push_back({t, kRootContext});
    layer.end = {static_cast<uint32_t>(layer.sources.size())};
    AddContext(0, layer.sources);
    while (!layer.end.empty()) {
      out_.layer_begin.push_back(static_cast<uint32_t>(out_.first_child.size()));
      next_.Clear();
      uint32_t begin = 0;
      for (const uint32_t end : layer.end) {
        out_.first_child.push_back(static_cast<uint32_t>(out_.frame.size()));
        const std::span<const Source> sources = std::span(layer.sources).subspan(begin, end - begin);
        RINGSCOPE_TRY(Poll(end - begin));
        for (const Source& source : sources) RINGSCOPE_TRY(CheckValues(source));
        RINGSCOPE_TRY(AddChildren(sources));
        begin = end;
      }
      std::swap(layer, next_);
    }
    return {};
  }

  Result<void> Poll(uint32_t contexts) {
    since_poll_ += contexts;
    if (since_poll_ < kContextsBetweenPolls) return {};
    RINGSCOPE_TRY(TakeMemory());
    if (job_ != nullptr) {
      job_->done_units.fetch_add(since_poll_, std::memory_order_relaxed);
      if (job_->cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
    }
    since_poll_ = 0;
    return {};
  }

  // For what has been written so far, which is as much as is used of the columns.
  Result<void> TakeMemory() {
    const uint64_t n = out_.frame.size();
    const uint64_t lists = (next_.sources.capacity() + next_.end.capacity() / 2) * 2 * sizeof(Source);
    const OwnedFrames& frames = frames_.frames();
    const uint64_t of_frames = frames.string_bytes.size() + frames.string_offset.size() * 64 +
                               frames.name.size() * 96;  // with their tables
    if (out_.memory.Resize(n * (8 + 8 * out_.running.size() + 1) + lists + of_frames)) return {};
    return Fail(ErrorCode::kLimit, kOverMemoryBudget);
  }

  // No child costs more than its caller, so no sum goes beyond the total.
  Result<void> CheckValues(const Source& source) {
    const Cct& tree = *trees_[source.tree];
    const ContextRange children = tree.ChildrenOf(source.context);
    if (children.empty()) return {};
    for (MetricIndex m = 0; m < tree.metric_count(); ++m) {
      const auto& running = tree.columns().running_inclusive[m];
      const uint64_t begin = running[children.begin];
      const uint64_t all = running[children.end] - begin;
      bool rises = all <= tree.Inclusive(source.context, m);
      uint64_t before = 0;
      for (uint64_t child = children.begin; child < children.end; ++child) {
        const uint64_t passed = running[child + 1] - begin;
        rises &= before <= passed && passed <= all;
        before = passed;
      }
      if (!rises) return Damaged("the columns of the file have values that do not add up");
    }
    return {};
  }

  Result<void> AddChildren(std::span<const Source> sources) {
    if (sources.size() == 1) {
      const auto copied = CopyChildren(sources[0]);
      if (!copied) return tl::unexpected(copied.error());
      if (*copied) return {};
    }
    return GroupChildren(sources);
  }

  [[nodiscard]] Result<FrameId> FrameOf(const Source& source) const {
    const FrameId frame = trees_[source.tree]->FrameOf(source.context);
    if (frame >= frame_maps_[source.tree].size()) return Damaged("a context has a frame outside the table");
    return frame_maps_[source.tree][frame];
  }

  // The children of a context that is in one tree only, if they stand there as they shall here.
  Result<bool> CopyChildren(const Source& source) {
    if (plan_.target[source.tree].empty() || plan_.target[source.tree][0] != 0) return false;
    const Cct& tree = *trees_[source.tree];
    const ContextRange children = tree.ChildrenOf(source.context);
    if (children.empty()) return true;
    RINGSCOPE_TRY(CheckRoom(children.size()));
    ++stamp_;
    uint64_t value_before = UINT64_MAX;
    uint32_t rank_before = 0;
    frames_here_.clear();
    for (ContextId child = children.begin; child < children.end; ++child) {
      RINGSCOPE_ASSIGN(const FrameId frame, FrameOf({source.tree, child}));
      const uint64_t value = tree.Inclusive(child, 0);
      const uint32_t rank = rank_[frame];
      const bool in_order = value < value_before || (value == value_before && rank > rank_before);
      if (!in_order || seen_at_[frame] == stamp_) return false;
      seen_at_[frame] = stamp_;
      value_before = value;
      rank_before = rank;
      frames_here_.push_back(frame);
    }
    for (ContextId child = children.begin; child < children.end; ++child) {
      const Source one{source.tree, child};
      AddContext(frames_here_[child - children.begin], {&one, 1});
      next_.sources.push_back(one);
      next_.end.push_back(static_cast<uint32_t>(next_.sources.size()));
    }
    return true;
  }

  Result<void> GroupChildren(std::span<const Source> sources) {
    ++stamp_;
    groups_.clear();
    entries_.clear();
    for (const Source& source : sources) {
      const ContextRange children = trees_[source.tree]->ChildrenOf(source.context);
      for (ContextId child = children.begin; child < children.end; ++child) {
        const Source one{source.tree, child};
        RINGSCOPE_ASSIGN(const FrameId frame, FrameOf(one));
        if (seen_at_[frame] != stamp_) {
          seen_at_[frame] = stamp_;
          group_of_[frame] = static_cast<uint32_t>(groups_.size());
          groups_.push_back({frame, 0, 0, 0});
        }
        Group& group = groups_[group_of_[frame]];
        ++group.count;
        group.value += PrimaryValue(one);
        entries_.push_back({group_of_[frame], one});
      }
    }
    RINGSCOPE_TRY(CheckRoom(groups_.size()));
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
      grouped_[group.begin + group.count++] = entry.source;
    }
    std::sort(groups_.begin(), groups_.end(), [this](const Group& a, const Group& b) {
      return a.value != b.value ? a.value > b.value : rank_[a.frame] < rank_[b.frame];
    });
    for (const Group& group : groups_) {
      const std::span<const Source> members = std::span(grouped_).subspan(group.begin, group.count);
      AddContext(group.frame, members);
      next_.sources.insert(next_.sources.end(), members.begin(), members.end());
      next_.end.push_back(static_cast<uint32_t>(next_.sources.size()));
    }
    return {};
  }

  Result<void> CheckRoom(size_t more) const {
    if (out_.frame.size() + more <= limits_.max_contexts) return {};
    return Fail(ErrorCode::kLimit, fmt::format("the tree has more than {} contexts", limits_.max_contexts));
  }

  // In the result's first metric.
  [[nodiscard]] uint64_t PrimaryValue(const Source& source) const {
    uint64_t value = 0;
    for (MetricIndex m = 0; m < plan_.target[source.tree].size(); ++m) {
      if (plan_.target[source.tree][m] == 0)
        value += trees_[source.tree]->Inclusive(source.context, m) * plan_.factor[source.tree][m];
    }
    return value;
  }

  void AddContext(FrameId frame, std::span<const Source> sources) {
    out_.frame.push_back(frame);
    ContextFlags flags = 0;
    std::fill(inclusive_.begin(), inclusive_.end(), 0);
    for (const Source& source : sources) {
      const Cct& tree = *trees_[source.tree];
      flags |= tree.FlagsOf(source.context);
      for (MetricIndex m = 0; m < tree.metric_count(); ++m) {
        inclusive_[plan_.target[source.tree][m]] +=
            tree.Inclusive(source.context, m) * plan_.factor[source.tree][m];
      }
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
    Source source;
  };

  std::span<const CctPtr> trees_;
  const MetricPlan& plan_;
  const BuildLimits& limits_;
  JobControl* job_;
  FrameUnion frames_;
  std::vector<std::vector<FrameId>> frame_maps_;  // by tree
  std::vector<uint32_t> rank_;                    // by frame
  LevelOrderColumns out_;
  std::vector<uint64_t> inclusive_, sum_;  // by metric
  Layer next_;
  uint32_t since_poll_ = 0;

  // Of the siblings at hand.
  uint64_t stamp_ = 0;
  std::vector<uint64_t> seen_at_;   // by frame: the stamp of the siblings that it was seen in last
  std::vector<uint32_t> group_of_;  // by frame, where it was seen
  std::vector<FrameId> frames_here_;
  std::vector<Group> groups_;
  std::vector<Entry> entries_;
  std::vector<Source> grouped_;
};

}  // namespace

Result<LevelOrderColumns> MergeLayers(std::span<const CctPtr> trees, const MetricPlan& plan,
                                      const BuildLimits& limits, JobControl* job) {
  return LayerMerger(trees, plan, limits, job).Merge();
}

}  // namespace ringscope
