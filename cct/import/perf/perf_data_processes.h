#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cct/import/perf/perf_regions.h"
#include "cct/import/perf/seeded_hash.h"

namespace ringscope {

// A part of a file, or of what is no file, in the memory of a process or of the kernel.
struct PerfMapping {
  std::string path;  // also "[vdso]", "[kernel.kallsyms]", "//anon"
  uint64_t begin = 0, end = 0;
  uint64_t file_offset = 0;  // of `begin`; of the kernel itself the address of its text as it ran
  uint64_t inode = 0;
  std::string build_id;  // hexadecimal
  uint32_t pid = 0;      // of the process that mapped it
  bool is_kernel = false;
  bool is_symbol = false;  // of one function: `path` is its name
};

// What lies where in all processes, and what threads are called, as the records so far have told.
class PerfProcesses {
 public:
  static constexpr uint32_t kNone = PerfRegions::kNone;

  PerfProcesses();

  // What lay there before is gone from there. False where there is more than any machine has.
  [[nodiscard]] bool Map(PerfMapping mapping);
  // A new process has what its parent has, or nothing yet; a new thread its parent's name.
  void Fork(uint32_t pid, uint32_t parent_pid, uint32_t tid, uint32_t parent_tid, bool has_memory_of_parent);
  void Name(uint32_t tid, std::string_view name) { names_.insert_or_assign(tid, std::string(name)); }

  // The mapping that holds an address, or kNone. Logarithmic.
  [[nodiscard]] uint32_t MappingAt(uint32_t pid, uint64_t address, bool in_kernel) const;
  [[nodiscard]] const PerfMapping& mapping(uint32_t index) const { return *mappings_[index]; }
  // ":12" where nothing told it, as perf says.
  [[nodiscard]] std::string NameOf(uint32_t tid) const;

 private:
  std::vector<std::unique_ptr<PerfMapping>> mappings_;
  PerfRegions regions_;
  PerfRegions::Table kernel_;
  std::unordered_map<uint32_t, PerfRegions::Table, SeededHash> processes_;
  std::unordered_map<uint32_t, std::string, SeededHash> names_;
};

}  // namespace ringscope
