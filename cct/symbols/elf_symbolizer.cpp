#include <cxxabi.h>
#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <fmt/format.h>
#include <gelf.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "cct/symbols/offline_dwfl.h"
#include "cct/symbols/symbol_table.h"
#include "cct/symbols/symbolizer.h"

namespace ringscope {
namespace {

// Each module keeps one or two files open.
constexpr size_t kMaxModules = 256;
constexpr size_t kMaxNamedInNotes = 6;
// Longer mangled names are not demangled.
constexpr size_t kMaxMangledBytes = size_t{1} << 16;

// The page sizes by which segments may be mapped.
constexpr uint64_t kPageSizes[] = {4096, 16384, 65536};

struct FreeText {
  void operator()(char* text) const { std::free(text); }
};

std::string Demangled(const char* name) {
  const std::string text(name);
  if (!text.starts_with("_Z") || text.size() > kMaxMangledBytes) return text;
  int status = 0;
  const std::unique_ptr<char, FreeText> demangled(abi::__cxa_demangle(name, nullptr, nullptr, &status));
  return status == 0 && demangled != nullptr ? std::string(demangled.get()) : text;
}

std::string_view BaseNameOf(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// Bounds for hostile files: more than any compiler writes. A walk over as many entries takes about a second.
constexpr uint64_t kMaxFunctionEntries = uint64_t{1} << 24;
// The same for the walks inside functions, one for each address, added up over a module.
constexpr uint64_t kMaxInlinedEntries = uint64_t{1} << 27;
constexpr size_t kMaxRanges = size_t{1} << 22;
constexpr size_t kMaxFunctionNesting = 256;

// Whether functions may lie in an entry of this kind.
bool HoldsFunctions(int tag) {
  constexpr int kTags[] = {DW_TAG_namespace,  DW_TAG_module,         DW_TAG_class_type, DW_TAG_structure_type,
                           DW_TAG_union_type, DW_TAG_interface_type, DW_TAG_subprogram};
  return std::ranges::find(kTags, tag) != std::end(kTags);
}

bool IsBlock(int tag) {
  return tag == DW_TAG_lexical_block || tag == DW_TAG_try_block || tag == DW_TAG_catch_block;
}

// Finds the functions at an address of a module in its DWARF. A compilation unit is walked once, at the first
// address in it.
class DwarfFunctions {
 public:
  // Borrows `module`.
  explicit DwarfFunctions(Dwfl_Module* module) : module_(module) {}

  // The functions at an address, innermost first: each is inlined into the next. `address` is one of the
  // module's Dwfl. Empty if the debug information does not have the address.
  [[nodiscard]] std::vector<Dwarf_Die> FunctionsAt(uint64_t address) {
    if (!has_units_) FindUnits();
    address -= bias_;
    const Range* const unit = Find(units_, address);
    if (unit == nullptr) return {};
    Dwarf_Die unit_die = unit->die;
    const auto [functions, is_new] = functions_.try_emplace(dwarf_dieoffset(&unit_die));
    if (is_new) functions->second = FunctionsOf(unit_die);
    const Range* const function = Find(functions->second, address);
    if (function == nullptr) return {};

    std::vector<Dwarf_Die> found{function->die};
    Dwarf_Die at = function->die;
    Dwarf_Die child;
    size_t nesting = 0;
    bool deeper = dwarf_child(&at, &child) == 0;
    while (deeper && ++inlined_entries_ < kMaxInlinedEntries) {
      const int tag = dwarf_tag(&child);
      const bool is_inlined = tag == DW_TAG_inlined_subroutine;
      if ((is_inlined || IsBlock(tag)) && dwarf_haspc(&child, address) > 0 &&
          ++nesting < kMaxFunctionNesting) {
        if (is_inlined) found.push_back(child);
        at = child;
        deeper = dwarf_child(&at, &child) == 0;
        continue;
      }
      Dwarf_Die sibling;
      deeper = dwarf_siblingof(&child, &sibling) == 0;
      if (deeper) child = sibling;
    }
    std::reverse(found.begin(), found.end());
    return found;
  }

  // The source line of an instruction; 0 = unknown. Finds the unit by the units' own ranges, because
  // .debug_aranges, which libdw uses, is missing in some programs.
  [[nodiscard]] uint32_t LineAt(uint64_t address) {
    if (!has_units_) FindUnits();
    address -= bias_;
    const Range* const unit = Find(units_, address);
    if (unit == nullptr) return 0;
    Dwarf_Die unit_die = unit->die;
    Dwarf_Line* const found = dwarf_getsrc_die(&unit_die, address);
    int line = 0;
    return found != nullptr && dwarf_lineno(found, &line) == 0 && line > 0 ? static_cast<uint32_t>(line) : 0;
  }

  // Whether a bound ended a walk, so that functions or inlined frames may be missing.
  [[nodiscard]] bool is_cut_off() const {
    return walked_entries_ >= kMaxFunctionEntries || inlined_entries_ >= kMaxInlinedEntries;
  }

 private:
  // Addresses [begin, end) without the bias.
  struct Range {
    uint64_t begin = 0, end = 0;
    Dwarf_Die die{};
  };
  using Ranges = std::vector<Range>;  // by address
  void FindUnits() {
    has_units_ = true;
    Dwarf_Die* unit = nullptr;
    Dwarf_Addr bias = 0;
    for (uint64_t count = 0; count < kMaxFunctionEntries; ++count) {
      unit = dwfl_module_nextcu(module_, unit, &bias);
      if (unit == nullptr) break;
      bias_ = bias;
      AddRanges(*unit, units_);
    }
    std::ranges::stable_sort(units_, {}, &Range::begin);
  }

  [[nodiscard]] Ranges FunctionsOf(Dwarf_Die unit) {
    Ranges ranges;
    Dwarf_Die entry;
    if (dwarf_child(&unit, &entry) != 0) return ranges;
    std::vector<Dwarf_Die> outer;  // the entries around the current one
    while (++walked_entries_ < kMaxFunctionEntries) {
      const int tag = dwarf_tag(&entry);
      if (tag == DW_TAG_subprogram) AddRanges(entry, ranges);
      Dwarf_Die child;
      if (HoldsFunctions(tag) && outer.size() < kMaxFunctionNesting && dwarf_child(&entry, &child) == 0) {
        outer.push_back(entry);
        entry = child;
        continue;
      }
      Dwarf_Die sibling;
      while (dwarf_siblingof(&entry, &sibling) != 0) {
        if (outer.empty()) {
          std::ranges::stable_sort(ranges, {}, &Range::begin);
          return ranges;
        }
        entry = outer.back();
        outer.pop_back();
      }
      entry = sibling;
    }
    return {};
  }

  void AddRanges(Dwarf_Die die, Ranges& ranges) {
    Dwarf_Addr base = 0;
    Dwarf_Addr begin = 0;
    Dwarf_Addr end = 0;
    std::ptrdiff_t at = 0;
    while (ranges.size() < kMaxRanges && (at = dwarf_ranges(&die, at, &base, &begin, &end)) > 0) {
      // Functions that the linker left out begin at 0.
      if (begin == 0 || begin >= end) continue;
      ranges.push_back({begin, end, die});
    }
  }

  [[nodiscard]] static const Range* Find(const Ranges& ranges, uint64_t address) {
    const auto behind = std::ranges::upper_bound(ranges, address, {}, &Range::begin);
    if (behind == ranges.begin() || address >= std::prev(behind)->end) return nullptr;
    return &*std::prev(behind);
  }

  Dwfl_Module* module_;
  bool has_units_ = false;
  uint64_t bias_ = 0;
  Ranges units_;
  std::map<Dwarf_Off, Ranges> functions_;  // by unit
  uint64_t walked_entries_ = 0;            // in search of functions
  uint64_t inlined_entries_ = 0;           // inside functions
};

// A mapped file, opened for its first address.
class Module {
 public:
  // Null if the file cannot be opened or is not the profiled one; sets `is_other_file` in the latter case.
  static std::unique_ptr<Module> Open(const MappedCode& code, bool& is_other_file) {
    is_other_file = false;
    const std::string path(code.path);
    const std::optional<ino_t> inode = InodeOfRegularFile(path);
    if (inode && code.build_id.empty() && code.inode != 0 && code.inode != *inode) {
      is_other_file = true;
      return nullptr;
    }
    auto module = std::unique_ptr<Module>(new Module);
    module->file_ = OpenOfflineModule(path);
    if (module->file_.module == nullptr) return nullptr;
    module->elf_ = dwfl_module_getelf(module->file_.module, &module->bias_);
    if (module->elf_ == nullptr) return nullptr;
    if (!code.build_id.empty() && module->BuildId() != code.build_id) {
      is_other_file = true;
      return nullptr;
    }
    module->functions_.emplace(module->file_.module);
    module->symbols_.emplace(module->file_.module);
    return module;
  }

  // The address in the Dwfl for one of the process; std::nullopt if the mapping does not fit the file.
  [[nodiscard]] std::optional<uint64_t> Placed(const MappedCode& code, uint64_t address) const {
    size_t count = 0;
    if (elf_getphdrnum(elf_, &count) != 0) return std::nullopt;
    const uint64_t file_offset = address - code.begin + code.file_offset;
    for (size_t i = 0; i < count; ++i) {
      GElf_Phdr segment;
      if (gelf_getphdr(elf_, static_cast<int>(i), &segment) == nullptr) return std::nullopt;
      if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0) continue;
      if (file_offset < segment.p_offset || file_offset - segment.p_offset >= segment.p_filesz) continue;
      if (code.build_id.empty() && !IsMappedAs(segment, code)) continue;
      return file_offset - segment.p_offset + segment.p_vaddr + bias_;
    }
    return std::nullopt;
  }

  [[nodiscard]] std::vector<SymbolFrame> FramesAt(uint64_t address, bool tell_lines) {
    std::vector<SymbolFrame> frames;
    uint32_t running_line = tell_lines ? functions_->LineAt(address) : 0;
    for (Dwarf_Die& die : functions_->FunctionsAt(address)) {
      SymbolFrame frame = FrameOf(die);
      // A chain with a gap would show calls that never happened.
      if (frame.name.empty()) return {};
      frame.running_line = running_line;
      running_line = tell_lines ? CallLineOf(die) : 0;
      frames.push_back(std::move(frame));
    }
    if (!frames.empty()) return frames;
    const char* const name = symbols_->NameAt(address);
    if (name == nullptr) return {};
    frames.push_back({Demangled(name), {}, 0});
    return frames;
  }

  // Whether the debug information was read in part only.
  [[nodiscard]] bool is_cut_off() const { return functions_->is_cut_off(); }

 private:
  Module() = default;

  [[nodiscard]] static bool IsMappedAs(const GElf_Phdr& segment, const MappedCode& code) {
    return std::any_of(std::begin(kPageSizes), std::end(kPageSizes), [&](uint64_t page) {
      const uint64_t begin = segment.p_offset / page * page;
      const uint64_t bytes = segment.p_offset % page + segment.p_filesz;
      return begin == code.file_offset && (bytes + page - 1) / page * page == code.end - code.begin;
    });
  }

  [[nodiscard]] std::string BuildId() const {
    const unsigned char* bytes = nullptr;
    GElf_Addr address = 0;
    const int size = dwfl_module_build_id(file_.module, &bytes, &address);
    return fmt::format("{:02x}", fmt::join(bytes, bytes + std::max(size, 0), ""));
  }

  // The file of a declaration. libdw takes file 0 for none, but since DWARF 5 it is the unit's own file, and
  // clang uses it.
  static const char* DeclarationFile(Dwarf_Die& die) {
    if (const char* const file = dwarf_decl_file(&die)) return file;
    Dwarf_Attribute attribute;
    Dwarf_Word number = 0;
    if (dwarf_attr_integrate(&die, DW_AT_decl_file, &attribute) == nullptr ||
        dwarf_formudata(&attribute, &number) != 0 || number != 0)
      return nullptr;
    Dwarf_Die unit;
    Dwarf_Half version = 0;
    if (dwarf_cu_die(attribute.cu, &unit, &version, nullptr, nullptr, nullptr, nullptr, nullptr) == nullptr ||
        version < 5)
      return nullptr;
    Dwarf_Files* files = nullptr;
    size_t count = 0;
    if (dwarf_getsrcfiles(&unit, &files, &count) != 0 || count == 0) return nullptr;
    return dwarf_filesrc(files, 0, nullptr, nullptr);
  }

  // The line into which the function is inlined.
  static uint32_t CallLineOf(Dwarf_Die& die) {
    Dwarf_Attribute attribute;
    Dwarf_Word line = 0;
    if (dwarf_attr(&die, DW_AT_call_line, &attribute) == nullptr || dwarf_formudata(&attribute, &line) != 0)
      return 0;
    return line <= INT32_MAX ? static_cast<uint32_t>(line) : 0;
  }

  static SymbolFrame FrameOf(Dwarf_Die& die) {
    SymbolFrame frame;
    Dwarf_Attribute attribute;
    const char* mangled = nullptr;
    for (const unsigned name : {DW_AT_linkage_name, DW_AT_MIPS_linkage_name}) {
      if (mangled == nullptr && dwarf_attr_integrate(&die, name, &attribute) != nullptr)
        mangled = dwarf_formstring(&attribute);
    }
    const char* const plain = dwarf_diename(&die);
    if (mangled != nullptr) frame.name = Demangled(mangled);
    // Mangling of Rust and other languages is not demangled here: the plain name is used.
    if (plain != nullptr && (mangled == nullptr || frame.name == mangled)) frame.name = plain;
    if (const char* const file = DeclarationFile(die)) frame.file = file;
    int line = 0;
    if (dwarf_decl_line(&die, &line) == 0 && line > 0) frame.line = static_cast<uint32_t>(line);
    return frame;
  }

  OfflineModule file_;
  Elf* elf_ = nullptr;
  GElf_Addr bias_ = 0;
  std::optional<DwarfFunctions> functions_;
  std::optional<SymbolTable> symbols_;
};

class ElfSymbolizer final : public Symbolizer {
 public:
  explicit ElfSymbolizer(bool tell_lines) : tell_lines_(tell_lines) {}
  std::vector<SymbolFrame> FramesAt(const MappedCode& code, uint64_t address) override {
    const auto [at, is_new] = modules_.try_emplace(std::string(code.path));
    Entry& entry = at->second;
    if (is_new && modules_.size() <= kMaxModules) entry.module = OpenFileOrCopy(code, entry.is_other_file);
    if (entry.module == nullptr) return {};
    const std::optional<uint64_t> placed = entry.module->Placed(code, address);
    if (!placed) {
      entry.is_other_file = true;
      return {};
    }
    std::vector<SymbolFrame> frames = entry.module->FramesAt(*placed, tell_lines_);
    entry.gave_names |= !frames.empty();
    return frames;
  }

