#include "cct/base/system/memory_limit.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <new>
#include <string>

namespace ringscope {
namespace {

std::atomic<int64_t> held{0};
std::atomic<int64_t> limit{INT64_MAX};
std::atomic<bool> was_exceeded{false};
std::atomic<int> pause_count{0};

// The number behind `key` in a file of lines with a key and a number.
std::optional<uint64_t> NumberIn(const std::filesystem::path& file, const std::string& key) {
  std::ifstream in(file);
  std::string word;
  while (in >> word) {
    uint64_t number = 0;
    if (word == key && in >> number) return number;
  }
  return std::nullopt;
}

// The only number of a file; std::nullopt if the file holds a word ("max").
std::optional<uint64_t> NumberOf(const std::filesystem::path& file) {
  std::ifstream in(file);
  uint64_t number = 0;
  return in >> number ? std::optional(number) : std::nullopt;
}

// Memory that the control group (version 2) of this process and its ancestors may still take.
uint64_t LeftInGroups() {
  uint64_t left = UINT64_MAX;
  std::ifstream in("/proc/self/cgroup");
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("0::/")) continue;
    const std::filesystem::path root = "/sys/fs/cgroup";
    for (std::filesystem::path group = root / line.substr(4);; group = group.parent_path()) {
      const auto most = NumberOf(group / "memory.max"), taken = NumberOf(group / "memory.current");
      if (most && taken) {
        // The kernel takes pages of files back when it needs memory.
        const uint64_t kept =
            *taken - std::min(*taken, NumberIn(group / "memory.stat", "inactive_file").value_or(0));
        left = std::min(left, *most - std::min(*most, kept));
      }
      if (group == root || !group.has_relative_path()) break;
    }
  }
  return left;
}

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

std::optional<uint64_t> AvailableMemoryBytes() {
  const std::optional<uint64_t> kibibytes = NumberIn("/proc/meminfo", "MemAvailable:");
  const uint64_t left = LeftInGroups();
  if (!kibibytes && left == UINT64_MAX) return std::nullopt;
  return std::min(kibibytes ? *kibibytes * 1024 : UINT64_MAX, left);
}

}  // namespace ringscope
