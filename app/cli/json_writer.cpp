#include "app/cli/json_writer.h"

#include <fmt/format.h>

#include <cmath>

#include "cct/base/number_text.h"

namespace ringscope {
namespace {

constexpr size_t kFlushBytes = 64 * 1024;
constexpr std::string_view kReplacement = "\xef\xbf\xbd";

// Length of the valid UTF-8 sequence at the front of `text`, 0 where there is none. Overlong forms,
// surrogates and code points beyond U+10FFFF are not valid.
size_t ValidSequenceLength(std::string_view text) {
  const auto byte = [&](size_t k) { return static_cast<unsigned char>(text[k]); };
  const auto continues = [&](size_t k) { return k < text.size() && (byte(k) & 0xc0) == 0x80; };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead <= 0xdf) return continues(1) ? 2 : 0;
  if (lead >= 0xe0 && lead <= 0xef) {
    if (!continues(1) || !continues(2)) return 0;
    if (lead == 0xe0 && byte(1) < 0xa0) return 0;
    if (lead == 0xed && byte(1) >= 0xa0) return 0;
    return 3;
  }
  if (lead >= 0xf0 && lead <= 0xf4) {
    if (!continues(1) || !continues(2) || !continues(3)) return 0;
    if (lead == 0xf0 && byte(1) < 0x90) return 0;
    if (lead == 0xf4 && byte(1) >= 0x90) return 0;
    return 4;
  }
  return 0;
}

}  // namespace

JsonWriter& JsonWriter::Key(std::string_view key) {
  BeginValue();
  AppendQuoted(key);
  buffer_ += ':';
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::String(std::string_view text) {
  BeginValue();
  AppendQuoted(text);
  FlushWhenFull();
  return *this;
}

JsonWriter& JsonWriter::Number(uint64_t value) {
  BeginValue();
  fmt::format_to(std::back_inserter(buffer_), "{}", value);
  FlushWhenFull();
  return *this;
}

JsonWriter& JsonWriter::Decimal(uint64_t raw, uint64_t scale) {
  BeginValue();
  buffer_ += ExactDecimalText(raw, scale);
  FlushWhenFull();
  return *this;
}

JsonWriter& JsonWriter::Number(double value) {
  BeginValue();
  if (std::isfinite(value)) {
    fmt::format_to(std::back_inserter(buffer_), "{:.9g}", value);
  } else {
    buffer_ += "null";
  }
  FlushWhenFull();
  return *this;
}

JsonWriter& JsonWriter::Bool(bool value) {
  BeginValue();
  buffer_ += value ? "true" : "false";
  return *this;
}

void JsonWriter::Finish() {
  buffer_ += '\n';
  sink_(buffer_);
  buffer_.clear();
}

JsonWriter& JsonWriter::Open(char bracket) {
  BeginValue();
  buffer_ += bracket;
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::Close(char bracket) {
  buffer_ += bracket;
  needs_comma_ = true;
  return *this;
}

void JsonWriter::BeginValue() {
  if (needs_comma_) buffer_ += ',';
  needs_comma_ = true;
}

void JsonWriter::AppendQuoted(std::string_view text) {
  buffer_ += '"';
  while (!text.empty()) {
    const char c = text.front();
    if (c == '"' || c == '\\') {
      buffer_ += '\\';
      buffer_ += c;
      text.remove_prefix(1);
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      fmt::format_to(std::back_inserter(buffer_), "\\u{:04x}", static_cast<unsigned>(c));
      text.remove_prefix(1);
    } else if (const size_t length = ValidSequenceLength(text); length != 0) {
      buffer_ += text.substr(0, length);
      text.remove_prefix(length);
    } else {
      buffer_ += kReplacement;
      text.remove_prefix(1);
    }
  }
  buffer_ += '"';
}

void JsonWriter::FlushWhenFull() {
  if (buffer_.size() < kFlushBytes) return;
  sink_(buffer_);
  buffer_.clear();
}

}  // namespace ringscope
