#include "cct/base/system/thread_priority.h"

#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace ringscope {

void UseIdleTimeOnly() {
  const sched_param no_priority{};
  (void)pthread_setschedparam(pthread_self(), SCHED_IDLE, &no_priority);
  // No header has these (linux/ioprio.h is not installed everywhere): this thread, class "idle".
  constexpr int kWhoProcess = 1, kThisThread = 0, kClassIdle = 3 << 13;
  (void)syscall(SYS_ioprio_set, kWhoProcess, kThisThread, kClassIdle);
}

}  // namespace ringscope
