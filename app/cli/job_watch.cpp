#include "app/cli/job_watch.h"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>

#include "cct/base/text/number_text.h"
#include "cct/base/text/utf8.h"

namespace ringscope {
namespace {

// A signal handler has no other way to find the job.
std::atomic<JobControl*> signalled_job{nullptr};
static_assert(std::atomic<JobControl*>::is_always_lock_free);

extern "C" void OnSignal(int signal_number) {
  if (JobControl* const job = signalled_job.load()) job->cancel_requested.store(true);
  // A second signal ends the program at once.
  std::signal(signal_number, SIG_DFL);
}

constexpr std::array kCancelling{SIGINT, SIGTERM};

constexpr auto kRefresh = std::chrono::milliseconds(100);
constexpr int kBarWidth = 40;

}  // namespace

JobWatch::JobWatch(JobControl& job, std::string label) : job_(job), label_(TerminalLine(label)) {
  signalled_job.store(&job_);
  for (size_t i = 0; i < kCancelling.size(); ++i) {
    before_[i] = std::signal(kCancelling[i], OnSignal);
    // A signal that this program was started to ignore (nohup) stays ignored.
    if (before_[i] == SIG_IGN) std::signal(kCancelling[i], SIG_IGN);
  }
  if (isatty(STDERR_FILENO) == 0) return;
  try {
    thread_ = std::thread([this] {
      try {
        Show();
      } catch (const std::bad_alloc&) {
        // The job itself reports that memory ran out.
      }
    });
  } catch (const std::exception&) {
    // The job runs without a bar if no thread can be started.
  }
}

JobWatch::~JobWatch() {
  if (thread_.joinable()) {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    stop_.notify_one();
    thread_.join();
  }
  for (size_t i = 0; i < kCancelling.size(); ++i) std::signal(kCancelling[i], before_[i]);
  signalled_job.store(nullptr);
}

void JobWatch::Show() {
  bool shown = false;
  std::unique_lock lock(mutex_);
  while (!stop_.wait_for(lock, kRefresh, [this] { return stopping_; })) {
    const uint64_t done = job_.done_units.load(std::memory_order_relaxed);
    const uint64_t total = job_.total_units.load(std::memory_order_relaxed);
    std::string line;
    if (total == 0) {
      line = fmt::format("\r{} ...\x1b[K", label_);
    } else {
      const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
      const int filled = static_cast<int>(share * kBarWidth);
      line = fmt::format("\r{} [{:#<{}}{:.<{}}] {:>5}\x1b[K", label_, "", filled, "", kBarWidth - filled,
                         ProgressText(share));
    }
    std::fputs(line.c_str(), stderr);
    std::fflush(stderr);
    shown = true;
  }
  if (shown) std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
}

}  // namespace ringscope
