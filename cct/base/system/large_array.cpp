#include "cct/base/system/large_array.h"

#include <sys/mman.h>

#include <cstdlib>
#include <new>

namespace ringscope {
namespace {

constexpr size_t kHugePageBytes = size_t{2} << 20;
constexpr size_t kLargeBytes = 2 * kHugePageBytes;

}  // namespace

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
#ifdef MADV_HUGEPAGE
  // Advice: without huge pages all is as it would be.
  if (bytes >= kLargeBytes)
    static_cast<void>(madvise(block, bytes / kHugePageBytes * kHugePageBytes, MADV_HUGEPAGE));
#endif
  return block;
}

void FreeLarge(void* block, size_t counted_bytes) {
  if (SpillFolder::Free(block)) return;
  MemoryLimit::GiveBack(counted_bytes);
  std::free(block);
}

}  // namespace ringscope
