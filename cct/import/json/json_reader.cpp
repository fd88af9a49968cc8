#include "cct/import/json/json_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "cct/base/check.h"
#include "cct/base/text/ascii.h"
#include "cct/base/text/utf8.h"
#include "cct/import/count_text.h"
#include "cct/import/limits.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

constexpr size_t kPollBytes = size_t{1} << 20;

bool IsNumberPart(int c) {
  return IsDigit(static_cast<char>(c)) || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
}

std::string DescribeByte(int c) {
  if (c < 0) return "the end of the file";
  if (c >= 0x20 && c < 0x7f) return fmt::format("'{}'", static_cast<char>(c));
  return fmt::format("byte 0x{:02x}", c);
}

// Whether `text` is a number by the grammar of JSON.
bool IsJsonNumber(std::string_view text) {
  const auto has_digit = [&](size_t at) { return at < text.size() && IsDigit(text[at]); };
  const size_t first = text.starts_with('-') ? 1 : 0;
  const size_t point = text.find('.');
  return IsNumberText(text) && has_digit(first) && (text[first] != '0' || !has_digit(first + 1)) &&
         (point == std::string_view::npos || has_digit(point + 1));
}

}  // namespace

JsonReader::JsonReader(ByteSource& source, const JsonLimits& limits, JobControl& job)
    : source_(source), limits_(limits), job_(job) {}

JsonToken JsonReader::FailWith(ErrorCode code, std::string message) {
  if (!error_) error_ = Error{code, std::move(message), read_bytes(), {}, {}};
  return JsonToken::kError;
}

JsonToken JsonReader::Fail(std::string_view expected) {
  const int found = Peek();
  return FailWith(ErrorCode::kMalformed, fmt::format("expected {}, found {}", expected, DescribeByte(found)));
}

bool JsonReader::Refill() {
  if (error_) return false;
  auto piece = source_.Next();
  if (!piece) {
    error_ = std::move(piece).error();
    return false;
  }
  piece_offset_ += static_cast<uint64_t>(end_ - begin_);
  begin_ = at_ = reinterpret_cast<const char*>(piece->data());
  end_ = begin_ + piece->size();
  poll_at_ = begin_;
  return !piece->empty();
}

bool JsonReader::Poll() {
  const auto passed = static_cast<size_t>(at_ - begin_);
  if (!source_.Contents().empty()) {
    job_.done_units.store(passed, std::memory_order_relaxed);
    source_.DropContents(dropped_bytes_, passed - dropped_bytes_);
    dropped_bytes_ = passed;
  } else {
    job_.done_units.store(source_.consumed_bytes(), std::memory_order_relaxed);
  }
  poll_at_ = at_ + std::min(kPollBytes, static_cast<size_t>(end_ - at_));
  if (!job_.cancelled()) return true;
  error_ = Error{ErrorCode::kCancelled, "cancelled", {}, {}, {}};
  return false;
}

int JsonReader::PeekFurther() {
  if (at_ == end_ && !Refill()) return -1;
  if (at_ >= poll_at_ && !Poll()) return -1;
  return static_cast<unsigned char>(*at_);
}

int JsonReader::PeekPastMoreBlanks() {
  while (true) {
    at_ = json_scan::FindNonBlank(at_, poll_at_);
    if (at_ < poll_at_) return static_cast<unsigned char>(*at_);
    if (PeekFurther() < 0) return -1;
  }
}

// Inlined into Next(), as is ReadNumber(), because most tokens are strings and numbers.
[[gnu::always_inline]] inline bool JsonReader::ReadString() {
  ++at_;  // the opening quote
  has_integer_ = false;
  const char* const first = at_;
  at_ = json_scan::FindEndOfPlainText(at_, end_);
  text_ = std::string_view(first, static_cast<size_t>(at_ - first));
  if (at_ < end_ && *at_ == '"' && text_.size() <= limits_.max_string_bytes) [[likely]] {
    ++at_;
    return true;
  }
  at_ = first;
  scratch_.clear();
  return ReadStringSlowly();
}

