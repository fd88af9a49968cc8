#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

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

// As long as one lives, a MemoryLimit counts what all threads take and refuses nothing: for libraries that
// call `operator new` and do not bear it that it throws, as those that draw, which keep locks then that they
// wait for later.
class MemoryLimitPause {
 public:
  MemoryLimitPause();
  ~MemoryLimitPause();
  MemoryLimitPause(const MemoryLimitPause&) = delete;
  MemoryLimitPause& operator=(const MemoryLimitPause&) = delete;
};

// Memory that the system would give now without taking it from other programs, in the group of processes that
// this one is limited with too; nothing where the system does not tell.
[[nodiscard]] std::optional<uint64_t> AvailableMemoryBytes();

}  // namespace ringscope
