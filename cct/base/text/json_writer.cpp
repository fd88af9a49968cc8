#include "cct/base/text/json_writer.h"

#include <fmt/format.h>

#include <cmath>

#include "cct/base/text/number_text.h"
#include "cct/base/text/utf8.h"

namespace ringscope {
namespace {

constexpr size_t kFlushBytes = 64 * 1024;

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
    } else {
      // Escapes more than JSON requires, because a terminal may show the text.
      const char32_t code_point = TakeCodePoint(text);
      if (ActsOnText(code_point))
        fmt::format_to(std::back_inserter(buffer_), "\\u{:04x}", static_cast<uint32_t>(code_point));
      else
        AppendUtf8(code_point, buffer_);
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
