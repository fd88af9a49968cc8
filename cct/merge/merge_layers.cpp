#include "cct/merge/merge_layers.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "cct/tree/building/frame_interner.h"
#include "cct/tree/building/level_order.h"
#include "cct/tree/building/level_writer.h"

namespace ringscope {
namespace {

// `value` at the result's scale; UINT64_MAX if it does not fit.
uint64_t Scaled(uint64_t value, uint64_t factor) {
  return factor > 1 && value > UINT64_MAX / factor ? UINT64_MAX : value * factor;
}

// A context of one of the trees: a part of a context of the result.
struct TreeContext {
  uint32_t tree;
  ContextId context;
};

// Consecutive contexts of a layer of the result: either a run of contexts of one tree, each of which is one
// of the result, or one context of the result with several parts.
struct Run {
  static constexpr uint32_t kSeveralTrees = 0xffffffffu;
  uint32_t tree = kSeveralTrees;
  uint32_t begin = 0;  // contexts of the tree, or indices in Layer::parts
  uint32_t end = 0;
};

struct Layer {
  std::vector<Run> runs;
  std::vector<TreeContext> parts;

  void Clear() {
    runs.clear();
    parts.clear();
  }
  void AddRun(uint32_t tree, ContextId begin, ContextId end) {
    if (begin == end) return;
    if (!runs.empty() && runs.back().tree == tree && runs.back().end == begin) {
      runs.back().end = end;
    } else {
      runs.push_back({tree, begin, end});
    }
  }
  void AddParts(std::span<const TreeContext> added) {
    const auto begin = static_cast<uint32_t>(parts.size());
    parts.insert(parts.end(), added.begin(), added.end());
    runs.push_back({Run::kSeveralTrees, begin, static_cast<uint32_t>(parts.size())});
  }
};

class LayerMerger {
 public:
  // `frames` are the frames of all sources.
  LayerMerger(const std::vector<MergeSource>& sources, const OwnedFrames& frames, const MetricPlan& plan,
              PointUnion& points, MemberUnion& members, TypeList& types, const BuildLimits& limits,
              JobControl* job)
      : sources_(sources),
        plan_(plan),
        points_(points),
        members_(members),
        types_(types),
        limits_(limits),
        progress_(job),
        siblings_(frames),
        writer_(
            plan.metrics.size(), std::min(ContextsOf(sources), limits.max_contexts + 1),
            std::any_of(sources.begin(), sources.end(),
                        [](const MergeSource& source) { return !source.tree().columns().flags.empty(); })),
        inclusive_(plan.metrics.size()) {
    for (const MergeSource& source : sources) type_names_.push_back(types.NamesOf(source.tree().types()));
  }

  Result<LevelWriter> Merge() && {
    RINGSCOPE_TRY(CheckTotals());
    RINGSCOPE_TRY(MergeAll());
    progress_.TellWatcher();
    return std::move(writer_);
  }

