#pragma once

#include <memory>

#include "cct/import/bytes/byte_source.h"

namespace ringscope {

enum class Utf16Order : uint8_t { kLittleEndian, kBigEndian };

// Decodes UTF-16 text behind its byte order mark of `mark_bytes`, 2 or 0, into UTF-8. Unpaired surrogates
// become U+FFFD, as no UTF-8 spells them. An odd last byte is kMalformed.
[[nodiscard]] std::unique_ptr<ByteSource> MakeUtf16Source(std::unique_ptr<ByteSource> encoded,
                                                          Utf16Order order, size_t mark_bytes);

}  // namespace ringscope
