#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace ringscope {

// How much memory a job may take for what grows with its input; its parts, on any thread, take from it before
// they allocate. Only they are counted, not the program itself. Lock-free.
class MemoryBudget {
 public:
  explicit MemoryBudget(uint64_t limit_bytes) : limit_bytes_(limit_bytes) {}

  // False, and nothing is taken, where it would go over the limit.
  [[nodiscard]] bool Take(uint64_t bytes) {
    uint64_t taken = taken_bytes_.load(std::memory_order_relaxed);
    do {
      if (bytes > limit_bytes_ - std::min(taken, limit_bytes_)) {
        exceeded_.store(true, std::memory_order_relaxed);
        return false;
      }
    } while (!taken_bytes_.compare_exchange_weak(taken, taken + bytes, std::memory_order_relaxed));
    return true;
  }
  void GiveBack(uint64_t bytes) { taken_bytes_.fetch_sub(bytes, std::memory_order_relaxed); }

  [[nodiscard]] uint64_t limit_bytes() const { return limit_bytes_; }
  [[nodiscard]] uint64_t taken_bytes() const { return taken_bytes_.load(std::memory_order_relaxed); }
  // Whether something has been refused.
  [[nodiscard]] bool exceeded() const { return exceeded_.load(std::memory_order_relaxed); }

 private:
  uint64_t limit_bytes_;
  std::atomic<uint64_t> taken_bytes_{0};
  std::atomic<bool> exceeded_{false};
};

// What one holder has taken from a budget, given back at its end. Without a budget everything is granted.
class MemoryLease {
 public:
  MemoryLease() = default;
  explicit MemoryLease(std::shared_ptr<MemoryBudget> budget) : budget_(std::move(budget)) {}
  MemoryLease(MemoryLease&& other) noexcept
      : budget_(std::move(other.budget_)), bytes_(std::exchange(other.bytes_, 0)) {}
  MemoryLease& operator=(MemoryLease&& other) noexcept {
    std::swap(budget_, other.budget_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~MemoryLease() {
    if (budget_) budget_->GiveBack(bytes_);
  }

  // Takes or gives back what is missing to `bytes`. False, and nothing changes, where the budget has no more.
  [[nodiscard]] bool Resize(uint64_t bytes) {
    if (budget_ && bytes > bytes_ && !budget_->Take(bytes - bytes_)) return false;
    if (budget_ && bytes < bytes_) budget_->GiveBack(bytes_ - bytes);
    bytes_ = bytes;
    return true;
  }

 private:
  std::shared_ptr<MemoryBudget> budget_;
  uint64_t bytes_ = 0;
};

// Makes `values` able to take one more, growing as a vector does; the old elements count while they are
// copied. `lease` is theirs alone.
template <typename T>
[[nodiscard]] bool MakeRoomForOne(std::vector<T>& values, MemoryLease& lease) {
  if (values.size() < values.capacity()) return true;
  const size_t capacity = std::max<size_t>(64, values.capacity() * 2);
  if (!lease.Resize((values.capacity() + capacity) * sizeof(T))) return false;
  values.reserve(capacity);
  return lease.Resize(capacity * sizeof(T));
}

// What the error of a refusal says.
inline constexpr const char* kOverMemoryBudget =
    "expected to need no more memory than was allowed, found more";

}  // namespace ringscope
