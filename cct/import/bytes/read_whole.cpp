#include "cct/import/bytes/read_whole.h"

#include <fmt/format.h>

namespace ringscope {
namespace {

constexpr uint64_t kMaxInflatedBytes = uint64_t{8} << 30;

}  // namespace

Result<std::string_view> ReadWhole(ByteSource& source, double progress_share, JobControl& job,
                                   std::string& memory) {
  if (!source.Contents().empty()) return AsText(source.Contents());
  while (true) {
    if (job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
    RINGSCOPE_ASSIGN(const std::span<const std::byte> piece, source.Next());
    if (piece.empty()) return std::string_view(memory);
    if (memory.size() + piece.size() > kMaxInflatedBytes) {
      return Fail(
          ErrorCode::kLimit,
          fmt::format("expected a profile of at most {} bytes when inflated, found more", kMaxInflatedBytes));
    }
    memory.append(AsText(piece));
    job.done_units.store(static_cast<uint64_t>(static_cast<double>(source.consumed_bytes()) * progress_share),
                         std::memory_order_relaxed);
  }
}

}  // namespace ringscope
