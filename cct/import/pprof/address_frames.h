#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cct/import/importer.h"
#include "cct/symbols/symbolizer.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/import_report.h"

namespace ringscope {

// The memory map of a process: the lines of /proc/PID/maps, or their short form, "BEGIN-END: PATH". In both
// "$name" stands for the text of an earlier line "name=text".
class MemoryMap {
 public:
  // The path may also be "[vdso]" and the like; it borrows from the map or its text.
  using Region = MappedCode;

  // Lines of other forms, or without a path, are passed over. `text` must outlive the map.
  explicit MemoryMap(std::string_view text);
  MemoryMap(const MemoryMap&) = delete;
  MemoryMap& operator=(const MemoryMap&) = delete;

  // The region that holds an address, or null. Logarithmic.
  [[nodiscard]] const Region* Find(uint64_t address) const;
  [[nodiscard]] size_t size() const { return regions_.size(); }

 private:
  // The path with the text that its "$name" stands for.
  [[nodiscard]] std::string_view Replaced(std::string_view path);

  std::vector<Region> regions_;  // by address
  std::vector<std::pair<std::string_view, std::string_view>> replacements_;
  std::deque<std::string> replaced_paths_;
};

// Whether an address of a stack is the instruction that ran, or a return address, the one after a call. The
// call may be the last instruction of its function, so a return address has the name of the byte before.
enum class AddressUse : uint8_t { kInstruction, kReturn };

// The frames that a profile itself names for an address, innermost first, by address as in the stacks. The
// views are parts of the profile. A frame without a module belongs to the module at the address.
using AddressNames = std::unordered_map<uint64_t, std::vector<Frame>>;

// Turns addresses into frames: those that the profile names, else those of the symbolizer, else one of the
// module and the offset in its file, which is the same in every run, else one of the address.
class AddressFrames {
 public:
  // All arguments must outlive the object. `is_java`: addresses do not lie in files. Once the job is
  // cancelled, no name is looked up.
  AddressFrames(const MemoryMap& map, const AddressNames& names, bool is_java, const ImportRun& run)
      : map_(map), names_(names), builder_(run.builder), job_(run.job) {
    if (run.options.look_up_symbols && !is_java) symbolizer_ = MakeElfSymbolizer(run.options.call_sites);
  }

  // The context of `address` below `parent`; functions that it is inlined into stand between them.
  [[nodiscard]] BuildNode Child(BuildNode parent, uint64_t address, AddressUse use);

  // Notes how many addresses have no name, and what stands for them.
  void AddNotes(ImportReport& report) const;

 private:
  struct Frames {
    uint32_t begin = 0, count = 0;
  };
  void AppendFrames(uint64_t address, AddressUse use);
  [[nodiscard]] const std::vector<Frame>* NameOf(uint64_t address) const;

  const MemoryMap& map_;
  const AddressNames& names_;
  std::unique_ptr<Symbolizer> symbolizer_;  // null: names are not looked up
  CctBuilder& builder_;
  const JobControl& job_;
  std::array<std::unordered_map<uint64_t, Frames>, 2> known_;  // by use, then address
  std::vector<FrameId> frames_;                                // outermost first
  uint64_t named_count_ = 0, module_count_ = 0, bare_count_ = 0;
};

}  // namespace ringscope