[[gnu::always_inline]] inline JsonToken JsonReader::ReadNumber() {
  const char* const first = at_;
  const char* at = first + (*first == '-' ? 1 : 0);
  const char* const whole = at;
  const json_scan::Digits digits = json_scan::ReadDigits(at, end_);
  at += digits.count;
  bool plain = json_scan::IsWholeNumber(whole, digits);
  has_integer_ = true;
  if (at < end_ && *at == '.') {
    const json_scan::Digits fraction = json_scan::ReadDigits(at + 1, end_);
    plain &= fraction.count > 0;
    at += 1 + fraction.count;
    has_integer_ = false;
  }
  // The number may continue in the next piece, or have an exponent.
  if (!plain || at == end_ || IsNumberPart(static_cast<unsigned char>(*at))) return ReadNumberSlowly();
  integer_ = *first == '-' ? -static_cast<int64_t>(digits.value) : static_cast<int64_t>(digits.value);
  text_ = std::string_view(first, static_cast<size_t>(at - first));
  at_ = at;
  ValueDone();
  return JsonToken::kNumber;
}

JsonToken JsonReader::Open(JsonToken token, char closing, Expect expect) {
  if (open_.size() >= limits_.max_depth)
    return FailWith(ErrorCode::kLimit, TooMany(limits_.max_depth, "nested levels"));
  ++at_;
  open_.push_back(closing);
  expect_ = expect;
  return token;
}

JsonToken JsonReader::Close(int c) {
  if (error_) return JsonToken::kError;
  if (c != open_.back()) return Fail(open_.back() == '}' ? "',' or '}'" : "',' or ']'");
  ++at_;
  open_.pop_back();
  ValueDone();
  return c == '}' ? JsonToken::kEndObject : JsonToken::kEndArray;
}

[[gnu::always_inline]] inline JsonToken JsonReader::ReadValue(int c) {
  switch (c) {
    case '{':
      return Open(JsonToken::kBeginObject, '}', Expect::kKeyOrEnd);
    case '[':
      return Open(JsonToken::kBeginArray, ']', Expect::kValueOrEnd);
    case '"':
      if (!ReadString()) return JsonToken::kError;
      ValueDone();
      return JsonToken::kString;
    case 't':
      return ReadWord("true", JsonToken::kTrue);
    case 'f':
      return ReadWord("false", JsonToken::kFalse);
    case 'n':
      return ReadWord("null", JsonToken::kNull);
    default:
      if (c == '-' || (c >= '0' && c <= '9')) return ReadNumber();
      return Fail("a JSON value");
  }
}

JsonToken JsonReader::Next() {
  if (error_) [[unlikely]]
    return JsonToken::kError;
  int c = PeekPastBlanks();
  token_offset_ = read_bytes();
  if (expect_ == Expect::kCommaOrEnd) {
    if (c != ',') return Close(c);
    ++at_;
    c = PeekPastBlanks();
    token_offset_ = read_bytes();
    expect_ = open_.back() == '}' ? Expect::kKey : Expect::kValue;
  }
  if (c < 0) [[unlikely]] {
    if (error_) return JsonToken::kError;
    if (expect_ == Expect::kNothing) return JsonToken::kEnd;
  }
  switch (expect_) {
    case Expect::kKeyOrEnd:
      if (c == '}') return Close(c);
      [[fallthrough]];
    case Expect::kKey:
      if (c != '"') return Fail("a key in quotes");
      if (!ReadString()) return JsonToken::kError;
      if (at_ == end_ || *at_ != ':') {
        // The look ahead may replace this piece of the source by the next one.
        if (text_.data() != scratch_.data()) scratch_ = text_;
        text_ = scratch_;
        if (PeekPastBlanks() != ':') return Fail("':' behind a key");
      }
      ++at_;
      expect_ = Expect::kValue;
      return JsonToken::kKey;
    case Expect::kNothing:
      return Fail("the end of the file behind the JSON document");
    case Expect::kValueOrEnd:
      if (c == ']') return Close(c);
      [[fallthrough]];
    default:
      return ReadValue(c);
  }
}

