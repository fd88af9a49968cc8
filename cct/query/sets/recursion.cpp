#include <algorithm>
#include <limits>
#include <mutex>
#include <utility>
#include <vector>

#include "cct/query/sets/context_set.h"
#include "cct/query/sets/relatives.h"

namespace ringscope {
namespace {

constexpr uint32_t kContextsBetweenPolls = 1u << 16;

// Siblings whose subtrees are walked together, and the functions of their callers, outermost first.
struct WalkTask {
  ContextRange run;
  uint64_t size = 0;  // contexts of the subtrees
  std::vector<FunctionId> path;
};

// The number of layers that a walk down from the root meets, which also holds for a malformed tree.
uint32_t DepthOf(const Cct& tree) {
  uint32_t depth = 0;
  for (ContextRange run{kRootContext, kRootContext + 1}; !run.empty(); run = tree.ChildrenOfRun(run)) ++depth;
  return depth;
}

uint64_t SubtreeSize(const Cct& tree, ContextRange run) {
  uint64_t size = 0;
  for (; !run.empty(); run = tree.ChildrenOfRun(run)) size += run.size();
  return size;
}

// Marks contexts whose function is on their path, one task after the other.
//
// The rest of a walk is a stack of runs of siblings; the last one is next. Leaving a run needs no work: path_
// has the function of the caller for each depth below that of the current run, and every run writes its own
// caller there anew. first_depth_ has, for each function, the depth of its first occurrence on the last path
// that it was put on: if the current path still has it at this depth, the function is on the path, else it is
// not. These depths are read for every context, so their type is as small as the tree allows.
template <typename Depth, typename Column>
class RecursionWalk {
 public:
  RecursionWalk(const Cct& tree, const FunctionIndex& functions, Column first_child, Column frame)
      : first_child_(first_child),
        frame_(frame),
        n_(tree.context_count()),
        functions_(functions),
        frames_are_functions_(functions.function_count() == tree.frames().size()),
        first_depth_(size_t{functions.function_count()} + 1, 0),
        found_(tree.context_count()) {}

  // Stops early if the job is cancelled.
  void Run(const WalkTask& task, JobControl* job) {
    if (path_.empty()) path_.resize(1);
    path_[0] = kNobody;  // the root
    if (task.path.size() >= kMostDepth) return;
    uint32_t depth = 1;
    for (const FunctionId function : task.path) PutOnPath(Slot(function), depth++);
    MakeRoom(1);
    stack_[size_++] = {task.run, depth == 1 ? Slot(kNoFunction) : Slot(task.path.back()), depth};
    uint64_t left = task.size;  // contexts to visit; a malformed tree may have more
    uint32_t until_poll = kContextsBetweenPolls;
    while (size_ > 0) {
      Siblings top = stack_[--size_];
      if (top.run.size() > kMostAtOnce) {
        stack_[size_++] = {{top.run.begin + kMostAtOnce, top.run.end}, top.caller, top.depth};
        top.run.end = top.run.begin + kMostAtOnce;
      }
      if (top.run.size() > left || top.depth > kMostDepth) break;
      left -= top.run.size();
      if (until_poll < top.run.size()) {
        until_poll = kContextsBetweenPolls;
        if (IsCancelled(job)) break;
        if (job != nullptr) job->done_units.fetch_add(kContextsBetweenPolls, std::memory_order_relaxed);
      }
      until_poll -= std::min(until_poll, top.run.size());
      PutOnPath(top.caller, top.depth - 1);
      Visit(top);
    }
    size_ = 0;
    std::fill(first_depth_.begin(), first_depth_.end(), 0);
  }

  [[nodiscard]] const ContextSet& found() const { return found_; }

 private:
  static constexpr uint32_t kMostAtOnce = 1u << 12;
  static constexpr uint32_t kMostDepth = std::numeric_limits<Depth>::max();  // a malformed tree may have more

