#include "agents/native/loaded_code.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "cct/base/binary_search.h"

// A function of the C++ library that writes the name in parts, without malloc().
extern "C" int __gcclibcxx_demangle_callback(const char* mangled,
                                             void (*callback)(const char* part, size_t size, void* data),
                                             void* data);

namespace ringscope {
namespace {

class MappedFile {
 public:
  explicit MappedFile(const char* path) {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
      return;
    }
    struct stat status {};
    if (fstat(file, &status) == 0 && status.st_size > 0) {
      const auto size = static_cast<size_t>(status.st_size);
      void* memory = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
      if (memory != MAP_FAILED) {
        bytes_ = {static_cast<const char*>(memory), size};
      }
    }
    close(file);
  }
  ~MappedFile() {
    if (!bytes_.empty()) {
      munmap(const_cast<char*>(bytes_.data()), bytes_.size());
    }
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  [[nodiscard]] std::string_view bytes() const { return bytes_; }
  // Empty if the file has no such range.
  [[nodiscard]] std::string_view Part(uint64_t offset, uint64_t size) const {
    return offset <= bytes_.size() && size <= bytes_.size() - offset ? bytes_.substr(offset, size)
                                                                     : std::string_view();
  }
  template <typename T>
  [[nodiscard]] bool Read(uint64_t offset, T* value) const {
    const std::string_view part = Part(offset, sizeof(T));
    if (part.size() != sizeof(T)) {
      return false;
    }
    memcpy(value, part.data(), sizeof(T));
    return true;
  }

 private:
  std::string_view bytes_;
};

// Collects a name while it is written, and cuts it if it is longer.
struct Demangled {
  char text[4096];
  size_t size = 0;

  static void Append(const char* part, size_t size, void* data) {
    auto& name = *static_cast<Demangled*>(data);
    size = size < sizeof(name.text) - name.size ? size : sizeof(name.text) - name.size;
    memcpy(name.text + name.size, part, size);
    name.size += size;
  }
};

struct Table {
  ElfW(Shdr) symbols = {};
  ElfW(Shdr) names = {};
};

// Finds the program's own symbols, else those for the dynamic linker.
bool FindSymbols(const MappedFile& file, Table& table) {
  ElfW(Ehdr) head;
  if (!file.Read(0, &head) || memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 ||
      head.e_shentsize != sizeof(ElfW(Shdr))) {
    return false;
  }
  bool is_found = false;
  for (uint32_t i = 0; i < head.e_shnum; ++i) {
    ElfW(Shdr) section;
    if (!file.Read(head.e_shoff + uint64_t{i} * sizeof(section), &section)) {
      return is_found;
    }
    const bool is_better = section.sh_type == SHT_SYMTAB || (section.sh_type == SHT_DYNSYM && !is_found);
    ElfW(Shdr) names;
    if (is_better && section.sh_link < head.e_shnum &&
        file.Read(head.e_shoff + uint64_t{section.sh_link} * sizeof(names), &names)) {
      table = {section, names};
      is_found = true;
    }
  }
  return is_found;
}

constexpr uint64_t kPageBytes = 4096;

// Reads the build id from notes in memory; stops at bytes that are no note.
void ReadBuildId(const char* notes, uint64_t bytes, LoadedCode& found) {
  for (uint64_t at = 0; at + sizeof(ElfW(Nhdr)) <= bytes;) {
    ElfW(Nhdr) note;
    memcpy(&note, notes + at, sizeof(note));
    const uint64_t name = at + sizeof(note);
    const uint64_t content = name + (uint64_t{note.n_namesz} + 3) / 4 * 4;
    const uint64_t end = content + (uint64_t{note.n_descsz} + 3) / 4 * 4;
    if (end > bytes) {
      return;
    }
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && memcmp(notes + name, "GNU", 4) == 0) {
      static constexpr char kDigits[] = "0123456789abcdef";
      for (uint32_t i = 0; i < note.n_descsz && found.build_id_size + 2 < sizeof(found.build_id); ++i) {
        const auto byte = static_cast<unsigned char>(notes[content + i]);
        found.build_id[found.build_id_size++] = kDigits[byte >> 4];
        found.build_id[found.build_id_size++] = kDigits[byte & 15];
      }
      return;
    }
    at = end;
  }
}

// The section .eh_frame_hdr, as the Linux Standard Base describes it: four bytes of a version and of how the
// rest is stored, the address of .eh_frame, the number of functions, and a table of them by address. All
// linkers store offsets of 4 bytes, those of the table from the section on.
constexpr uint8_t kVersion = 1;
constexpr uint8_t kFrameAddressStored = 0x1b;  // relative to its place, 4 bytes with a sign
constexpr uint8_t kCountStored = 0x03;         // 4 bytes
constexpr uint8_t kTableStored = 0x3b;         // relative to the section, 4 bytes with a sign
constexpr uint64_t kHeadBytes = 12;

struct TableEntry {
  int32_t function;
  int32_t frame;
};

}  // namespace

