#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ringscope {

// A part of a file that the profiled process had mapped. Borrows its texts from the caller.
struct MappedCode {
  std::string_view path;
  uint64_t begin = 0, end = 0;  // addresses
  uint64_t file_offset = 0;     // of `begin`
  uint64_t inode = 0;           // of the file; 0 = not recorded
  std::string_view build_id;    // hexadecimal; empty = not recorded
};

// A function that an address lies in.
struct SymbolFrame {
  std::string name;   // demangled, with parameters if the debug information or the symbol has them
  std::string file;   // of its definition; empty without debug information
  uint32_t line = 0;  // 1-based, 0 = unknown
  // Line in this function of the instruction, or of the call that is inlined; 0 = unknown, or not asked for.
  uint32_t running_line = 0;
};

// Finds the functions at addresses in the modules of the profiled program. Made for one import; not
// thread-safe.
class Symbolizer {
 public:
  virtual ~Symbolizer() = default;

  // The functions at an instruction of `code`, innermost first: each is inlined into the next. Empty if
  // unknown for any reason; never fails. The first address of a module opens it, and walks over its symbols
  // if it has no debug information; the first address in a compilation unit walks over its debug information.
  [[nodiscard]] virtual std::vector<SymbolFrame> FramesAt(const MappedCode& code, uint64_t address) = 0;

  // Adds sentences that list the modules in which names were found, and those that are not the profiled
  // files.
  virtual void AddNotes(std::vector<std::string>& notes) const = 0;
};

// Reads ELF files and their DWARF, with separate debug files below /usr/lib/debug. If the build id is known
// and the file is missing or another one, reads perf's copy of it below ~/.debug. Opens regular files only,
// and gives names only if the file is the profiled one: it must have the recorded build id, or without one
// the recorded inode and an executable segment exactly at the mapping. `tell_lines` also sets
// SymbolFrame::running_line, for which the first address in a compilation unit walks over its lines.
[[nodiscard]] std::unique_ptr<Symbolizer> MakeElfSymbolizer(bool tell_lines = false);

}  // namespace ringscope
