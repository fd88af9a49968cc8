#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/import/bytes/byte_source.h"

namespace ringscope {

// A run of whole lines of the input. Only the very last line of the input may lack its '\n'.
struct LineBlock {
  std::string_view text;               // empty = end of the input
  uint64_t offset_bytes = 0;           // of text[0] in the (inflated) input
  std::shared_ptr<const void> memory;  // keeps `text` alive; null where the source does
};

// Hands each line of a block, without its '\n', with its offset in the input to `read`, up to the first error
// of that.
template <typename Read>
[[nodiscard]] Result<void> ForEachLine(const LineBlock& block, Read read) {
  const char* const begin = block.text.data();
  const char* const end = begin + block.text.size();
  for (const char* at = begin; at < end;) {
    const void* newline = std::memchr(at, '\n', static_cast<size_t>(end - at));
    const char* const line_end = newline != nullptr ? static_cast<const char*>(newline) : end;
    RINGSCOPE_TRY(read(std::string_view(at, static_cast<size_t>(line_end - at)),
                       block.offset_bytes + static_cast<uint64_t>(at - begin)));
    at = line_end + 1;
  }
  return {};
}

// Where a block may end: behind any line, or only behind a blank one (and at the end of the input).
enum class BlockEnd : uint8_t { kLine, kBlankLine };

// Cuts a source into blocks of whole lines, without copying where the source lies in memory.
class LineBlockReader {
 public:
  // A line (for kBlankLine: a run of lines) longer than `max_record_bytes` that does not fit a block either
  // is kLimit with its offset; that also bounds the memory held.
  LineBlockReader(ByteSource& source, size_t block_bytes, uint64_t max_record_bytes, BlockEnd block_end);

  [[nodiscard]] Result<LineBlock> Next();
  // Bytes handed out so far.
  [[nodiscard]] uint64_t offset_bytes() const { return offset_bytes_; }
  // Of the source's file, for progress.
  [[nodiscard]] uint64_t consumed_bytes() const;

 private:
  Result<LineBlock> NextInContents();
  Result<LineBlock> NextInStream();
  Result<LineBlock> FailTooLong() const;

  ByteSource& source_;
  std::string_view contents_;
  BlockEnd block_end_;
  size_t block_bytes_;
  uint64_t max_record_bytes_;
  uint64_t offset_bytes_ = 0;
  std::string carry_;         // stream: the start of a record that has not ended yet
  std::string_view pending_;  // stream: what is left of the source's last piece
};

// How many workers `requested` (0 = as many as have enough to do, at most one a core) comes to for this
// input.
[[nodiscard]] uint32_t WorkerCountFor(uint32_t requested, const ByteSource& source);

// Reads all blocks and hands each to `work(worker, block)`, on `worker_count` threads (the calling one when
// 1). A worker sees its blocks in the order of the input. Blocks read out of the source's memory are dropped
// from it afterwards. Returns the bytes read, or the error with the smallest offset, whatever the timing was:
// after an error only earlier blocks are finished. Updates job.done_units; polls for cancellation between
// blocks.
[[nodiscard]] Result<uint64_t> ForEachLineBlock(
    ByteSource& source, size_t block_bytes, uint64_t max_record_bytes, BlockEnd block_end,
    uint32_t worker_count, JobControl& job,
    const std::function<Result<void>(uint32_t, const LineBlock&)>& work);

}  // namespace ringscope
