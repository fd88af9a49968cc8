#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace ringscope {

// While one exists, it limits how much more memory all threads of the program together may hold than at its
// construction. An allocation beyond it throws std::bad_alloc. It counts memory of AllocateLarge() and, in
// programs that link ringscope_counted_new, of `operator new`; it does not count mapped files and memory that
// libraries written in C allocate. One at a time. Lock-free.
class MemoryLimit {
 public:
  explicit MemoryLimit(uint64_t limit_bytes);
  ~MemoryLimit();
  MemoryLimit(const MemoryLimit&) = delete;
  MemoryLimit& operator=(const MemoryLimit&) = delete;

  // Bytes held beyond those at its construction; negative if more was freed than allocated since.
  [[nodiscard]] static int64_t held_bytes();
  // Whether an allocation was refused.
  [[nodiscard]] static bool exceeded();
  // The limit; UINT64_MAX if there is none.
  [[nodiscard]] static uint64_t present_bytes();

  // Allocators call these for the memory they hand out and take back. Without a limit they cost one load.
  // Beyond the limit Take() throws std::bad_alloc and counts nothing.
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

  // Static, because `operator new` has no object to ask.
  static std::atomic<bool> exists_;
};

// While one exists, a MemoryLimit counts allocations of all threads and refuses none. For libraries whose
// code does not survive a throwing `operator new`, such as drawing libraries, which would leave locks taken.
class MemoryLimitPause {
 public:
  MemoryLimitPause();
  ~MemoryLimitPause();
  MemoryLimitPause(const MemoryLimitPause&) = delete;
  MemoryLimitPause& operator=(const MemoryLimitPause&) = delete;
};

// Memory that the system can give without taking it from other programs, also within the limits of this
// program's control groups; std::nullopt if the system does not tell.
[[nodiscard]] std::optional<uint64_t> AvailableMemoryBytes();

}  // namespace ringscope