bool FindCode(uintptr_t address, LoadedCode& found) {
  dl_find_object object;
  if (_dl_find_object(reinterpret_cast<void*>(address), &object) != 0) {
    return false;
  }
  const auto* const map_begin = static_cast<const char*>(object.dlfo_map_start);
  const link_map& link = *object.dlfo_link_map;
  found.link = &link;
  found.load_address = link.l_addr;
  if (link.l_name != nullptr && link.l_name[0] != 0) {
    strncpy(found.path, link.l_name, sizeof(found.path) - 1);
  } else {
    const ssize_t size = readlink("/proc/self/exe", found.path, sizeof(found.path) - 1);
    found.path[std::max<ssize_t>(size, 0)] = 0;
  }
  // The mapped memory contains the headers.
  ElfW(Ehdr) head;
  memcpy(&head, map_begin, sizeof(head));
  const auto map_bytes = static_cast<uint64_t>(static_cast<const char*>(object.dlfo_map_end) - map_begin);
  if (memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_phentsize != sizeof(ElfW(Phdr)) ||
      head.e_phoff > kPageBytes || head.e_phoff + uint64_t{head.e_phnum} * sizeof(ElfW(Phdr)) > map_bytes) {
    return false;
  }
  bool is_found = false;
  for (uint32_t i = 0; i < head.e_phnum; ++i) {
    ElfW(Phdr) segment;
    memcpy(&segment, map_begin + head.e_phoff + i * sizeof(segment), sizeof(segment));
    const uintptr_t begin = link.l_addr + segment.p_vaddr;
    if (segment.p_type == PT_NOTE && found.build_id_size == 0) {
      ReadBuildId(reinterpret_cast<const char*>(begin), segment.p_memsz, found);
    }
    if (segment.p_type == PT_LOAD && address >= begin && address - begin < segment.p_memsz) {
      const uint64_t inset = segment.p_offset % kPageBytes;
      found.begin = begin - inset;
      found.end = begin + (segment.p_memsz + kPageBytes - 1) / kPageBytes * kPageBytes;
      found.code_offset = segment.p_offset - inset;
      is_found = true;
    }
  }
  return is_found;
}

void ForEachFunctionSymbol(const char* path, VisitFunctionSymbol visit, void* data) {
  const MappedFile file(path);
  Table table;
  if (!FindSymbols(file, table)) {
    return;
  }
  const std::string_view names = file.Part(table.names.sh_offset, table.names.sh_size);
  const uint64_t count = table.symbols.sh_size / sizeof(ElfW(Sym));
  for (uint64_t i = 0; i < count; ++i) {
    ElfW(Sym) symbol;
    if (!file.Read(table.symbols.sh_offset + i * sizeof(symbol), &symbol)) {
      return;
    }
    if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_shndx == SHN_UNDEF ||
        symbol.st_name >= names.size()) {
      continue;
    }
    const std::string_view rest = names.substr(symbol.st_name);
    const size_t size = rest.find('\0');
    if (size == std::string_view::npos || size == 0) {
      continue;
    }
    const std::string_view name = rest.substr(0, size);
    Demangled demangled;
    const bool is_mangled = name.starts_with("_Z") &&
                            __gcclibcxx_demangle_callback(name.data(), &Demangled::Append, &demangled) == 0;
    visit(data, {.name = is_mangled ? std::string_view(demangled.text, demangled.size) : name,
                 .address = symbol.st_value,
                 .is_local = ELF64_ST_BIND(symbol.st_info) == STB_LOCAL});
  }
}

uintptr_t FunctionStart(uintptr_t address) {
  dl_find_object object;
  if (_dl_find_object(reinterpret_cast<void*>(address), &object) != 0 || object.dlfo_eh_frame == nullptr) {
    return 0;
  }
  const auto* const section = static_cast<const unsigned char*>(object.dlfo_eh_frame);
  if (section[0] != kVersion || section[1] != kFrameAddressStored || section[2] != kCountStored ||
      section[3] != kTableStored) {
    return 0;
  }
  uint32_t count = 0;
  memcpy(&count, section + 8, sizeof(count));
  const auto function_at = [&](uint32_t index) {
    TableEntry entry;
    memcpy(&entry, section + kHeadBytes + uint64_t{index} * sizeof(entry), sizeof(entry));
    return reinterpret_cast<uintptr_t>(section) + static_cast<uintptr_t>(int64_t{entry.function});
  };
  const uint32_t behind = FirstWhere(0u, count, [&](uint32_t index) { return function_at(index) > address; });
  return behind == 0 ? 0 : function_at(behind - 1);
}

}  // namespace ringscope
