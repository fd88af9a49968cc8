#include "cct/base/large_array.h"

#include <sys/mman.h>

#include <new>

namespace ringscope {
namespace {

constexpr size_t kHugePageBytes = size_t{2} << 20;
constexpr size_t kLargeBytes = 2 * kHugePageBytes;

}  // namespace

void* AllocateLarge(size_t bytes) {
  if (bytes < kLargeBytes) return ::operator new(bytes);
  void* const block = ::operator new(bytes, std::align_val_t(kHugePageBytes));
#ifdef MADV_HUGEPAGE
  // Advice: without huge pages all is as it would be.
  static_cast<void>(madvise(block, bytes / kHugePageBytes * kHugePageBytes, MADV_HUGEPAGE));
#endif
  return block;
}

void FreeLarge(void* block, size_t bytes) {
  if (bytes < kLargeBytes) {
    ::operator delete(block);
  } else {
    ::operator delete(block, std::align_val_t(kHugePageBytes));
  }
}

}  // namespace ringscope