  void AddNotes(std::vector<std::string>& notes) const override {
    const auto add = [&](std::string_view before, const auto& is_meant) {
      std::string names;
      size_t count = 0;
      for (const auto& [path, entry] : modules_) {
        if (!is_meant(entry) || ++count > kMaxNamedInNotes) continue;
        names += fmt::format("{}{}", names.empty() ? "" : ", ", BaseNameOf(path));
      }
      if (count > kMaxNamedInNotes) names += fmt::format(" and {} more", count - kMaxNamedInNotes);
      if (count > 0) notes.push_back(fmt::format("{}{}.", before, names));
    };
    add("Names were looked up in ", [](const Entry& entry) { return entry.gave_names; });
    add("Debug information has more entries than are read, so inlined functions may be missing: ",
        [](const Entry& entry) { return entry.module != nullptr && entry.module->is_cut_off(); });
    add("Not the files that were profiled, so no names were looked up in them: ",
        [](const Entry& entry) { return entry.is_other_file && !entry.gave_names; });
  }

 private:
  // Opens the file, or perf's copy of it: perf keeps copies of recorded files by build id.
  static std::unique_ptr<Module> OpenFileOrCopy(const MappedCode& code, bool& is_other_file) {
    std::unique_ptr<Module> module = Module::Open(code, is_other_file);
    const char* const home = std::getenv("HOME");
    if (module != nullptr || home == nullptr || !IsBuildId(code.build_id)) return module;
    const std::string copy = fmt::format("{}/.debug/.build-id/{}/{}/elf", home, code.build_id.substr(0, 2),
                                         code.build_id.substr(2));
    MappedCode code_of_copy = code;
    code_of_copy.path = copy;
    bool is_other_copy = false;
    module = Module::Open(code_of_copy, is_other_copy);
    if (module != nullptr) is_other_file = false;
    return module;
  }
  static bool IsBuildId(std::string_view text) {
    return text.size() > 2 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
  }

  struct Entry {
    std::unique_ptr<Module> module;
    bool is_other_file = false;
    bool gave_names = false;
  };
  bool tell_lines_;
  std::map<std::string, Entry> modules_;  // by path
};

}  // namespace

std::unique_ptr<Symbolizer> MakeElfSymbolizer(bool tell_lines) {
  return std::make_unique<ElfSymbolizer>(tell_lines);
}

}  // namespace ringscope