bool JsonReader::GoToElement() {
  if (error_) return true;
  int c = PeekPastBlanks();
  if (expect_ == Expect::kCommaOrEnd && c == ',') {
    ++at_;
    expect_ = Expect::kValueOrEnd;
    c = PeekPastBlanks();
  }
  return c >= 0 || error_.has_value();
}

// Decodes a string that cannot be used in place into scratch_.
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
    // Take up to one byte beyond the limit, which the next round detects.
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
  // A high surrogate needs a low one behind it; UTF-8 cannot encode either alone, so that becomes U+FFFD.
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

JsonToken JsonReader::ReadNumberSlowly() {
  has_integer_ = false;
  const char* const first = at_;
  while (at_ < end_ && IsNumberPart(static_cast<unsigned char>(*at_))) ++at_;
  text_ = std::string_view(first, static_cast<size_t>(at_ - first));
  if (at_ == end_) {  // the number may continue in the next piece
    scratch_ = text_;
    while (IsNumberPart(Peek()) && scratch_.size() < limits_.max_string_bytes) scratch_.push_back(*at_++);
    if (error_) return JsonToken::kError;
    text_ = scratch_;
  }
  if (!IsJsonNumber(text_)) {
    std::string message = fmt::format("expected a JSON number, found \"{}\"", text_.substr(0, 40));
    if (!error_) error_ = Error{ErrorCode::kMalformed, std::move(message), token_offset_, {}, {}};
    return JsonToken::kError;
  }
  ValueDone();
  return JsonToken::kNumber;
}

JsonToken JsonReader::ReadWord(std::string_view word, JsonToken token) {
  for (const char c : word) {
    if (Peek() != c) return Fail(fmt::format("\"{}\"", word));
    ++at_;
  }
  ValueDone();
  return token;
}

std::optional<int64_t> JsonReader::ParseInteger() const {
  const std::optional<int64_t> value = ParseNumber<int64_t>(text_);
  return value ? value : ParseWhole(text_);
}

std::optional<int64_t> JsonReader::ParseRounded() const {
  if (const auto integer = ParseInteger()) return integer;
  const std::optional<double> value = ParseNumber<double>(text_);
  if (!value || !(std::abs(*value) < 9e18)) return std::nullopt;
  return std::llround(*value);
}

// The following work on many bytes at once: they skip values, and find whole plain values in the buffer.

bool JsonReader::SkipRest(JsonToken first) {
  if (first == JsonToken::kBeginObject || first == JsonToken::kBeginArray)
    return SkipToDepth(open_.size() - 1);
  return first != JsonToken::kError;
}

bool JsonReader::SkipToDepth(size_t depth) {
  while (open_.size() > depth) {
    if (Peek() < 0) {
      Close(-1);
      return false;
    }
    if (!SkipBlocks(depth)) return false;
    if (open_.size() <= depth) break;
    // The rest is too short for a block, or has an escape.
    at_ = json_scan::FindQuoteOrBracket(at_, std::min(poll_at_, at_ + json_scan::kBlockBytes));
    if (at_ == poll_at_) continue;
    const char c = *at_;
    if (c == '"') {
      ++at_;
      if (!SkipRestOfString()) return false;
    } else if (json_scan::IsBracket(c) && !PassBracket(c)) {
      return false;
    }
  }
  return !error_;
}

bool JsonReader::PassBracket(char c) {
  if (c == '{') return Open(JsonToken::kBeginObject, '}', Expect::kKeyOrEnd) != JsonToken::kError;
  if (c == '[') return Open(JsonToken::kBeginArray, ']', Expect::kValueOrEnd) != JsonToken::kError;
  return Close(c) != JsonToken::kError;
}

