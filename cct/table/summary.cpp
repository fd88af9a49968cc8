#include "cct/table/summary.h"

#include <algorithm>
#include <span>

#include "cct/names/shown_name.h"
#include "cct/table/group_table.h"
#include "cct/table/subtree_walk.h"

namespace ringscope {
namespace {

// The input of all parts of a summary.
struct Source {
  const Cct& tree;
  const FunctionIndex& functions;
  const SummaryRequest& request;
  ContextRange roots;
  JobControl* job;
  uint32_t worker_count;
};

constexpr uint32_t kNoSlot = 0xffffffffu;

// The function of each frame of the tree; kNoSlot if it cannot recur.
std::vector<uint32_t> SlotsOfFrames(const Cct& tree, const FunctionIndex& functions) {
  std::vector<uint32_t> slots;
  slots.reserve(tree.frames().size());
  for (FrameId id = 0; id < tree.frames().size(); ++id) {
    const Frame frame = tree.frames()[id];
    const bool recurs = !IsThread(frame.kind) && NameOrUnknown(frame.name) != kUnknownName;
    slots.push_back(recurs ? functions.FunctionOf(id) : kNoSlot);
  }
  return slots;
}

class RecursionSums {
 public:
  RecursionSums(const Source& source, std::span<const uint32_t> slots)
      : tree_(source.tree),
        metric_(source.request.metric),
        slots_(slots),
        open_(source.functions.function_count()),
        recurs_(source.functions.function_count()) {}

  bool Visit(ContextId context, ContextRange children) {
    tree_.columns().frame.Prefetch(uint64_t{context} + kPrefetchDistance);
    const uint32_t slot = SlotOf(context);
    const bool is_recursive = IsOpen(slot);
    if (is_recursive) AddRecursive(context, slot);
    if (children.empty()) return false;
    Push(slot, is_recursive);
    return true;
  }
  void Open(ContextId context) {
    const uint32_t slot = SlotOf(context);
    Push(slot, IsOpen(slot));
  }
  void Close() {
    const OnPath at = path_.back();
    path_.pop_back();
    if (at.slot != kNoSlot) --open_[at.slot];
    open_recursive_ -= at.is_recursive ? 1 : 0;
  }

  void AddTo(RecursionSums& sums) const {
    for (size_t slot = 0; slot < recurs_.size(); ++slot)
      if (recurs_[slot]) sums.recurs_[slot] = true;
    sums.found_.contexts += found_.contexts;
    sums.found_.inclusive += found_.inclusive;
    sums.TakeDeeper(found_.most_times, found_.deepest);
  }
  [[nodiscard]] RecursionSummary Summary() const {
    RecursionSummary summary = found_;
    summary.functions = static_cast<uint64_t>(std::count(recurs_.begin(), recurs_.end(), true));
    return summary;
  }

 private:
  struct OnPath {
    uint32_t slot = kNoSlot;
    bool is_recursive = false;
  };
  [[nodiscard]] uint32_t SlotOf(ContextId context) const {
    const FrameId frame = tree_.FrameOf(context);
    return context == kRootContext || frame >= slots_.size() ? kNoSlot : slots_[frame];
  }
  [[nodiscard]] bool IsOpen(uint32_t slot) const { return slot != kNoSlot && open_[slot] > 0; }
  void Push(uint32_t slot, bool is_recursive) {
    path_.push_back({slot, is_recursive});
    if (slot != kNoSlot) ++open_[slot];
    open_recursive_ += is_recursive ? 1 : 0;
  }
  void AddRecursive(ContextId context, uint32_t slot) {
    ++found_.contexts;
    recurs_[slot] = true;
    if (open_recursive_ == 0) found_.inclusive += tree_.Inclusive(context, metric_);
    TakeDeeper(uint64_t{open_[slot]} + 1, context);
  }
  void TakeDeeper(uint64_t times, ContextId context) {
    if (times < found_.most_times || (times == found_.most_times && context >= found_.deepest)) return;
    found_.most_times = times;
    found_.deepest = context;
  }

