#pragma once

#include <atomic>
#include <cstdint>

#include "agents/common/cell_table.h"
#include "agents/common/name_patterns.h"
#include "agents/common/trace_lock.h"
#include "agents/common/trace_memory.h"

namespace ringscope {

// The places in a program's code that identify calls for a hook: the address that the hook returns to, and
// the function that it is called with. A function has one place at its entry, and one in each function that
// it was inlined into. All threads read the table without a lock, as each call looks it up. Its memory comes
// from mmap(). Outgrown memory stays, as threads may still be reading it: at most as much again.
class CodeTable {
 public:
  struct Function {
    uintptr_t function = 0;    // its address
    uint32_t id = 0;           // of the function
    bool is_inlined = false;   // the place is in another function, or this is unknown
    bool is_left_out = false;  // the function has no contexts
  };
  struct Entry : Function {
    std::atomic<uintptr_t> place = 0;  // kFree, kGone, or an address
    // The distance from the hook's frame to that of the function that the place is in; see CallStack. 0:
    // unknown.
    std::atomic<uint32_t> frame_bytes = 0;
  };

  // Null if the place is not known yet. A few ns.
  [[nodiscard]] Entry* Find(uintptr_t place, uintptr_t function) const {
    const Slots* const slots = slots_.load(std::memory_order_acquire);
    if (slots == nullptr) [[unlikely]] {
      return nullptr;
    }
    for (uint64_t slot = Hash(place) & slots->mask;; slot = (slot + 1) & slots->mask) {
      Entry& entry = slots->entries[slot];
      const uintptr_t found = entry.place.load(std::memory_order_acquire);
      if (found == place && entry.function == function) [[likely]] {
        return &entry;
      }
      if (found == kFree) {
        return nullptr;
      }
    }
  }

  // Adds an entry that is not there yet. One thread at a time. Null without memory. A left-out function also
  // gets an entry with its own address as the place, by which IsLeftOut() finds it from each of its returns.
  Entry* Insert(uintptr_t place, const Function& function);
  [[nodiscard]] bool IsLeftOut(uintptr_t function) const {
    const Entry* const entry = Find(function, function);
    return entry != nullptr && entry->is_left_out;
  }
  // Forgets the places in [begin, end), where other code may be loaded. One thread at a time.
  void Remove(uintptr_t begin, uintptr_t end);

 private:
  static constexpr uintptr_t kFree = 0;
  static constexpr uintptr_t kGone = 1;
  struct Slots {
    uint64_t mask = 0;
    Entry* entries = nullptr;
  };
  [[nodiscard]] static uint64_t Hash(uintptr_t place) { return place * 0x9E3779B97F4A7C15u >> 32; }
  [[nodiscard]] static Slots* NewSlots(uint64_t count);
  // A free entry for that place.
  [[nodiscard]] static Entry& FreeEntry(Slots& slots, uintptr_t place);

  std::atomic<Slots*> slots_ = nullptr;
  uint64_t used_ = 0;  // slots that are not free
};

// Gives functions their ids, and records the place of their code: the file, and the offset in it. Readers of
// the trace memory find the names in that file. A library that is unloaded and loaded again, anywhere, keeps
// its ids.
//
// Thread-safe. All memory comes from mmap().
class CodeRegistry {
 public:
  constexpr explicit CodeRegistry(TraceMemory& memory) : memory_(memory) {}
  CodeRegistry(const CodeRegistry&) = delete;
  CodeRegistry& operator=(const CodeRegistry&) = delete;

  [[nodiscard]] CodeTable& table() { return table_; }

  // Call it before anything is added. Borrows the text. Looks once at all names of each module that is met
  // afterwards, which takes some 0.5 us a function.
  void LeaveOut(NamePatterns left_out) { left_out_ = left_out; }
  [[nodiscard]] bool IsLeftOut(uintptr_t function) const {
    return !left_out_.IsEmpty() && table_.IsLeftOut(function);
  }

  // The entry of a place that table() does not have; null without memory. O(log functions of the module), but
  // the first function of a module opens its headers.
  [[nodiscard]] CodeTable::Entry* Add(uintptr_t place, uintptr_t function);
  // Call it when libraries may have been unloaded: other ones may be loaded at their addresses. O(modules),
  // and O(functions) for each one that is gone.
  void ForgetUnloaded();

  // Held around a fork(), so that the child finds the registry complete.
  void Lock() { lock_.Lock(); }
  void Unlock() { lock_.Unlock(); }

 private:
  struct Module {
    uintptr_t begin = 0, end = 0;  // of the segment of code
    uint64_t code_offset = 0;
    uint64_t identity = 0;       // a hash of path, build id and segment
    const void* link = nullptr;  // the dynamic linker's handle of it
    bool is_loaded = false;
  };
  static constexpr uint32_t kNoModule = 0xffffffffu;

  // A growing array from mmap().
  template <typename T>
  struct Array {
    T* items = nullptr;
    uint32_t count = 0, room = 0;
    [[nodiscard]] bool Append(const T& item);
  };
  struct Function {
    uint32_t module;
    bool has_entry;  // whether the place at its entry is in the table
    uint64_t offset;
  };

  [[nodiscard]] uint32_t ModuleOf(uintptr_t address);
  [[nodiscard]] uint32_t OpenModule(uintptr_t address);
  // Puts the left-out functions of a module into the table.
  void FindLeftOut(const char* path, uintptr_t load_address);
  [[nodiscard]] uint32_t FunctionAt(uint32_t module, uintptr_t address);

  TraceMemory& memory_;
  NamePatterns left_out_;
  TraceLock lock_;
  CodeTable table_;
  Array<Module> modules_;
  Array<Function> functions_;  // by id
  CellTable ids_;              // id + 1, by module and offset
};

}  // namespace ringscope
