#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "cct/base/check.h"
#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/base/system/workers.h"
#include "cct/tree/cct.h"

namespace ringscope {

// How many workers to use for a pass over this tree: `requested`, or if that is 0 by its number of contexts.
[[nodiscard]] inline uint32_t WalkWorkerCount(const Cct& tree, uint32_t requested) {
  // A thread costs as much as some ten thousand contexts.
  constexpr uint32_t kContextsPerWorker = 250'000;
  constexpr uint32_t kMaxWorkers = 16;
  return requested != 0 ? requested : ThreadsWorth(tree.context_count(), kContextsPerWorker, kMaxWorkers);
}

// How many contexts ahead on the same layer columns of 4-byte elements are prefetched (two cache lines); half
// as many for 8-byte elements.
inline constexpr uint64_t kPrefetchDistance = 32;

// A depth-first pass over the subtrees of a run of contexts, shared by several workers. Each has its own
// visitor; the caller adds up their sums afterwards. A visitor has
//   bool Visit(ContextId context, ContextRange children);
//     is called once for each context, callers before callees, siblings in order. Returns true to open a
//     context that has children: they are visited next.
//   void Close();                  follows the children of an opened context
//   void Open(ContextId context);  opens a context that another visitor has visited
// An idle worker takes over siblings that another one has not visited yet, with the path to them. So a
// visitor adds up in Visit, and the state that Open and Close change must depend on the path alone.
//
// Explicit stacks: 8 bytes a layer. Handing over costs O(path), and happens at most once in path / 4
// contexts. Errors: kCancelled; kMalformed if the walk meets more contexts than the tree has (only a hostile
// tree lists a context twice), so that every walk ends after O(contexts).
template <typename Visitor>
class SubtreeWalk {
 public:
  SubtreeWalk(const Cct& tree, JobControl* job) : tree_(tree), job_(job) {}

  [[nodiscard]] Result<void> Run(ContextRange roots, std::span<Visitor> visitors) {
    RINGSCOPE_CHECK(!visitors.empty());
    tasks_.push_back({roots, {}});
    const auto work = [&](uint32_t worker) {
      worker_count_.fetch_add(1, std::memory_order_relaxed);
      Work(visitors[worker]);
    };
    RunWorkers(static_cast<uint32_t>(visitors.size()), work, [this] {
      const std::lock_guard lock(mutex_);
      Stop();
    });
    if (!error_) return {};
    return tl::unexpected(*error_);
  }

 private:
  static constexpr uint32_t kContextsBetweenPolls = 1u << 14;

  struct Task {
    ContextRange siblings;
    std::vector<ContextId> path;  // their callers, outermost first
  };

  void Work(Visitor& visitor) {
    while (std::optional<Task> task = Take()) {
      for (const ContextId context : task->path) visitor.Open(context);
      const bool go_on = Walk(*task, visitor);
      for (size_t k = 0; k < task->path.size(); ++k) visitor.Close();
      if (!go_on) return;
    }
  }

  // Waits for a task; std::nullopt once all workers wait.
  [[nodiscard]] std::optional<Task> Take() {
    std::unique_lock lock(mutex_);
    waiting_.fetch_add(1, std::memory_order_relaxed);
    while (tasks_.empty()) {
      if (waiting_.load(std::memory_order_relaxed) == worker_count_.load(std::memory_order_relaxed)) Stop();
      if (stop_.load()) return std::nullopt;
      changed_.wait(lock);
    }
    waiting_.fetch_sub(1, std::memory_order_relaxed);
    Task task = std::move(tasks_.back());
    tasks_.pop_back();
    return task;
  }

  // The mutex is held.
  void Stop() {
    stop_.store(true);
    changed_.notify_all();
  }
  void StopWith(ErrorCode code, const char* message) {
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = Error{code, message, {}, {}, {}};
    Stop();
  }

