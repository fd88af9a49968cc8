#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace ringscope {

// Writes JSON as a stream of tokens and adds the commas. Strings are written as valid UTF-8: invalid bytes
// become U+FFFD. The caller balances begins and ends and writes a key before every value of an object. The
// text goes to `sink` in pieces of about 64 KiB; Finish() sends the rest and a newline.
class JsonWriter {
 public:
  using Sink = std::function<void(std::string_view)>;
  explicit JsonWriter(Sink sink) : sink_(std::move(sink)) {}

  JsonWriter& BeginObject() { return Open('{'); }
  JsonWriter& EndObject() { return Close('}'); }
  JsonWriter& BeginArray() { return Open('['); }
  JsonWriter& EndArray() { return Close(']'); }
  JsonWriter& Key(std::string_view key);
  JsonWriter& String(std::string_view text);
  JsonWriter& Number(uint64_t value);
  // Nine significant digits, enough to tell any two floats apart; not-a-number and infinities become null.
  JsonWriter& Number(double value);
  // raw / scale as an exact decimal number, scale a power of ten.
  JsonWriter& Decimal(uint64_t raw, uint64_t scale);
  JsonWriter& Bool(bool value);
  void Finish();

 private:
  JsonWriter& Open(char bracket);
  JsonWriter& Close(char bracket);
  void BeginValue();
  void AppendQuoted(std::string_view text);
  void FlushWhenFull();

  Sink sink_;
  std::string buffer_;
  bool needs_comma_ = false;
};

}  // namespace ringscope
