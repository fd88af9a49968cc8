#include "agents/common/trace_lock.h"

#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace ringscope {
namespace {

void Futex(std::atomic<uint32_t>& word, int operation, uint32_t value) {
  const int error = errno;
  syscall(SYS_futex, &word, operation | FUTEX_PRIVATE_FLAG, value, nullptr, nullptr, 0);
  errno = error;
}

}  // namespace

void TraceLock::Lock() {
  uint32_t state = 0;
  if (state_.compare_exchange_strong(state, 1, std::memory_order_acquire)) {
    return;
  }
  while (state_.exchange(2, std::memory_order_acquire) != 0) {
    Futex(state_, FUTEX_WAIT, 2);
  }
}

void TraceLock::Unlock() {
  if (state_.exchange(0, std::memory_order_release) == 2) {
    Futex(state_, FUTEX_WAKE, 1);
  }
}

TraceLocked::TraceLocked(TraceLock& lock) : lock_(lock) {
  sigset_t all;
  sigfillset(&all);
  // A fault of the thread itself cannot wait.
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT}) {
    sigdelset(&all, signal);
  }
  pthread_sigmask(SIG_SETMASK, &all, &signals_);
  lock_.Lock();
}

TraceLocked::~TraceLocked() {
  lock_.Unlock();
  pthread_sigmask(SIG_SETMASK, &signals_, nullptr);
}

}  // namespace ringscope
