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

// The lines of pprof's text formats. Each function takes a line without blanks at its ends and returns
// nothing where it is of another form. The views are parts of the line.

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

// "tTHREAD: COUNTS NAME", as jemalloc writes them; "*" is all threads.
struct ThreadCounts {
  std::string_view thread;
  HeapCounts counts;  // whose rest is the name
};
[[nodiscard]] std::optional<ThreadCounts> ParseThreadCounts(std::string_view line);

// A whole number, and nothing else but a unit behind a blank.
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

// "@ 0x12 0x34 ..." into `stack`, the innermost first, which is cleared before. False where something else
// than addresses of at most 64 bits stands there.
[[nodiscard]] bool ParseAddresses(std::string_view text, std::vector<uint64_t>& stack);
// The same of a stack behind as many whole numbers, as in "TIME COUNT @ STACK". False for another line.
[[nodiscard]] bool ParseCountedStack(std::string_view line, std::span<uint64_t> numbers,
                                     std::vector<uint64_t>& stack);

// A line that names an address, in one of the forms
//   "# 0x12 function+0x3 file:4"     Go, below the stack
//   "0x12 function (file:4)"         Java, at the end; "0x12: function" in stacks of threads
//   "0x0012 function--its caller"    symbols in front of a profile
struct AddressText {
  uint64_t address = 0;
  std::string_view text;
};
[[nodiscard]] std::optional<AddressText> ParseAddressText(std::string_view line);

// What the text of such a line names, in Go's and in Java's form.
[[nodiscard]] Frame ParseGoName(std::string_view text);
[[nodiscard]] Frame ParseJavaName(std::string_view text);

// Walks over the lines of a text, blanks at their ends taken off.
class TrimmedLines {
 public:
  // `offset_bytes` is that of the text in the input.
  explicit TrimmedLines(std::string_view text, uint64_t offset_bytes = 0)
      : rest_(text), next_offset_(offset_bytes) {}

  // False behind the last line.
  bool Next() {
    if (rest_.empty()) return false;
    offset_ = next_offset_;
    const size_t left_bytes = rest_.size();
    line_ = Trimmed(TakeLine(rest_));
    next_offset_ += left_bytes - rest_.size();
    return true;
  }

  [[nodiscard]] std::string_view line() const { return line_; }
  [[nodiscard]] uint64_t offset() const { return offset_; }  // where the line begins
  // What follows the line, and where.
  [[nodiscard]] std::string_view rest() const { return rest_; }
  [[nodiscard]] uint64_t rest_offset() const { return next_offset_; }

 private:
  std::string_view rest_, line_;
  uint64_t next_offset_, offset_ = 0;
};

// The names that text profiles give their addresses. Each adds to `names` what it finds in `text`, whose
// parts they are, and stops early when `job` is cancelled.

// Go: lines "# 0x12 function+0x3 file:4" below a stack, each for an address of it, in its order. Functions
// that are inlined into that of an address come before it with an address of their own or the same.
void FindGoNames(std::string_view text, const JobControl& job, AddressNames& names);

// Java: lines "0x12 function (file:4)" at the end; also those of stacks of threads that name their addresses.
void FindJavaNames(std::string_view text, const JobControl& job, AddressNames& names);

// "0x0012 function--what is inlined into it", the section of symbols that `pprof --raw` writes in front of a
// profile.
void FindSymbolNames(std::string_view text, const JobControl& job, AddressNames& names);

// The number of objects and bytes that a sampled number stands for, where every byte had the chance
// 1 / `period_bytes` to be picked: an object of s bytes is seen with a chance of 1 - exp(-s / period).
// (https://github.com/google/pprof/blob/main/profile/legacy_profile.go, whose rounding is kept.) Periods up
// to 1 stand for no sampling. Of numbers below zero the estimate is below zero too. Infinite or beyond 2^63
// where the period is absurd.
struct HeapEstimate {
  double count = 0, bytes = 0;
};
[[nodiscard]] HeapEstimate EstimateHeap(int64_t count, int64_t bytes, int64_t period_bytes);

// Reads a binary CPU profile of gperftools, which lies at byte `offset` of the input. `names` are those that
// stand elsewhere in the input. Behind byte 0 it is one that pprof has written anew: such a profile lacks its
// last record, and a period of 1 us is none.
[[nodiscard]] Result<void> ReadGperftools(std::string_view bytes, uint64_t offset, AddressNames names,
                                          const ImportRun& run);

}  // namespace ringscope
