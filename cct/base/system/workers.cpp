#include "cct/base/system/workers.h"

#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace ringscope {

uint32_t ThreadsWorth(uint64_t work, uint64_t work_a_thread, uint32_t most) {
  const uint64_t useful = std::clamp<uint64_t>(work / work_a_thread, 1, most);
  return std::clamp(std::thread::hardware_concurrency(), 1u, static_cast<uint32_t>(useful));
}

void RunWorkers(uint32_t worker_count, const std::function<void(uint32_t)>& work,
                const std::function<void()>& stop) {
  std::mutex mutex;  // guards `failure`
  std::exception_ptr failure;
  const auto run = [&](uint32_t worker) {
    try {
      work(worker);
    } catch (...) {
      stop();
      const std::lock_guard lock(mutex);
      if (failure == nullptr) failure = std::current_exception();
    }
  };
  std::vector<std::thread> threads;
  threads.reserve(worker_count);
  try {
    for (uint32_t worker = 1; worker < worker_count; ++worker) threads.emplace_back(run, worker);
  } catch (const std::exception&) {
    // The system has no more threads, or no memory for one: the threads that run, at least this one, do the
    // work.
  }
  run(0);
  for (std::thread& thread : threads) thread.join();
  if (failure != nullptr) std::rethrow_exception(failure);
}

void RunTasks(uint32_t task_count, uint32_t thread_count, const std::function<void(uint32_t)>& work) {
  std::atomic<uint32_t> next{0};
  const auto run = [&](uint32_t) {
    for (uint32_t i = next.fetch_add(1); i < task_count; i = next.fetch_add(1)) work(i);
  };
  RunWorkers(std::min(thread_count, task_count), run, [&] { next = task_count; });
}

void UseIdleTimeOnly() {
  const sched_param no_priority{};
  (void)pthread_setschedparam(pthread_self(), SCHED_IDLE, &no_priority);
  // Constants of linux/ioprio.h, which is not installed everywhere: this thread, class "idle".
  constexpr int kWhoProcess = 1, kThisThread = 0, kClassIdle = 3 << 13;
  (void)syscall(SYS_ioprio_set, kWhoProcess, kThisThread, kClassIdle);
}

}  // namespace ringscope
