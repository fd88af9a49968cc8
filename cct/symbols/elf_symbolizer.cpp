#include <cxxabi.h>
#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <gelf.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <utility>

#include "cct/symbols/dwarf_functions.h"
#include "cct/symbols/offline_dwfl.h"
#include "cct/symbols/symbol_table.h"
#include "cct/symbols/symbolizer.h"

namespace ringscope {
namespace {

// Each keeps a file or two open.
constexpr size_t kMaxModules = 256;
constexpr size_t kMaxNamedInNotes = 6;
// Longer mangled names are kept as they are.
constexpr size_t kMaxMangledBytes = size_t{1} << 16;

// Sizes of pages that segments are mapped in.
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

// A mapped file, opened when the first address of it is asked for.
class Module {
 public:
  // Null where the file is not at hand or not the one that was profiled; `refusal` says so in the latter
  // case.
  static std::unique_ptr<Module> Open(const MappedCode& code, bool& is_other_file) {
    is_other_file = false;
    const std::string path(code.path);
    struct stat status {};
    if (path.empty() || path[0] != '/' || path.find('\0') != std::string::npos ||
        stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
      return nullptr;
    if (code.build_id.empty() && code.inode != 0 && code.inode != status.st_ino) {
      is_other_file = true;
      return nullptr;
    }
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return nullptr;
    auto module = std::unique_ptr<Module>(new Module);
    module->dwfl_ = BeginOfflineDwfl();
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && module->dwfl_ != nullptr)
      module->module_ = dwfl_report_offline(module->dwfl_.get(), path.c_str(), path.c_str(), file);
    if (module->module_ == nullptr) {
      close(file);
      return nullptr;
    }
    (void)dwfl_report_end(module->dwfl_.get(), nullptr, nullptr);
    module->elf_ = dwfl_module_getelf(module->module_, &module->bias_);
    if (module->elf_ == nullptr) return nullptr;
    if (!code.build_id.empty() && module->BuildId() != code.build_id) {
      is_other_file = true;
      return nullptr;
    }
    module->functions_.emplace(module->module_);
    module->symbols_.emplace(module->module_);
    return module;
  }

  // Where an address of the process lies in the Dwfl; nothing where the mapping is not that of the file.
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

  [[nodiscard]] std::vector<SymbolFrame> FramesAt(uint64_t address) {
    std::vector<SymbolFrame> frames;
    for (Dwarf_Die& die : functions_->FunctionsAt(address)) {
      SymbolFrame frame = FrameOf(die);
      // A chain with a gap would tell of calls that never were.
      if (frame.name.empty()) return {};
      frames.push_back(std::move(frame));
    }
    if (!frames.empty()) return frames;
    const char* const name = symbols_->NameAt(address);
    if (name == nullptr) return {};
    frames.push_back({Demangled(name), {}, 0});
    return frames;
  }

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
    const int size = dwfl_module_build_id(module_, &bytes, &address);
    std::string text;
    for (int i = 0; i < size; ++i) text += fmt::format("{:02x}", bytes[i]);
    return text;
  }

  // libdw takes number 0 for none; since version 5 it is the unit's own file, and clang writes it so.
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
    // Of Rust's and other languages' own mangling, which nothing here reads.
    if (plain != nullptr && (mangled == nullptr || frame.name == mangled)) frame.name = plain;
    if (const char* const file = DeclarationFile(die)) frame.file = file;
    int line = 0;
    if (dwarf_decl_line(&die, &line) == 0 && line > 0) frame.line = static_cast<uint32_t>(line);
    return frame;
  }

  OfflineDwfl dwfl_;
  Dwfl_Module* module_ = nullptr;
  Elf* elf_ = nullptr;
  GElf_Addr bias_ = 0;
  std::optional<DwarfFunctions> functions_;
  std::optional<SymbolTable> symbols_;
};

class ElfSymbolizer final : public Symbolizer {
 public:
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
    std::vector<SymbolFrame> frames = entry.module->FramesAt(*placed);
    entry.gave_names |= !frames.empty();
    return frames;
  }

  std::vector<std::string> Notes() const override {
    std::vector<std::string> notes;
    const auto add = [&](std::string_view before, const auto& is_meant, std::string_view behind) {
      std::string names;
      size_t count = 0;
      for (const auto& [path, entry] : modules_) {
        if (!is_meant(entry) || ++count > kMaxNamedInNotes) continue;
        names += fmt::format("{}{}", names.empty() ? "" : ", ", BaseNameOf(path));
      }
      if (count > kMaxNamedInNotes) names += fmt::format(" and {} more", count - kMaxNamedInNotes);
      if (count > 0) notes.push_back(fmt::format("{}{}{}.", before, names, behind));
    };
    add(
        "Names were looked up in ", [](const Entry& entry) { return entry.gave_names; }, "");
    add(
        "Not the files that were profiled, so no names were looked up in them: ",
        [](const Entry& entry) { return entry.is_other_file && !entry.gave_names; }, "");
    return notes;
  }

 private:
  // perf keeps copies of the files it has recorded, by build id.
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
  std::map<std::string, Entry> modules_;  // by path
};

}  // namespace

std::unique_ptr<Symbolizer> MakeElfSymbolizer() { return std::make_unique<ElfSymbolizer>(); }

}  // namespace ringscope
