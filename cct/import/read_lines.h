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

// The base of a reader of a line format, in one worker, as a line may depend on the lines before it. A format
// derives from it and has two functions, which ImportLines() calls:
//
//   Result<void> ReadLine(std::string_view line)   for each line, without its end
//   Result<void> Finish()                          after the last line
//
// and hides the constants and AddToPreview() if it needs others.
class LineReader {
 public:
  explicit LineReader(const ImportRun& run) : run_(run) {}

 protected:
  template <typename Reader>
  friend Result<void> ImportLines(const ImportRun& run);

  // True for a format that can give previews: the builder has all lines read so far at any time.
  static constexpr bool kHasPreviews = false;
  // True for a format whose last line counts as cut off if it lacks its end: sets ends_early_ instead.
  static constexpr bool kLeavesOutCutLine = false;
  // True for a format in which a '\r' before the end of a line belongs to that end.
  static constexpr bool kLeavesOutReturns = true;
  void AddToPreview(ImportPreview& preview) { preview.Add(0, {run_.builder}); }

  // Counts the current line, or a record that began at `offset`, as left out for `reason`. Always succeeds.
  Result<void> Skip(std::string_view reason, uint64_t count = 1) const {
    return SkipAt(reason, offset_, count);
  }
  Result<void> SkipAt(std::string_view reason, uint64_t offset, uint64_t count = 1) const {
    run_.report.Skip(reason, offset, count);
    return {};
  }
  // Counts the current line as read, but incomplete for `reason`.
  void Keep(std::string_view reason) const { run_.report.Keep(reason, offset_); }
  [[nodiscard]] tl::unexpected<Error> FailHere(ErrorCode code, std::string message) const {
    return FailAt(code, offset_, std::move(message));
  }
  // Error: kLimit, if a stack of so many frames may have no further frame.
  [[nodiscard]] Result<void> CheckDepth(size_t depth) const {
    if (depth < run_.options.max_stack_depth) return {};
    return FailHere(ErrorCode::kLimit, TooDeep(run_.options.max_stack_depth));
  }
  void NoteCutLine() const {
    if (ends_early_)
      run_.report.notes.emplace_back("The file is cut off within its last line, which is left out.");
  }

  const ImportRun run_;
  uint64_t offset_ = 0;  // of the current line
  bool ends_early_ = false;
};

// Imports a source with a Reader, which derives from LineReader.
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

// The whole lines at the start of a source: those of kSniffBytes, or of kFarSniffBytes if tells_form(text)
// returns false for the former.
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

// Finds the callers in a tree that is written as lines, in which the rows below a row are indented further.
// Keeps the open rows: O(1) a row, amortized, memory O(depth).
template <typename Node>
class IndentedRows {
 public:
  // The row above a new row with this indent, or `top`. Closes open rows that are indented as far or further.
  [[nodiscard]] Node CallerOf(size_t indent, Node top) {
    while (!rows_.empty() && rows_.back().indent >= indent) rows_.pop_back();
    return rows_.empty() ? top : rows_.back().node;
  }
  // Opens the new row; to be called after CallerOf().
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
