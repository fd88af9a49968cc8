#pragma once

#include <cstdint>
#include <string_view>

namespace ringscope {

struct FunctionSymbol {
  std::string_view name;  // demangled, with its parameters
  uint64_t address = 0;   // as the file has it
  bool is_local = false;  // seen by its own source file alone
};
using VisitFunctionSymbol = void (*)(void* data, const FunctionSymbol& symbol);
void ForEachFunctionSymbol(const char* path, VisitFunctionSymbol visit, void* data);

// Calls visit(symbol) for each symbol of an ELF file that is a function; for those of the dynamic linker
// where there are no others. Nothing of a file that cannot be read. Allocates nothing from the heap.
template <typename Visit>
void ForEachFunctionSymbol(const char* path, Visit visit) {
  ForEachFunctionSymbol(
      path, [](void* data, const FunctionSymbol& symbol) { (*static_cast<Visit*>(data))(symbol); }, &visit);
}

}  // namespace ringscope
