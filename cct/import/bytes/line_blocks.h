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
  std::shared_ptr<const void> memory;  // owns `text`; null if the source owns it
};

// Calls read(line, offset in the input) for each line of a block, without its '\n', up to the first error.
template <typename Read>
[[nodiscard]] Result<void> ForEachLine(const LineBlock& block, Read read) {
  const char* const begin = block.text.data();
  const char* const end = begin + block.text.size();
  for (const char* at = begin; at < end;) {
    __builtin_prefetch(at + 2048);  // by itself the processor fetches ahead only within a page
    const void* newline = std::memchr(at, '\n', static_cast<size_t>(end - at));
    const char* const line_end = newline != nullptr ? static_cast<const char*>(newline) : end;
    RINGSCOPE_TRY(read(std::string_view(at, static_cast<size_t>(line_end - at)),
                       block.offset_bytes + static_cast<uint64_t>(at - begin)));
    at = line_end + 1;
  }
  return {};
}

// The lines behind which a block may end: any line, or only a blank one (and the end of the input).
enum class BlockEnd : uint8_t { kLine, kBlankLine };

// Cuts a source into blocks of whole lines, without a copy if the source lies in memory.
class LineBlockReader {
 public:
  // Next() fails with kLimit and the offset at a line (for kBlankLine: a run of lines) that is longer than
  // both `max_record_bytes` and a block, which also bounds the memory held.
  LineBlockReader(ByteSource& source, size_t block_bytes, uint64_t max_record_bytes, BlockEnd block_end);

  [[nodiscard]] Result<LineBlock> Next();
  // Bytes handed out so far.
  [[nodiscard]] uint64_t offset_bytes() const { return offset_bytes_; }
  // Bytes of the source's file consumed so far, for progress.
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
  std::string carry_;         // of a stream: the start of a record that has not ended yet
  std::string_view pending_;  // of a stream: the rest of the source's last piece
};

// The number of workers for this input: `requested`, or if that is 0, as many as have enough to do, at most
// one a core.
[[nodiscard]] uint32_t WorkerCountFor(uint32_t requested, const ByteSource& source);

// Reads all blocks and calls work(worker, block) for each, on `worker_count` threads (on the calling thread
// if that is 1). A worker gets its blocks in the order of the input. Drops each block from the source's
// memory once it is read. Returns the bytes read, or the error with the smallest offset, whatever the timing
// was: after an error, only earlier blocks are finished. Updates job.done_units; polls between blocks.
[[nodiscard]] Result<uint64_t> ForEachLineBlock(
    ByteSource& source, size_t block_bytes, uint64_t max_record_bytes, BlockEnd block_end,
    uint32_t worker_count, JobControl& job,
    const std::function<Result<void>(uint32_t, const LineBlock&)>& work);

}  // namespace ringscope
