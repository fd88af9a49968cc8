#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

#include "cct/query/context_blocks.h"
#include "cct/query/relatives.h"

namespace ringscope {
namespace {

constexpr uint32_t kContextsBetweenPolls = 1u << 16;

// Siblings whose subtrees are walked together, and the functions of their callers.
struct WalkTask {
  ContextRange run;
  uint64_t size = 0;  // contexts of the subtrees
  std::vector<FunctionId> path;
};

// Layers that a walk downwards from the root meets, whatever the tree says.
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
class RecursionWalk {
 public:
  RecursionWalk(const Cct& tree, const FunctionIndex& functions)
      : tree_(tree),
        functions_(functions),
        on_path_(size_t{functions.function_count()} + 1, 0),
        found_(tree.context_count()) {}

  // Stops early where the job is cancelled.
  void Run(const WalkTask& task, JobControl* job) {
    for (const FunctionId function : task.path) ++on_path_[Slot(function)];
    stack_.push_back({task.run.begin, task.run.end, kNoFunction});
    uint64_t left = task.size;  // contexts; more than that is a malformed tree
    while (!stack_.empty() && left > 0) {
      Siblings& top = stack_.back();
      if (top.next == top.end) {
        --on_path_[Slot(top.caller)];
        stack_.pop_back();
        continue;
      }
      const ContextId context = top.next++;
      if (--left % kContextsBetweenPolls == 0) {
        if (IsCancelled(job)) break;
        if (job != nullptr) job->done_units.fetch_add(kContextsBetweenPolls, std::memory_order_relaxed);
      }
      const FunctionId function = functions_.FunctionOf(tree_.FrameOf(context));
      uint32_t& count = on_path_[Slot(function)];
      if (count != 0 && function != kNoFunction) found_.Insert(context);
      const ContextRange callees = tree_.ChildrenOf(context);
      if (callees.empty()) continue;
      ++count;
      stack_.push_back({callees.begin, callees.end, function});
    }
    stack_.clear();
    std::fill(on_path_.begin(), on_path_.end(), 0);
  }

  [[nodiscard]] const ContextSet& found() const { return found_; }

 private:
  struct Siblings {
    ContextId next, end;
    FunctionId caller;
  };
  // Frames outside the table share the last slot, which nobody asks for.
  [[nodiscard]] size_t Slot(FunctionId function) const {
    return std::min<size_t>(function, on_path_.size() - 1);
  }

  const Cct& tree_;
  const FunctionIndex& functions_;
  std::vector<uint32_t> on_path_;  // per function, how often
  std::vector<Siblings> stack_;
  ContextSet found_;
};

// Cuts the tree into tasks by halving the largest one again and again. Contexts that are cut through are
// answered here.
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
  // A single stack has nothing to share out.
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

}  // namespace

Result<ContextSet> SelectRecursive(const Cct& tree, const FunctionIndex& functions, JobControl* job) {
  const uint32_t n = tree.context_count();
  const uint32_t threads = ThreadCountFor(n);
  ContextSet found(n);
  // Cutting costs the number of layers a cut: too much for a tree that is deep rather than wide.
  const bool is_shared = threads > 1 && DepthOf(tree) < n / 256;
  const std::vector<WalkTask> tasks = SplitWalk(tree, functions, is_shared ? 16 * threads : 1, found);
  // A walk a thread, taken from the idle ones.
  std::mutex mutex;  // guards `idle` and `found`
  std::vector<RecursionWalk> idle;
  RunTasks(static_cast<uint32_t>(tasks.size()), is_shared ? threads : 1, [&](uint32_t i) {
    if (IsCancelled(job)) return;
    std::unique_lock lock(mutex);
    if (idle.empty()) idle.emplace_back(tree, functions);
    RecursionWalk walk = std::move(idle.back());
    idle.pop_back();
    lock.unlock();
    walk.Run(tasks[i], job);
    lock.lock();
    idle.push_back(std::move(walk));
  });
  if (IsCancelled(job)) return FailCancelled();
  for (const RecursionWalk& walk : idle) {
    for (size_t word = 0; word < found.words().size(); ++word)
      found.words()[word] |= walk.found().words()[word];
  }
  if (n > 0) found.Erase(kRootContext);
  return found;
}

}  // namespace ringscope
