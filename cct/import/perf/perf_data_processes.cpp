#include "cct/import/perf/perf_data_processes.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace ringscope {
namespace {

// The kernel allows a process some ten thousand.
constexpr uint64_t kMaxRegions = uint64_t{1} << 23;

}  // namespace

PerfProcesses::PerfProcesses() { Name(0, "swapper"); }

// At most the two ends of what lay there before stay beside it.
void PerfProcesses::Put(Regions& regions, Region region) {
  const auto first = std::partition_point(regions.begin(), regions.end(),
                                          [&](const Region& other) { return other.end <= region.begin; });
  const auto behind = std::partition_point(first, regions.end(),
                                           [&](const Region& other) { return other.begin < region.end; });
  Region put[3];
  size_t count = 0;
  if (first != behind && first->begin < region.begin) {
    put[count] = *first;
    put[count++].end = region.begin;
  }
  put[count++] = region;
  if (first != behind && std::prev(behind)->end > region.end) {
    put[count] = *std::prev(behind);
    put[count++].begin = region.end;
  }
  const auto at = regions.erase(first, behind);
  regions.insert(at, put, put + count);
}

bool PerfProcesses::Map(PerfMapping mapping) {
  if (mapping.end <= mapping.begin) return true;
  if (mappings_.size() >= kMaxRegions || region_count_ >= kMaxRegions) return false;
  Regions& regions = mapping.is_kernel ? kernel_ : processes_[mapping.pid];
  const size_t count_before = regions.size();
  Put(regions, {mapping.begin, mapping.end, static_cast<uint32_t>(mappings_.size())});
  region_count_ += regions.size() - count_before;
  mappings_.push_back(std::make_unique<PerfMapping>(std::move(mapping)));
  return true;
}

bool PerfProcesses::Fork(uint32_t pid, uint32_t parent_pid, uint32_t tid, uint32_t parent_tid,
                         bool has_memory_of_parent) {
  if (pid != parent_pid) {
    const auto parent = processes_.find(parent_pid);
    const bool has_some = has_memory_of_parent && parent != processes_.end();
    Regions copy = has_some ? parent->second : Regions();
    Regions& child = processes_[pid];
    region_count_ += copy.size() - child.size();
    child = std::move(copy);
  }
  if (const auto name = names_.find(parent_tid); name != names_.end()) Name(tid, std::string(name->second));
  return region_count_ <= kMaxRegions;
}

uint32_t PerfProcesses::Find(const Regions& regions, uint64_t address) {
  const auto found = std::partition_point(regions.begin(), regions.end(),
                                          [&](const Region& region) { return region.end <= address; });
  return found != regions.end() && found->begin <= address ? found->mapping : kNone;
}

uint32_t PerfProcesses::MappingAt(uint32_t pid, uint64_t address, bool in_kernel) const {
  if (in_kernel) return Find(kernel_, address);
  const auto process = processes_.find(pid);
  return process == processes_.end() ? kNone : Find(process->second, address);
}

std::string PerfProcesses::NameOf(uint32_t tid) const {
  const auto name = names_.find(tid);
  return name == names_.end() ? fmt::format(":{}", tid) : name->second;
}

}  // namespace ringscope
