#pragma once

#include <cstddef>
#include <cstdint>
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

// The same for a line that perf has indented, by a tab and an address in 16 columns: it cannot begin with the
// name of a command.
[[nodiscard]] std::optional<PerfFrameLine> ParsePerfChainLine(std::string_view line);

// "  source.cpp:137" or "  module[7f12]", printed behind a frame when source lines were asked for.
[[nodiscard]] bool LooksLikePerfSourceLine(std::string_view line);
// The same for an inlined function, which this line alone tells: "  source.cpp:137 (inlined)".
[[nodiscard]] bool LooksLikePerfInlinedSourceLine(std::string_view line);

// True for lines that perf prints on request after a call chain, instead of a blank line: registers,
// instructions, branches, addresses of memory, source code. Many other lines look the same.
[[nodiscard]] bool LooksLikePerfExtraLine(std::string_view line);

// The parts of a frame line's text.
struct PerfSymbol {
  std::string_view symbol;  // "[unknown]" or empty where perf knew none; without "+0xOFFSET"
  std::string_view module;  // empty where unknown
  bool inlined = false;     // its module is that of the next frame that is not inlined
  FrameKind kind = FrameKind::kUser;
};
[[nodiscard]] PerfSymbol ParsePerfSymbol(const PerfFrameLine& frame);

// The part of a sample's first line after the event.
struct PerfBehindEvent {
  size_t frame_begin = 0;
  std::optional<PerfFrameLine> frame;
  bool has_extra = false;  // after the frame
};
// Finds the frame of a sample without a call chain. Fields of trace points and other addresses (-F +addr)
// stand before the frame.
[[nodiscard]] PerfBehindEvent ReadBehindPerfEvent(std::string_view text, bool is_tracepoint);

// Whether a text begins with an address in the columns that perf gives it.
[[nodiscard]] bool BeginsWithPerfAddress(std::string_view text);
// The text from the last address in columns on, with the blanks before it; empty without such an address.
[[nodiscard]] std::string_view LastPerfAddress(std::string_view line);

// The first line of a sample of `perf script`: "COMM PID/TID [CPU] TIME: PERIOD EVENT: FRAME". The views
// borrow from the line.
struct PerfHeader {
  std::string_view command;
  std::string_view pid;                // digits, empty where only one number is printed
  std::string_view tid;                // digits; empty where none is printed (ParsePerfFields only)
  std::string_view event;              // with its modifiers: "cycles:ppp"; empty where none is printed
  std::optional<PerfFrameLine> frame;  // of a sample without a call chain; else data it refers to (-F +addr)
  bool has_trailer = false;            // whether anything follows the event
  bool has_extra = false;              // whether anything follows the frame: registers, instructions, ...
  std::optional<uint64_t> time_ns;     // by perf's clock
  uint64_t period = 1;
  bool has_period = false;
  bool period_too_large = false;  // 2^63 or more
};

// `line` has no line end. Command names may hold blanks and digits, so a first line is known by its time;
// without a time, by an event that only a frame or the fields of a trace point follow. `timeless`: the
// samples of the text have no times, so a word like a time belongs to the command.
[[nodiscard]] std::optional<PerfHeader> ParsePerfHeader(std::string_view line, bool timeless = false);

// Parses a line that begins a sample by its place, and may lack any of command, thread, time, period and
// event. perf's columns tell which number is which; a frame has a module or stands in perf's columns.
[[nodiscard]] PerfHeader ParsePerfFields(std::string_view line);
// Whether the fields are those of a sample wherever the line stands: the frame has a module, or there is a
// time and an event after at most the name of a command.
[[nodiscard]] bool AreClearlyOfPerf(const PerfHeader& fields);
// Whether an event is a trace point, whose fields follow it.
[[nodiscard]] bool IsPerfTracepoint(std::string_view event);

// "cycles:ppp" -> "cycles"; names of tracepoints ("sched:sched_switch") stay whole.
[[nodiscard]] std::string_view WithoutEventModifiers(std::string_view event);

// Whether a word of the line looks like a time of perf, "123.456:".
[[nodiscard]] bool HasPerfTime(std::string_view line);

// The comment in front of all samples that `perf script --header` prints, line by line.
class PerfFileHeader {
 public:
  // Whether the next line belongs to the comment.
  [[nodiscard]] bool Holds(std::string_view line) {
    constexpr std::string_view kEdge = "# ========";
    const bool is_edge = line == kEdge;
    const bool holds = is_edge || (is_inside_ && line.starts_with('#'));
    is_inside_ = holds && is_inside_ != is_edge;
    return holds;
  }

 private:
  bool is_inside_ = false;
};

}  // namespace ringscope