  const Cct& tree_;
  const MetricIndex metric_;
  const std::span<const uint32_t> slots_;
  std::vector<uint32_t> open_;  // contexts on the path, by slot
  std::vector<bool> recurs_;    // by slot
  std::vector<OnPath> path_;
  uint32_t open_recursive_ = 0;
  RecursionSummary found_;
};

Result<RecursionSummary> SummarizeRecursion(const Source& source) {
  const std::vector<uint32_t> slots = SlotsOfFrames(source.tree, source.functions);
  std::vector<RecursionSums> workers(WalkWorkerCount(source.tree, source.worker_count),
                                     RecursionSums(source, slots));
  RINGSCOPE_TRY(SubtreeWalk<RecursionSums>(source.tree, source.job).Run(source.roots, workers));
  for (size_t k = 1; k < workers.size(); ++k) workers[k].AddTo(workers[0]);
  return workers[0].Summary();
}

// True for profiles of Python's own recorder. The prefix of a name is then a class, such as "str"; modules
// take the place of packages.
bool IsOfPython(const FrameTable& frames) {
  for (FrameId id = 0; id < frames.size(); ++id) {
    if (frames[id].module == "builtins") return true;
  }
  return false;
}

// Unless by thread, every frame is in a group: frames without a module (package, ...), such as the synthetic
// root's, make up one. So a single group tells nothing.
Result<TopGroups> SummarizeGroups(const Source& source, const FrameGrouping& grouping, size_t row_count) {
  TopGroups top;
  const bool tells_nothing =
      (grouping.by == GroupBy::kThread ? grouping.size() == 0 : grouping.size() <= 1) ||
      (grouping.by == GroupBy::kPackage && IsOfPython(source.tree.frames()));
  if (grouping.by != GroupBy::kFunction && tells_nothing) return top;
  const bool first_ring = source.request.self_in_first_ring && grouping.by != GroupBy::kThread;
  std::vector<MetricIndex> metrics{source.request.metric};
  if (source.request.beside) metrics.push_back(*source.request.beside);
  RINGSCOPE_ASSIGN(GroupTable table, BuildGroupTable(source.tree, grouping, source.roots, source.job,
                                                     source.worker_count, metrics));
  if (first_ring) TakeSelfFromFirstRing(source.tree, grouping, source.roots, table, metrics);
  const std::vector<uint64_t>& self = table.self[0];
  std::vector<uint32_t> groups;
  for (uint32_t group = 0; group < grouping.size(); ++group) {
    if (table.contexts[group] == 0) continue;
    ++top.count;
    if (source.tree.frames()[grouping.first_frame[group]].kind == FrameKind::kProcess) ++top.process_count;
    if (self[group] != 0) groups.push_back(group);
  }
  if (grouping.by == GroupBy::kFunction && source.request.root == kRootContext)
    top.outside = CostOutside(table, 0);
  const size_t shown = std::min(row_count, groups.size());
  std::partial_sort(groups.begin(), groups.begin() + static_cast<ptrdiff_t>(shown), groups.end(),
                    [&](uint32_t a, uint32_t b) {
                      if (self[a] != self[b]) return self[a] > self[b];
                      const int order = grouping.name[a].compare(grouping.name[b]);
                      return order != 0 ? order < 0 : a < b;
                    });
  const std::vector<uint8_t> shared = SharedNames(grouping);
  for (size_t k = 0; k < groups.size(); ++k) {
    const uint32_t group = groups[k];
    if (k < shown) {
      top.rows.push_back({grouping.first_frame[group], grouping.name[group], self[group],
                          table.inclusive[0][group], table.contexts[group],
                          source.request.beside ? table.self[1][group] : 0, shared[group] != 0});
    } else {
      top.other_self += self[group];
    }
  }
  return top;
}

// Contexts, layers and the end of the deepest stack.
Result<void> SummarizeShape(const Source& source, ProfileSummary& summary) {
  ContextRange last;
  for (ContextRange run = source.roots; !run.empty(); run = source.tree.ChildrenOfRun(run)) {
    if (run.contains(kRootContext)) continue;
    summary.contexts += run.size();
    ++summary.layers;
    last = run;
  }
  constexpr uint32_t kContextsBetweenPolls = 1u << 16;
  uint64_t most = 0;
  for (ContextId context = last.begin; context < last.end; ++context) {
    if (context % kContextsBetweenPolls == 0 && IsCancelled(source.job))
      return Fail(ErrorCode::kCancelled, "cancelled");
    const uint64_t inclusive = source.tree.Inclusive(context, source.request.metric);
    if (context != last.begin && inclusive <= most) continue;
    most = inclusive;
    summary.deepest = context;
  }
  return {};
}

}  // namespace

Result<ProfileSummary> Summarize(const Cct& tree, const FunctionIndex& functions,
                                 const SummaryRequest& request, JobControl* job, uint32_t worker_count) {
  const Source source{tree, functions, request, {request.root, request.root + 1}, job, worker_count};
  ProfileSummary summary;
  for (MetricIndex m = 0; m < tree.metric_count(); ++m)
    summary.totals.push_back(tree.Inclusive(source.roots, m));
  RINGSCOPE_TRY(SummarizeShape(source, summary));
  for (const auto& [by, top] :
       {std::pair(GroupBy::kFunction, &summary.functions), std::pair(GroupBy::kPackage, &summary.packages),
        std::pair(GroupBy::kModule, &summary.modules), std::pair(GroupBy::kThread, &summary.threads)}) {
    const FrameGrouping grouping = BuildFrameGrouping(tree.frames(), functions, by);
    const size_t rows = by == GroupBy::kFunction ? request.function_rows : request.other_rows;
    RINGSCOPE_ASSIGN(*top, SummarizeGroups(source, grouping, rows));
  }
  RINGSCOPE_ASSIGN(summary.recursion, SummarizeRecursion(source));
  return summary;
}

std::vector<ContextId> HotPath(const Cct& tree, ContextId from, MetricIndex metric, double least_share) {
  std::vector<ContextId> path;
  for (ContextId at = from;;) {
    ContextRange children = tree.ChildrenOf(at);
    // Siblings are ordered by the first metric.
    if (metric == 0 && !children.empty()) children.end = children.begin + 1;
    ContextId hottest = kNoContext;
    uint64_t most = 0;  // a child without cost is no hot path
    for (ContextId child = children.begin; child < children.end; ++child) {
      if (const uint64_t inclusive = tree.Inclusive(child, metric); inclusive > most) {
        most = inclusive;
        hottest = child;
      }
    }
    if (hottest == kNoContext) return path;
    if (static_cast<double>(most) < least_share * static_cast<double>(tree.Inclusive(at, metric)))
      return path;
    path.push_back(hottest);
    at = hottest;
  }
}

}  // namespace ringscope
