#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Names of functions by address, where a list of them is all there is: of the kernel, and of code made at run
// time.
namespace ringscope {

// A list of functions, one a line of a text.
class ListedSymbols {
 public:
  // The function that an address lies in; empty where it lies in none. O(log functions).
  [[nodiscard]] std::string_view NameAt(uint64_t address) const;

 protected:
  struct Symbol {
    uint64_t begin = 0, bytes = 0;
    uint64_t name_begin = 0;  // in the text
    uint32_t name_bytes = 0;
    uint8_t rank = 0;  // larger is better
  };
  explicit ListedSymbols(std::string text) : text_(std::move(text)) {}
  // Calls read(line, symbol), which leaves the name of the line, or returns false for no symbol.
  template <typename Read>
  void ReadLines(Read read);
  // Puts them in order; of those that begin at one place the first of that order stays.
  template <typename Key>
  void SortBy(Key key);

  [[nodiscard]] std::string_view NameOf(const Symbol& symbol) const {
    return std::string_view(text_).substr(symbol.name_begin, symbol.name_bytes);
  }
  std::string text_;
  std::vector<Symbol> symbols_;  // by address, one at each
};

// The functions of a kernel, as /proc/kallsyms lists them, each up to the next one. Those of modules are left
// out: where a module lies is another place each time it is loaded. Of several that begin at one place it is
// perf's choice: strong ones go before weak ones, global ones before local ones, then the one with fewer
// underscores in front, then the longer name.
class KernelSymbols : public ListedSymbols {
 public:
  explicit KernelSymbols(std::string text);

  // Where a symbol lies; nothing where there is none of that name, or where the system hides addresses.
  [[nodiscard]] std::optional<uint64_t> AddressOf(std::string_view name) const;
};

// Of the kernel that runs: the text of /proc/kallsyms, and its build id in hexadecimal. Empty where they
// cannot be had.
[[nodiscard]] std::string ReadKernelSymbols();
[[nodiscard]] std::string ReadKernelBuildId();
// The GNU build id among an ELF file's notes, in hexadecimal; empty where there is none.
[[nodiscard]] std::string BuildIdOfNotes(std::string_view notes);

// Names of code that a program made at run time, as it writes them for perf: "START SIZE NAME" a line, both
// numbers in hexadecimal. Other lines are passed over. Of several functions at one place, as memory is used
// again, it is the one that was written last.
class JitMap : public ListedSymbols {
 public:
  explicit JitMap(std::string text);
};

// The text of /tmp/perf-PID.map; empty where it is not there, is no regular file, or is neither the user's
// own nor root's: anybody may write to /tmp.
[[nodiscard]] std::string ReadJitMap(uint32_t pid);

}  // namespace ringscope
