#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "cct/import/count_text.h"
#include "cct/import/importer.h"
#include "cct/import/json/json_reader.h"
#include "cct/import/limits.h"

namespace ringscope {

// One pass over a JSON file whose document is an object. A reader of a format derives from it and says what
// to do with the members; keys may come in any order, so some formats take two passes. Every function that
// reads a value returns false on an error, which Read() then reports.
class JsonDocument {
 public:
  explicit JsonDocument(const ImportRun& run, uint64_t max_depth = 1024)
      : run_(run),
        json_(run.source, {.max_depth = max_depth, .max_string_bytes = run.options.max_record_bytes},
              run.job) {}
  virtual ~JsonDocument() = default;
  JsonDocument(const JsonDocument&) = delete;
  JsonDocument& operator=(const JsonDocument&) = delete;

  Result<void> Read() {
    return End(ReadObject([this](std::string_view key) { return ReadTopMember(key); }));
  }
  // The same for a document that is an array.
  Result<void> ReadList() {
    return End(ReadArray([this](JsonToken begin) { return ReadTopElement(begin); }));
  }
  [[nodiscard]] uint64_t read_bytes() const { return json_.read_bytes(); }

 protected:
  // Reads the value of a member of the document.
  [[nodiscard]] virtual bool ReadTopMember([[maybe_unused]] std::string_view key) {
    return json_.SkipValue();
  }
  // Reads what is left of an element of the document, whose first token has been read.
  [[nodiscard]] virtual bool ReadTopElement(JsonToken begin) { return SkipRest(begin); }

  // Calls read_member(key), which has to read the value, for the members of an object.
  template <typename ReadMember>
  [[nodiscard]] bool ReadObject(ReadMember read_member) {
    return ReadMembers(json_.Next(), "an object", read_member);
  }
  // The same for an object whose first token has been read.
  template <typename ReadMember>
  [[nodiscard]] bool ReadMembers(JsonToken begin, std::string_view what, ReadMember read_member) {
    if (begin != JsonToken::kBeginObject) return FailWith(what);
    while (true) {
      const JsonToken token = json_.Next();
      if (token == JsonToken::kEndObject) return true;
      if (token != JsonToken::kKey) return FailWith("a key");
      if (!read_member(json_.text())) return false;
    }
  }
  // Calls read_element() for the elements of an array, whose first token has been read. null is an empty one.
  template <typename ReadElement>
  [[nodiscard]] bool ReadArray(ReadElement read_element) {
    const JsonToken begin = json_.Next();
    if (begin == JsonToken::kNull) return true;
    return begin == JsonToken::kBeginArray ? ReadElements(read_element) : FailWith("an array");
  }
  // The same for what may be something else, which is skipped.
  template <typename ReadMember>
  [[nodiscard]] bool ReadObjectIfAny(ReadMember read_member) {
    const JsonToken begin = json_.Next();
    return begin == JsonToken::kBeginObject ? ReadMembers(begin, "an object", read_member) : SkipRest(begin);
  }
  template <typename ReadElement>
  [[nodiscard]] bool ReadArrayIfAny(ReadElement read_element) {
    const JsonToken begin = json_.Next();
    return begin == JsonToken::kBeginArray ? ReadElements(read_element) : SkipRest(begin);
  }
  // The same for an array whose first token has been read.
  template <typename ReadElement>
  [[nodiscard]] bool ReadElements(ReadElement read_element) {
    while (true) {
      const JsonToken token = json_.Next();
      if (token == JsonToken::kEndArray) return true;
      if (token == JsonToken::kError || !read_element(token)) return false;
    }
  }
  // Other values than text leave `text` as it is.
  [[nodiscard]] bool ReadText(std::string& text) {
    const JsonToken token = json_.Next();
    if (token == JsonToken::kString) text = json_.text();
    return SkipRest(token);
  }
  // Calls take() where the value is a number. Other values are passed over.
  template <typename Take>
  [[nodiscard]] bool ReadNumberIfAny(Take take) {
    const JsonToken token = json_.Next();
    if (token == JsonToken::kNumber) take();
    return SkipRest(token);
  }
  // The same where it is a number or a text, as some writers put numbers in quotes.
  template <typename Take>
  [[nodiscard]] bool ReadNumberOrTextIfAny(Take take) {
    const JsonToken token = json_.Next();
    if (token == JsonToken::kNumber || token == JsonToken::kString) take();
    return SkipRest(token);
  }
  // Counts a text that is kept. All of them may take as much as the names of a tree.
  [[nodiscard]] bool CountText(size_t size_bytes) {
    text_bytes_ += size_bytes;
    const uint64_t limit = run_.options.build.max_string_bytes;
    return text_bytes_ <= limit || FailWith(ErrorCode::kLimit, TooLongNames(limit));
  }
  // An id: a text, or a number, of which "1.0" is the same as "1". Other values leave `text` as it is.
  [[nodiscard]] bool ReadId(std::string& text) {
    const JsonToken token = json_.Next();
    if (token == JsonToken::kString) text = json_.text();
    if (token == JsonToken::kNumber) text = IdText(json_.text());
    return SkipRest(token);
  }
  // Reads what is left of a value whose first token has been read.
  [[nodiscard]] bool SkipRest(JsonToken token) { return json_.SkipRest(token); }
  [[nodiscard]] bool FailWith(std::string_view expected) {
    return FailWith(ErrorCode::kMalformed, fmt::format("expected {}, found another value", expected));
  }
  // False where it is an error, which happened at the token that came last.
  [[nodiscard]] bool Check(const Result<void>& status) {
    return status || FailWith(status.error().code, status.error().message);
  }
  [[nodiscard]] bool FailWith(ErrorCode code, std::string message) {
    if (!json_.failed() && !error_) error_ = Error{code, std::move(message), json_.offset_bytes(), {}, {}};
    return false;
  }

  const ImportRun run_;
  JsonReader json_;
  std::optional<Error> error_;

 private:
  // After the document's value.
  Result<void> End(bool read) {
    if (read && (json_.Next() == JsonToken::kEnd || FailWith("the end of the document"))) return {};
    return tl::unexpected(json_.failed() ? json_.error() : error_.value());
  }

  uint64_t text_bytes_ = 0;
};

// The import of a format whose reader, a JsonDocument, has BuildTree(): reads all of the document, then
// builds.
template <typename Document>
[[nodiscard]] Result<void> ImportJsonDocument(const ImportRun& run) {
  Document document(run);
  RINGSCOPE_TRY(document.Read());
  run.report.input_bytes = document.read_bytes();
  return document.BuildTree();
}

}  // namespace ringscope
