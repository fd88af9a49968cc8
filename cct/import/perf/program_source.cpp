#include "cct/import/perf/program_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "cct/base/ascii.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

constexpr size_t kBufferBytes = size_t{256} << 10;
constexpr uint64_t kMaxKeptBytes = uint64_t{1} << 20;
constexpr size_t kMaxMessageLines = 3;
constexpr size_t kMaxMessageBytes = 400;

}  // namespace

ProgramSource::ProgramSource(std::string name, std::vector<std::string> arguments, uint64_t size_bytes,
                             uint64_t max_bytes, const JobControl& job)
    : name_(std::move(name)),
      arguments_(std::move(arguments)),
      size_bytes_(size_bytes),
      max_bytes_(max_bytes),
      job_(job),
      buffer_(kBufferBytes) {}

Result<std::span<const std::byte>> ProgramSource::Next() {
  if (next_kept_ < kept_.size()) return std::span<const std::byte>(kept_[next_kept_++]);
  if (ended_) return std::span<const std::byte>();
  if (!program_) {
    RINGSCOPE_ASSIGN(program_, ChildProcess::Start(arguments_));
  }
  RINGSCOPE_ASSIGN(const size_t size, program_->Read(buffer_, job_));
  if (size == 0) return Finish();
  // All that has been printed is kept, or nothing more.
  const bool keep = printed_bytes_ == kept_bytes_ && kept_bytes_ < kMaxKeptBytes;
  printed_bytes_ += size;
  if (printed_bytes_ > max_bytes_) {
    return Fail(ErrorCode::kLimit,
                fmt::format("expected `{}` to print at most {} bytes, found more", name_, max_bytes_));
  }
  const std::span<const std::byte> piece = std::span(buffer_).first(size);
  if (!keep) return piece;
  kept_bytes_ += size;
  kept_.emplace_back(piece.begin(), piece.end());
  next_kept_ = kept_.size();
  return std::span<const std::byte>(kept_.back());
}

Result<std::span<const std::byte>> ProgramSource::Finish() {
  RINGSCOPE_ASSIGN(const int code, program_->Wait(job_));
  if (code != 0) {
    const std::string words = messages();
    return Fail(ErrorCode::kIo, fmt::format("`{}` failed with exit code {}{}{}", name_, code,
                                            words.empty() ? "" : ": ", words));
  }
  ended_ = true;
  return std::span<const std::byte>();
}

void ProgramSource::Rewind() {
  next_kept_ = 0;
  if (printed_bytes_ == kept_bytes_) return;
  program_.reset();
  ended_ = false;
  kept_.clear();
  kept_bytes_ = 0;
  printed_bytes_ = 0;
}

std::string ProgramSource::messages() const {
  std::string joined;
  if (!program_) return joined;
  std::string_view text = program_->messages();
  for (size_t lines = 0; !text.empty() && lines < kMaxMessageLines;) {
    std::string_view line = TrimmedFront(TakeLine(text));
    while (!line.empty() && (line.back() == ' ' || line.back() == '.' || line.back() == '\r'))
      line.remove_suffix(1);
    if (line.empty()) continue;
    if (!joined.empty()) joined += "; ";
    joined += line;
    ++lines;
  }
  if (joined.size() > kMaxMessageBytes) joined = joined.substr(0, kMaxMessageBytes) + "...";
  std::replace_if(joined.begin(), joined.end(), IsControl, ' ');
  return joined;
}

}  // namespace ringscope
