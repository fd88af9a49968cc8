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

// Memory maps of many processes, each a table of regions that do not overlap. Putting and finding a region
// take logarithmic time, copying a table constant time, whatever the addresses.
//
// A table is a treap: a binary search tree by address, balanced because a parent's address has a larger hash
// than those of its children. A copy shares all nodes with its original; a table that changes a shared node
// copies the node first.
class PerfRegions {
 public:
  static constexpr uint32_t kNone = 0xffffffffu;

  struct Table {
    uint32_t root = kNone;
    uint32_t owner = 0;  // of the nodes that only this table has
  };

  // Replaces what lay in [begin, end). False if all tables together have too many regions.
  [[nodiscard]] bool Put(Table& table, uint64_t begin, uint64_t end, uint32_t value);
  // Gives the original a new owner, so that neither table changes the nodes that both share.
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
  // The node if it is the owner's, else a copy that is.
  [[nodiscard]] uint32_t Own(uint32_t node, uint32_t owner);
  // The regions that begin below an address, and the others.
  [[nodiscard]] std::pair<uint32_t, uint32_t> Split(uint32_t tree, uint64_t address, uint32_t owner);
  // Makes one tree of two; all addresses of `below` are less than those of `above`.
  [[nodiscard]] uint32_t Join(uint32_t below, uint32_t above, uint32_t owner);
  [[nodiscard]] uint32_t LastOf(uint32_t tree) const;

  std::vector<Node> nodes_;  // also those that no table has
  uint32_t owner_count_ = 0;
};

// A range of the memory of a process or of the kernel, and the file or pseudo file that lies there.
struct PerfMapping {
  std::string path;  // or "[vdso]", "[kernel.kallsyms]", "//anon"
  uint64_t begin = 0, end = 0;
  uint64_t file_offset = 0;  // of `begin`; for the kernel itself the recorded address of its text
  uint64_t inode = 0;
  std::string build_id;  // hexadecimal
  uint32_t pid = 0;      // of the process that mapped it
  bool is_kernel = false;
  bool is_symbol = false;  // one function; `path` is its name
};

// The memory maps of all processes and the names of threads, as told by the records read so far.
class PerfProcesses {
 public:
  static constexpr uint32_t kNone = PerfRegions::kNone;

  PerfProcesses();

  // Replaces what lay there. False if there are more mappings than any machine has.
  [[nodiscard]] bool Map(PerfMapping mapping);
  // A new process gets its parent's memory map or an empty one, a new thread its parent's name.
  void Fork(uint32_t pid, uint32_t parent_pid, uint32_t tid, uint32_t parent_tid, bool has_memory_of_parent);
  void Name(uint32_t tid, std::string_view name) { names_.insert_or_assign(tid, std::string(name)); }

  // The mapping that holds an address, or kNone. Logarithmic.
  [[nodiscard]] uint32_t MappingAt(uint32_t pid, uint64_t address, bool in_kernel) const;
  [[nodiscard]] const PerfMapping& mapping(uint32_t index) const { return *mappings_[index]; }
  // ":12" for a thread without a known name, as perf prints.
  [[nodiscard]] std::string NameOf(uint32_t tid) const;

 private:
  std::vector<std::unique_ptr<PerfMapping>> mappings_;
  PerfRegions regions_;
  PerfRegions::Table kernel_;
  std::unordered_map<uint32_t, PerfRegions::Table, SeededHash> processes_;
  std::unordered_map<uint32_t, std::string, SeededHash> names_;
};

// Names the code at addresses of a perf.data: user code by the mapped file, if this machine still has it, the
// kernel's own code by the symbols of the running kernel, if that is the recorded one.
class PerfDataFrames {
 public:
  // All arguments must outlive the object. It uses the builder, job and options of `run`.
  PerfDataFrames(const PerfProcesses& processes, const PerfDataHead& head, const ImportRun& run);

  // Appends the frames of an address, innermost first: the functions inlined there, then the function itself;
  // with options.call_sites, a frame of the calling line before each caller. A caller's address is that of
  // the instruction after the call. Consecutive kernel addresses without a name become one frame.
  void Append(uint32_t pid, uint64_t address, bool in_kernel, bool is_caller, std::vector<FrameId>& stack);

  // The number of user addresses outside of all mappings that Append() got since the last call.
  [[nodiscard]] uint64_t TakeUnknownCount() { return std::exchange(unknown_in_stack_, 0); }
  [[nodiscard]] PerfUnknown& unknown() { return unknown_; }
  // Addresses of user code with and without a name.
  [[nodiscard]] uint64_t named_count() const { return named_count_; }
  [[nodiscard]] uint64_t nameless_count() const { return nameless_count_; }
  // Notes how many addresses have no name, and what stands for them.
  void AddNotes(ImportReport& report) const;

 private:
  void MakeUserFrames(const PerfMapping& mapping, uint64_t address, bool is_caller);
  // For code that was generated at run time.
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
  FrameTexts known_;                    // keys of an address, its mapping, and whether it is a caller's
  std::vector<FrameId> frames_;         // of all known addresses, each outermost first
  std::vector<uint32_t> begins_ = {0};  // in frames_, of each known address, and the last one's end
  std::optional<FrameId> nameless_kernel_;
  uint64_t named_count_ = 0, nameless_count_ = 0, nameless_kernel_count_ = 0, kernel_count_ = 0;
  uint64_t unknown_in_stack_ = 0;
  PerfUnknown unknown_;
};

}  // namespace ringscope
