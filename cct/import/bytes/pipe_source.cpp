#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "cct/import/bytes/byte_source.h"

namespace ringscope {
namespace {

constexpr size_t kPieceBytes = size_t{256} << 10;
// Kept always, because importers inspect the beginning before they read everything.
constexpr uint64_t kKeptBeginBytes = uint64_t{8} << 20;
// More than anyone pipes of a format that must lie in memory.
constexpr uint64_t kMaxPipeKeptBytes = uint64_t{8} << 30;

}  // namespace

PipeSource::PipeSource(int fd, const JobControl& job, std::vector<std::byte> begin) : fd_(fd), job_(job) {
  if (begin.empty()) return;
  read_bytes_ = kept_bytes_ = begin.size();
  kept_.push_back(std::move(begin));
}

Result<std::span<const std::byte>> PipeSource::Next() {
  if (next_kept_ < kept_.size()) return std::span<const std::byte>(kept_[next_kept_++]);
  if (is_rewound_ && read_bytes_ > kept_bytes_) {
    return Fail(ErrorCode::kUnsupported,
                "expected a file, found the standard input: this input has to be read twice; save it to a "
                "file first");
  }
  is_rewound_ = false;
  if (at_end_) return std::span<const std::byte>();
  if (job_.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
  buffer_.resize(kPieceBytes);
  ssize_t count = 0;
  while ((count = read(fd_, buffer_.data(), buffer_.size())) < 0) {
    if (errno != EINTR)
      return Fail(ErrorCode::kIo, "cannot read the standard input: {}", std::strerror(errno));
    if (job_.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
  }
  at_end_ = count == 0;
  const std::span<const std::byte> piece = std::span(buffer_).first(static_cast<size_t>(count));
  const bool keeps = read_bytes_ == kept_bytes_ && (keeps_all_ || kept_bytes_ < kKeptBeginBytes);
  read_bytes_ += piece.size();
  if (!keeps || at_end_) return piece;
  kept_bytes_ += piece.size();
  if (kept_bytes_ > kMaxPipeKeptBytes) {
    return Fail(ErrorCode::kLimit, "expected at most {} bytes on the standard input, found more",
                kMaxPipeKeptBytes);
  }
  kept_.emplace_back(piece.begin(), piece.end());
  next_kept_ = kept_.size();
  return std::span<const std::byte>(kept_.back());
}

}  // namespace ringscope
