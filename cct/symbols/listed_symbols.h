#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Names of functions by address, where a list of them is all there is: of the kernel, and of code made at run
// time.
namespace ringscope {

// The functions of a kernel, as /proc/kallsyms lists them. Those of modules are left out: where a module lies
// is another place each time it is loaded.
class KernelSymbols {
 public:
  explicit KernelSymbols(std::string text);

  // The function that an address lies in; empty where it lies in front of all of them. Of several that begin
  // at one place it is perf's choice: strong ones go before weak ones, global ones before local ones, then
  // the one with fewer underscores in front, then the longer name. O(log functions).
  [[nodiscard]] std::string_view NameAt(uint64_t address) const;
  // Where a symbol lies; nothing where there is none of that name, or where the system hides addresses.
  [[nodiscard]] std::optional<uint64_t> AddressOf(std::string_view name) const;

 private:
  struct Symbol {
    uint64_t address = 0;
    uint64_t name_begin = 0;
    uint32_t name_bytes = 0;
    uint8_t rank = 0;  // larger is better
  };
  [[nodiscard]] std::string_view NameOf(const Symbol& symbol) const {
    return std::string_view(text_).substr(symbol.name_begin, symbol.name_bytes);
  }
  std::string text_;
  std::vector<Symbol> symbols_;  // by address, one at each
};

// Of the kernel that runs: the text of /proc/kallsyms, and its build id in hexadecimal. Empty where they
// cannot be had.
[[nodiscard]] std::string ReadKernelSymbols();
[[nodiscard]] std::string ReadKernelBuildId();
// The GNU build id among an ELF file's notes, in hexadecimal; empty where there is none.
[[nodiscard]] std::string BuildIdOfNotes(std::string_view notes);

// Names of code that a program made at run time, as it writes them for perf: "START SIZE NAME" a line, both
// numbers in hexadecimal. Other lines are passed over.
class JitMap {
 public:
  explicit JitMap(std::string text);

  // Of several functions at one place, as memory is used again, the one that was written last. Empty where no
  // function reaches. O(log functions).
  [[nodiscard]] std::string_view NameAt(uint64_t address) const;

 private:
  struct Function {
    uint64_t begin = 0, end = 0;
    uint64_t name_begin = 0;
    uint32_t name_bytes = 0;
  };
  std::string text_;
  std::vector<Function> functions_;  // by address, one at each
};

// The text of /tmp/perf-PID.map; empty where it is not there, is no regular file, or is neither the user's
// own nor root's: anybody may write to /tmp.
[[nodiscard]] std::string ReadJitMap(uint32_t pid);

}  // namespace ringscope
