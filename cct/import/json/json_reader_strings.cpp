// How JsonReader reads strings that cannot be used in place: decoded into its own memory.
#include "cct/import/json/json_reader.h"

#include <fmt/format.h>

#include "cct/base/text/ascii.h"
#include "cct/base/text/utf8.h"

namespace ringscope {

bool JsonReader::ReadStringSlowly() {
  while (true) {
    const int c = Peek();
    if (error_) return false;
    if (scratch_.size() > limits_.max_string_bytes) {
      FailWith(ErrorCode::kLimit, fmt::format("expected strings of at most {} bytes, found a longer one",
                                              limits_.max_string_bytes));
      return false;
    }
    if (c < 0x20) return Fail("a closing quote") != JsonToken::kError;  // -1 is the end
    if (c == '"') {
      ++at_;
      break;
    }
    if (c == '\\') {
      ++at_;
      if (!ReadEscape()) return false;
      continue;
    }
    // Up to one byte more than may be, which is seen above.
    const size_t room = limits_.max_string_bytes - scratch_.size() + 1;
    const char* const last = at_ + std::min(room, static_cast<size_t>(poll_at_ - at_));
    const char* const plain_end = json_scan::FindEndOfPlainText(at_, last);
    scratch_.append(at_, plain_end);
    at_ = plain_end;
  }
  text_ = scratch_;
  return true;
}

bool JsonReader::ReadEscape() {
  const int c = Peek();
  static constexpr std::string_view kNames = "\"\\/bfnrt";
  static constexpr std::string_view kValues = "\"\\/\b\f\n\r\t";
  if (const size_t name = c < 0 ? std::string_view::npos : kNames.find(static_cast<char>(c));
      name != std::string_view::npos) {
    ++at_;
    scratch_.push_back(kValues[name]);
    return true;
  }
  if (c != 'u') return Fail("an escape") != JsonToken::kError;
  ++at_;
  uint32_t unit = 0;
  if (!ReadHex4(unit)) return false;
  // A high surrogate wants its low one; alone, either has no UTF-8 and becomes U+FFFD.
  while (unit >= 0xd800 && unit < 0xdc00) {
    if (Peek() != '\\') break;
    ++at_;
    if (Peek() != 'u') {
      AppendUtf8(0xfffd, scratch_);
      return ReadEscape();
    }
    ++at_;
    uint32_t low = 0;
    if (!ReadHex4(low)) return false;
    if (low >= 0xdc00 && low < 0xe000) {
      AppendUtf8(0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00), scratch_);
      return true;
    }
    AppendUtf8(0xfffd, scratch_);
    unit = low;
  }
  AppendUtf8(unit >= 0xd800 && unit < 0xe000 ? 0xfffd : unit, scratch_);
  return true;
}

bool JsonReader::ReadHex4(uint32_t& unit) {
  for (int i = 0; i < 4; ++i) {
    const int c = Peek();
    const int digit = c < 0 ? -1 : HexDigit(static_cast<char>(c));
    if (digit < 0) return Fail("four hexadecimal digits") != JsonToken::kError;
    unit = unit << 4 | static_cast<uint32_t>(digit);
    ++at_;
  }
  return true;
}

}  // namespace ringscope
