#include "cct/symbols/program_facts.h"

#include <cxxabi.h>
#include <gelf.h>
#include <libelf.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <memory>
#include <optional>
#include <vector>

namespace ringscope {
namespace {

constexpr size_t kMaxFunctions = 4096;
constexpr size_t kPrologueBytes = 32;
constexpr size_t kFewFunctions = 4;  // too few to judge by
constexpr size_t kMostNamedFunctions = 1 << 17;
constexpr size_t kMostDemangledBytes = 4096;

struct EndElf {
  void operator()(Elf* elf) const { elf_end(elf); }
};

template <typename T>
std::optional<T> ValueAt(std::span<const std::byte> bytes, uint64_t offset) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

// A part of the file and its address when the program runs.
struct Segment {
  uint64_t address = 0, offset = 0, bytes = 0;
};

class Reader {
 public:
  Reader(Elf* elf, std::span<const std::byte> file) : elf_(elf), file_(file) {}

  ProgramFacts Read() {
    GElf_Ehdr header;
    if (gelf_getehdr(elf_, &header) == nullptr) return {};
    if (header.e_type != ET_EXEC && header.e_type != ET_DYN) return {};
    ProgramFacts facts;
    facts.is_program = true;
    ReadSegments(facts);
    ReadSections(facts);
    facts.is_rust = is_rust_;
    facts.frame_pointers = facts.is_go ? FramePointers::kMost : FramePointersOf(header.e_machine);
    return facts;
  }

  FrameKeeping ReadFunctions() {
    FrameKeeping functions;
    GElf_Ehdr header;
    if (gelf_getehdr(elf_, &header) == nullptr || !IsLegible(header.e_machine)) return functions;
    ProgramFacts facts;
    ReadSegments(facts);
    size_t count = 0;
    ForEachSymbol([&](const char* name, const GElf_Sym& symbol) {
      if (GELF_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_size == 0 || ++count > kMostNamedFunctions)
        return;
      const bool keeps = KeepsFrame(header.e_machine, symbol);
      const auto [at, is_new] = functions.try_emplace(std::string(FunctionKey(DemangledName(name))), keeps);
      at->second = at->second && keeps;
    });
    return functions;
  }

 private:
  static std::string DemangledName(const char* name) {
    const std::string_view text = name;
    if (!text.starts_with("_Z") || text.size() > kMostDemangledBytes) return name;
    const std::unique_ptr<char, decltype(&std::free)> demangled(
        abi::__cxa_demangle(name, nullptr, nullptr, nullptr), &std::free);
    return demangled == nullptr ? name : demangled.get();
  }

  static bool IsLegible(uint16_t machine) {
    return (machine == EM_X86_64 || machine == EM_AARCH64) && std::endian::native == std::endian::little;
  }
  static bool HasFrame(uint16_t machine, std::span<const std::byte> code) {
    return machine == EM_X86_64 ? HasX86Frame(code) : HasArmFrame(code);
  }
  bool KeepsFrame(uint16_t machine, const GElf_Sym& function) const {
    const std::span<const std::byte> code = CodeAt(function.st_value);
    return HasFrame(machine, code.first(std::min({code.size(), kPrologueBytes, size_t(function.st_size)})));
  }

  void ReadSegments(ProgramFacts& facts) {
    size_t count = 0;
    if (elf_getphdrnum(elf_, &count) != 0) return;
    for (size_t i = 0; i < count; ++i) {
      GElf_Phdr segment;
      if (gelf_getphdr(elf_, static_cast<int>(i), &segment) == nullptr) return;
      if (segment.p_type == PT_INTERP) facts.is_dynamic = true;
      if (segment.p_type == PT_LOAD) loaded_.push_back({segment.p_vaddr, segment.p_offset, segment.p_filesz});
      if (segment.p_type == PT_GNU_EH_FRAME)
        function_table_ = Segment{segment.p_vaddr, segment.p_offset, segment.p_filesz};
    }
  }

