#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

#include "app/core/action.h"
#include "app/core/effect.h"

namespace ringscope {

// Runs the jobs that effects ask for, one thread each, and hands their results back as actions. All public
// functions belong to one thread (the user interface's); `wake` is called from job threads whenever a result
// can be taken or a waiting job may start. The destructor cancels all jobs but those of JobLane::kInOrder,
// and waits for every job.
class JobRunner {
 public:
  // `at_once`: how many jobs of JobLane::kByCores run at once; 0: as many as there are cores.
  explicit JobRunner(std::function<void()> wake, size_t at_once = 0);
  ~JobRunner();
  JobRunner(const JobRunner&) = delete;
  JobRunner& operator=(const JobRunner&) = delete;

  // A job that cannot be started, or runs out of memory, ends with action::JobFailed.
  void Start(const effect::StartTask& task);
  void Cancel(JobId job);

  // Results since the last call, and the progress of running jobs. Starts waiting jobs.
  [[nodiscard]] std::vector<Action> TakeActions();
  // Sleeps until a result can be taken, for at most the given time. For jobs that mostly end within a frame.
  void WaitForResult(std::chrono::microseconds at_most);
  // Whether any job runs or waits: then progress is worth another look soon.
  [[nodiscard]] bool busy() const;
  // Blocks until every job has ended; results can still be taken. For tests and for leaving.
  void WaitForAll();

 private:
  struct Job;
  struct Mailbox;
  [[nodiscard]] bool HasRoomFor(const Job& job) const;
  void StartWaiting();

  size_t at_once_;
  std::shared_ptr<Mailbox> mailbox_;
  std::vector<std::unique_ptr<Job>> jobs_;  // in the order in which they were asked for
};

}  // namespace ringscope