  // Returns false if the whole walk has to stop.
  [[nodiscard]] bool Walk(const Task& task, Visitor& visitor) {
    const auto& first_child = tree_.columns().first_child;
    const uint32_t n = tree_.context_count();
    std::vector<ContextRange> rest;  // below each open context, outermost first: the siblings behind the path
    ContextRange siblings = task.siblings;
    size_t shared_up_to = 0;  // number of outer layers of `rest` without siblings to hand over
    uint64_t units = 0;
    uint64_t next_poll = kContextsBetweenPolls;
    while (true) {
      while (!siblings.empty()) {
        if (units >= next_poll) {
          rest.push_back(siblings);
          if (!Poll(units, task, rest, shared_up_to)) return false;
          siblings = rest.back();
          rest.pop_back();
          units = 0;
          next_poll = std::max<uint64_t>(kContextsBetweenPolls, (task.path.size() + rest.size()) / 4);
        }
        // Counted after the poll, which may have handed over the sibling that was next.
        ++units;
        const ContextId context = siblings.begin++;
        first_child.Prefetch(uint64_t{context} + kPrefetchDistance);
        // Clamped as in Cct::ChildrenOf: even in a damaged file children come behind their caller.
        const ContextId begin = std::clamp(first_child[context], context + 1, n);
        const ContextId end = std::clamp(first_child[uint64_t{context} + 1], begin, n);
        if (visitor.Visit(context, {begin, end})) {
          rest.push_back(siblings);
          siblings = {begin, end};
        }
      }
      if (rest.empty()) return Report(units);
      siblings = rest.back();
      rest.pop_back();
      shared_up_to = std::min(shared_up_to, rest.size());
      visitor.Close();
    }
  }

  [[nodiscard]] bool Report(uint64_t units) {
    if (job_ != nullptr) job_->done_units.fetch_add(units, std::memory_order_relaxed);
    if (visited_.fetch_add(units, std::memory_order_relaxed) + units > tree_.context_count()) {
      StopWith(ErrorCode::kMalformed, "the tree lists a context below several callers");
    }
    return !stop_.load(std::memory_order_relaxed);
  }

  [[nodiscard]] bool Poll(uint64_t units, const Task& task, std::vector<ContextRange>& rest,
                          size_t& shared_up_to) {
    if (IsCancelled(job_)) StopWith(ErrorCode::kCancelled, "adding up the table was cancelled");
    if (!Report(units)) return false;
    if (waiting_.load(std::memory_order_relaxed) > 0) HandOver(task, rest, shared_up_to);
    return true;
  }

  // Hands half of the unvisited siblings of the outermost layer that has any to a waiting worker, but never
  // the last sibling of the innermost layer: this worker would have no work left.
  void HandOver(const Task& task, std::vector<ContextRange>& rest, size_t& shared_up_to) {
    while (shared_up_to < rest.size() && rest[shared_up_to].empty()) ++shared_up_to;
    if (shared_up_to == rest.size()) return;
    ContextRange& siblings = rest[shared_up_to];
    if (shared_up_to + 1 == rest.size() && siblings.size() == 1) return;
    const ContextId middle = siblings.begin + siblings.size() / 2;
    Task half{{middle, siblings.end}, {}};
    siblings.end = middle;
    half.path.reserve(task.path.size() + shared_up_to);
    half.path = task.path;
    for (size_t layer = 0; layer < shared_up_to; ++layer) half.path.push_back(rest[layer].begin - 1);
    const std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(half));
    changed_.notify_one();
  }

  const Cct& tree_;
  JobControl* const job_;
  std::atomic<uint32_t> worker_count_{0};  // workers that have started
  std::atomic<uint32_t> waiting_{0};
  std::atomic<bool> stop_{false};
  std::atomic<uint64_t> visited_{0};
  std::mutex mutex_;
  std::condition_variable changed_;  // of tasks_ and stop_
  std::vector<Task> tasks_;
  std::optional<Error> error_;
};

}  // namespace ringscope