  void ReadSections(ProgramFacts& facts) {
    size_t names = 0;
    if (elf_getshdrstrndx(elf_, &names) != 0) return;
    for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf_, section)) != nullptr;) {
      GElf_Shdr header;
      if (gelf_getshdr(section, &header) == nullptr) continue;
      const char* const text = elf_strptr(elf_, names, header.sh_name);
      const std::string_view name = text == nullptr ? "" : text;
      if (name == ".debug_info" || name == ".zdebug_info" || name == ".gnu_debuglink")
        facts.has_debug_information = true;
      if (name == ".comment" && IsMadeByRust(header)) is_rust_ = true;
      if (name == ".go.buildinfo" || name == ".gopclntab") facts.is_go = true;
      if (header.sh_type == SHT_SYMTAB && header.sh_size > 0) facts.has_symbols = true;
    }
    // A program that defines the probes itself has them in the table that stripping leaves.
    ForEachSymbol([&](const char* text, const GElf_Sym& symbol) {
      const std::string_view name = text;
      if (GELF_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_size > 0) NoteOwner(name, symbol);
      if (name.starts_with("__cyg_profile_func_enter")) facts.tells_calls = true;
      if (name.starts_with("__fentry__") || name == "mcount" || name == "_mcount" ||
          name.starts_with("mcount@") || name.starts_with("_mcount@"))
        facts.counts_calls = true;
    });
  }

  bool IsMadeByRust(const GElf_Shdr& section) const {
    if (section.sh_offset > file_.size()) return false;
    const std::span<const std::byte> rest = file_.subspan(section.sh_offset);
    const std::string_view text(reinterpret_cast<const char*>(rest.data()),
                                std::min<uint64_t>(rest.size(), section.sh_size));
    return text.find("rustc version") != std::string_view::npos;
  }

  // Visits the symbols of both tables.
  template <typename Visit>
  void ForEachSymbol(const Visit& visit) const {
    for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf_, section)) != nullptr;) {
      GElf_Shdr header;
      if (gelf_getshdr(section, &header) == nullptr || header.sh_entsize == 0) continue;
      if (header.sh_type != SHT_SYMTAB && header.sh_type != SHT_DYNSYM) continue;
      Elf_Data* const data = elf_getdata(section, nullptr);
      if (data == nullptr) continue;
      const uint64_t count = std::min<uint64_t>(data->d_size / header.sh_entsize, 1 << 20);
      for (uint64_t i = 0; i < count; ++i) {
        GElf_Sym symbol;
        if (gelf_getsym(data, static_cast<int>(i), &symbol) == nullptr) break;
        if (const char* const name = elf_strptr(elf_, header.sh_link, symbol.st_name); name != nullptr)
          visit(name, symbol);
      }
    }
  }

  void NoteOwner(std::string_view name, const GElf_Sym& symbol) {
    const RustOwner owner = RustOwnerOf(name);
    if (owner != RustOwner::kNotRust) is_rust_ = true;
    if (owner == RustOwner::kProgram && own_functions_.size() < kMaxFunctions)
      own_functions_.push_back(symbol);
  }

  // The bytes from an address to the end of its segment in the file.
  std::span<const std::byte> CodeAt(uint64_t address) const {
    for (const Segment& segment : loaded_) {
      if (address < segment.address || address - segment.address >= segment.bytes) continue;
      const uint64_t within = address - segment.address;
      if (segment.offset > file_.size() || within >= file_.size() - segment.offset) return {};
      const std::span<const std::byte> rest = file_.subspan(segment.offset + within);
      return rest.first(std::min<uint64_t>(rest.size(), segment.bytes - within));
    }
    return {};
  }

  // The begins of functions, from the table by which exceptions find them ("Linux Standard Base,
  // .eh_frame_hdr"): four bytes of version and encodings, the address of the frames, their number, then pairs
  // of a function's begin and its frame's address, relative to the table.
  std::vector<uint64_t> Functions() const {
    constexpr std::byte kVersion{1}, kFourBytes{0x1b}, kCount{0x03}, kTable{0x3b};
    std::vector<uint64_t> functions;
    if (!function_table_ || function_table_->offset > file_.size()) return functions;
    const std::span<const std::byte> table = file_.subspan(function_table_->offset);
    if (table.size() < 12 || table[0] != kVersion || table[1] != kFourBytes || table[2] != kCount ||
        table[3] != kTable)
      return functions;
    const uint32_t count = ValueAt<uint32_t>(table, 8).value_or(0);
    const uint32_t step = std::max<uint32_t>(1, count / kMaxFunctions);
    for (uint64_t i = 0; i < count && functions.size() < kMaxFunctions; i += step) {
      const auto begin = ValueAt<int32_t>(table, 12 + i * 8);
      if (!begin) break;
      functions.push_back(function_table_->address + static_cast<uint64_t>(int64_t{*begin}));
    }
    return functions;
  }

  static bool HasX86Frame(std::span<const std::byte> code) {
    // push %rbp, later mov %rsp,%rbp in either of its two encodings.
    constexpr std::byte kPush{0x55}, kWide{0x48}, kMove{0x89}, kFromRsp{0xe5}, kMoveBack{0x8b}, kToRbp{0xec};
    bool is_pushed = false;
    for (size_t i = 0; i + 2 < code.size(); ++i) {
      if (code[i] == kPush) is_pushed = true;
      if (is_pushed && code[i] == kWide &&
          ((code[i + 1] == kMove && code[i + 2] == kFromRsp) ||
           (code[i + 1] == kMoveBack && code[i + 2] == kToRbp)))
        return true;
    }
    return false;
  }

  static bool HasArmFrame(std::span<const std::byte> code) {
    for (size_t i = 0; i + 4 <= code.size(); i += 4) {
      const uint32_t word = *ValueAt<uint32_t>(code, i);
      // mov x29, sp, or add x29, sp, #n
      if ((word & 0xffc003ffU) == 0x910003fdU) return true;
    }
    return false;
  }

  FramePointers FramePointersOf(uint16_t machine) const {
    if (!IsLegible(machine)) return FramePointers::kUnknown;
    size_t known = 0, framed = 0;
    if (is_rust_) {
      known = own_functions_.size();
      framed = size_t(std::count_if(own_functions_.begin(), own_functions_.end(),
                                    [&](const GElf_Sym& function) { return KeepsFrame(machine, function); }));
      if (known == 0) return FramePointers::kUnknown;
    } else {
      for (const uint64_t address : Functions()) {
        const std::span<const std::byte> code = CodeAt(address);
        if (code.size() < kPrologueBytes) continue;
        ++known;
        if (HasFrame(machine, code.first(kPrologueBytes))) ++framed;
      }
      if (known < kFewFunctions) return FramePointers::kUnknown;
    }
    if (framed * 2 >= known) return FramePointers::kMost;
    return framed * 100 < known * 15 ? FramePointers::kNone : FramePointers::kSome;
  }

  Elf* elf_;
  std::span<const std::byte> file_;
  std::vector<Segment> loaded_;
  std::optional<Segment> function_table_;
  bool is_rust_ = false;
  std::vector<GElf_Sym> own_functions_;  // of a Rust program, without those of libraries
};

