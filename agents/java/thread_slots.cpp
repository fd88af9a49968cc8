#include "agents/java/thread_slots.h"

#include <sys/mman.h>

#include <cstddef>

namespace ringscope::java {

namespace {

constexpr int64_t kPageSlots = 4096 / sizeof(ThreadSlot);

void* Reserve(size_t bytes) {
  void* const at =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return at == MAP_FAILED ? nullptr : at;
}

}  // namespace

bool ThreadSlots::Reserve() {
  constexpr int64_t kFewestSlots = 1 << 12;
  for (int64_t count = kMostSlots; count >= kFewestSlots; count /= 4) {
    void* const at = java::Reserve((static_cast<size_t>(count) + 2) * sizeof(ThreadSlot));
    if (at == nullptr) continue;
    slots_ = static_cast<ThreadSlot*>(at);
    count_ = count;
    ended_ = static_cast<std::atomic<uint8_t>*>(java::Reserve(static_cast<size_t>(count / kPageSlots)));
    return ended_ != nullptr;
  }
  return false;
}

void ThreadSlots::End(ThreadSlot* slot) {
  *slot = ThreadSlot{.depth = 1};
  const int64_t page = (slot - slots_) / kPageSlots;
  if (++ended_[page] != kPageSlots) return;
  ended_[page] = 0;
  const int64_t full = full_page_.exchange(page);
  if (full > 0) madvise(slots_ + full * kPageSlots, kPageSlots * sizeof(ThreadSlot), MADV_DONTNEED);
}

}  // namespace ringscope::java
