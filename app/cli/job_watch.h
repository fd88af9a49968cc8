#pragma once

#include <array>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "cct/base/job_control.h"

namespace ringscope {

// Shows a job's progress on stderr, if that is a terminal, and turns Ctrl+C and termination signals into a
// request to cancel, so that unfinished output files are removed. One lives at a time.
class JobWatch {
 public:
  JobWatch(JobControl& job, std::string label);
  ~JobWatch();
  JobWatch(const JobWatch&) = delete;
  JobWatch& operator=(const JobWatch&) = delete;

 private:
  void Show();

  JobControl& job_;
  std::string label_;
  std::mutex mutex_;
  std::condition_variable stop_;
  bool stopping_ = false;
  std::array<void (*)(int), 2> before_{};  // the handlers to restore
  std::thread thread_;
};

// A job that is watched while it lives.
struct WatchedJob : JobControl {
  explicit WatchedJob(std::string label) : watch(*this, std::move(label)) {}
  const JobWatch watch;
};

}  // namespace ringscope
