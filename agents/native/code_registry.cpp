#include "agents/native/code_registry.h"

#include <dlfcn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <new>
#include <string_view>

#include "agents/native/loaded_code.h"

namespace ringscope {
namespace {

constexpr uint64_t kFirstSlots = 4096;
constexpr uint64_t kFirstArrayBytes = 4096;
constexpr uint32_t kNoFunction = 0xffffffffu;

}  // namespace

CodeTable::Slots* CodeTable::NewSlots(uint64_t count) {
  // The head has a cache line of its own, in front.
  const uint64_t bytes = 64 + count * sizeof(Entry);
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    return nullptr;
  }
  auto* const slots = new (memory) Slots;
  slots->mask = count - 1;
  slots->entries = reinterpret_cast<Entry*>(static_cast<char*>(memory) + 64);
  return slots;
}

CodeTable::Entry& CodeTable::FreeEntry(Slots& slots, uintptr_t place) {
  uint64_t slot = Hash(place) & slots.mask;
  while (slots.entries[slot].place.load(std::memory_order_relaxed) != kFree) {
    slot = (slot + 1) & slots.mask;
  }
  return slots.entries[slot];
}

CodeTable::Entry* CodeTable::Insert(uintptr_t place, const Function& function) {
  Slots* slots = slots_.load(std::memory_order_relaxed);
  if (slots == nullptr || (used_ + 1) * 2 > slots->mask + 1) {
    Slots* const larger = NewSlots(slots == nullptr ? kFirstSlots : (slots->mask + 1) * 2);
    if (larger == nullptr) {
      return nullptr;
    }
    used_ = 0;
    for (uint64_t slot = 0; slots != nullptr && slot <= slots->mask; ++slot) {
      const Entry& entry = slots->entries[slot];
      const uintptr_t known = entry.place.load(std::memory_order_relaxed);
      if (known != kFree && known != kGone) {
        Entry& copy = FreeEntry(*larger, known);
        static_cast<Function&>(copy) = entry;
        copy.frame_bytes.store(entry.frame_bytes.load(std::memory_order_relaxed), std::memory_order_relaxed);
        copy.place.store(known, std::memory_order_relaxed);
        ++used_;
      }
    }
    slots_.store(larger, std::memory_order_release);
    slots = larger;
  }
  ++used_;
  Entry& entry = FreeEntry(*slots, place);
  static_cast<Function&>(entry) = function;
  entry.place.store(place, std::memory_order_release);
  return &entry;
}

void CodeTable::Remove(uintptr_t begin, uintptr_t end) {
  Slots* const slots = slots_.load(std::memory_order_relaxed);
  for (uint64_t slot = 0; slots != nullptr && slot <= slots->mask; ++slot) {
    Entry& entry = slots->entries[slot];
    const uintptr_t place = entry.place.load(std::memory_order_relaxed);
    if ((place >= begin && place < end) ||
        (place > kGone && entry.function >= begin && entry.function < end)) {
      entry.place.store(kGone, std::memory_order_relaxed);
    }
  }
}

template <typename T>
bool CodeRegistry::Array<T>::Append(const T& item) {
  if (count == room) {
    const uint32_t new_room = room == 0 ? static_cast<uint32_t>(kFirstArrayBytes / sizeof(T)) : room * 2;
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
  LoadedCode found;
  if (!FindCode(address, found)) {
    return kNoModule;
  }
  const std::string_view build_id(found.build_id, found.build_id_size);
  struct stat status {};
  const uint64_t inode = stat(found.path, &status) == 0 ? status.st_ino : 0;
  uint64_t identity = HashOfText(build_id, HashOfText(found.path));
  identity = (identity ^ inode ^ (found.code_offset << 32) ^ static_cast<uint64_t>(status.st_mtime)) *
             0x9E3779B97F4A7C15u;
  const Module opened = {.begin = found.begin,
                         .end = found.end,
                         .code_offset = found.code_offset,
                         .identity = identity,
                         .link = found.link,
                         .is_loaded = true};
  uint32_t module = 0;
  while (module < modules_.count &&
         (modules_.items[module].is_loaded || modules_.items[module].identity != identity)) {
    ++module;
  }
  if (module < modules_.count) {
    modules_.items[module] = opened;
  } else if (modules_.Append(opened)) {
    memory_.AddModule({.id = module,
                       .code_offset = found.code_offset,
                       .code_bytes = found.end - found.begin,
                       .inode = inode},
                      found.path, build_id);
  } else {
    return kNoModule;
  }
  FindLeftOut(found.path, found.load_address);
  return module;
}

void CodeRegistry::FindLeftOut(const char* path, uintptr_t load_address) {
  if (left_out_.IsEmpty()) {
    return;
  }
  ForEachFunctionSymbol(path, [&](const FunctionSymbol& symbol) {
    const uintptr_t function = load_address + symbol.address;
    // A function may have several names.
    if (left_out_.MatchDemangled(symbol.name, symbol.is_local) &&
        table_.Find(function, function) == nullptr) {
      table_.Insert(function, {.function = function, .is_left_out = true});
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
    memory_.AddFunction({.id = function, .frame_kind = 3}, name);
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
    return table_.Insert(place, {.function = function, .is_left_out = true});
  }
  const uint32_t id = FunctionAt(module, function);
  if (id == kNoFunction) {
    return nullptr;
  }
  // The place at a function's entry is met before any other place in it, such as that of a recursive call
  // inlined into it.
  bool& has_entry = functions_.items[id].has_entry;
  const bool is_entry = !has_entry && FunctionStart(place) == function;
  has_entry = has_entry || is_entry;
  return table_.Insert(place, {.function = function, .id = id, .is_inlined = !is_entry});
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