  struct Siblings {
    ContextRange run;
    uint32_t caller;  // slot of their caller's function
    uint32_t depth;   // of the siblings; their caller is at depth - 1
  };
  // The entry of path_ for the root and for frames outside the table, which share the last slot.
  static constexpr uint32_t kNobody = 0xffffffffu;
  [[nodiscard]] uint32_t Slot(FunctionId function) const {
    return std::min(function, static_cast<uint32_t>(first_depth_.size() - 1));
  }
  // Functions are numbered by their first frame: if each has one frame, its id is that of the frame.
  [[nodiscard]] uint32_t SlotOfFrame(FrameId frame) const {
    return Slot(frames_are_functions_ ? frame : functions_.FunctionOf(frame));
  }
  // Returns 0 or 1, and always compares both, as a branch would often be mispredicted. path_ has an entry for
  // every depth in first_depth_; functions that were not seen yet have that of the root.
  [[nodiscard]] uint32_t IsOnPath(uint32_t slot, uint32_t depth) const {
    const uint32_t first = first_depth_[slot];
    return static_cast<uint32_t>(first < depth) & static_cast<uint32_t>(path_[first] == slot);
  }
  void PutOnPath(uint32_t slot, uint32_t depth) {
    if (depth >= path_.size()) path_.resize(2 * size_t{depth} + 1);
    if (IsOnPath(slot, depth) == 0) first_depth_[slot] = static_cast<Depth>(depth);
    path_[depth] = slot + size_t{1} == first_depth_.size() ? kNobody : slot;
  }
  void MakeRoom(uint32_t count) {
    const size_t needed = size_ + size_t{count} + 1;
    if (stack_.size() < needed) stack_.resize(std::max(2 * stack_.size(), needed));
  }

  void Visit(const Siblings& siblings) {
    // A walk reads every layer a few contexts at a time: too many streams for the hardware prefetcher.
    constexpr uint32_t kAhead = 32;
    const ContextRange run = siblings.run;
    Prefetch(first_child_, uint64_t{run.begin} - kAhead);
    Prefetch(frame_, uint64_t{run.begin} - kAhead);
    MakeRoom(run.size());
    uint64_t* const words = found_.words().data();
    Siblings* todo = stack_.data() + size_;
    ContextId end = first_child_[run.begin];
    for (ContextId context = run.begin; context < run.end; ++context) {
      const uint32_t slot = SlotOfFrame(frame_[context]);
      words[context >> 6] |= uint64_t{IsOnPath(slot, siblings.depth)} << (context & 63);
      // Clamps like Cct::ChildrenOf.
      const ContextId begin = std::min(std::max(end, context + 1), n_);
      end = std::min(std::max(first_child_[uint64_t{context} + 1], begin), n_);
      // Always written; `todo` moves on only if there are children, so that no branch is needed.
      *todo = {{begin, end}, slot, siblings.depth + 1};
      todo += begin < end ? 1 : 0;
    }
    size_ = static_cast<size_t>(todo - stack_.data());
  }

  static void Prefetch(const uint32_t* column, uint64_t index) {
    __builtin_prefetch(
        reinterpret_cast<const void*>(reinterpret_cast<uintptr_t>(column) + index * sizeof(uint32_t)));
  }
  static void Prefetch(const ChunkedColumn<uint32_t>& column, uint64_t index) { column.Prefetch(index); }

