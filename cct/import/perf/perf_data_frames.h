#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cct/import/frame_names.h"
#include "cct/import/id_index.h"
#include "cct/import/importer.h"
#include "cct/import/perf/perf_data_head.h"
#include "cct/import/perf/perf_form.h"
#include "cct/symbols/listed_symbols.h"
#include "cct/symbols/symbolizer.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/import_report.h"

namespace ringscope {

// What lies where in the memory of many processes: for each a table of regions that do not overlap. Putting a
// region there and finding one takes logarithmic time, copying a table constant time, whatever the addresses.
//
// A table is a binary search tree by address. Further up stands what has the larger hash of its address,
// which keeps it balanced. A copy shares all nodes with its original; who changes one later makes a node of
// its own of it.
class PerfRegions {
 public:
  static constexpr uint32_t kNone = 0xffffffffu;

  struct Table {
    uint32_t root = kNone;
    uint32_t owner = 0;  // of the nodes that no other table shares
  };

  // What lay in [begin, end) before is gone from there. False where all tables together have too many
  // regions.
  [[nodiscard]] bool Put(Table& table, uint64_t begin, uint64_t end, uint32_t value);
  // From now on they share what the original has.
  [[nodiscard]] Table Copy(Table& original);
  // The value of the region that holds an address, or kNone.
  [[nodiscard]] uint32_t ValueAt(const Table& table, uint64_t address) const;

 private:
  struct Node {
    uint64_t begin, end;
    uint32_t value;
    uint32_t owner;
    uint32_t left = kNone, right = kNone;
  };
  [[nodiscard]] uint32_t Add(uint64_t begin, uint64_t end, uint32_t value, uint32_t owner);
  // The node itself, or a copy that the owner may change.
  [[nodiscard]] uint32_t Own(uint32_t node, uint32_t owner);
  // Those that begin below an address, and the others.
  [[nodiscard]] std::pair<uint32_t, uint32_t> Split(uint32_t tree, uint64_t address, uint32_t owner);
  // Of two trees of which one lies below the other.
  [[nodiscard]] uint32_t Join(uint32_t below, uint32_t above, uint32_t owner);
  [[nodiscard]] uint32_t LastOf(uint32_t tree) const;

  std::vector<Node> nodes_;  // those that no table has any more too
  uint32_t owner_count_ = 0;
};

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

// Names what addresses of a perf.data stand for: by the file that lay there, as far as it is still there, the
// kernel's own code by the list of the kernel that runs, where it is the one that was recorded.
class PerfDataFrames {
 public:
  // All must outlive it. Of `run` its builder, job and options are used.
  PerfDataFrames(const PerfProcesses& processes, const PerfDataHead& head, const ImportRun& run);

  // Appends the frames of an address, innermost first: those that are inlined there, and the function itself;
  // with call sites asked for, the line that calls in front of each that calls.
  // Of a caller the address is that of the instruction behind the call. Kernel code without a name is one
  // frame, however many follow each other.
  void Append(uint32_t pid, uint64_t address, bool in_kernel, bool is_caller, std::vector<FrameId>& stack);

  // Of the frames that the stack at hand has gotten since the last call, how many are of no known place.
  [[nodiscard]] uint64_t TakeUnknownCount() { return std::exchange(unknown_in_stack_, 0); }
  [[nodiscard]] PerfUnknown& unknown() { return unknown_; }
  // Addresses of user code with and without a name.
  [[nodiscard]] uint64_t named_count() const { return named_count_; }
  [[nodiscard]] uint64_t nameless_count() const { return nameless_count_; }
  // Says what the frames are.
  void AddNotes(ImportReport& report) const;

 private:
  void MakeUserFrames(const PerfMapping& mapping, uint64_t address, bool is_caller);
  // Of code that was made at run time.
  void MakeJitFrame(const PerfMapping& mapping, uint64_t address, bool is_caller);
  void MakeKernelFrame(const PerfMapping& mapping, uint64_t address, bool is_caller);
  [[nodiscard]] const KernelSymbols* KernelSymbolsFor(const PerfMapping& mapping);

  const PerfProcesses& processes_;
  const PerfDataHead& head_;
  CctBuilder& builder_;
  const JobControl& job_;
  bool look_up_;
  std::unique_ptr<Symbolizer> symbolizer_;
  std::unordered_map<uint32_t, JitMap> jit_maps_;  // by process
  std::optional<KernelSymbols> kernel_;
  bool is_kernel_looked_at_ = false;
  FrameTexts known_;             // addresses with their mappings, and whether they are those of callers
  std::vector<FrameId> frames_;  // of all of them, each outermost first
  std::vector<uint32_t> begins_ = {0};  // of each known one, and the end of the last
  std::optional<FrameId> nameless_kernel_;
  uint64_t named_count_ = 0, nameless_count_ = 0, nameless_kernel_count_ = 0, kernel_count_ = 0;
  uint64_t unknown_in_stack_ = 0;
  PerfUnknown unknown_;
};

}  // namespace ringscope
