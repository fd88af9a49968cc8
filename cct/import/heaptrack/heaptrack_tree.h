#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cct/import/bytes/line_blocks.h"
#include "cct/import/heaptrack/heaptrack_costs.h"
#include "cct/import/import_preview.h"
#include "cct/import/importer.h"
#include "cct/import/text_list.h"

namespace ringscope {

// The numbers of a record: hexadecimal, set off by single blanks.
class HeaptrackFields {
 public:
  explicit HeaptrackFields(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

  // Reads the next number. False at the end, and where there is none (see broken()).
  [[nodiscard]] bool Next(uint64_t& value);
  [[nodiscard]] bool broken() const { return broken_; }
  // What has not been read.
  [[nodiscard]] std::string_view rest() const { return {at_, static_cast<size_t>(end_ - at_)}; }

 private:
  const char* at_;
  const char* end_;
  bool broken_ = false;
};

// Makes a tree of the lines of a heaptrack file as they come by. Everything has a number, from 1 in the order
// of the lines (kinds of allocations from 0), and is defined before it is used.
class HeaptrackTree {
 public:
  explicit HeaptrackTree(const ImportRun& run) : run_(run), preview_(run.options.preview, run.job) {}

  // The next lines.
  [[nodiscard]] Result<void> ReadBlock(const LineBlock& block);
  // Adds the metrics and notes.
  void Finish();

 private:
  struct Trace {
    BuildNode context;
    uint32_t depth;
  };
  struct Function {
    uint64_t name;
    uint64_t file;
  };

  [[nodiscard]] Result<void> ReadLine(std::string_view line);
  [[nodiscard]] Result<void> ReadVersion(std::string_view text);
  [[nodiscard]] Result<void> ReadString(std::string_view text);
  [[nodiscard]] Result<void> ReadAddress(std::string_view text);
  [[nodiscard]] Result<void> ReadTrace(std::string_view text);
  [[nodiscard]] Result<void> ReadKind(std::string_view text);
  [[nodiscard]] Result<void> ReadAllocation(std::string_view text);
  void ReadFree(std::string_view text);
  // Reads the numbers of one kind of allocation.
  [[nodiscard]] bool ReadKindNumber(std::string_view text, size_t& kind);

  // Empty where there is none.
  [[nodiscard]] std::string_view StringAt(uint64_t number) const {
    return number == 0 ? std::string_view() : strings_[number - 1];
  }
  void Skip(std::string_view reason) { run_.report.Skip(reason, offset_bytes_); }
  void Keep(std::string_view reason) { run_.report.Keep(reason, offset_bytes_); }

  const ImportRun run_;
  uint64_t offset_bytes_ = 0;  // of the line being read
  uint64_t version_ = 0;       // 0 = not known yet
  TextList strings_;
  std::vector<FrameId> frames_;             // of all addresses, the outermost of each first
  std::vector<uint64_t> address_begin_{0};  // in frames_, one more than there are addresses
  std::vector<Function> functions_;         // of the address being read
  std::vector<Trace> traces_;
  HeaptrackCosts costs_;
  RecordPreview preview_;
  uint64_t frames_since_poll_ = 0;
  uint64_t suppression_count_ = 0;
  uint64_t duration_ms_ = 0;
  std::string command_;
  bool attached_ = false;
};

}  // namespace ringscope
