#include "cct/import/json/json_outline.h"

#include <string_view>
#include <utility>
#include <vector>

#include "cct/base/text/ascii.h"
#include "cct/import/json/json_reader.h"

namespace ringscope {
namespace {

constexpr size_t kMaxLevels = 6;
constexpr size_t kMaxOuterKeys = 1024;
constexpr size_t kMaxKeys = 64;
constexpr size_t kMaxElements = 2;
constexpr size_t kMaxTextBytes = 100;
// Values in front of others must not leave the outermost keys behind them out.
constexpr size_t kMaxMemberBytes = 4096;

class Outline {
 public:
  Outline(ByteSource& source, size_t max_bytes, JobControl& job)
      : json_(source, {.max_depth = kMaxDepth, .max_string_bytes = kMaxStringBytes}, job),
        max_bytes_(max_bytes) {}

  [[nodiscard]] std::string Read() {
    do {
      const JsonToken token = json_.Next();
      if (token == JsonToken::kEnd || token == JsonToken::kError) break;
      if (!Take(token)) break;
    } while (!levels_.empty() && text_.size() < max_bytes_);
    return std::move(text_);
  }

 private:
  static constexpr uint64_t kMaxDepth = uint64_t{1} << 25;
  static constexpr size_t kMaxStringBytes = size_t{64} << 20;
  struct Level {
    bool is_object;
    size_t count = 0;       // of keys or elements
    size_t begin_size = 0;  // of the text, where the member at hand of the outermost object begins
  };

  // False on an error.
  [[nodiscard]] bool Take(JsonToken token) {
    switch (token) {
      case JsonToken::kEndObject:
      case JsonToken::kEndArray:
        text_ += token == JsonToken::kEndObject ? '}' : ']';
        levels_.pop_back();
        return true;
      case JsonToken::kKey:
        return TakeKey();
      default:
        return TakeValue(token);
    }
  }

  [[nodiscard]] bool TakeKey() {
    Level& level = levels_.back();
    if (levels_.size() == 1) level.begin_size = text_.size();
    if (level.count++ >= (levels_.size() == 1 ? kMaxOuterKeys : kMaxKeys) || IsFull())
      return json_.SkipValue();
    if (level.count > 1) text_ += ',';
    AddText(json_.text());
    text_ += ':';
    return true;
  }

  [[nodiscard]] bool TakeValue(JsonToken token) {
    if (!levels_.empty() && !levels_.back().is_object) {
      if (levels_.back().count++ >= kMaxElements || IsFull()) return json_.SkipRest(token);
      if (levels_.back().count > 1) text_ += ',';
    }
    if (token == JsonToken::kBeginObject || token == JsonToken::kBeginArray) {
      const bool is_object = token == JsonToken::kBeginObject;
      text_ += is_object ? '{' : '[';
      if (levels_.size() < kMaxLevels) {
        levels_.push_back({is_object});
        return true;
      }
      text_ += is_object ? '}' : ']';
      return json_.SkipRest(token);
    }
    if (token == JsonToken::kString)
      AddText(json_.text());
    else if (token == JsonToken::kNumber)
      text_ += json_.text().substr(0, kMaxTextBytes);
    else
      text_ += token == JsonToken::kTrue ? "true" : token == JsonToken::kFalse ? "false" : "null";
    return true;
  }

  // Whether the member of the outermost object that is being read has its share.
  [[nodiscard]] bool IsFull() const {
    return levels_.front().is_object && levels_.size() > 1 &&
           text_.size() - levels_.front().begin_size > kMaxMemberBytes;
  }

  void AddText(std::string_view text) {
    text_ += '"';
    for (const char c : text.substr(0, kMaxTextBytes))
      text_ += c == '"' || c == '\\' || IsControl(c) ? '?' : c;
    text_ += '"';
  }

  JsonReader json_;
  const size_t max_bytes_;
  std::string text_;
  std::vector<Level> levels_;
};

}  // namespace

std::string OutlineJson(ByteSource& source, size_t max_bytes, JobControl& job) {
  return Outline(source, max_bytes, job).Read();
}

}  // namespace ringscope
