#include "cct/import/perf/perf_data_processes.h"

#include <fmt/format.h>

#include <utility>

namespace ringscope {
namespace {

// The kernel allows a process some ten thousand.
constexpr size_t kMaxMappings = size_t{1} << 23;

}  // namespace

PerfProcesses::PerfProcesses() { Name(0, "swapper"); }

bool PerfProcesses::Map(PerfMapping mapping) {
  if (mapping.end <= mapping.begin) return true;
  if (mappings_.size() >= kMaxMappings) return false;
  PerfRegions::Table& table = mapping.is_kernel ? kernel_ : processes_[mapping.pid];
  if (!regions_.Put(table, mapping.begin, mapping.end, static_cast<uint32_t>(mappings_.size()))) return false;
  mappings_.push_back(std::make_unique<PerfMapping>(std::move(mapping)));
  return true;
}

void PerfProcesses::Fork(uint32_t pid, uint32_t parent_pid, uint32_t tid, uint32_t parent_tid,
                         bool has_memory_of_parent) {
  if (pid != parent_pid) {
    PerfRegions::Table table;
    if (const auto parent = processes_.find(parent_pid); has_memory_of_parent && parent != processes_.end())
      table = regions_.Copy(parent->second);
    processes_.insert_or_assign(pid, table);
  }
  if (const auto name = names_.find(parent_tid); name != names_.end()) Name(tid, std::string(name->second));
}

uint32_t PerfProcesses::MappingAt(uint32_t pid, uint64_t address, bool in_kernel) const {
  if (in_kernel) return regions_.ValueAt(kernel_, address);
  const auto process = processes_.find(pid);
  return process == processes_.end() ? kNone : regions_.ValueAt(process->second, address);
}

std::string PerfProcesses::NameOf(uint32_t tid) const {
  const auto name = names_.find(tid);
  return name == names_.end() ? fmt::format(":{}", tid) : name->second;
}

}  // namespace ringscope
