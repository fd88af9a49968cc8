#pragma once

#include <cstdint>
#include <string_view>

#include "cct/tree/chunked_column.h"

namespace ringscope {

// String `index` of columns of any contents: string s is bytes [offset[s], offset[s+1]), which are one chunk.
// What lies outside is empty.
[[nodiscard]] inline std::string_view StringAt(const ChunkedColumn<uint64_t>& offset,
                                               const ChunkedColumn<uint8_t>& all_bytes, uint64_t index) {
  if (index + 1 >= offset.size()) return {};
  const uint64_t begin = offset[index];
  const uint64_t end = offset[index + 1];
  if (begin >= end || end > all_bytes.size()) return {};
  const auto bytes = all_bytes.Contiguous(begin, end);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace ringscope
