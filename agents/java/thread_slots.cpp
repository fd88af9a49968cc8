#include "agents/java/thread_slots.h"

#include <sys/mman.h>

#include <cstddef>

namespace ringscope::java {

bool ThreadSlots::Reserve() {
  constexpr int64_t kFewestSlots = 1 << 12;
  for (int64_t count = kMostSlots; count >= kFewestSlots; count /= 4) {
    void* const at = mmap(nullptr, (static_cast<size_t>(count) + 1) * sizeof(ThreadSlot),
                          PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) continue;
    slots_ = static_cast<ThreadSlot*>(at);
    count_ = count;
    return true;
  }
  return false;
}

}  // namespace ringscope::java
