#include "cct/base/system/memory_limit.h"

#include <algorithm>
#include <new>

#include "cct/base/system/memory_limit_pause.h"

namespace ringscope {
namespace {

std::atomic<int64_t> held{0};
std::atomic<int64_t> limit{INT64_MAX};
std::atomic<bool> was_exceeded{false};
std::atomic<int> pause_count{0};

}  // namespace

std::atomic<bool> MemoryLimit::exists_{false};

MemoryLimit::MemoryLimit(uint64_t limit_bytes) {
  held = 0;
  limit = static_cast<int64_t>(std::min<uint64_t>(limit_bytes, INT64_MAX));
  was_exceeded = false;
  exists_ = true;
}

MemoryLimit::~MemoryLimit() {
  exists_ = false;
  limit = INT64_MAX;
}

int64_t MemoryLimit::held_bytes() { return held.load(); }
bool MemoryLimit::exceeded() { return was_exceeded.load(); }
uint64_t MemoryLimit::present_bytes() { return exists() ? static_cast<uint64_t>(limit.load()) : UINT64_MAX; }

void MemoryLimit::Count(size_t bytes) {
  const auto more = static_cast<int64_t>(std::min<uint64_t>(bytes, INT64_MAX / 2));
  if (held.fetch_add(more, std::memory_order_relaxed) + more <= limit.load(std::memory_order_relaxed)) return;
  if (pause_count.load(std::memory_order_relaxed) > 0) return;
  held.fetch_sub(more, std::memory_order_relaxed);
  was_exceeded.store(true, std::memory_order_relaxed);
  throw std::bad_alloc();
}

void MemoryLimit::Uncount(size_t bytes) {
  held.fetch_sub(static_cast<int64_t>(bytes), std::memory_order_relaxed);
}

MemoryLimitPause::MemoryLimitPause() { ++pause_count; }
MemoryLimitPause::~MemoryLimitPause() { --pause_count; }

}  // namespace ringscope
