#include "app/core/job_runner.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "app/core/job.h"
#include "cct/base/exhaustion.h"

namespace ringscope {

struct JobRunner::Mailbox {
  std::mutex mutex;
  std::condition_variable filled;
  std::vector<Action> actions;
  std::function<void()> wake;
  std::atomic<bool> some_wait{false};  // a job waits for another one to end

  void Post(const Action& action) {
    {
      const std::lock_guard lock(mutex);
      actions.push_back(action);
    }
    filled.notify_one();
    if (wake) wake();
  }
};

struct JobRunner::Job {
  effect::StartTask task;
  JobControl control;
  uint64_t told_units = 0;  // of the last JobProgressed
  std::atomic<bool> ended{false};
  std::thread thread;  // not joinable while the job waits
};

JobRunner::JobRunner(std::function<void()> wake, size_t at_once)
    : at_once_(at_once > 0 ? at_once : std::max(1u, std::thread::hardware_concurrency())),
      mailbox_(std::make_shared<Mailbox>()) {
  mailbox_->wake = std::move(wake);
}

JobRunner::~JobRunner() {
  for (const auto& job : jobs_) job->control.cancel_requested = job->task.lane != JobLane::kInOrder;
  WaitForAll();
}

void JobRunner::Start(const effect::StartTask& task) {
  jobs_.emplace_back(std::make_unique<Job>())->task = task;
  StartWaiting();
}

bool JobRunner::HasRoomFor(const Job& job) const {
  // A cancelled job ends at once.
  if (job.task.lane == JobLane::kAtOnce || job.control.cancelled()) return true;
  const auto running = std::count_if(jobs_.begin(), jobs_.end(), [&](const std::unique_ptr<Job>& other) {
    return other->task.lane == job.task.lane && other->thread.joinable() && !other->ended;
  });
  return static_cast<size_t>(running) < (job.task.lane == JobLane::kInOrder ? 1 : at_once_);
}

void JobRunner::StartWaiting() {
  // Set before looking: a job that ends meanwhile then wakes the thread that starts the waiting jobs.
  mailbox_->some_wait = true;
  bool some_wait = false;
  for (auto at = jobs_.begin(); at != jobs_.end();) {
    Job* const job = at->get();  // outlives its thread: joined before it is erased
    if (job->thread.joinable() || !HasRoomFor(*job)) {
      some_wait |= !job->thread.joinable();
      ++at;
      continue;
    }
    const auto run = [job, mailbox = mailbox_] {
      const Result<void> done = CatchExhaustion([&]() -> Result<void> {
        job->task.work(job->control, [&](const Action& action) { mailbox->Post(action); });
        return {};
      });
      if (!done) mailbox->Post(action::JobFailed{job->task.job, done.error()});
      job->ended = true;
      if (mailbox->some_wait && mailbox->wake) mailbox->wake();
    };
    try {
      job->thread = std::thread(run);
      ++at;
    } catch (const std::system_error& exception) {
      mailbox_->Post(action::JobFailed{job->task.job, OutOfThreadsError(exception)});
      at = jobs_.erase(at);
    }
  }
  mailbox_->some_wait = some_wait;
}

void JobRunner::Cancel(JobId id) {
  for (const auto& job : jobs_)
    if (job->task.job == id && id != kNoJob) job->control.cancel_requested = true;
  StartWaiting();
}

std::vector<Action> JobRunner::TakeActions() {
  std::vector<Action> actions;
  for (const auto& job : jobs_) {
    const uint64_t done = job->control.done_units;
    const uint64_t total = job->control.total_units;
    if (job->task.job == kNoJob || done == std::exchange(job->told_units, done)) continue;
    actions.push_back(action::JobProgressed{job->task.job, done, total});
  }
  // Ended threads are joined before the mailbox is emptied: all their results are in it then.
  std::erase_if(jobs_, [](const std::unique_ptr<Job>& job) {
    if (!job->ended) return false;
    job->thread.join();
    return true;
  });
  StartWaiting();
  const std::lock_guard lock(mailbox_->mutex);
  std::move(mailbox_->actions.begin(), mailbox_->actions.end(), std::back_inserter(actions));
  mailbox_->actions.clear();
  return actions;
}

void JobRunner::WaitForResult(std::chrono::microseconds at_most) {
  std::unique_lock lock(mailbox_->mutex);
  mailbox_->filled.wait_for(lock, at_most, [&] { return !mailbox_->actions.empty(); });
}

bool JobRunner::busy() const { return !jobs_.empty(); }

void JobRunner::WaitForAll() {
  while (!jobs_.empty()) {
    StartWaiting();
    std::erase_if(jobs_, [](const std::unique_ptr<Job>& job) {
      if (!job->thread.joinable()) return false;
      job->thread.join();
      return true;
    });
  }
}

}  // namespace ringscope
