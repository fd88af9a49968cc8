#include "agents/native/code_registry.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>

#include "agents/native/code_names.h"
#include "agents/native/function_start.h"

namespace ringscope {
namespace {

constexpr uint64_t kPageBytes = 4096;
constexpr uint32_t kNoFunction = 0xffffffffu;

uint64_t HashText(std::string_view text, uint64_t hash) {
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  }
  return hash;
}

struct BuildId {
  char text[129] = {};
  size_t size = 0;
};

// From the notes that lie in memory; what is no note ends the search.
void ReadBuildId(const char* notes, uint64_t bytes, BuildId& build_id) {
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
      for (uint32_t i = 0; i < note.n_descsz && build_id.size + 2 < sizeof(build_id.text); ++i) {
        const auto byte = static_cast<unsigned char>(notes[content + i]);
        build_id.text[build_id.size++] = kDigits[byte >> 4];
        build_id.text[build_id.size++] = kDigits[byte & 15];
      }
      return;
    }
    at = end;
  }
}

// What is known of the code around an address.
struct FoundCode {
  uintptr_t begin = 0, end = 0;
  uint64_t code_offset = 0;
  BuildId build_id;
  const void* link = nullptr;
  uintptr_t load_address = 0;
  char path[4096] = {};
};

// False where the dynamic linker knows of no file: code that was made while the program runs.
bool FindCode(uintptr_t address, FoundCode& found) {
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
  // The headers are a part of what is mapped.
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
    if (segment.p_type == PT_NOTE && found.build_id.size == 0) {
      ReadBuildId(reinterpret_cast<const char*>(begin), segment.p_memsz, found.build_id);
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

}  // namespace

template <typename T>
bool CodeRegistry::Array<T>::Append(const T& item) {
  if (count == room) {
    const uint32_t new_room = room == 0 ? static_cast<uint32_t>(kPageBytes / sizeof(T)) : room * 2;
    void* memory = room == 0 ? mmap(nullptr, new_room * sizeof(T), PROT_READ | PROT_WRITE,
                                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                             : mremap(items, room * sizeof(T), new_room * sizeof(T), MREMAP_MAYMOVE);
    if (memory == MAP_FAILED) {
      return false;
    }
    items = static_cast<T*>(memory);
    room = new_room;
  }
  items[count++] = item;
  return true;
}

uint32_t CodeRegistry::ModuleOf(uintptr_t address) {
  for (uint32_t module = 0; module < modules_.count; ++module) {
    const Module& known = modules_.items[module];
    if (known.is_loaded && address >= known.begin && address < known.end) {
      return module;
    }
  }
  return OpenModule(address);
}

uint32_t CodeRegistry::OpenModule(uintptr_t address) {
  FoundCode found;
  if (!FindCode(address, found)) {
    return kNoModule;
  }
  const std::string_view build_id(found.build_id.text, found.build_id.size);
  struct stat status {};
  const uint64_t inode = stat(found.path, &status) == 0 ? status.st_ino : 0;
  uint64_t identity = HashText(build_id, HashText(found.path, 0xcbf29ce484222325u));
  identity = (identity ^ inode ^ (found.code_offset << 32) ^ static_cast<uint64_t>(status.st_mtime)) *
             0x9E3779B97F4A7C15u;
  for (uint32_t module = 0; module < modules_.count; ++module) {
    Module& known = modules_.items[module];
    if (known.identity == identity && !known.is_loaded) {
      known.begin = found.begin;
      known.end = found.end;
      known.link = found.link;
      known.is_loaded = true;
      FindLeftOut(found.path, found.load_address);
      return module;
    }
  }
  if (!modules_.Append({.begin = found.begin,
                        .end = found.end,
                        .code_offset = found.code_offset,
                        .identity = identity,
                        .link = found.link,
                        .is_loaded = true})) {
    return kNoModule;
  }
  const uint32_t module = modules_.count - 1;
  memory_.AddModule({.id = module,
                     .code_offset = found.code_offset,
                     .code_bytes = found.end - found.begin,
                     .inode = inode,
                     .path = found.path,
                     .build_id = build_id});
  FindLeftOut(found.path, found.load_address);
  return module;
}

void CodeRegistry::FindLeftOut(const char* path, uintptr_t load_address) {
  if (left_out_.IsEmpty()) {
    return;
  }
  ForEachFunctionSymbol(path, [&](const FunctionSymbol& symbol) {
    const uintptr_t function = load_address + symbol.address;
    // Functions may have several names.
    if (left_out_.MatchDemangled(symbol.name, symbol.is_local) &&
        table_.Find(function, function) == nullptr) {
      table_.InsertLeftOut(function, function);
    }
  });
}

uint32_t CodeRegistry::FunctionAt(uint32_t module, uintptr_t address) {
  const uint64_t offset = module == kNoModule
                              ? address
                              : address - modules_.items[module].begin + modules_.items[module].code_offset;
  const uint32_t hash = CellTable::Hash(module, offset);
  const uint32_t known = ids_.Find(hash, [&](uint32_t next) {
    return functions_.items[next - 1].module == module && functions_.items[next - 1].offset == offset;
  });
  if (known != 0) {
    return known - 1;
  }
  if (functions_.count >= ThreadTree::kMostFunctions || !ids_.Reserve(1) ||
      !functions_.Append({.module = module, .has_entry = false, .offset = offset})) {
    return kNoFunction;
  }
  const uint32_t function = functions_.count - 1;
  ids_.Insert(hash, function + 1);
  if (module != kNoModule) {
    memory_.AddCode(function, module, offset);
  } else {
    char name[2 + 16 + 1] = "0x";
    for (int digit = 0; digit < 16; ++digit) {
      name[2 + digit] = "0123456789abcdef"[address >> (60 - 4 * digit) & 15];
    }
    memory_.AddFunction({.id = function, .frame_kind = 3, .name = name});
  }
  return function;
}

CodeTable::Entry* CodeRegistry::Add(uintptr_t place, uintptr_t function) {
  const TraceLocked locked(lock_);
  if (CodeTable::Entry* const other_was_first = table_.Find(place, function)) {
    return other_was_first;
  }
  const uint32_t module = ModuleOf(function);
  if (IsLeftOut(function)) {
    return table_.InsertLeftOut(place, function);
  }
  const uint32_t id = FunctionAt(module, function);
  if (id == kNoFunction) {
    return nullptr;
  }
  // The place at the entry is met before any other one in the function, such as those of its own inlined into
  // it.
  bool& has_entry = functions_.items[id].has_entry;
  const bool is_entry = !has_entry && FunctionStart(place) == function;
  has_entry = has_entry || is_entry;
  return table_.Insert(place, function, id, !is_entry);
}

void CodeRegistry::ForgetUnloaded() {
  const TraceLocked locked(lock_);
  for (uint32_t index = 0; index < modules_.count; ++index) {
    Module& module = modules_.items[index];
    if (!module.is_loaded) {
      continue;
    }
    dl_find_object object;
    if (_dl_find_object(reinterpret_cast<void*>(module.begin), &object) != 0 ||
        object.dlfo_link_map != module.link) {
      module.is_loaded = false;
      table_.Remove(module.begin, module.end);
      for (uint32_t id = 0; id < functions_.count; ++id) {
        functions_.items[id].has_entry =
            functions_.items[id].has_entry && functions_.items[id].module != index;
      }
    }
  }
}

}  // namespace ringscope