 private:
  // The contexts of all sources, counting one root.
  static uint64_t ContextsOf(const std::vector<MergeSource>& sources) {
    uint64_t count = 1;
    for (const MergeSource& source : sources) count += source.tree().context_count() - 1;
    return count;
  }

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
        return Fail(ErrorCode::kOverflow, "the total of metric '{}' reaches 2^63, more than can be stored",
                    plan_.metrics[m].name);
      }
    }
    return {};
  }

  Result<void> MergeAll() {
    std::vector<TreeContext> roots;
    for (uint32_t t = 0; t < sources_.size(); ++t) roots.push_back({t, kRootContext});
    Append(0, roots);
    Layer layer;
    layer.AddParts(roots);
    while (!layer.runs.empty()) {
      writer_.BeginLayer();
      next_.Clear();
      for (const Run& run : layer.runs) {
        if (run.tree == Run::kSeveralTrees) {
          RINGSCOPE_TRY(MergeChildren(std::span(layer.parts).subspan(run.begin, run.end - run.begin)));
          RINGSCOPE_TRY(progress_.Add(run.end - run.begin, writer_));
        } else {
          RINGSCOPE_TRY(AddChildrenOfRun(run));
        }
      }
      std::swap(layer, next_);
    }
    return {};
  }

  Result<void> CheckRoom(size_t more) const {
    if (writer_.count() + more <= limits_.max_contexts) return {};
    return Fail(ErrorCode::kLimit, "the tree has more than {} contexts", limits_.max_contexts);
  }

  // Copies the children of contexts at once as long as they are in the result's order; merges those of
  // others.
  Result<void> AddChildrenOfRun(const Run& run) {
    const MergeSource& source = sources_[run.tree];
    const bool may_be_in_order = source.SourceOf(0).has_value();
    for (ContextId at = run.begin; at < run.end;) {
      const uint32_t at_once = std::min(run.end - at, MergeProgress::kContextsBetweenPolls);
      const ContextId end = at + at_once;
      const ContextId copied = may_be_in_order ? FindDisorder(source, at, end) : at;
      RINGSCOPE_TRY(CopyChildren(run.tree, at, copied));
      at = copied;
      if (at < end) {
        const TreeContext one{run.tree, at};
        RINGSCOPE_TRY(MergeChildren({&one, 1}));
        RINGSCOPE_TRY(progress_.Add(1, writer_));
        ++at;
      }
    }
    return {};
  }

  // The first caller in [begin, end) whose children are not in the result's order, or `end`.
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
      siblings_.BeginCaller();
      bool in_order = true;
      uint64_t value_before = UINT64_MAX;
      uint32_t rank_before = 0;
      for (; child < children_end; ++child) {
        const uint64_t sum_behind = running[uint64_t{child} + 1];
        const uint64_t value = sum_behind - sum;
        const FrameId frame = frame_map[frames[child]];
        const uint32_t rank = siblings_.RankOf(frame);
        in_order &= (value < value_before) | ((value == value_before) & (rank > rank_before));
        in_order &= siblings_.IsFirst(frame);
        value_before = value;
        rank_before = rank;
        sum = sum_behind;
      }
      if (!in_order) return caller;
    }
    return end;
  }

  // Copies the children of the contexts [begin, end) of one tree.
  Result<void> CopyChildren(uint32_t tree, ContextId begin, ContextId end) {
    if (begin == end) return {};
    const MergeSource& source = sources_[tree];
    const CctColumns& columns = source.tree().columns();
    const ContextRange children{columns.first_child[begin], columns.first_child[end]};
    RINGSCOPE_TRY(CheckRoom(children.size()));
    for (ContextId child = children.begin; !columns.types.empty() && child < children.end; ++child) {
      types_.AddAll(columns.types, type_names_[tree], child,
                    static_cast<ContextId>(writer_.count() + child - children.begin));
    }
    writer_.CopyCallees(columns, {begin, end}, source.frame_map(), [&source](size_t metric) {
      const std::optional<MetricSource>& its = source.SourceOf(metric);
      return its ? &*its : nullptr;
    });
    for (ContextId child = children.begin; points_.keeps_any() && child < children.end; ++child) {
      points_.Add(tree, child);
      points_.EndContext();
    }
    for (ContextId child = children.begin; members_.keeps_any() && child < children.end; ++child) {
      members_.Add(tree, child);
      members_.EndContext();
    }
    next_.AddRun(tree, children.begin, children.end);
    return progress_.Add(end - begin, writer_);
  }

  // Merges the children of the parts of one context.
  Result<void> MergeChildren(std::span<const TreeContext> parts) {
    siblings_.Clear();
    for (const TreeContext& part : parts) {
      const MergeSource& source = sources_[part.tree];
      const ContextRange children = source.ChildrenOf(part.context);
      for (ContextId child = children.begin; child < children.end; ++child)
        siblings_.Add({part.tree, child}, source.FrameOf(child), source.Inclusive(child, 0));
    }
    RINGSCOPE_TRY(CheckRoom(siblings_.groups().size()));
    siblings_.Sort();
    writer_.BeginCallees();
    for (const Siblings::Group& group : siblings_.groups()) {
      const std::span<const TreeContext> its = siblings_.MembersOf(group);
      Append(group.frame, its);
      if (its.size() == 1) {
        next_.AddRun(its[0].tree, its[0].context, its[0].context + 1);
      } else {
        next_.AddParts(its);
      }
    }
    return {};
  }

  void Append(FrameId frame, std::span<const TreeContext> parts) {
    ContextFlags flags = 0;
    std::fill(inclusive_.begin(), inclusive_.end(), 0);
    for (const TreeContext& part : parts) {
      const MergeSource& source = sources_[part.tree];
      flags |= source.tree().FlagsOf(part.context);
      for (size_t m = 0; m < inclusive_.size(); ++m) inclusive_[m] += source.Inclusive(part.context, m);
      points_.Add(part.tree, part.context);
      types_.AddAll(source.tree().types(), type_names_[part.tree], part.context,
                    static_cast<ContextId>(writer_.count()));
      if (members_.keeps_any()) members_.Add(part.tree, part.context);
    }
    points_.EndContext();
    members_.EndContext();
    writer_.Append(frame, flags, inclusive_);
  }

  using Siblings = SiblingGroups<TreeContext>;
  const std::vector<MergeSource>& sources_;  // by tree
  const MetricPlan& plan_;
  PointUnion& points_;
  MemberUnion& members_;
  TypeList& types_;
  std::vector<std::vector<uint32_t>> type_names_;  // by tree
  const BuildLimits& limits_;
  MergeProgress progress_;
  Siblings siblings_;
  LevelWriter writer_;
  std::vector<uint64_t> inclusive_;  // by metric
  Layer next_;
};

}  // namespace

Result<LevelOrderColumns> MergeLayers(std::span<const CctPtr> trees, const MetricPlan& plan,
                                      PointUnion points, MemberPlan members, const BuildLimits& limits,
                                      JobControl* job) {
  FrameInterner interner(limits.max_string_bytes);
  std::vector<MergeSource> sources;
  for (size_t t = 0; t < trees.size(); ++t) {
    RINGSCOPE_ASSIGN(MergeSource source, MergeSource::Open(*trees[t], plan.target[t], plan.factor[t],
                                                           plan.metrics.size(), interner, job));
    sources.push_back(std::move(source));
  }
  OwnedFrames frames = std::move(interner).Take();
  RINGSCOPE_ASSIGN(MemberUnion statistics,
                   MemberUnion::Open(sources, std::move(members), plan.metrics.size()));
  TypeList types;
  RINGSCOPE_ASSIGN(LevelWriter writer,
                   LayerMerger(sources, frames, plan, points, statistics, types, limits, job).Merge());
  RINGSCOPE_TRY(statistics.status());
  LevelOrderColumns merged = std::move(writer).Finish(std::move(frames), plan.metrics);
  std::move(points).MoveInto(merged);
  std::move(statistics).MoveInto(merged);
  merged.types = std::move(types).Finish(merged.frame.size());
  return merged;
}

}  // namespace ringscope
