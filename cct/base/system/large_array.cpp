#include "cct/base/system/large_array.h"

#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>
#include <new>

namespace ringscope {
namespace {

constexpr size_t kHugePageBytes = size_t{2} << 20;
constexpr size_t kLargeBytes = 2 * kHugePageBytes;

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

void* AllocateLarge(size_t bytes, size_t counted_bytes) {
  if (void* const spilled = SpillFolder::Allocate(bytes)) return spilled;
  MemoryLimit::Take(counted_bytes);
  void* block = nullptr;
  if (bytes < kLargeBytes) {
    block = std::malloc(bytes);
  } else if (posix_memalign(&block, kHugePageBytes, bytes) != 0) {
    block = nullptr;
  }
  if (block == nullptr) {
    MemoryLimit::GiveBack(counted_bytes);
    throw std::bad_alloc();
  }
  if (bytes >= kLargeBytes) AskForHugePages(block, bytes);
  return block;
}

void FreeLarge(void* block, size_t counted_bytes) {
  if (SpillFolder::Free(block)) return;
  MemoryLimit::GiveBack(counted_bytes);
  std::free(block);
}

}  // namespace ringscope
