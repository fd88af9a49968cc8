#include "cct/base/system/large_array.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <thread>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace ringscope {
namespace {

constexpr size_t kHugePageBytes = size_t{2} << 20;
constexpr int kHeapStepBytes = 64 << 20;

}  // namespace

void AskForHugePages(void* block, size_t bytes) {
#ifdef MADV_HUGEPAGE
  const auto begin = reinterpret_cast<uintptr_t>(block);
  const uintptr_t first = (begin + kHugePageBytes - 1) / kHugePageBytes * kHugePageBytes;
  const uintptr_t end = (begin + bytes) / kHugePageBytes * kHugePageBytes;
  if (first < end) static_cast<void>(madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE));
#else
  static_cast<void>(block);
  static_cast<void>(bytes);
#endif
}

void UseHugePagesInHeap() {
#ifdef __GLIBC__
  // glibc would give each thread a heap of its own, none of huge pages; but threads of a heap wait for each
  // other.
  mallopt(M_ARENA_MAX, std::max(1, static_cast<int>(std::thread::hardware_concurrency() / 4)));
  mallopt(M_MMAP_THRESHOLD, kLargeBlockBytes);
  mallopt(M_TRIM_THRESHOLD, 2 * kHeapStepBytes);
  mallopt(M_TOP_PAD, kHeapStepBytes);
  // A block larger than all that is free makes the heap grow by a step.
  char* const grown = static_cast<char*>(std::malloc(kLargeBlockBytes / 2));
  const auto* const end = static_cast<char*>(sbrk(0));
  if (grown != nullptr && grown < end) AskForHugePages(grown, static_cast<size_t>(end - grown));
  std::free(grown);
#endif
}

void* AllocateLarge(size_t bytes, size_t counted_bytes) {
  if (void* const spilled = SpillFolder::Allocate(bytes)) return spilled;
  MemoryLimit::Take(counted_bytes);
  void* block = nullptr;
  if (bytes < kLargeBlockBytes) {
    block = std::malloc(bytes);
  } else if (posix_memalign(&block, kHugePageBytes, bytes) != 0) {
    block = nullptr;
  }
  if (block == nullptr) {
    MemoryLimit::GiveBack(counted_bytes);
    throw std::bad_alloc();
  }
  if (bytes >= kLargeBlockBytes) AskForHugePages(block, bytes);
  return block;
}

void FreeLarge(void* block, size_t counted_bytes) {
  if (SpillFolder::Free(block)) return;
  MemoryLimit::GiveBack(counted_bytes);
  std::free(block);
}

}  // namespace ringscope
