#pragma once

#include <signal.h>

#include <atomic>
#include <cstdint>

namespace ringscope {

// A lock that calls no function of the program: pthread_mutex_lock() may be replaced and instrumented.
class TraceLock {
 public:
  void Lock();
  void Unlock();
  // Frees the lock in the child of a fork, which lacks the thread that held it.
  void Reset() { state_.store(0, std::memory_order_relaxed); }

 private:
  std::atomic<uint32_t> state_ = 0;  // 1: held, 2: held and somebody waits
};

// Holds a lock, and blocks the signals of this thread meanwhile: a handler that never returns, as with
// siglongjmp(), would leave it locked.
class TraceLocked {
 public:
  explicit TraceLocked(TraceLock& lock);
  ~TraceLocked();
  TraceLocked(const TraceLocked&) = delete;
  TraceLocked& operator=(const TraceLocked&) = delete;

 private:
  TraceLock& lock_;
  sigset_t signals_;
};

}  // namespace ringscope
