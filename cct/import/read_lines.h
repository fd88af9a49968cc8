#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/import/bytes/line_blocks.h"
#include "cct/import/import_preview.h"
#include "cct/import/importer.h"
#include "cct/import/limits.h"

namespace ringscope {

// What reads a format of lines, one after the other in one worker, as a line may depend on those before it.
// A format derives from it and has two functions, which ImportLines() calls:
//
//   Result<void> ReadLine(std::string_view line)   each line, without its end
//   Result<void> Finish()                          behind the last one
//
// and hides the constants and AddToPreview() where it differs in them.
class LineReader {
 public:
  explicit LineReader(const ImportRun& run) : run_(run) {}

 protected:
  template <typename Reader>
  friend Result<void> ImportLines(const ImportRun& run);

  // What has been read is in the builder at any time, so previews of it can be given.
  static constexpr bool kHasPreviews = false;
  // A last line without its end is taken for cut off: it is not read, and ends_early_ says so.
  static constexpr bool kLeavesOutCutLine = false;
  // A '\r' in front of the end of a line belongs to that.
  static constexpr bool kLeavesOutReturns = true;
  void AddToPreview(ImportPreview& preview) { preview.Add(0, {run_.builder}); }

  // Counts the line at hand, or what began at `offset`, as left out under `reason`. Gives success.
  Result<void> Skip(std::string_view reason, uint64_t count = 1) const {
    return SkipAt(reason, offset_, count);
  }
  Result<void> SkipAt(std::string_view reason, uint64_t offset, uint64_t count = 1) const {
    run_.report.Skip(reason, offset, count);
    return {};
  }
  // The line is read, though a part of what it tells is missing.
  void Keep(std::string_view reason) const { run_.report.Keep(reason, offset_); }
  [[nodiscard]] tl::unexpected<Error> FailHere(ErrorCode code, std::string message) const {
    return FailAt(code, offset_, std::move(message));
  }
  // kLimit where a stack of so many frames may have no further one.
  [[nodiscard]] Result<void> CheckDepth(size_t depth) const {
    if (depth < run_.options.max_stack_depth) return {};
    return FailHere(ErrorCode::kLimit, TooDeep(run_.options.max_stack_depth));
  }
  void NoteCutLine() const {
    if (ends_early_)
      run_.report.notes.emplace_back("The file is cut off within its last line, which is left out.");
  }

  const ImportRun run_;
  uint64_t offset_ = 0;  // of the line at hand
  bool ends_early_ = false;
};

// Imports what Reader, a LineReader, reads.
template <typename Reader>
[[nodiscard]] Result<void> ImportLines(const ImportRun& run) {
  const ImportOptions& options = run.options;
  Reader reader(run);
  const auto read_line = [&](std::string_view line, uint64_t offset) -> Result<void> {
    if (line.size() > options.max_record_bytes)
      return FailAt(ErrorCode::kLimit, offset, TooLongLine(options.max_record_bytes, line.size()));
    if (Reader::kLeavesOutReturns && line.ends_with('\r')) line.remove_suffix(1);
    reader.offset_ = offset;
    return reader.ReadLine(line);
  };
  ImportPreview* const preview = options.preview;
  const bool has_previews = Reader::kHasPreviews && preview != nullptr;
  if (has_previews) preview->Begin(1, run.job);
  RINGSCOPE_ASSIGN(
      run.report.input_bytes,
      ForEachLineBlock(run.source, options.block_bytes, options.max_record_bytes, BlockEnd::kLine, 1, run.job,
                       [&](uint32_t, LineBlock block) -> Result<void> {
                         if (Reader::kLeavesOutCutLine && !block.text.ends_with('\n')) {
                           block.text = block.text.substr(0, block.text.rfind('\n') + 1);
                           reader.ends_early_ = true;
                         }
                         RINGSCOPE_TRY(ForEachLine(block, read_line));
                         if (has_previews && preview->Wanted(0)) reader.AddToPreview(*preview);
                         return run.builder.status();
                       }));
  return reader.Finish();
}

// The whole lines that a source begins with, many of them where the first few do not tell its form.
template <typename TellsForm>
[[nodiscard]] Result<LineBlock> ReadStart(const ImportRun& run, TellsForm tells_form) {
  LineBlock start;
  for (const size_t bytes : {kSniffBytes, kFarSniffBytes}) {
    LineBlockReader reader(run.source, bytes, run.options.max_record_bytes, BlockEnd::kLine);
    RINGSCOPE_ASSIGN(start, reader.Next());
    run.source.Rewind();
    if (tells_form(start.text)) break;
  }
  return start;
}

// The rows of a tree that is written as lines, those below a row set in further than it. Keeps the rows that
// are open: O(1) a row, amortized, memory O(depth).
template <typename Node>
class IndentedRows {
 public:
  // The row that one set in by `indent` lies below, and `top` where it lies below none. Ends the rows that
  // are not left of it.
  [[nodiscard]] Node CallerOf(size_t indent, Node top) {
    while (!rows_.empty() && rows_.back().indent >= indent) rows_.pop_back();
    return rows_.empty() ? top : rows_.back().node;
  }
  // The row itself, behind CallerOf().
  void Open(size_t indent, Node node) { rows_.push_back({indent, node}); }
  [[nodiscard]] size_t depth() const { return rows_.size(); }

 private:
  struct Row {
    size_t indent;
    Node node;
  };
  std::vector<Row> rows_;
};

}  // namespace ringscope
