#include "cct/export/export_buffer.h"

#include <fmt/format.h>

#include "cct/base/text/number_text.h"

namespace ringscope {

Result<void> CheckExportSize(uint64_t least_bytes, uint64_t max_bytes) {
  if (least_bytes <= max_bytes) return {};
  return Fail(ErrorCode::kLimit,
              fmt::format("every context is written with its whole stack, which takes more than {}; export a "
                          "part of the tree or less layers",
                          ValueText(max_bytes, "bytes", 1)));
}

Result<void> ExportBuffer::Flush() {
  if (buffer_.empty()) return {};
  written_bytes_ += buffer_.size();
  RINGSCOPE_TRY(CheckExportSize(written_bytes_, max_bytes_));
  Result<void> result = sink_(buffer_);
  buffer_.clear();
  return result;
}

}  // namespace ringscope
