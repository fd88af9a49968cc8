#include "app/cli/memory_size.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "cct/base/exhaustion.h"
#include "cct/base/system/memory_limit.h"
#include "cct/base/text/ascii.h"
#include "cct/base/text/number_text.h"

namespace ringscope {
namespace {

constexpr std::string_view kUnits = "kmgt";

// The bytes in one unit; 0: `unit` is no unit.
double BytesInUnit(std::string_view unit) {
  if (unit.empty()) return 1;
  const size_t at = kUnits.find(ToLower(unit[0]));
  if (at == std::string_view::npos) return unit.size() == 1 && ToLower(unit[0]) == 'b' ? 1 : 0;
  std::string behind;
  for (const char c : unit.substr(1)) behind += ToLower(c);
  if (!behind.empty() && behind != "b" && behind != "ib") return 0;
  double bytes = 1;
  for (size_t i = 0; i <= at; ++i) bytes *= behind == "b" ? 1000 : 1024;
  return bytes;
}

// The bytes of a size; 0: the text is no size.
uint64_t BytesIn(std::string_view text) {
  constexpr double kTooLarge = 9223372036854775808.0;  // 2^63
  const size_t number_end = std::min(text.find_first_not_of("0123456789."), text.size());
  const std::string_view number = text.substr(0, number_end);
  const double unit = BytesInUnit(text.substr(number_end));
  double value = 0;
  const auto [end, status] =
      std::from_chars(number.data(), number.data() + number.size(), value, std::chars_format::fixed);
  if (unit == 0 || status != std::errc() || end != number.data() + number.size()) return 0;
  if (unit == 1 && number.find('.') != std::string_view::npos) return 0;
  value *= unit;
  return value < kTooLarge ? static_cast<uint64_t>(value) : 0;
}

}  // namespace

Result<uint64_t> ParseMemorySize(std::string_view text) {
  const uint64_t bytes = BytesIn(text);
  if (bytes > 0) return bytes;
  return Fail(ErrorCode::kInvalidArgument,
              "expected a size above 0 and below 2^63 bytes, as in 512M, 1.5G, 2GiB or 100000 "
              "(bytes), found '{}'",
              text);
}

uint64_t DefaultMaxMemoryBytes() {
  const std::optional<uint64_t> available = AvailableMemoryBytes();
  return available ? *available / 4 * 3 : INT64_MAX;
}

std::filesystem::path FolderForSpills() {
  const char* const folder = std::getenv("TMPDIR");
  return folder == nullptr || *folder == 0 ? "/var/tmp" : folder;
}

std::string SpillNote(uint64_t allowed_bytes, uint64_t bytes) {
  return fmt::format(
      "this may need more than half of the {} of memory allowed: large blocks, the first of {}, go to files "
      "in {}, which are removed at the end",
      ValueText(allowed_bytes, "bytes", 1), ValueText(bytes, "bytes", 1), FolderForSpills().string());
}

Error MemoryError(uint64_t allowed_bytes) {
  if (!MemoryLimit::exceeded()) return OutOfMemoryError();
  return {
      ErrorCode::kLimit,
      fmt::format(
          "needs more than the {} allowed: allow more with --max-memory, or take fewer or smaller profiles "
          "at a time",
          allowed_bytes == 1 ? "1 byte" : ValueText(allowed_bytes, "bytes", 1))};
}

}  // namespace ringscope
