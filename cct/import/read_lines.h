#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "cct/base/text/ascii.h"
#include "cct/import/bytes/line_blocks.h"
#include "cct/import/import_preview.h"
#include "cct/import/importer.h"
#include "cct/import/limits.h"

namespace ringscope {

// The note where a last line was not read as it is cut off.
inline constexpr std::string_view kCutWithinLine =
    "The file is cut off within its last line, which is left out.";

// Reads a text line by line in one worker, for formats in which a line depends on those before it: calls
// read(line, offset) for each, without its line end, up to the first error. `after_block` is called where the
// importer may look at the time or give a preview. Where `ends_early` is not null, a last line without its
// end is taken for cut off: it is not read, and told there.
template <typename Read, typename AfterBlock>
[[nodiscard]] Result<void> ReadLines(const ImportRun& run, Read read, AfterBlock after_block,
                                     bool* ends_early = nullptr) {
  const ImportOptions& options = run.options;
  const auto read_line = [&](std::string_view line, uint64_t offset) -> Result<void> {
    if (line.size() > options.max_record_bytes)
      return FailAt(ErrorCode::kLimit, offset, TooLongLine(options.max_record_bytes, line.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return read(line, offset);
  };
  RINGSCOPE_ASSIGN(
      run.report.input_bytes,
      ForEachLineBlock(run.source, options.block_bytes, options.max_record_bytes, BlockEnd::kLine, 1, run.job,
                       [&](uint32_t, LineBlock block) -> Result<void> {
                         if (ends_early != nullptr && !block.text.ends_with('\n')) {
                           block.text = block.text.substr(0, block.text.rfind('\n') + 1);
                           *ends_early = true;
                         }
                         RINGSCOPE_TRY(ForEachLine(block, read_line));
                         after_block();
                         return run.builder.status();
                       }));
  return {};
}

template <typename Read>
[[nodiscard]] Result<void> ReadLines(const ImportRun& run, Read read) {
  return ReadLines(run, read, [] {});
}

// The same where what has been read is in the builder at any time: gives previews of it.
template <typename Read>
[[nodiscard]] Result<void> ReadLinesIntoTree(const ImportRun& run, Read read, bool* ends_early = nullptr) {
  ImportPreview* const preview = run.options.preview;
  if (preview != nullptr) preview->Begin(1, run.job);
  return ReadLines(
      run, read,
      [&] {
        if (preview != nullptr && preview->Wanted(0)) preview->Add(0, {run.builder});
      },
      ends_early);
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
  void Clear() { rows_.clear(); }
  [[nodiscard]] size_t depth() const { return rows_.size(); }

 private:
  struct Row {
    size_t indent;
    Node node;
  };
  std::vector<Row> rows_;
};

}  // namespace ringscope
