#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ringscope {

// A part of a file as a process had it mapped when it was profiled. The views belong to the caller.
struct MappedCode {
  std::string_view path;
  uint64_t begin = 0, end = 0;  // addresses
  uint64_t file_offset = 0;     // of `begin`
  uint64_t inode = 0;           // of the file; 0 where nobody wrote it down
  std::string_view build_id;    // hexadecimal; empty where nobody wrote it down
};

// A function that an address lies in.
struct SymbolFrame {
  std::string name;   // demangled, with its parameters where the debug information or the symbol has them
  std::string file;   // where it is defined; empty without debug information
  uint32_t line = 0;  // 1-based, 0 = unknown
  // In it, of the instruction or of what is inlined there; 0 = unknown, or not asked for.
  uint32_t running_line = 0;
};

// Gives addresses the names that the modules of the profiled program have for them. Made for one import; not
// thread-safe.
class Symbolizer {
 public:
  virtual ~Symbolizer() = default;

  // The functions at an instruction of `code`, innermost first: all but the last are inlined into the next.
  // Empty where nothing is known of it, whatever the reason; never fails. The first address of a module opens
  // it; later ones cost a walk over the debug information of their compilation unit, and the first of a
  // module that has no debug information one over its symbols.
  [[nodiscard]] virtual std::vector<SymbolFrame> FramesAt(const MappedCode& code, uint64_t address) = 0;

  // Adds sentences on which modules gave names and which could not.
  virtual void AddNotes(std::vector<std::string>& notes) const = 0;
};

// Reads ELF files and their DWARF, with separate debug files as far as they lie below /usr/lib/debug. Where
// the build id is known, and the file is gone or another one, it is perf's copy of it below ~/.debug. Opens
// regular files only, and gives names only where the file is the one that was profiled: it must have the
// build id and the inode that the profile knows, and an executable segment at just the place of the mapping.
// tell_lines: also SymbolFrame::running_line, for which the first address of a compilation unit costs a walk
// over its lines.
[[nodiscard]] std::unique_ptr<Symbolizer> MakeElfSymbolizer(bool tell_lines = false);

}  // namespace ringscope
