#include "cct/import/json/json_shape.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/base/text/ascii.h"
#include "cct/import/json/json_reader.h"

namespace ringscope {
namespace {

// No importer reads deeper documents.
constexpr size_t kDeepestCut = size_t{1} << 25;
constexpr uint64_t kBytesPerCutPoll = uint64_t{1} << 20;

// The names of lists of records within a record, of all formats.
constexpr std::string_view kNestedLists[] = {"children", "events",  "samples", "weights",  "threads",
                                             "nodes",    "regions", "graph",   "processes"};
constexpr size_t kLongestKeyBytes = 16;

class JsonCutFinder {
 public:
  // Returns false if the text is no JSON, or goes on behind the document.
  [[nodiscard]] bool Take(std::string_view text) {
    for (const char c : text) {
      if (!TakeByte(c)) return false;
      ++offset_;
    }
    return true;
  }

  [[nodiscard]] std::optional<JsonCut> Cut() const {
    if (kept_.empty()) return std::nullopt;
    const Kept& kept = kept_.back();
    return JsonCut{kept.end_bytes, offset_,
                   std::string(closing_.rend() - static_cast<ptrdiff_t>(kept.depth), closing_.rend())};
  }

 private:
  // An open container whose whole elements are kept.
  struct Kept {
    size_t depth;        // open containers, including this one
    uint64_t end_bytes;  // the end of its last whole element
    bool is_list;
  };

  [[nodiscard]] bool TakeByte(char c) {
    if (in_string_) {
      if (is_escaped_)
        is_escaped_ = false;
      else if (c == '\\')
        is_escaped_ = true;
      else if (c == '"')
        in_string_ = false;
      else if (key_.size() <= kLongestKeyBytes)
        key_ += c;
      return true;
    }
    switch (c) {
      case '"':
        in_string_ = true;
        key_.clear();
        return true;
      case '{':
      case '[':
        return Open(c == '[');
      case '}':
      case ']':
        return Close(c);
      case ',':
        if (!kept_.empty() && kept_.back().depth == closing_.size()) kept_.back().end_bytes = offset_;
        return true;
      default:
        return !closing_.empty() || c == ' ' || c == '\n' || c == '\r' || c == '\t';
    }
  }

  [[nodiscard]] bool Open(bool is_list) {
    const size_t depth = closing_.size();  // of the container around it
    if (depth >= kDeepestCut) return false;
    const auto keep = [&](size_t of_depth, bool list) {
      kept_.push_back({of_depth, offset_ + 1, list});
      list_count_ += list ? 1 : 0;
    };
    const bool is_named = std::ranges::count(kNestedLists, key_) > 0;
    if (kept_.empty()) {
      keep(depth + 1, is_list);
    } else if (!kept_.back().is_list && kept_.back().depth == depth) {
      if (!is_list || list_count_ == 0 || is_named) keep(depth + 1, is_list);
    } else if (is_list && is_named && kept_.back().depth + 1 == depth && closing_.back() == '}') {
      // Keep the record around it too.
      keep(depth, false);
      keep(depth + 1, true);
    }
    closing_ += is_list ? ']' : '}';
    return true;
  }

  [[nodiscard]] bool Close(char c) {
    if (closing_.empty() || closing_.back() != c) return false;
    if (kept_.back().depth == closing_.size()) {
      list_count_ -= kept_.back().is_list ? 1 : 0;
      kept_.pop_back();
    }
    closing_.pop_back();
    if (!kept_.empty() && kept_.back().depth == closing_.size()) kept_.back().end_bytes = offset_ + 1;
    return true;
  }

  uint64_t offset_ = 0;
  std::string closing_;  // the closing brackets of the open containers, the innermost last
  std::vector<Kept> kept_;
  size_t list_count_ = 0;  // lists among kept_
  bool in_string_ = false;
  bool is_escaped_ = false;
  std::string key_;  // the last string, cut off where it is longer than any of kNestedLists
};

constexpr size_t kMaxLevels = 6;
constexpr size_t kMaxOuterKeys = 1024;
constexpr size_t kMaxKeys = 64;
constexpr size_t kMaxElements = 2;
constexpr size_t kMaxTextBytes = 100;
// Bounds one member of the outermost object, so that the keys behind it are not lost.
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
      if (token == JsonToken::kEndObject || token == JsonToken::kEndArray) {
        text_ += token == JsonToken::kEndObject ? '}' : ']';
        levels_.pop_back();
      } else if (!(token == JsonToken::kKey ? TakeKey() : TakeValue(token))) {
        break;
      }
    } while (!levels_.empty() && text_.size() < max_bytes_);
    return std::move(text_);
  }

 private:
  static constexpr uint64_t kMaxDepth = uint64_t{1} << 25;
  static constexpr size_t kMaxStringBytes = size_t{64} << 20;
  struct Level {
    bool is_object;
    size_t count = 0;       // of keys or elements
    size_t begin_size = 0;  // size of text_ at the start of the outermost object's current member
  };

  // False on an error.
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

  // Whether the current member of the outermost object has reached kMaxMemberBytes.
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

std::optional<JsonCut> FindJsonCut(ByteSource& source, JobControl& job) {
  JsonCutFinder finder;
  while (true) {
    const auto piece = source.Next();
    if (!piece) return std::nullopt;
    if (piece->empty()) return finder.Cut();
    for (std::string_view text = AsText(*piece); !text.empty();) {
      const std::string_view part = text.substr(0, kBytesPerCutPoll);
      if (job.cancelled() || !finder.Take(part)) return std::nullopt;
      text.remove_prefix(part.size());
    }
  }
}

Result<std::span<const std::byte>> CutJsonSource::Next() {
  if (left_bytes_ > 0) {
    RINGSCOPE_ASSIGN(const std::span<const std::byte> piece, source_.Next());
    const auto part = piece.first(static_cast<size_t>(std::min<uint64_t>(piece.size(), left_bytes_)));
    left_bytes_ -= part.size();
    if (!part.empty()) return part;
    left_bytes_ = 0;  // the source is shorter than it was
  }
  if (is_closed_) return std::span<const std::byte>();
  is_closed_ = true;
  return std::as_bytes(std::span(cut_.closing));
}

void CutJsonSource::Rewind() {
  source_.Rewind();
  left_bytes_ = cut_.end_bytes;
  is_closed_ = false;
}

std::string OutlineJson(ByteSource& source, size_t max_bytes, JobControl& job) {
  return Outline(source, max_bytes, job).Read();
}

}  // namespace ringscope