// Skips whole blocks while they lie in the buffer and have no escapes. Ends outside a string.
bool JsonReader::SkipBlocks(size_t depth) {
  uint64_t inside = 0;  // all bits set if the block begins inside a string
  while (static_cast<size_t>(poll_at_ - at_) >= json_scan::kBlockBytes) {
    const char* const block = at_;
    const json_scan::BlockMasks masks = json_scan::MasksOf(block);
    const uint64_t in_string = json_scan::PrefixXor(masks.quotes) ^ inside;
    if (masks.backslashes != 0 || (masks.controls & in_string) != 0) break;
    for (uint64_t brackets = masks.brackets & ~in_string; brackets != 0; brackets &= brackets - 1) {
      at_ = block + std::countr_zero(brackets);
      if (!PassBracket(*at_)) return false;
      if (open_.size() <= depth) return true;
    }
    inside = uint64_t{0} - (in_string >> 63);
    at_ = block + json_scan::kBlockBytes;
  }
  return inside == 0 || SkipRestOfString();
}

// Skips a string whose opening quote has been read.
bool JsonReader::SkipRestOfString() {
  while (true) {
    const int c = Peek();
    if (error_) return false;
    if (c < 0x20) return Fail("a closing quote") != JsonToken::kError;
    at_ = json_scan::FindEndOfPlainText(at_, poll_at_);
    if (at_ == poll_at_) continue;
    if (*at_ == '"') {
      ++at_;
      return true;
    }
    if (*at_ != '\\') continue;  // a control character, which fails above
    ++at_;
    if (Peek() >= 0) ++at_;
  }
}

std::string_view JsonReader::FlatObjectAtHand() {
  // Longer objects are read by tokens.
  constexpr ptrdiff_t kMostBytes = 4096;
  if (error_ || PeekPastBlanks() < 0) return {};
  const char* begin = at_;
  if (expect_ == Expect::kCommaOrEnd && open_.back() == ']' && *begin == ',') {
    begin = json_scan::FindNonBlank(begin + 1, poll_at_);
  } else if (expect_ != Expect::kValue) {
    return {};
  }
  if (begin == poll_at_ || *begin != '{') return {};
  const char* const end = poll_at_ - begin > kMostBytes ? begin + kMostBytes : poll_at_;
  uint64_t inside = 0;  // all bits set if the block begins inside a string
  for (const char* block = begin + 1; end - block >= static_cast<ptrdiff_t>(json_scan::kBlockBytes);
       block += json_scan::kBlockBytes) {
    const json_scan::BlockMasks masks = json_scan::MasksOf(block);
    const uint64_t in_string = json_scan::PrefixXor(masks.quotes) ^ inside;
    const uint64_t brackets = masks.brackets & ~in_string;
    const uint64_t upto = brackets ^ (brackets - 1);  // up to the first bracket; all bits if there is none
    if ((masks.backslashes & upto) != 0) return {};
    if (brackets != 0) {
      const char* const bracket = block + std::countr_zero(brackets);
      if (*bracket != '}') return {};
      return {begin, static_cast<size_t>(bracket + 1 - begin)};
    }
    inside = uint64_t{0} - (in_string >> 63);
  }
  return {};
}

void JsonReader::TakeObject(std::string_view flat_object_at_hand) {
  RINGSCOPE_CHECK(at_ <= flat_object_at_hand.data());
  token_offset_ = piece_offset_ + static_cast<uint64_t>(flat_object_at_hand.data() - begin_);
  at_ = flat_object_at_hand.data() + flat_object_at_hand.size();
  ValueDone();
}

std::string_view JsonReader::PlainNumbersAtHand() const {
  if (error_ || expect_ != Expect::kValueOrEnd || open_.back() != ']') return {};
  const char* const end = json_scan::FindEndOfNumbers(at_, poll_at_);
  if (end == poll_at_ || *end != ']') return {};
  return {at_, static_cast<size_t>(end - at_)};
}

void JsonReader::TakeNumbers(std::string_view plain_numbers_at_hand) {
  RINGSCOPE_CHECK(at_ == plain_numbers_at_hand.data());
  at_ += plain_numbers_at_hand.size();
  ValueDone();
}

}  // namespace ringscope
