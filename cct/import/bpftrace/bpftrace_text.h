#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "cct/import/count_text.h"
#include "cct/tree/frame_table.h"

namespace ringscope {

// A line of bpftrace's text outside of an entry of a map.
struct BpftraceLine {
  enum class Type : uint8_t {
    kOther,       // no entry of a map
    kBegin,       // "@name[", "@name[sh, ": a stack follows
    kEmptyStack,  // "@name[, sh]: 5": the place of the stack is empty
    kNoStack,     // "@name: 5", "@name[sh]: 5"
  };
  Type type = Type::kOther;
  std::string_view map;    // without "@"
  std::string_view keys;   // those in front of the stack, or all of them, with the commas between them
  std::string_view value;  // of kEmptyStack
};
[[nodiscard]] BpftraceLine ReadBpftraceLine(std::string_view line);

// The end of an entry: "]: 5", ", sh]: 5".
struct BpftraceEnd {
  std::string_view keys;   // those behind the stack
  std::string_view value;  // empty where lines of a histogram follow
};
// Of a line within an entry; nullopt: it is a frame or what separates two stacks (", ", ", sh, ").
[[nodiscard]] std::optional<BpftraceEnd> ReadBpftraceEnd(std::string_view line);

// A line of a histogram: "[8, 16)  3 |@@@|".
[[nodiscard]] bool IsBpftraceHistogram(std::string_view line);

// "Lost 12 events": 12; else 0.
[[nodiscard]] uint64_t LostBpftraceEvents(std::string_view line);

// A value: a number, or what stats() prints, "count 3, average 2, total 6".
struct BpftraceValue {
  DecimalCount number;                // or the total
  std::optional<DecimalCount> count;  // of stats()
};
[[nodiscard]] std::optional<BpftraceValue> ReadBpftraceValue(std::string_view text);

// The frame of a line of a stack: "    vfs_read+12", as mode `perf` prints it "\tffffffff81 vfs_read+12
// (module)", or as mode `raw` does "    ffffffff81". `memory` holds a name that is put together.
[[nodiscard]] Frame BpftraceFrame(std::string_view line, std::string& memory);

// Whether text that begins so has an entry with a stack. `complete` says that this is all of it.
[[nodiscard]] bool LooksLikeBpftrace(std::string_view start, bool complete);

}  // namespace ringscope
