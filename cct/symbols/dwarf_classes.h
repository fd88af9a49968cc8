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
  std::string scope;            // the namespaces and classes around it: "std"; empty where there are none
  uint32_t superclass = kNone;  // index of the first one that it inherits from
};

// What a program's debug information says of its classes. Two with one scope and name are one.
struct ProgramClasses {
  std::vector<ProgramClass> classes;
  bool has_debug_information = false;
  bool is_whole = true;  // else there was more than any compiler writes, or go_on() said no
};

// Reads the DWARF of the ELF file at an absolute path, or of its separate debug file below /usr/lib/debug:
// every compilation unit, but no type units, and no classes within functions. What a class inherits from is
// known where it is described in the same unit, as compilers do without link-time optimisation. Several
// seconds for a browser, and memory for the different classes alone. go_on(done, whole) is asked once a unit,
// in bytes. Never fails: a file that is none, or damaged, has no classes.
[[nodiscard]] ProgramClasses ReadProgramClasses(const std::string& path,
                                                const std::function<bool(uint64_t, uint64_t)>& go_on);

}  // namespace ringscope
