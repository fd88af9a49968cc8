#include "cct/import/jfr/jfr_cursor.h"

#include "cct/base/text/utf8.h"

namespace ringscope {
namespace {

constexpr uint32_t kLatin1Replacement = 0xfffd;

}  // namespace

JfrText JfrCursor::Text() {
  JfrText text;
  text.encoding = Byte();
  switch (text.encoding) {
    case JfrText::kNull:
    case JfrText::kEmpty:
      break;
    case JfrText::kConstant:
      text.constant = Integer(8);
      break;
    case JfrText::kUtf8:
    case JfrText::kLatin1:
    case JfrText::kChars: {
      const uint64_t count = Integer(4);
      if (count > kMaxTextBytes) {
        Skip(UINT64_MAX);
        break;
      }
      const size_t begin = at_;
      if (text.encoding != JfrText::kChars) {
        Skip(count);
      } else if (!compressed_) {
        Skip(2 * count);
      } else {
        for (uint64_t i = 0; i < count && !broken_; ++i) static_cast<void>(Varint());
      }
      text.bytes = std::string_view(chunk_ + begin, at_ - begin);
      break;
    }
    default:
      broken_ = true;
      break;
  }
  if (broken_) text = {};
  return text;
}

bool AppendJfrText(const JfrText& text, bool compressed, size_t max_bytes, std::string& out) {
  if (text.encoding == JfrText::kUtf8) {
    out += text.bytes.substr(0, max_bytes);
    return text.bytes.size() <= max_bytes;
  }
  const size_t begin = out.size();
  if (text.encoding == JfrText::kLatin1) {
    for (const char c : text.bytes) {
      if (out.size() - begin >= max_bytes) return false;
      AppendUtf8(static_cast<unsigned char>(c), out);
    }
    return true;
  }
  if (text.encoding != JfrText::kChars) return true;
  JfrCursor chars(text.bytes, 0, text.bytes.size(), compressed);
  uint32_t high = 0;  // the first half of a pair
  while (chars.left() > 0) {
    if (out.size() - begin >= max_bytes) return false;
    const auto unit = static_cast<uint32_t>(chars.Integer(2) & 0xffff);
    const bool is_low = unit >= 0xdc00 && unit < 0xe000;
    if (high != 0 && is_low) {
      AppendUtf8(0x10000 + ((high - 0xd800) << 10) + (unit - 0xdc00), out);
      high = 0;
      continue;
    }
    if (high != 0) AppendUtf8(kLatin1Replacement, out);
    high = unit >= 0xd800 && unit < 0xdc00 ? unit : 0;
    if (high == 0) AppendUtf8(is_low ? kLatin1Replacement : unit, out);
  }
  if (high != 0) AppendUtf8(kLatin1Replacement, out);
  return true;
}

}  // namespace ringscope
