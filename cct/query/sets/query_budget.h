#pragma once

#include <time.h>

#include <chrono>
#include <cstdint>

#include "cct/base/result.h"

namespace ringscope {

// Ends queries that would keep their user waiting: what the calling thread may spend on one, in processor
// time, so that a busy machine refuses none. Words take some 50 ns a name; a regular expression of many
// alternatives and repetitions takes a thousand times as much.
class QueryBudget {
 public:
  static constexpr std::chrono::nanoseconds kDefault = std::chrono::seconds(1);

  explicit QueryBudget(std::chrono::nanoseconds budget = kDefault) : end_ns_(Now() + budget.count()) {}

  // After a text has been compared with a name of so many bytes. kLimit when nothing is left.
  [[nodiscard]] Result<void> Spend(uint64_t name_bytes) {
    constexpr uint64_t kBytesBetweenLooks = uint64_t{16} << 10;
    unseen_ += name_bytes + kBytesOfAnyName;
    if (unseen_ < kBytesBetweenLooks) return {};
    unseen_ = 0;
    return Look();
  }
  // Between parts of a query.
  [[nodiscard]] Result<void> Look() const {
    if (Now() < end_ns_) return {};
    return Fail(
        ErrorCode::kLimit,
        "expected a query that is soon decided, found one that takes too long with so many names: use fewer "
        "words, or regular expressions of less alternatives and repetitions");
  }

 private:
  static constexpr uint64_t kBytesOfAnyName = 16;
  static int64_t Now() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
  }

  int64_t end_ns_;
  uint64_t unseen_ = 0;
};

}  // namespace ringscope
