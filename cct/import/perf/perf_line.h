#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "cct/tree/frame_table.h"

namespace ringscope {

// A line of a call chain: "ADDRESS SYMBOL+0xOFFSET (MODULE)". The views borrow from the line.
struct PerfFrameLine {
  std::string_view text;        // everything behind the address
  bool kernel_address = false;  // in the upper half of the address space
};

// The first line of a sample of `perf script`: "COMM PID/TID [CPU] TIME: PERIOD EVENT: FRAME". The views
// borrow from the line.
struct PerfHeader {
  std::string_view command;
  std::string_view pid;                // digits, empty where only one number is printed
  std::string_view tid;                // digits; empty where none is printed (ParsePerfFields only)
  std::string_view event;              // with its modifiers: "cycles:ppp"; empty where none is printed
  std::optional<PerfFrameLine> frame;  // of a sample without a call chain; else data it refers to (-F +addr)
  bool has_trailer = false;            // whether anything follows the event
  std::optional<uint64_t> time_ns;     // by perf's clock
  uint64_t period = 1;
  bool has_period = false;
  bool period_too_large = false;  // 2^63 or more
};

// `line` without its line end. Command names may hold blanks and digits, so the time is what it is found by;
// lines without a time are recognized when nothing but a frame follows the event.
[[nodiscard]] std::optional<PerfHeader> ParsePerfHeader(std::string_view line);

// The same for lines that are known to begin a sample by where they stand, and may tell less: of a command, a
// thread, a time, a period and an event any. Numbers are told by perf's columns; a frame on the line has its
// module.
[[nodiscard]] PerfHeader ParsePerfFields(std::string_view line);
// The last address on a line that stands in perf's columns, with the blanks before it, and all behind it;
// empty where there is none.
[[nodiscard]] std::string_view PerfFrameInLine(std::string_view line);

// "cycles:ppp" -> "cycles"; names of tracepoints ("sched:sched_switch") stay whole.
[[nodiscard]] std::string_view WithoutEventModifiers(std::string_view event);

// Recognizes a frame by its address alone; nullopt where there is none.
[[nodiscard]] std::optional<PerfFrameLine> ParsePerfFrameLine(std::string_view line);

// The parts of a frame line's text.
struct PerfSymbol {
  std::string_view symbol;  // "[unknown]" or empty where perf knew none; without "+0xOFFSET"
  std::string_view module;  // empty where unknown
  bool inlined = false;     // the module is that of the next frame that is not
  FrameKind kind = FrameKind::kUser;
};
[[nodiscard]] PerfSymbol ParsePerfSymbol(const PerfFrameLine& frame);

}  // namespace ringscope
