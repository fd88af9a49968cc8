#include "agents/java/probe_tables.h"

#include <sys/mman.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <cstring>

#include "agents/java/function_registry.h"

namespace ringscope::java {

namespace {

constexpr int64_t kPageSlots = 4096 / sizeof(ThreadSlot);

constexpr uint32_t kFirstSizeBits = 4;
constexpr uint32_t kMostSizeBits = 13;

struct Entry {
  uint32_t receiver;
  uint32_t returned;
};

// The same as RingscopeProbe.entry().
Entry& EntryOf(Entry* entries, uint32_t size_bits, uint32_t receiver) {
  for (uint32_t i = (receiver * 0x9E3779B1u) >> 7;; ++i) {
    Entry& entry = entries[i & ((1u << size_bits) - 1)];
    if (entry.receiver == 0 || entry.receiver == receiver) return entry;
  }
}

}  // namespace

void* ReserveZeros(size_t bytes) {
  void* const at =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return at == MAP_FAILED ? nullptr : at;
}

bool ReceiverTables::Reserve() {
  functions_ = static_cast<FunctionKnowledge*>(
      ReserveZeros(size_t{FunctionRegistry::kMostFunctions} * sizeof(FunctionKnowledge)));
  return functions_ != nullptr;
}

uint64_t ReceiverTables::Grow(uint32_t function) {
  const std::lock_guard lock(mutex_);
  FunctionKnowledge& known = functions_[function];
  const auto old_bits = static_cast<uint32_t>(known.table & 63);
  const uint32_t bits = known.table == 0 ? kFirstSizeBits : old_bits + 1;
  if (bits > kMostSizeBits) return 0;
  // Another thread has made room.
  if (known.table != 0 && known.receivers * 2 < (1u << old_bits)) return known.table;
  if (known.cell == 0) {
    TraceFunctionCell* const cell = memory_.NewFunctionCell(function);
    if (cell == nullptr) return 0;
    cell->known = 1;
    known.cell = reinterpret_cast<uint64_t>(cell);
  }
  const size_t bytes = sizeof(Entry) << bits;
  auto* const entries = static_cast<Entry*>(std::aligned_alloc(64, bytes));
  if (entries == nullptr) return 0;
  std::memset(entries, 0, bytes);
  if (known.table != 0) {
    const auto* const old = reinterpret_cast<const Entry*>(known.table - old_bits);
    for (uint32_t i = 0; i < (1u << old_bits); ++i) {
      if (old[i].receiver != 0) EntryOf(entries, bits, old[i].receiver) = old[i];
    }
  }
  const uint64_t table = reinterpret_cast<uint64_t>(entries) | bits;
  std::atomic_ref(known.table).store(table, std::memory_order_release);
  return table;
}

bool ThreadSlots::Reserve() {
  constexpr int64_t kFewestSlots = 1 << 12;
  for (int64_t count = kMostSlots; count >= kFewestSlots; count /= 4) {
    void* const at = ReserveZeros((static_cast<size_t>(count) + 2) * sizeof(ThreadSlot));
    if (at == nullptr) continue;
    slots_ = static_cast<ThreadSlot*>(at);
    count_ = count;
    ended_ = static_cast<std::atomic<uint8_t>*>(ReserveZeros(static_cast<size_t>(count / kPageSlots)));
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
