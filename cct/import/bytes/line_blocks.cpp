#include "cct/import/bytes/line_blocks.h"

#include <algorithm>
#include <mutex>
#include <optional>

#include "cct/base/system/workers.h"

namespace ringscope {
namespace {

// Below this size, a second thread costs more than it saves.
constexpr uint64_t kBytesWorthAWorker = uint64_t{4} << 20;
constexpr uint32_t kMaxWorkers = 64;

// Whether a block may end behind this '\n'.
bool EndsBlock(std::string_view text, size_t newline, BlockEnd block_end) {
  if (block_end == BlockEnd::kLine) return true;
  size_t before = newline;
  if (before > 0 && text[before - 1] == '\r') --before;
  return before > 0 && text[before - 1] == '\n';
}

// The end of the last block that may end behind the first `from` bytes of `text`, or 0.
size_t LastBlockEnd(std::string_view text, size_t from, BlockEnd block_end) {
  size_t end = text.size();
  while (end > from) {
    const void* found = memrchr(text.data() + from, '\n', end - from);
    if (found == nullptr) return 0;
    const auto newline = static_cast<size_t>(static_cast<const char*>(found) - text.data());
    if (EndsBlock(text, newline, block_end)) return newline + 1;
    end = newline;
  }
  return 0;
}

// The end of the first block that may end at or behind `from`, or npos.
size_t FirstBlockEnd(std::string_view text, size_t from, BlockEnd block_end) {
  for (size_t newline = text.find('\n', from); newline != std::string_view::npos;
       newline = text.find('\n', newline + 1)) {
    if (EndsBlock(text, newline, block_end)) return newline + 1;
  }
  return std::string_view::npos;
}

}  // namespace

LineBlockReader::LineBlockReader(ByteSource& source, size_t block_bytes, uint64_t max_record_bytes,
                                 BlockEnd block_end)
    : source_(source),
      contents_(AsText(source.Contents())),
      block_end_(block_end),
      block_bytes_(std::max<size_t>(block_bytes, 1)),
      max_record_bytes_(std::max<uint64_t>(max_record_bytes, 1)) {}

Result<LineBlock> LineBlockReader::Next() { return contents_.empty() ? NextInStream() : NextInContents(); }

uint64_t LineBlockReader::consumed_bytes() const {
  return contents_.empty() ? source_.consumed_bytes() : offset_bytes_;
}

Result<LineBlock> LineBlockReader::FailTooLong() const {
  return FailAt(ErrorCode::kLimit, offset_bytes_, "expected {} of at most {} bytes, found a longer one",
                block_end_ == BlockEnd::kLine ? "lines" : "samples", max_record_bytes_);
}

Result<LineBlock> LineBlockReader::NextInContents() {
  const std::string_view rest = contents_.substr(offset_bytes_);
  size_t length = rest.size();
  if (length > block_bytes_) {
    length = LastBlockEnd(rest.substr(0, block_bytes_), 0, block_end_);
    if (length == 0) {
      const std::string_view reach = rest.substr(0, std::max<uint64_t>(block_bytes_, max_record_bytes_) + 1);
      length = FirstBlockEnd(reach, block_bytes_ - 1, block_end_);
      if (length == std::string_view::npos) {
        if (reach.size() < rest.size()) return FailTooLong();
        length = rest.size();
      }
    }
  }
  LineBlock block{rest.substr(0, length), offset_bytes_, nullptr};
  offset_bytes_ += length;
  return block;
}

Result<LineBlock> LineBlockReader::NextInStream() {
  auto buffer = std::make_shared<std::string>(std::move(carry_));
  carry_.clear();
  // carry_ has no end of a block, so only new bytes need a search.
  size_t whole_lines_bytes = 0;
  buffer->reserve(std::max(buffer->size(), block_bytes_ + block_bytes_ / 4));
  while (buffer->size() < block_bytes_ || whole_lines_bytes == 0) {
    if (pending_.empty()) {
      RINGSCOPE_ASSIGN(const std::span<const std::byte> piece, source_.Next());
      pending_ = AsText(piece);
      if (pending_.empty()) {
        whole_lines_bytes = buffer->size();
        break;
      }
    }
    const std::string_view part = pending_.substr(0, block_bytes_);
    pending_.remove_prefix(part.size());
    const size_t old_size = buffer->size();
    buffer->append(part);
    if (const size_t end = LastBlockEnd(*buffer, old_size, block_end_); end > 0) whole_lines_bytes = end;
    if (whole_lines_bytes == 0 && buffer->size() > std::max<uint64_t>(block_bytes_, max_record_bytes_))
      return FailTooLong();
  }
  carry_.assign(*buffer, whole_lines_bytes);
  const std::string_view text = std::string_view(*buffer).substr(0, whole_lines_bytes);
  LineBlock block{text, offset_bytes_, std::move(buffer)};
  offset_bytes_ += whole_lines_bytes;
  return block;
}

uint32_t WorkerCountFor(uint32_t requested, const ByteSource& source) {
  if (requested > 0) return std::min(requested, kMaxWorkers);
  // The size of a pipe is unknown.
  if (source.size_bytes() == 0)
    return ThreadsWorth(kMaxWorkers * kBytesWorthAWorker, kBytesWorthAWorker, kMaxWorkers);
  // Text of stacks inflates to about eight times its size.
  const uint64_t text_bytes = source.Contents().empty() ? source.size_bytes() * 8 : source.size_bytes();
  return ThreadsWorth(text_bytes + kBytesWorthAWorker, kBytesWorthAWorker, kMaxWorkers);
}

Result<uint64_t> ForEachLineBlock(ByteSource& source, size_t block_bytes, uint64_t max_record_bytes,
                                  BlockEnd block_end, uint32_t worker_count, JobControl& job,
                                  const std::function<Result<void>(uint32_t, const LineBlock&)>& work) {
  LineBlockReader reader(source, block_bytes, max_record_bytes, block_end);
  std::mutex mutex;  // guards reader, first_error and at_end
  std::optional<Error> first_error;
  bool at_end = false;

  // Blocks are handed out in order: when one fails, some worker already has every earlier one.
  const auto report = [&](Error error) {
    at_end = true;
    const auto place = [](const Error& e) { return e.byte_offset.value_or(UINT64_MAX); };
    if (!first_error || place(error) < place(*first_error)) first_error = std::move(error);
  };
  const auto run = [&](uint32_t worker) {
    while (true) {
      LineBlock block;
      {
        const std::lock_guard lock(mutex);
        if (at_end) return;
        if (job.cancelled()) {
          report(Error{ErrorCode::kCancelled, "cancelled", {}, {}, {}});
          return;
        }
        // Inflating happens here, while the other workers parse.
        Result<LineBlock> next = reader.Next();
        if (!next) {
          report(std::move(next).error());
          return;
        }
        block = std::move(*next);
        if (block.text.empty()) {
          at_end = true;
          return;
        }
        job.done_units.store(reader.consumed_bytes(), std::memory_order_relaxed);
      }
      if (Result<void> done = work(worker, block); !done) {
        const std::lock_guard lock(mutex);
        report(std::move(done).error());
        return;
      }
      if (!block.memory) source.DropContents(block.offset_bytes, block.text.size());
    }
  };

  RunWorkers(worker_count, run, [&] {
    const std::lock_guard lock(mutex);
    at_end = true;  // the other workers end after their block
  });
  if (first_error) return tl::unexpected(std::move(*first_error));
  return reader.offset_bytes();
}

}  // namespace ringscope