  Column first_child_;
  Column frame_;
  uint32_t n_;
  const FunctionIndex& functions_;
  bool frames_are_functions_;
  std::vector<Depth> first_depth_;  // by slot
  std::vector<uint32_t> path_;      // by depth: slots
  std::vector<Siblings> stack_;     // with room above it
  size_t size_ = 0;
  ContextSet found_;
};

// Cuts the tree into tasks by halving the largest one repeatedly. A task of one context becomes one of its
// callees; the answer for that context goes into `found`.
std::vector<WalkTask> SplitWalk(const Cct& tree, const FunctionIndex& functions, uint32_t task_count,
                                ContextSet& found) {
  const auto is_smaller = [](const WalkTask& a, const WalkTask& b) { return a.size < b.size; };
  std::vector<WalkTask> tasks;
  const auto push = [&](ContextRange run, std::vector<FunctionId> path) {
    if (run.empty()) return;
    tasks.push_back({run, SubtreeSize(tree, run), std::move(path)});
    std::push_heap(tasks.begin(), tasks.end(), is_smaller);
  };
  push(tree.ChildrenOf(kRootContext), {});
  // Bounds the number of cuts, as a single deep stack cannot be shared out.
  const uint32_t most_cuts = 8 * task_count;
  for (uint32_t cuts = 0; cuts < most_cuts && tasks.size() < task_count && !tasks.empty(); ++cuts) {
    std::pop_heap(tasks.begin(), tasks.end(), is_smaller);
    WalkTask task = std::move(tasks.back());
    tasks.pop_back();
    if (task.run.size() > 1) {
      const ContextId middle = task.run.begin + task.run.size() / 2;
      push({task.run.begin, middle}, task.path);
      push({middle, task.run.end}, std::move(task.path));
      continue;
    }
    const ContextId context = task.run.begin;
    const FunctionId function = functions.FunctionOf(tree.FrameOf(context));
    const bool is_recursive = std::find(task.path.begin(), task.path.end(), function) != task.path.end();
    if (is_recursive && function != kNoFunction) found.Insert(context);
    task.path.push_back(function);
    push(tree.ChildrenOf(context), std::move(task.path));
  }
  return tasks;
}

template <typename Depth, typename Column>
Result<ContextSet> Walk(const Cct& tree, const FunctionIndex& functions, Column first_child, Column frame,
                        bool is_shared, JobControl* job) {
  const uint32_t n = tree.context_count();
  const uint32_t threads = is_shared ? ThreadCountFor(n) : 1;
  ContextSet found(n);
  const std::vector<WalkTask> tasks = SplitWalk(tree, functions, is_shared ? 16 * threads : 1, found);
  // Each thread takes an idle walk, or makes one.
  std::mutex mutex;  // guards `idle` and `found`
  std::vector<RecursionWalk<Depth, Column>> idle;
  RunTasks(static_cast<uint32_t>(tasks.size()), threads, [&](uint32_t i) {
    if (IsCancelled(job)) return;
    std::unique_lock lock(mutex);
    if (idle.empty()) idle.emplace_back(tree, functions, first_child, frame);
    RecursionWalk<Depth, Column> walk = std::move(idle.back());
    idle.pop_back();
    lock.unlock();
    walk.Run(tasks[i], job);
    lock.lock();
    idle.push_back(std::move(walk));
  });
  if (IsCancelled(job)) return FailCancelled();
  for (const RecursionWalk<Depth, Column>& walk : idle) {
    for (size_t word = 0; word < found.words().size(); ++word)
      found.words()[word] |= walk.found().words()[word];
  }
  if (n > 0) found.Erase(kRootContext);
  return found;
}

}  // namespace

Result<ContextSet> SelectRecursive(const Cct& tree, const FunctionIndex& functions, JobControl* job) {
  const uint32_t n = tree.context_count();
  const uint32_t depth = DepthOf(tree);
  // A cut costs O(layers), which is too much for a tree that is deep rather than wide.
  const bool is_shared = ThreadCountFor(n) > 1 && depth < n / 256;
  const ChunkedColumn<uint32_t>& first_child = tree.columns().first_child;
  const ChunkedColumn<uint32_t>& frame = tree.columns().frame;
  const uint32_t* const whole_first_child = first_child.Contiguous(0, uint64_t{n} + 1).data();
  const uint32_t* const whole_frame = frame.Contiguous(0, n).data();
  const bool is_whole =
      first_child.Contiguous(0, uint64_t{n} + 1).size() > n && frame.Contiguous(0, n).size() == n;
  if (is_whole && depth < std::numeric_limits<uint16_t>::max())
    return Walk<uint16_t>(tree, functions, whole_first_child, whole_frame, is_shared, job);
  if (is_whole) return Walk<uint32_t>(tree, functions, whole_first_child, whole_frame, is_shared, job);
  return Walk<uint32_t, const ChunkedColumn<uint32_t>&>(tree, functions, first_child, frame, is_shared, job);
}

}  // namespace ringscope
