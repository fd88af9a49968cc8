#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ringscope {

// The dynamic linker's knowledge of code, and symbols in the files that it was mapped from. These functions
// allocate nothing from the heap.

// The segment of code that an address lies in.
struct LoadedCode {
  uintptr_t begin = 0, end = 0;
  uint64_t code_offset = 0;  // in the file
  char build_id[129] = {};   // in hexadecimal
  size_t build_id_size = 0;
  const void* link = nullptr;  // the dynamic linker's handle of the file
  uintptr_t load_address = 0;
  char path[4096] = {};
};
// False if the dynamic linker knows no file: the code was made while the program runs.
[[nodiscard]] bool FindCode(uintptr_t address, LoadedCode& found);

struct FunctionSymbol {
  std::string_view name;  // demangled, with its parameters
  uint64_t address = 0;   // as in the file
  bool is_local = false;  // visible only in its own source file
};
using VisitFunctionSymbol = void (*)(void* data, const FunctionSymbol& symbol);
void ForEachFunctionSymbol(const char* path, VisitFunctionSymbol visit, void* data);

// Calls visit(symbol) for each symbol of an ELF file that is a function; for those of the dynamic linker if
// there are no others. None for a file that cannot be read.
template <typename Visit>
void ForEachFunctionSymbol(const char* path, Visit visit) {
  ForEachFunctionSymbol(
      path, [](void* data, const FunctionSymbol& symbol) { (*static_cast<Visit*>(data))(symbol); }, &visit);
}

// The begin of the code that an address lies in, by the table for unwinding exceptions: a function, or a part
// of it that the compiler put elsewhere. 0 without a table. O(log functions). Safe in signal handlers.
[[nodiscard]] uintptr_t FunctionStart(uintptr_t address);

}  // namespace ringscope
