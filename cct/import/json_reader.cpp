#include "cct/import/json_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace ringscope {
namespace {

constexpr size_t kPollBytes = size_t{1} << 20;

bool IsNumberPart(int c) {
  return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
}

std::string DescribeByte(int c) {
  if (c < 0) return "the end of the file";
  if (c >= 0x20 && c < 0x7f) return fmt::format("'{}'", static_cast<char>(c));
  return fmt::format("byte 0x{:02x}", c);
}

// Whether `text` is a number by the grammar of JSON.
bool IsNumber(std::string_view text) {
  size_t at = 0;
  const auto digits = [&] {
    const size_t first = at;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
    return at - first;
  };
  if (at < text.size() && text[at] == '-') ++at;
  const size_t whole_begin = at;
  const size_t whole = digits();
  if (whole == 0 || (whole > 1 && text[whole_begin] == '0')) return false;
  if (at < text.size() && text[at] == '.') {
    ++at;
    if (digits() == 0) return false;
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    if (digits() == 0) return false;
  }
  return at == text.size();
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
  poll_at_ = at_ + std::min<size_t>(kPollBytes, static_cast<size_t>(end_ - at_));
  if (!job_.cancelled()) return true;
  error_ = Error{ErrorCode::kCancelled, "cancelled", {}, {}, {}};
  return false;
}

int JsonReader::PeekFurther() {
  if (at_ == end_ && !Refill()) return -1;
  if (at_ >= poll_at_ && !Poll()) return -1;
  return static_cast<unsigned char>(*at_);
}

JsonToken JsonReader::Next() {
  if (error_) return JsonToken::kError;
  SkipBlanks();
  int c = Peek();
  if (error_) return JsonToken::kError;
  token_offset_ = read_bytes();
  if (expect_ == Expect::kNothing) {
    return c < 0 ? JsonToken::kEnd : Fail("the end of the file behind the JSON document");
  }
  if (expect_ == Expect::kCommaOrEnd) {
    if (c != ',') return Close(c);
    ++at_;
    SkipBlanks();
    c = Peek();
    token_offset_ = read_bytes();
    expect_ = open_.back() == '}' ? Expect::kKey : Expect::kValue;
  }
  switch (expect_) {
    case Expect::kKeyOrEnd:
      if (c == '}') return Close(c);
      [[fallthrough]];
    case Expect::kKey:
      if (c != '"') return Fail("a key in quotes");
      if (!ReadString()) return JsonToken::kError;
      if (at_ == end_ || *at_ != ':') {
        // Looking further may read the next piece over this one.
        if (text_.data() != scratch_.data()) scratch_ = text_;
        text_ = scratch_;
        SkipBlanks();
        if (Peek() != ':') return Fail("':' behind a key");
      }
      ++at_;
      expect_ = Expect::kValue;
      return JsonToken::kKey;
    case Expect::kValueOrEnd:
      if (c == ']') return Close(c);
      [[fallthrough]];
    default:
      return ReadValue(c);
  }
}

bool JsonReader::GoToElement() {
  if (error_) return true;
  SkipBlanks();
  if (expect_ == Expect::kCommaOrEnd && Peek() == ',') {
    ++at_;
    expect_ = Expect::kValueOrEnd;
    SkipBlanks();
  }
  return Peek() >= 0 || error_.has_value();
}

JsonToken JsonReader::ReadValue(int c) {
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

JsonToken JsonReader::Open(JsonToken token, char closing, Expect expect) {
  if (open_.size() >= limits_.max_depth) {
    return FailWith(ErrorCode::kLimit,
                    fmt::format("expected at most {} nested levels, found more", limits_.max_depth));
  }
  ++at_;
  open_.push_back(closing);
  expect_ = expect;
  return token;
}

JsonToken JsonReader::Close(int c) {
  if (c != open_.back()) return Fail(open_.back() == '}' ? "',' or '}'" : "',' or ']'");
  ++at_;
  open_.pop_back();
  ValueDone();
  return c == '}' ? JsonToken::kEndObject : JsonToken::kEndArray;
}

JsonToken JsonReader::ReadNumber() {
  const char* const first = at_;
  while (at_ < end_ && IsNumberPart(static_cast<unsigned char>(*at_))) ++at_;
  text_ = std::string_view(first, static_cast<size_t>(at_ - first));
  if (at_ == end_) {  // it may go on in the next piece
    scratch_ = text_;
    while (IsNumberPart(Peek()) && scratch_.size() < limits_.max_string_bytes) scratch_.push_back(*at_++);
    if (error_) return JsonToken::kError;
    text_ = scratch_;
  }
  if (!IsNumber(text_)) {
    const std::string_view shown = text_.substr(0, 40);
    if (!error_) {
      error_ = Error{ErrorCode::kMalformed,
                     fmt::format("expected a JSON number, found \"{}\"", shown),
                     token_offset_,
                     {},
                     {}};
    }
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

bool JsonReader::ReadString() {
  ++at_;  // the opening quote
  const char* const first = at_;
  while (at_ < end_ && *at_ != '"' && *at_ != '\\' && static_cast<unsigned char>(*at_) >= 0x20) ++at_;
  text_ = std::string_view(first, static_cast<size_t>(at_ - first));
  if (text_.size() <= limits_.max_string_bytes && at_ < end_ && *at_ == '"') {
    ++at_;
    return true;
  }
  scratch_ = text_;
  return ReadStringSlowly();
}

bool JsonReader::ReadStringSlowly() {
  while (true) {
    const int c = Peek();
    if (error_) return false;
    if (scratch_.size() > limits_.max_string_bytes) {
      FailWith(ErrorCode::kLimit, fmt::format("expected strings of at most {} bytes, found a longer one",
                                              limits_.max_string_bytes));
      return false;
    }
    if (c < 0x20) {  // -1 is the end
      Fail("a closing quote");
      return false;
    }
    ++at_;
    if (c == '"') break;
    if (c == '\\') {
      if (!ReadEscape()) return false;
    } else {
      scratch_.push_back(static_cast<char>(c));
    }
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
  if (c != 'u') {
    Fail("an escape");
    return false;
  }
  ++at_;
  uint32_t unit = 0;
  if (!ReadHex4(unit)) return false;
  // A high surrogate wants its low one; alone, either has no UTF-8 and becomes U+FFFD.
  while (unit >= 0xd800 && unit < 0xdc00) {
    if (Peek() != '\\') break;
    ++at_;
    if (Peek() != 'u') {
      AppendCodePoint(0xfffd);
      return ReadEscape();
    }
    ++at_;
    uint32_t low = 0;
    if (!ReadHex4(low)) return false;
    if (low >= 0xdc00 && low < 0xe000) {
      AppendCodePoint(0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00));
      return true;
    }
    AppendCodePoint(0xfffd);
    unit = low;
  }
  AppendCodePoint(unit >= 0xd800 && unit < 0xe000 ? 0xfffd : unit);
  return true;
}

bool JsonReader::ReadHex4(uint32_t& unit) {
  for (int i = 0; i < 4; ++i) {
    const int c = Peek();
    uint32_t digit = 0;
    if (c >= '0' && c <= '9') {
      digit = static_cast<uint32_t>(c - '0');
    } else if (c >= 'a' && c <= 'f') {
      digit = static_cast<uint32_t>(c - 'a' + 10);
    } else if (c >= 'A' && c <= 'F') {
      digit = static_cast<uint32_t>(c - 'A' + 10);
    } else {
      Fail("four hexadecimal digits");
      return false;
    }
    unit = unit << 4 | digit;
    ++at_;
  }
  return true;
}

void JsonReader::AppendCodePoint(uint32_t code) {
  const auto put = [&](uint32_t value) { scratch_.push_back(static_cast<char>(value)); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xc0 | code >> 6);
    put(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    put(0xe0 | code >> 12);
    put(0x80 | (code >> 6 & 0x3f));
    put(0x80 | (code & 0x3f));
  } else {
    put(0xf0 | code >> 18);
    put(0x80 | (code >> 12 & 0x3f));
    put(0x80 | (code >> 6 & 0x3f));
    put(0x80 | (code & 0x3f));
  }
}

bool JsonReader::SkipValue() {
  const size_t depth = open_.size();
  const JsonToken token = Next();
  if (token == JsonToken::kBeginObject || token == JsonToken::kBeginArray) return SkipToDepth(depth);
  return token != JsonToken::kError;
}

bool JsonReader::SkipToDepth(size_t depth) {
  while (open_.size() > depth) {
    if (Next() == JsonToken::kError) return false;
  }
  return !error_;
}

std::optional<int64_t> JsonReader::Integer() const {
  int64_t value = 0;
  const auto [end, status] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
  if (status != std::errc() || end != text_.data() + text_.size()) return std::nullopt;
  return value;
}

std::optional<int64_t> JsonReader::RoundedInteger() const {
  if (const auto integer = Integer()) return integer;
  double value = 0;
  const auto [end, status] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
  if (status != std::errc() || end != text_.data() + text_.size()) return std::nullopt;
  if (!(std::abs(value) < 9e18)) return std::nullopt;
  return std::llround(value);
}

}  // namespace ringscope
