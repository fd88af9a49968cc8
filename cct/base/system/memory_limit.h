#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace ringscope {

// How much more memory all threads of the program together may hold than when it was made, as long as it
// lives. What would go beyond it ends in std::bad_alloc. It counts what AllocateLarge() gives and, in
// programs that link ringscope_counted_new, what `operator new` gives; it does not count mapped files or what
// libraries written in C take. One at a time. Lock-free.
class MemoryLimit {
 public:
  explicit MemoryLimit(uint64_t limit_bytes);
  ~MemoryLimit();
  MemoryLimit(const MemoryLimit&) = delete;
  MemoryLimit& operator=(const MemoryLimit&) = delete;

  // More than when it was made; what was freed since may make it negative.
  [[nodiscard]] static int64_t held_bytes();
  // Whether something has been refused.
  [[nodiscard]] static bool exceeded();
  // The limit that there is; UINT64_MAX without one.
  [[nodiscard]] static uint64_t present_bytes();

  // For allocators: to be told what they hand out and take back. Without a limit a look at one variable.
  // Take() throws std::bad_alloc, and counts nothing, where it would go beyond the limit.
  static void Take(size_t bytes) {
    if (exists_.load(std::memory_order_relaxed)) [[unlikely]]
      Count(bytes);
  }
  static void GiveBack(size_t bytes) {
    if (exists_.load(std::memory_order_relaxed)) [[unlikely]]
      Uncount(bytes);
  }
  [[nodiscard]] static bool exists() { return exists_.load(std::memory_order_relaxed); }

 private:
  static void Count(size_t bytes);
  static void Uncount(size_t bytes);

  // `operator new` has no other way to know.
  static std::atomic<bool> exists_;
};

}  // namespace ringscope
