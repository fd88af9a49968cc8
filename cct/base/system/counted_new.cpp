// `operator new` and `operator delete` for programs with a MemoryLimit: malloc() and free(), counted by the
// limit. All forms are defined here, so that they never mix with those of a sanitizer. Those of the thread
// sanitizer cannot be replaced.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define RINGSCOPE_NEW_IS_TAKEN
#endif
#endif

#ifndef RINGSCOPE_NEW_IS_TAKEN
#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <new>

#include "cct/base/system/large_array.h"
#include "cct/base/system/memory_limit.h"

namespace {

using ringscope::MemoryLimit;

void* Counted(void* block) {
  if (block == nullptr) throw std::bad_alloc();
  if (!MemoryLimit::exists()) [[likely]]
    return block;
  try {
    MemoryLimit::Take(malloc_usable_size(block));
  } catch (...) {
    std::free(block);
    throw;
  }
  return block;
}

void* Allocate(size_t bytes) {
  void* const block = std::malloc(bytes == 0 ? 1 : bytes);
  if (bytes >= ringscope::kLargeBlockBytes && block != nullptr) ringscope::AskForHugePages(block, bytes);
  return Counted(block);
}

void* Allocate(size_t bytes, std::align_val_t alignment) {
  void* block = nullptr;
  const size_t least =
      std::max(static_cast<size_t>(alignment), sizeof(void*));  // posix_memalign() refuses less
  return Counted(posix_memalign(&block, least, bytes) == 0 ? block : nullptr);
}

template <typename... Arguments>
void* AllocateOrNull(Arguments... arguments) noexcept {
  try {
    return Allocate(arguments...);
  } catch (...) {
    return nullptr;
  }
}

void Free(void* block) noexcept {
  if (MemoryLimit::exists() && block != nullptr) [[unlikely]]
    MemoryLimit::GiveBack(malloc_usable_size(block));
  std::free(block);
}

}  // namespace

using Alignment = std::align_val_t;
using NoThrow = std::nothrow_t;

void* operator new(size_t bytes) { return Allocate(bytes); }
void* operator new[](size_t bytes) { return Allocate(bytes); }
void* operator new(size_t bytes, Alignment alignment) { return Allocate(bytes, alignment); }
void* operator new[](size_t bytes, Alignment alignment) { return Allocate(bytes, alignment); }
void* operator new(size_t bytes, const NoThrow&) noexcept { return AllocateOrNull(bytes); }
void* operator new[](size_t bytes, const NoThrow&) noexcept { return AllocateOrNull(bytes); }
void* operator new(size_t bytes, Alignment alignment, const NoThrow&) noexcept {
  return AllocateOrNull(bytes, alignment);
}
void* operator new[](size_t bytes, Alignment alignment, const NoThrow&) noexcept {
  return AllocateOrNull(bytes, alignment);
}
void operator delete(void* block) noexcept { Free(block); }
void operator delete[](void* block) noexcept { Free(block); }
void operator delete(void* block, size_t) noexcept { Free(block); }
void operator delete[](void* block, size_t) noexcept { Free(block); }
void operator delete(void* block, Alignment) noexcept { Free(block); }
void operator delete[](void* block, Alignment) noexcept { Free(block); }
void operator delete(void* block, size_t, Alignment) noexcept { Free(block); }
void operator delete[](void* block, size_t, Alignment) noexcept { Free(block); }
void operator delete(void* block, const NoThrow&) noexcept { Free(block); }
void operator delete[](void* block, const NoThrow&) noexcept { Free(block); }
void operator delete(void* block, Alignment, const NoThrow&) noexcept { Free(block); }
void operator delete[](void* block, Alignment, const NoThrow&) noexcept { Free(block); }
#endif
