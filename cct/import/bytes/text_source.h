#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "cct/import/bytes/byte_source.h"

// Text as importers read it: UTF-8 without a mark, lines ended by line feeds.
namespace ringscope {

enum class Utf16Order : uint8_t { kLittleEndian, kBigEndian };

// How text is written, and how long the mark is that says so.
struct TextEncoding {
  bool is_utf16 = false;
  Utf16Order order = Utf16Order::kLittleEndian;
  size_t mark_bytes = 0;
};

// So much of an input tells its encoding.
inline constexpr size_t kTextEncodingBytes = 64;
[[nodiscard]] TextEncoding FindTextEncoding(std::span<const std::byte> begin);

// Text of that encoding as UTF-8 without its mark. Unpaired surrogates of UTF-16 become U+FFFD, as no UTF-8
// spells them; an odd last byte is kMalformed.
[[nodiscard]] std::unique_ptr<ByteSource> Decoded(std::unique_ptr<ByteSource> text,
                                                  const TextEncoding& encoding);

// Whether text that begins so ends its lines by a carriage return alone, as it was once done: there is one,
// no line feed, and no other control character than tabs.
[[nodiscard]] bool EndsLinesByCarriageReturn(std::string_view prefix);

// Such text with line feeds in their place, each byte where it was.
[[nodiscard]] std::unique_ptr<ByteSource> MakeCarriageReturnSource(std::unique_ptr<ByteSource> text);

}  // namespace ringscope
