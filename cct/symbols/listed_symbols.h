#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Names of functions by address from lists in text form: of the kernel, and of code made at run time.
namespace ringscope {

// A list of functions, one on each line of a text.
class ListedSymbols {
 public:
  // The function that an address lies in; empty if there is none. O(log functions).
  [[nodiscard]] std::string_view NameAt(uint64_t address) const;

 protected:
  struct Symbol {
    uint64_t begin = 0, bytes = 0;
    uint64_t name_begin = 0;  // in the text
    uint32_t name_bytes = 0;
    uint8_t rank = 0;  // larger is preferred
  };
  explicit ListedSymbols(std::string text) : text_(std::move(text)) {}
  // Calls read(line, symbol) for each line. It reduces `line` to the name and returns true, or false if the
  // line has no symbol.
  template <typename Read>
  void ReadLines(Read read);
  // Sorts the symbols by `key`; of symbols with one address the first stays.
  template <typename Key>
  void SortBy(Key key);

  [[nodiscard]] std::string_view NameOf(const Symbol& symbol) const {
    return std::string_view(text_).substr(symbol.name_begin, symbol.name_bytes);
  }
  std::string text_;
  std::vector<Symbol> symbols_;  // by address, one at each address
};

// The functions of a kernel in the form of /proc/kallsyms; each extends to the next one. Functions of modules
// are left out, as a module has another address each time it is loaded. Of several with one address it
// chooses as perf does: strong before weak ones, global before local ones, then the one with fewer leading
// underscores, then the longer name.
class KernelSymbols : public ListedSymbols {
 public:
  explicit KernelSymbols(std::string text);

  // The address of a symbol; std::nullopt if there is no such symbol, or if the system hides addresses.
  [[nodiscard]] std::optional<uint64_t> AddressOf(std::string_view name) const;
};

// The text of /proc/kallsyms and the build id in hexadecimal of the running kernel. Empty if they cannot be
// read.
[[nodiscard]] std::string ReadKernelSymbols();
[[nodiscard]] std::string ReadKernelBuildId();
// The GNU build id among an ELF file's notes, in hexadecimal; empty if there is none.
[[nodiscard]] std::string BuildIdOfNotes(std::string_view notes);

// Names of code that a program made at run time, as it writes them for perf: lines "START SIZE NAME", both
// numbers in hexadecimal. Other lines are ignored. Of several functions at one address, as memory is reused,
// the last in the text counts.
class JitMap : public ListedSymbols {
 public:
  explicit JitMap(std::string text);
};

// The text of /tmp/perf-PID.map; empty unless it is a regular file of the user or root: anybody may write to
// /tmp.
[[nodiscard]] std::string ReadJitMap(uint32_t pid);

}  // namespace ringscope
