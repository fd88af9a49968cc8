#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/import/bytes/byte_source.h"
#include "cct/import/json/json_scan.h"

namespace ringscope {

enum class JsonToken : uint8_t {
  kBeginObject,
  kEndObject,
  kBeginArray,
  kEndArray,
  kKey,
  kString,
  kNumber,
  kTrue,
  kFalse,
  kNull,
  kEnd,    // after the document
  kError,  // see JsonReader::error(); every further token is kError too
};

struct JsonLimits {
  uint64_t max_depth = uint64_t{1} << 25;
  uint64_t max_string_bytes = uint64_t{64} << 20;
};

// Reads a JSON document as a stream of tokens, without keeping the document in memory. Checks the grammar of
// the values that it hands out, and the brackets and strings of the values that it skips; strings need not be
// valid UTF-8. A level of nesting costs one byte; there is no recursion.
class JsonReader {
 public:
  // Updates job.done_units and polls it for cancellation. `source` must be at its start and outlive the
  // reader.
  JsonReader(ByteSource& source, const JsonLimits& limits, JobControl& job);

  [[nodiscard]] JsonToken Next();
  // In an array: calls use(value, offset_bytes) for the next integers that lie in the buffer, several times
  // as fast as Next(), until use() returns false. Next() reads on from there. The last one is the last token.
  template <typename Use>
  void ReadIntegers(Use use);
  // In an array, for formats that may have a comma behind the last element and may lack the closing bracket:
  // goes past a comma. Returns true if Next() has an element, the array's end or an error to return; false at
  // the end of the input.
  [[nodiscard]] bool GoToElement();
  // Skips the next value, however deep it is, several times as fast as Next() reads it. False on an error.
  [[nodiscard]] bool SkipValue() { return SkipRest(Next()); }
  // Skips the rest of the value whose first token is the last token.
  [[nodiscard]] bool SkipRest(JsonToken first);
  // The text, with both braces, of the next value (in an array with elements: of the next element) if that is
  // an object without containers in it and without escapes that lies whole in the buffer; else empty. The
  // text is not consumed, and valid until the reader goes beyond it. TakeObject() consumes it. The caller
  // must know that its grammar is right: it equals an object read before, or the caller parses it. The
  // object's begin then becomes the last token.
  [[nodiscard]] std::string_view FlatObjectAtHand();
  void TakeObject(std::string_view flat_object_at_hand);
  // The text between the brackets of an array that has just begun, if it lies whole in the buffer and has
  // only digits, commas and spaces; else empty. The text is not consumed, and valid until the reader goes
  // beyond it. TakeNumbers() consumes it up to the closing bracket; the caller must know its grammar is
  // right.
  [[nodiscard]] std::string_view PlainNumbersAtHand() const;
  void TakeNumbers(std::string_view plain_numbers_at_hand);
  // Skips until only `depth` containers are open. False on an error.
  [[nodiscard]] bool SkipToDepth(size_t depth);

  // The decoded key or string, or the number as written; valid until the next call.
  [[nodiscard]] std::string_view text() const { return text_; }
  // The number as an integer, also of "1.0" and "1e0"; nullopt if it has a fraction or does not fit.
  [[nodiscard]] std::optional<int64_t> Integer() const {
    return has_integer_ ? std::optional<int64_t>(integer_) : ParseInteger();
  }
  // The number rounded to an integer; nullopt if it does not fit.
  [[nodiscard]] std::optional<int64_t> RoundedInteger() const {
    return has_integer_ ? std::optional<int64_t>(integer_) : ParseRounded();
  }

  // The offset of the last token.
  [[nodiscard]] uint64_t offset_bytes() const { return token_offset_; }
  // The number of open containers.
  [[nodiscard]] size_t depth() const { return open_.size(); }
  // Bytes read so far.
  [[nodiscard]] uint64_t read_bytes() const { return piece_offset_ + static_cast<uint64_t>(at_ - begin_); }
  [[nodiscard]] bool failed() const { return error_.has_value(); }
  // Requires failed().
  [[nodiscard]] const Error& error() const { return *error_; }

 private:
  enum class Expect : uint8_t { kValue, kValueOrEnd, kKey, kKeyOrEnd, kCommaOrEnd, kNothing };

  bool Refill();
  bool Poll();
  // The next byte, not consumed, or -1 at the end or on an error.
  int Peek() {
    if (at_ < poll_at_) [[likely]]
      return static_cast<unsigned char>(*at_);
    return PeekFurther();
  }
  int PeekFurther();
  // Skips blanks and returns the byte behind them, as Peek() does.
  int PeekPastBlanks() {
    const int c = Peek();
    return c > ' ' || c < 0 ? c : PeekPastMoreBlanks();
  }
  int PeekPastMoreBlanks();
  JsonToken Fail(std::string_view expected);
  JsonToken FailWith(ErrorCode code, std::string message);
  JsonToken ReadValue(int c);
  JsonToken Open(JsonToken token, char closing, Expect expect);
  JsonToken Close(int c);
  JsonToken ReadNumber();
  JsonToken ReadNumberSlowly();
  JsonToken ReadWord(std::string_view word, JsonToken token);
  bool ReadString();
  bool ReadStringSlowly();
  bool ReadEscape();
  bool ReadHex4(uint32_t& unit);
  bool SkipBlocks(size_t depth);
  bool SkipRestOfString();
  bool PassBracket(char c);
  [[nodiscard]] std::optional<int64_t> ParseInteger() const;
  [[nodiscard]] std::optional<int64_t> ParseRounded() const;
  void ValueDone() { expect_ = open_.empty() ? Expect::kNothing : Expect::kCommaOrEnd; }

  ByteSource& source_;
  JsonLimits limits_;
  JobControl& job_;
  const char* begin_ = nullptr;  // the source's last piece
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  const char* poll_at_ = nullptr;
  uint64_t piece_offset_ = 0;
  uint64_t dropped_bytes_ = 0;
  std::vector<char> open_;  // closing characters
  Expect expect_ = Expect::kValue;
  std::string scratch_;
  std::string_view text_;
  int64_t integer_ = 0;  // the value of text_, if has_integer_
  bool has_integer_ = false;
  uint64_t token_offset_ = 0;
  std::optional<Error> error_;
};

template <typename Use>
void JsonReader::ReadIntegers(Use use) {
  if (error_ || open_.empty() || open_.back() != ']') return;
  while (at_ < poll_at_) {
    const char* at = at_;
    if (expect_ == Expect::kCommaOrEnd) {
      if (*at != ',') return;
      ++at;
    }
    if (at < poll_at_ && *at <= ' ') at = json_scan::FindNonBlank(at, poll_at_);
    const char* const first = at;
    if (at < poll_at_ && *at == '-') ++at;
    const json_scan::Digits digits = json_scan::ReadDigits(at, poll_at_);
    const char* const last = at + digits.count;
    if (!json_scan::IsWholeNumber(at, digits)) return;
    // The number may continue.
    if (last == poll_at_ || *last == '.' || *last == 'e' || *last == 'E') return;
    const auto value = static_cast<int64_t>(digits.value);
    integer_ = at == first ? value : -value;
    has_integer_ = true;
    text_ = std::string_view(first, static_cast<size_t>(last - first));
    token_offset_ = piece_offset_ + static_cast<uint64_t>(first - begin_);
    at_ = last;
    expect_ = Expect::kCommaOrEnd;
    if (!use(integer_, token_offset_)) return;
  }
}

}  // namespace ringscope
