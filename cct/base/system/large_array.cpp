#include "cct/base/system/large_array.h"

#include <cstdlib>
#include <new>

#include "cct/base/system/huge_pages.h"

namespace ringscope {
namespace {

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
  if (bytes >= kLargeBytes) AskForHugePages(block, bytes);
  return block;
}

void FreeLarge(void* block, size_t counted_bytes) {
  if (SpillFolder::Free(block)) return;
  MemoryLimit::GiveBack(counted_bytes);
  std::free(block);
}

}  // namespace ringscope
