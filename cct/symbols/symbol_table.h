#pragma once

#include <elfutils/libdwfl.h>

#include <cstdint>
#include <vector>

namespace ringscope {

// The symbols of a module by address. Replaces dwfl_module_addrinfo(), which walks over all symbols for each
// address. The first call reads and sorts them in O(symbols log symbols).
class SymbolTable {
 public:
  // `module` must outlive the table and the names that it returns.
  explicit SymbolTable(Dwfl_Module* module) : module_(module) {}

  // The mangled name of the symbol at an address of the module's Dwfl; null if there is none. Of several it
  // chooses as dwfl_module_addrinfo() does: global before local ones, then the one that begins last, the one
  // with the stronger binding, the smaller one, the first. A symbol without a size extends to the next symbol
  // or the end of its section, and counts only where no other does; then the last one is chosen. O(log
  // symbols).
  [[nodiscard]] const char* NameAt(uint64_t address);

 private:
  // The addresses from `begin` to the next range, and their symbol's name.
  struct NamedRange {
    uint64_t begin = 0;
    const char* name = nullptr;
  };
  void Build();

  Dwfl_Module* module_;
  bool is_built_ = false;
  std::vector<NamedRange> ranges_;  // by address
};

}  // namespace ringscope
