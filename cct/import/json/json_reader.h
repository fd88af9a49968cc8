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

// Reads a JSON document token by token as it streams by, so that memory follows what the caller keeps and not
// the document. Checks the grammar of what it hands out, and the brackets and strings of what it skips;
// strings need not be valid UTF-8. Nesting costs a byte a level and no call stack.
class JsonReader {
 public:
  // Updates job.done_units and polls it for cancellation. `source` must be at its start and outlive the
  // reader.
  JsonReader(ByteSource& source, const JsonLimits& limits, JobControl& job);

  [[nodiscard]] JsonToken Next();
  // In an array: calls use(value, offset_bytes) for the integers that come next and lie at hand, several
  // times as fast as by Next(), until one returns false. What comes then is for Next() to say. The last value
  // is the token that came last.
  template <typename Use>
  void ReadIntegers(Use use);
  // In an array, for formats that let the last element be followed by a comma and the input end without the
  // closing bracket: goes past a comma. True where Next() has an element or the array's end, or an error, to
  // give; false where the input ends here.
  [[nodiscard]] bool GoToElement();
  // Skips the value that comes next, however deep: several times as fast as reading it. False on an error.
  [[nodiscard]] bool SkipValue() { return SkipRest(Next()); }
  // Skips what is left of the value whose first token came last.
  [[nodiscard]] bool SkipRest(JsonToken first);
  // Where the value that comes next, or the next element of an array that has one already, is an object
  // without others in it, lies at hand and has no escapes: its text with both braces, not yet read and valid
  // until something is read beyond it; else empty. TakeObject() goes past one whose grammar the caller has
  // seen to be right: it is the text of one that has been read before, or the caller reads it by itself. Its
  // begin is the token that came last then.
  [[nodiscard]] std::string_view FlatObjectAtHand();
  void TakeObject(std::string_view flat_object_at_hand);
  // Where an array has just begun, lies at hand up to its end and is made of digits, commas and spaces only:
  // the text between its brackets, not yet read and valid until something is read beyond it; else empty.
  // TakeNumbers() goes to the closing bracket, past elements whose grammar the caller has seen to be right.
  [[nodiscard]] std::string_view PlainNumbersAtHand() const;
  void TakeNumbers(std::string_view plain_numbers_at_hand);
  // Reads up to the end of the container whose begin token came last but for `depth` levels. False on an
  // error.
  [[nodiscard]] bool SkipToDepth(size_t depth);

  // The decoded key or string, or the number as written; valid until the next call.
  [[nodiscard]] std::string_view text() const { return text_; }
  // The number as an integer, which "1.0" and "1e0" are too; nullopt when it has a fraction or does not fit.
  [[nodiscard]] std::optional<int64_t> Integer() const {
    return has_integer_ ? std::optional<int64_t>(integer_) : ParseInteger();
  }
  // The number rounded to an integer; nullopt when it does not fit.
  [[nodiscard]] std::optional<int64_t> RoundedInteger() const {
    return has_integer_ ? std::optional<int64_t>(integer_) : ParseRounded();
  }

  // Of the token that came last.
  [[nodiscard]] uint64_t offset_bytes() const { return token_offset_; }
  // Open containers.
  [[nodiscard]] size_t depth() const { return open_.size(); }
  // Bytes read so far.
  [[nodiscard]] uint64_t read_bytes() const { return piece_offset_ + static_cast<uint64_t>(at_ - begin_); }
  [[nodiscard]] bool failed() const { return error_.has_value(); }
  // Only where failed().
  [[nodiscard]] const Error& error() const { return *error_; }

 private:
  enum class Expect : uint8_t { kValue, kValueOrEnd, kKey, kKeyOrEnd, kCommaOrEnd, kNothing };

  bool Refill();
  bool Poll();
  // The next byte without taking it, or -1 at the end or on an error.
  int Peek() {
    if (at_ < poll_at_) [[likely]]
      return static_cast<unsigned char>(*at_);
    return PeekFurther();
  }
  int PeekFurther();
  // Goes past blanks and gives the byte behind them, as Peek().
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
  int64_t integer_ = 0;  // of text_, where known
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
    // It may go on.
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
