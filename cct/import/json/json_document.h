#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "cct/import/count_text.h"
#include "cct/import/frame_names.h"
#include "cct/import/importer.h"
#include "cct/import/json/json_reader.h"
#include "cct/import/limits.h"

namespace ringscope {

// One pass over a JSON file, whose document is an object or an array. The reader of a format derives from it
// and handles the members; keys may come in any order, so some formats take two passes. Every function that
// reads a value returns false on an error, which Read() then returns.
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
  // Reads a document that is an array.
  Result<void> ReadList() {
    return End(ReadArray([this](JsonToken begin) { return ReadTopElement(begin); }));
  }
  [[nodiscard]] uint64_t read_bytes() const { return json_.read_bytes(); }

 protected:
  // Reads the value of a member of the document.
  [[nodiscard]] virtual bool ReadTopMember([[maybe_unused]] std::string_view key) {
    return json_.SkipValue();
  }
  // Reads the rest of an element of the document, whose first token has been read.
  [[nodiscard]] virtual bool ReadTopElement(JsonToken begin) { return SkipRest(begin); }

  // Reads an object: calls read_member(key), which must read the value, for each of its members.
  template <typename ReadMember>
  [[nodiscard]] bool ReadObject(ReadMember read_member) {
    return ReadMembers(json_.Next(), "an object", read_member);
  }
  // Reads an object whose first token has been read; errors call the object `what`.
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
  // Reads an array: calls read_element(first token), which must read the rest, for each of its elements. null
  // counts as an empty array.
  template <typename ReadElement>
  [[nodiscard]] bool ReadArray(ReadElement read_element) {
    const JsonToken begin = json_.Next();
    if (begin == JsonToken::kNull) return true;
    return begin == JsonToken::kBeginArray ? ReadElements(read_element) : FailWith("an array");
  }
  // ReadObjectIfAny() reads an object and ReadArrayIfAny() an array; both skip values of other types.
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
  // Reads an array whose first token has been read.
  template <typename ReadElement>
  [[nodiscard]] bool ReadElements(ReadElement read_element) {
    while (true) {
      const JsonToken token = json_.Next();
      if (token == JsonToken::kEndArray) return true;
      if (token == JsonToken::kError || !read_element(token)) return false;
    }
  }
  // Sets `text` if the value is a text.
  [[nodiscard]] bool ReadText(std::string& text) {
    const JsonToken token = json_.Next();
    if (token == JsonToken::kString) text = json_.text();
    return SkipRest(token);
  }
  // Calls take() if the value is a number, and skips other values.
  template <typename Take>
  [[nodiscard]] bool ReadNumberIfAny(Take take) {
    const JsonToken token = json_.Next();
    if (token == JsonToken::kNumber) take();
    return SkipRest(token);
  }
  // Calls take() if the value is a number or a text (some writers quote numbers), and skips other values.
  template <typename Take>
  [[nodiscard]] bool ReadNumberOrTextIfAny(Take take) {
    const JsonToken token = json_.Next();
    if (token == JsonToken::kNumber || token == JsonToken::kString) take();
    return SkipRest(token);
  }
  // Counts a text that is kept. All kept texts together may be as large as the names of a tree.
  [[nodiscard]] bool CountText(size_t size_bytes) {
    text_bytes_ += size_bytes;
    const uint64_t limit = run_.options.build.max_string_bytes;
    return text_bytes_ <= limit || FailWith(ErrorCode::kLimit, TooLongNames(limit));
  }
  // Sets `text` if the value is an id: a text, or a number, where "1.0" is the same id as "1".
  [[nodiscard]] bool ReadId(std::string& text) {
    const JsonToken token = json_.Next();
    if (token == JsonToken::kString) text = json_.text();
    if (token == JsonToken::kNumber) text = IdText(json_.text());
    return SkipRest(token);
  }
  // A frame in source code, as Safari and speedscope write it.
  struct JsonFrame {
    std::string name, file;
    uint32_t line = 0, column = 0;
    bool has_name = false;
  };
  // Reads a frame whose first token has been read; reports one without a name.
  [[nodiscard]] bool ReadFrameMembers(JsonToken begin, std::string_view file_key, std::string_view column_key,
                                      JsonFrame& frame) {
    frame.name.clear();
    frame.file.clear();
    frame.line = frame.column = 0;
    frame.has_name = false;
    const uint64_t offset = json_.offset_bytes();
    const bool read = ReadMembers(begin, "a frame (an object)", [&](std::string_view key) {
      if (key == "name") {
        frame.has_name = true;
        return ReadText(frame.name);
      }
      if (key == file_key) return ReadText(frame.file);
      if (key != "line" && key != column_key) return json_.SkipValue();
      uint32_t& place = key == "line" ? frame.line : frame.column;
      return ReadNumberIfAny([&] { place = PlaceOf(json_.RoundedInteger().value_or(0)); });
    });
    if (read && !frame.has_name) run_.report.Keep("a frame without a name", offset);
    return read;
  }
  // Skips the rest of a value whose first token has been read.
  [[nodiscard]] bool SkipRest(JsonToken token) { return json_.SkipRest(token); }
  [[nodiscard]] bool FailWith(std::string_view expected) {
    return FailWith(ErrorCode::kMalformed, fmt::format("expected {}, found another value", expected));
  }
  // Returns false on an error, and reports it at the last token.
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
  // To be called after the document's value.
  Result<void> End(bool read) {
    if (read && (json_.Next() == JsonToken::kEnd || FailWith("the end of the document"))) return {};
    return tl::unexpected(json_.failed() ? json_.error() : error_.value());
  }

  uint64_t text_bytes_ = 0;
};

// Imports a format whose reader derives from JsonDocument and has BuildTree(): reads all of the document,
// then builds the tree.
template <typename Document>
[[nodiscard]] Result<void> ImportJsonDocument(const ImportRun& run) {
  Document document(run);
  RINGSCOPE_TRY(document.Read());
  run.report.input_bytes = document.read_bytes();
  return document.BuildTree();
}

}  // namespace ringscope