// Null if the bytes are not an ELF file.
std::unique_ptr<Elf, EndElf> OpenElf(std::span<const std::byte> file) {
  constexpr std::string_view kMagic = "\177ELF";
  if (file.size() < kMagic.size() || std::memcmp(file.data(), kMagic.data(), kMagic.size()) != 0)
    return nullptr;
  if (elf_version(EV_CURRENT) == EV_NONE) return nullptr;
  // libelf does not write to the bytes: elf_memory() opens them for reading.
  char* const bytes = const_cast<char*>(reinterpret_cast<const char*>(file.data()));
  std::unique_ptr<Elf, EndElf> elf(elf_memory(bytes, file.size()));
  if (elf != nullptr && elf_kind(elf.get()) != ELF_K_ELF) elf = nullptr;
  return elf;
}

// Whether the crate comes with the Rust compiler.
bool IsCrateOfRust(std::string_view crate) {
  constexpr std::string_view kCrates[] = {
      "__rustc",     "std",   "core",       "alloc",  "compiler_builtins", "panic_unwind", "panic_abort",
      "unwind",      "test",  "proc_macro", "gimli",  "addr2line",         "object",       "hashbrown",
      "miniz_oxide", "adler", "adler2",     "memchr", "rustc_demangle",    "std_detect",   "cfg_if",
      "libc"};
  return std::find(std::begin(kCrates), std::end(kCrates), crate) != std::end(kCrates);
}

