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
// something to take. Destroying cancels and waits for every job.
class JobRunner {
 public:
  explicit JobRunner(std::function<void()> wake);
  ~JobRunner();
  JobRunner(const JobRunner&) = delete;
  JobRunner& operator=(const JobRunner&) = delete;

  void Start(const effect::StartLoad& load);
  void Start(const effect::StartVerify& verify);
  void Start(const effect::StartTransform& transform);
  void Start(const effect::StartSearch& search);
  void Start(const effect::StartSortMatches& sort);
  void Start(const effect::StartSaveTree& save);
  void Start(const effect::SaveText& save);
  void Start(const effect::StartSource& source);
  void Start(const effect::StartTable& table);
  void Start(const effect::StartNeighbours& neighbours);
  void Start(const effect::StartLegendCosts& legend);
  void Cancel(JobId job);

  // Finished results since the last call, and the progress of what still runs.
  [[nodiscard]] std::vector<Action> TakeActions();
  // Sleeps until there is a result to take, at most as long as given. For jobs that mostly end within a
  // frame.
  void WaitForResult(std::chrono::microseconds at_most);
  // Whether any job still runs (progress is worth looking at again soon).
  [[nodiscard]] bool busy() const;
  // Blocks until every job has ended; results stay to be taken. For tests and for leaving.
  void WaitForAll();

 private:
  struct Running;
  struct Mailbox;
  // Where memory or threads run out, `failure` makes the job's result of that: other jobs go on.
  void Launch(JobId job, std::function<Action(Error)> failure,
              std::function<void(JobControl&, const std::function<void(Action)>&)> work);

  std::shared_ptr<Mailbox> mailbox_;
  std::vector<std::unique_ptr<Running>> running_;
};

}  // namespace ringscope
