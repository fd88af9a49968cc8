#pragma once

#include <elfutils/libdwfl.h>

#include <cstdint>
#include <vector>

namespace ringscope {

// The symbols of a module by address. They are read and sorted when the first is asked for, in
// O(symbols log symbols); dwfl_module_addrinfo() walks over all of them for each address.
class SymbolTable {
 public:
  // `module` must outlive it and the names that it gives.
  explicit SymbolTable(Dwfl_Module* module) : module_(module) {}

  // The mangled name of the symbol that an address of code, as it lies in the module's Dwfl, is in; null
  // where it is in none. Of several the choice is dwfl_module_addrinfo()'s: global ones go before local ones,
  // then the one that begins last, the one that binds stronger, the smaller one and the first. A symbol
  // without a size reaches to the next one or to the end of its section, and counts only where no other does,
  // the last of them. O(log symbols).
  [[nodiscard]] const char* NameAt(uint64_t address);

 private:
  // Addresses from `begin` up to the next range, and whose they are.
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
