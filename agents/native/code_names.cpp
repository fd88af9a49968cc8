#include "agents/native/code_names.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// Of the C++ library: writes the name in parts, without malloc().
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
  // Empty where the file does not have them.
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

// A name while it is written; what is longer is cut.
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

// The program's own symbols, else those for the linker.
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

}  // namespace

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

}  // namespace ringscope
