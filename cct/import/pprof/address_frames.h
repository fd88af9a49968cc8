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

// What lay where in a process: the lines of /proc/PID/maps, or their short form, "BEGIN-END: PATH", both with
// "$name" for what a line "name=text" before them says.
class MemoryMap {
 public:
  // The path may also be "[vdso]" and the like; it borrows from the map or its text.
  using Region = MappedCode;

  // Lines that are none of the format's, or name no file, are passed over. `text` must outlive the map.
  explicit MemoryMap(std::string_view text);
  MemoryMap(const MemoryMap&) = delete;
  MemoryMap& operator=(const MemoryMap&) = delete;

  // The region that holds an address, or null. Logarithmic.
  [[nodiscard]] const Region* Find(uint64_t address) const;
  [[nodiscard]] size_t size() const { return regions_.size(); }

 private:
  [[nodiscard]] std::string_view Replaced(std::string_view path);

  std::vector<Region> regions_;  // by address
  std::vector<std::pair<std::string_view, std::string_view>> replacements_;
  std::deque<std::string> replaced_paths_;
};

// What an address of a stack is: of the instruction that ran, or the one behind a call, where it returns to.
// A function that ends in a call returns into the next one, so the name has to be that of the byte before.
enum class AddressUse : uint8_t { kInstruction, kReturn };

// What a profile itself says of an address, innermost first, by address as it stands in the stacks. The views
// are parts of the profile; without a module it is the one that lies at the address.
using AddressNames = std::unordered_map<uint64_t, std::vector<Frame>>;

// Turns addresses into frames: those that the profile names, else those of the symbolizer, else the module
// and the offset in its file, which is the same in every run, else the address.
class AddressFrames {
 public:
  // All must outlive it; `is_java`: addresses are no places in files. No name is looked up any more once the
  // job is cancelled.
  AddressFrames(const MemoryMap& map, const AddressNames& names, bool is_java, const ImportRun& run)
      : map_(map), names_(names), builder_(run.builder), job_(run.job) {
    if (run.options.look_up_symbols && !is_java) symbolizer_ = MakeElfSymbolizer(run.options.call_sites);
  }

  // The child of `parent` that `address` stands for, below the functions that its own is inlined into.
  [[nodiscard]] BuildNode Child(BuildNode parent, uint64_t address, AddressUse use);

  // Says what the frames are.
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