bool IsDecimalDigit(char c) { return c >= '0' && c <= '9'; }
bool IsOfIdentifier(char c) {
  return IsDecimalDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// Removes "3fib" from the front of `text`: a number of bytes, and the bytes, which it returns. `has_mark`: a
// '_' separates the number from bytes that begin with a digit or '_'.
std::string_view TakeCounted(std::string_view& text, bool has_mark) {
  size_t size = 0, digits = 0;
  while (digits < text.size() && digits < 6 && IsDecimalDigit(text[digits]))
    size = size * 10 + size_t(text[digits++] - '0');
  if (has_mark && digits > 0 && digits < text.size() && text[digits] == '_') ++digits;
  if (digits == 0 || size > text.size() - digits) return {};
  std::string_view counted = text.substr(digits, size);
  text.remove_prefix(digits + size);
  return counted;
}

// "_ZN3fib4main17h98e0c456de4478ddE": the crate comes first; in an implementation it stands behind "_$LT$".
RustOwner OwnerOfLegacyName(std::string_view name) {
  constexpr std::string_view kBegin = "_ZN", kHash = "17h", kImplementation = "_$LT$";
  constexpr size_t kHashBytes = 20;  // with its count and the E behind it
  if (!name.starts_with(kBegin) || name.size() < kBegin.size() + kHashBytes || name.back() != 'E' ||
      name.substr(name.size() - kHashBytes, kHash.size()) != kHash)
    return RustOwner::kNotRust;
  name.remove_prefix(kBegin.size());
  std::string_view crate = TakeCounted(name, false);
  if (crate.starts_with(kImplementation)) {
    crate.remove_prefix(kImplementation.size());
    const size_t end = crate.find("..");
    if (end == std::string_view::npos ||
        !std::all_of(crate.begin(), crate.begin() + std::ptrdiff_t(end), IsOfIdentifier))
      return RustOwner::kCompiler;
    crate = crate.substr(0, end);
  }
  return IsCrateOfRust(crate) ? RustOwner::kCompiler : RustOwner::kProgram;
}

}  // namespace

ProgramFacts FactsOfProgram(std::span<const std::byte> file) {
  const std::unique_ptr<Elf, EndElf> elf = OpenElf(file);
  return elf == nullptr ? ProgramFacts() : Reader(elf.get(), file).Read();
}

FrameKeeping FunctionsWithFrames(std::span<const std::byte> file) {
  const std::unique_ptr<Elf, EndElf> elf = OpenElf(file);
  return elf == nullptr ? FrameKeeping() : Reader(elf.get(), file).ReadFunctions();
}

std::string_view FunctionKey(std::string_view name) {
  constexpr std::string_view kHash = "::h";
  constexpr size_t kHashDigits = 16;
  if (const size_t at = name.rfind(kHash);
      at != std::string_view::npos && name.size() - at == kHash.size() + kHashDigits)
    name = name.substr(0, at);
  const size_t parameters = name.find('(');
  return parameters == std::string_view::npos || parameters == 0 ? name : name.substr(0, parameters);
}

// "_RNvCsgY6Mt91CT9J_3fib4main": a crate stands behind "Cs" and a number of base 62. A generic function of a
// library that names a crate of the program is compiled with that crate.
RustOwner RustOwnerOf(std::string_view name) {
  if (!name.starts_with("_R")) return OwnerOfLegacyName(name);
  RustOwner owner = RustOwner::kNotRust;
  for (size_t at = 0; (at = name.find("Cs", at)) != std::string_view::npos; at += 2) {
    std::string_view rest = name.substr(at + 2);
    rest.remove_prefix(std::min(rest.size(), rest.find('_')));
    if (rest.empty()) break;
    rest.remove_prefix(1);
    const std::string_view crate = TakeCounted(rest, true);
    if (crate.empty()) continue;
    if (!IsCrateOfRust(crate)) return RustOwner::kProgram;
    owner = RustOwner::kCompiler;
  }
  return owner;
}

}  // namespace ringscope
