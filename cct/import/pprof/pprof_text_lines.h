#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/text/ascii.h"
#include "cct/import/importer.h"
#include "cct/import/pprof/address_frames.h"

namespace ringscope {

// The lines of pprof's text formats. Each function takes a line without blanks at its ends, and returns
// nullopt for a line of another form. The views are parts of the line.

[[nodiscard]] inline bool IsBlankOrComment(std::string_view line) { return line.empty() || line[0] == '#'; }

// "IN_USE_COUNT: IN_USE_BYTES [ALLOCATED_COUNT: ALLOCATED_BYTES] REST". Differences have values below zero.
struct HeapCounts {
  int64_t in_use_count = 0, in_use_bytes = 0;
  int64_t allocated_count = 0, allocated_bytes = 0;
  std::string_view rest;
};
[[nodiscard]] std::optional<HeapCounts> ParseHeapCounts(std::string_view line);

// "heap profile: COUNTS @ SOURCE/PERIOD", or "heap_v2/PERIOD" as jemalloc writes it.
struct HeapHeader {
  std::optional<HeapCounts> counts;
  std::string_view source;   // "heapprofile", "heap_v2", "heap", "growthz", ...
  int64_t period_bytes = 0;  // 0 = none
};
[[nodiscard]] std::optional<HeapHeader> ParseHeapHeader(std::string_view line);

// "tTHREAD: COUNTS NAME", as jemalloc writes it; "*" stands for all threads.
struct ThreadCounts {
  std::string_view thread;
  HeapCounts counts;  // counts.rest is the name
};
[[nodiscard]] std::optional<ThreadCounts> ParseThreadCounts(std::string_view line);

// A whole number, alone or followed by a blank and a unit.
[[nodiscard]] std::optional<uint64_t> ParsePprofTextNumber(std::string_view text);

// "name = text".
struct PprofTextAttribute {
  std::string_view name, text;
};
[[nodiscard]] std::optional<PprofTextAttribute> ParsePprofTextAttribute(std::string_view line);

// "TYPE profile: total NUMBER" gives TYPE.
[[nodiscard]] std::optional<std::string_view> ParseCountHeader(std::string_view line);

// "--- Thread ID (name: NAME/TID) stack: ---" gives the name.
[[nodiscard]] std::optional<std::string_view> ParseThreadLine(std::string_view line);

// A line of a thread's stack without the word in front of its addresses, "PC:" or "creator:".
[[nodiscard]] std::string_view WithoutThreadWord(std::string_view line);

// Replaces `stack` by the addresses of "@ 0x12 0x34 ...", innermost first. False if the text has anything
// else than addresses of at most 64 bits.
[[nodiscard]] bool ParseAddresses(std::string_view text, std::vector<uint64_t>& stack);
// The same for a stack after whole numbers, one for each of `numbers`, as in "TIME COUNT @ STACK".
[[nodiscard]] bool ParseCountedStack(std::string_view line, std::span<uint64_t> numbers,
                                     std::vector<uint64_t>& stack);

// A line that names an address, in one of the forms
//   "# 0x12 function+0x3 file:4"     Go, below the stack
//   "0x12 function (file:4)"         Java, at the end; "0x12: function" in stacks of threads
//   "0x0012 function--inlined one"   symbols in front of a profile
struct AddressText {
  uint64_t address = 0;
  std::string_view text;
};
[[nodiscard]] std::optional<AddressText> ParseAddressText(std::string_view line);

// The frame that the text of such a line names, in Go's and in Java's form.
[[nodiscard]] Frame ParseGoName(std::string_view text);
[[nodiscard]] Frame ParseJavaName(std::string_view text);

// Walks over the lines of a text, without the blanks at their ends.
class TrimmedLines {
 public:
  // `offset_bytes` is the place of the text in the input.
  explicit TrimmedLines(std::string_view text, uint64_t offset_bytes = 0)
      : rest_(text), next_offset_(offset_bytes) {}

  // False after the last line.
  bool Next() {
    if (rest_.empty()) return false;
    offset_ = next_offset_;
    const size_t left_bytes = rest_.size();
    line_ = Trimmed(TakeLine(rest_));
    next_offset_ += left_bytes - rest_.size();
    return true;
  }

  [[nodiscard]] std::string_view line() const { return line_; }
  [[nodiscard]] uint64_t offset() const { return offset_; }  // of the line's first byte
  // The text after the line, and its place.
  [[nodiscard]] std::string_view rest() const { return rest_; }
  [[nodiscard]] uint64_t rest_offset() const { return next_offset_; }

 private:
  std::string_view rest_, line_;
  uint64_t next_offset_, offset_ = 0;
};

// The names that text profiles give their addresses. Each function adds the names in `text` to `names`,
// as views of the text, and stops early when `job` is cancelled.

// Go: lines "# 0x12 function+0x3 file:4" below a stack, in the order of its addresses. A function that is
// inlined at an address comes before the address's own function, with the same address or another.
void FindGoNames(std::string_view text, const JobControl& job, AddressNames& names);

// Java: lines "0x12 function (file:4)" at the end; also lines that name addresses in stacks of threads.
void FindJavaNames(std::string_view text, const JobControl& job, AddressNames& names);

// The section of symbols that `pprof --raw` writes before a profile: "0x0012 function--inlined function".
void FindSymbolNames(std::string_view text, const JobControl& job, AddressNames& names);

// Estimates all objects and bytes from sampled ones, where one of `period_bytes` bytes was picked: an object
// of s bytes is seen with a chance of 1 - exp(-s / period). Formula and rounding are those of
// https://github.com/google/pprof/blob/main/profile/legacy_profile.go. A period of at most 1 means no
// sampling. Numbers below zero have estimates below zero. An absurd period gives infinite values or ones
// beyond 2^63.
struct HeapEstimate {
  double count = 0, bytes = 0;
};
[[nodiscard]] HeapEstimate EstimateHeap(int64_t count, int64_t bytes, int64_t period_bytes);

// Reads a binary CPU profile of gperftools at byte `offset` of the input. `names` come from other parts of
// the input. With an offset above 0 the profile was rewritten by pprof: it lacks the last record, and a
// period of 1 us means that the period is unknown.
[[nodiscard]] Result<void> ReadGperftools(std::string_view bytes, uint64_t offset, AddressNames names,
                                          const ImportRun& run);

}  // namespace ringscope
