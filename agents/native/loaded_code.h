#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ringscope {

// What the dynamic linker knows of code, and what is in the files that it was mapped from. Allocates nothing
// from the heap.

// The segment of code that an address lies in.
struct LoadedCode {
  uintptr_t begin = 0, end = 0;
  uint64_t code_offset = 0;  // in the file
  char build_id[129] = {};   // in hexadecimal
  size_t build_id_size = 0;
  const void* link = nullptr;  // what the dynamic linker knows the file by
  uintptr_t load_address = 0;
  char path[4096] = {};
};
// False where the dynamic linker knows of no file: code that was made while the program runs.
[[nodiscard]] bool FindCode(uintptr_t address, LoadedCode& found);

struct FunctionSymbol {
  std::string_view name;  // demangled, with its parameters
  uint64_t address = 0;   // as the file has it
  bool is_local = false;  // seen by its own source file alone
};
using VisitFunctionSymbol = void (*)(void* data, const FunctionSymbol& symbol);
void ForEachFunctionSymbol(const char* path, VisitFunctionSymbol visit, void* data);

// Calls visit(symbol) for each symbol of an ELF file that is a function; for those of the dynamic linker
// where there are no others. Nothing of a file that cannot be read.
template <typename Visit>
void ForEachFunctionSymbol(const char* path, Visit visit) {
  ForEachFunctionSymbol(
      path, [](void* data, const FunctionSymbol& symbol) { (*static_cast<Visit*>(data))(symbol); }, &visit);
}

// Where the code begins that an address lies in, by the table that exceptions are unwound by: the function,
// or the part of it that the compiler put elsewhere. 0 where there is no table. O(log functions). Safe in
// handlers of signals.
[[nodiscard]] uintptr_t FunctionStart(uintptr_t address);

}  // namespace ringscope
