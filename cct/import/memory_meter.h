#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "cct/base/memory_budget.h"
#include "cct/base/result.h"

namespace ringscope {

// What values hold on the heap, without themselves, in bytes: of a table the room that it has, of its
// elements what they hold in turn. A type of ours that holds something says so by `held_bytes()`. O(1) for
// tables of plain elements, else a look at each element.
template <typename T>
[[nodiscard]] uint64_t HeldBytesOf(const T& value) {
  // What an entry takes beside its value: links and the allocator's own.
  constexpr uint64_t kHashEntryBytes = 24;
  constexpr uint64_t kTreeEntryBytes = 40;
  [[maybe_unused]] const auto of_elements = [&] {
    uint64_t bytes = 0;
    if constexpr (requires {
                    typename T::value_type;
                    value.begin();
                  }) {
      if constexpr (!std::is_trivially_destructible_v<typename T::value_type>) {
        for (const auto& element : value) bytes += HeldBytesOf(element);
      }
    }
    return bytes;
  };
  if constexpr (requires { value.held_bytes(); }) {
    return value.held_bytes();
  } else if constexpr (std::is_trivially_destructible_v<T>) {
    return 0;
  } else if constexpr (std::same_as<T, std::string>) {
    static const size_t kInPlace = std::string().capacity();
    return value.capacity() > kInPlace ? value.capacity() + 1 : 0;
  } else if constexpr (std::same_as<T, std::vector<bool>>) {
    return value.capacity() / 8;
  } else if constexpr (requires { value.has_value(); }) {
    return value.has_value() ? HeldBytesOf(*value) : 0;
  } else if constexpr (requires { value.first; }) {
    return HeldBytesOf(value.first) + HeldBytesOf(value.second);
  } else if constexpr (requires { value.get(); }) {
    return value ? sizeof(*value) + HeldBytesOf(*value) : 0;
  } else if constexpr (requires { value.bucket_count(); }) {
    return value.bucket_count() * sizeof(void*) +
           value.size() * (sizeof(typename T::value_type) + kHashEntryBytes) + of_elements();
  } else if constexpr (requires { typename T::key_type; }) {
    return value.size() * (sizeof(typename T::value_type) + kTreeEntryBytes) + of_elements();
  } else if constexpr (requires { value.capacity(); }) {
    return value.capacity() * sizeof(typename T::value_type) + of_elements();
  } else {
    return value.size() * sizeof(typename T::value_type) + of_elements();  // a deque
  }
}
template <typename... Values>
[[nodiscard]] uint64_t HeldBytes(const Values&... values) {
  return (uint64_t{0} + ... + HeldBytesOf(values));
}

// Takes from the budget what the tables of an importer hold while they grow with the input. They are measured
// at regular points rather than at each growth, so that they stay plain containers: between two looks they
// grow by what some ten kilobytes of input make of them, or by a small part of what they hold. Without a
// budget nothing is measured. Of one thread; not movable, as `held_bytes` mostly looks at what lies beside
// it.
class MemoryMeter {
 public:
  // `held_bytes` may be called as long as the meter lives.
  MemoryMeter(std::shared_ptr<MemoryBudget> budget, std::function<uint64_t()> held_bytes)
      : active_(budget != nullptr), lease_(std::move(budget)), held_bytes_(std::move(held_bytes)) {}
  MemoryMeter(const MemoryMeter&) = delete;
  MemoryMeter& operator=(const MemoryMeter&) = delete;

  // Whether there is a budget at all.
  [[nodiscard]] bool active() const { return active_; }

  // Call it every few kilobytes of input. The more the tables hold, the more seldom they are measured.
  // Error: kLimit.
  [[nodiscard]] Result<void> Check() {
    if (!active_ || ++calls_ < calls_to_look_) return {};
    return CheckNow();
  }
  // The same for loops over small records: a Check() every `kRecords` calls.
  [[nodiscard]] Result<void> CountRecord() {
    if (!active_ || ++records_ % kRecords != 0) return {};
    return Check();
  }
  // Measures at once.
  [[nodiscard]] Result<void> CheckNow() {
    if (!active_) return {};
    held_ = held_bytes_();
    calls_ = 0;
    calls_to_look_ = 1 + held_ / kBytesPerCall;
    return Reserve(0);
  }
  // Before so much more is allocated at a time than when the tables were measured last. Counts until they are
  // measured again, or the next call. O(1).
  [[nodiscard]] Result<void> Reserve(uint64_t more_bytes) {
    if (!active_ || lease_.Resize(held_ + more_bytes)) return {};
    return Fail(ErrorCode::kLimit, kOverMemoryBudget);
  }

 private:
  static constexpr uint64_t kRecords = 512;
  static constexpr uint64_t kBytesPerCall = uint64_t{1} << 20;

  bool active_;
  MemoryLease lease_;
  std::function<uint64_t()> held_bytes_;
  uint64_t held_ = 0;  // when last measured
  uint64_t records_ = 0;
  uint64_t calls_ = 0, calls_to_look_ = 1;
};

}  // namespace ringscope
