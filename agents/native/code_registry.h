#pragma once

#include <cstdint>

#include "agents/common/cell_table.h"
#include "agents/common/name_patterns.h"
#include "agents/common/trace_lock.h"
#include "agents/common/trace_memory.h"
#include "agents/native/code_table.h"

namespace ringscope {

// Gives functions their ids, and writes down where their code lies: in which file, and where in it. The names
// that the file has for that are found by whoever reads the trace memory. A library that is unloaded and
// loaded again, anywhere, has the ids that it had.
//
// Thread-safe. Everything that is kept comes from mmap().
class CodeRegistry {
 public:
  constexpr explicit CodeRegistry(TraceMemory& memory) : memory_(memory) {}
  CodeRegistry(const CodeRegistry&) = delete;
  CodeRegistry& operator=(const CodeRegistry&) = delete;

  [[nodiscard]] CodeTable& table() { return table_; }

  // Before anything is added. Borrows the text. Of each module that is met after this all names are looked at
  // once, which takes some 0.5 us a function.
  void LeaveOut(NamePatterns left_out) { left_out_ = left_out; }
  [[nodiscard]] bool IsLeftOut(uintptr_t function) const {
    return !left_out_.IsEmpty() && table_.IsLeftOut(function);
  }

  // The entry of a place that table() does not have; null without memory. O(log functions of the module), but
  // the first function of a module opens its headers.
  [[nodiscard]] CodeTable::Entry* Add(uintptr_t place, uintptr_t function);
  // To be called when libraries may have been unloaded: other ones may come to lie where they were.
  // O(modules), and O(functions) where one is gone.
  void ForgetUnloaded();

  // Around a fork(), so that the child finds it whole.
  void Lock() { lock_.Lock(); }
  void Unlock() { lock_.Unlock(); }

 private:
  struct Module {
    uintptr_t begin = 0, end = 0;  // of the segment of code
    uint64_t code_offset = 0;
    uint64_t identity = 0;       // a hash of path, build id and segment
    const void* link = nullptr;  // what the dynamic linker knows it by
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
  // Puts functions of a module that are left out into the table.
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
