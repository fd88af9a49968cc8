#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "cct/tree/frame_table.h"

namespace ringscope {

// A line of a call chain: "ADDRESS SYMBOL+0xOFFSET (MODULE)". The views borrow from the line.
struct PerfFrameLine {
  std::string_view address;     // hexadecimal
  std::string_view text;        // everything behind the address
  bool kernel_address = false;  // in the upper half of the address space
};

// Recognizes a frame by its address alone; nullopt for a line that begins otherwise.
[[nodiscard]] std::optional<PerfFrameLine> ParsePerfFrameLine(std::string_view line);

// The same where perf has set the line in, a tab and an address in 16 columns, and so no name of a command
// can be meant.
[[nodiscard]] std::optional<PerfFrameLine> ParsePerfChainLine(std::string_view line);

// "  source.cpp:137" or "  module[7f12]", printed behind a frame when source lines were asked for.
[[nodiscard]] bool LooksLikePerfSourceLine(std::string_view line);
// The same of a function that is inlined there, which then is said here: "  source.cpp:137 (inlined)".
[[nodiscard]] bool LooksLikePerfInlinedSourceLine(std::string_view line);

// What perf prints on lines of their own behind the call chain of a sample where it is asked for that, and
// then no blank line: registers, instructions, branches, addresses of memory, source code. Many other lines
// look so too.
[[nodiscard]] bool LooksLikePerfExtraLine(std::string_view line);

// The parts of a frame line's text.
struct PerfSymbol {
  std::string_view symbol;  // "[unknown]" or empty where perf knew none; without "+0xOFFSET"
  std::string_view module;  // empty where unknown
  bool inlined = false;     // the module is that of the next frame that is not
  FrameKind kind = FrameKind::kUser;
};
[[nodiscard]] PerfSymbol ParsePerfSymbol(const PerfFrameLine& frame);

// What stands behind an event on the first line of a sample.
struct PerfBehindEvent {
  size_t frame_begin = 0;
  std::optional<PerfFrameLine> frame;
  bool has_extra = false;  // behind the frame
};
// Finds the frame of a sample without a call chain. What trace points print and other addresses (-F +addr)
// stand before it.
[[nodiscard]] PerfBehindEvent ReadBehindPerfEvent(std::string_view text, bool is_tracepoint);

// Whether a text begins with an address in the columns that perf gives it.
[[nodiscard]] bool BeginsWithPerfAddress(std::string_view text);
// The last address in columns, with the blanks before it, and all behind it; empty without such an address.
[[nodiscard]] std::string_view LastPerfAddress(std::string_view line);

}  // namespace ringscope
