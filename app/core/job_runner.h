#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

#include "app/core/action.h"
#include "app/core/effect.h"

namespace ringscope {

// Runs the jobs that effects ask for, one thread each, and hands their results back as actions. All public
// functions belong to one thread (the user interface's); `wake` is called from job threads whenever there is
// something to take, or a job that waited may start. Destroying cancels and waits for every job; those of
// JobLane::kInOrder are done to their end.
class JobRunner {
 public:
  // `at_once`: how many of JobLane::kByCores; 0: as many as there are cores.
  explicit JobRunner(std::function<void()> wake, size_t at_once = 0);
  ~JobRunner();
  JobRunner(const JobRunner&) = delete;
  JobRunner& operator=(const JobRunner&) = delete;

  // A job that cannot be started, or runs out of memory, ends with action::JobFailed.
  void Start(const effect::StartTask& task);
  void Cancel(JobId job);

  // Finished results since the last call, and the progress of what still runs. Starts what waited.
  [[nodiscard]] std::vector<Action> TakeActions();
  // Sleeps until there is a result to take, at most as long as given. For jobs that mostly end within a
  // frame.
  void WaitForResult(std::chrono::microseconds at_most);
  // Whether any job still runs or waits (progress is worth looking at again soon).
  [[nodiscard]] bool busy() const;
  // Blocks until every job has ended; results stay to be taken. For tests and for leaving.
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
