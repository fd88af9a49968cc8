#pragma once

#include <elfutils/libdwfl.h>

#include <cstdint>
#include <map>
#include <vector>

namespace ringscope {

// Which functions an address of a module lies in, from its DWARF. A compilation unit is walked once, when an
// address of it is asked for.
class DwarfFunctions {
 public:
  // Both must outlive it.
  explicit DwarfFunctions(Dwfl_Module* module) : module_(module) {}

  // Innermost first: all but the last are inlined into the next. `address` as the module lies in its Dwfl.
  // Empty where the debug information says nothing of it.
  [[nodiscard]] std::vector<Dwarf_Die> FunctionsAt(uint64_t address);

 private:
  // [begin, end) without the bias.
  struct Range {
    uint64_t begin = 0, end = 0;
    Dwarf_Die die{};
  };
  using Ranges = std::vector<Range>;  // by address
  void FindUnits();
  [[nodiscard]] Ranges FunctionsOf(Dwarf_Die unit);
  void AddRanges(Dwarf_Die die, Ranges& ranges);
  [[nodiscard]] static const Range* Find(const Ranges& ranges, uint64_t address);

  Dwfl_Module* module_;
  bool has_units_ = false;
  uint64_t bias_ = 0;
  Ranges units_;
  std::map<Dwarf_Off, Ranges> functions_;  // by unit
  uint64_t walked_entries_ = 0;
};

}  // namespace ringscope
