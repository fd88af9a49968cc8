#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ringscope {

// A class or structure of a program.
struct ProgramClass {
  static constexpr uint32_t kNone = 0xffffffffu;
  std::string name;             // with the arguments of a template: "vector<int, std::allocator<int> >"
  std::string scope;            // the namespaces and classes around it: "std"; may be empty
  uint32_t superclass = kNone;  // index of its first base class
};

// The classes in a program's debug information. Two with equal scope and name are one.
struct ProgramClasses {
  std::vector<ProgramClass> classes;
  bool has_debug_information = false;
  bool is_whole = true;  // false = a bound was exceeded, or go_on() returned false
};

// Reads the DWARF of the ELF file at an absolute path, or of its separate debug file below /usr/lib/debug:
// every compilation unit, but no type units, and no classes within functions. A superclass is found if it is
// described in the same unit, as compilers do without link-time optimisation. Several seconds for a browser;
// memory only for the distinct classes. Calls go_on(done, whole), in bytes, once a unit, and stops if it
// returns false. Never fails: a missing or damaged file has no classes.
[[nodiscard]] ProgramClasses ReadProgramClasses(const std::string& path,
                                                const std::function<bool(uint64_t, uint64_t)>& go_on);

}  // namespace ringscope
