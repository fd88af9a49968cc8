// Samples of a Firefox profile that list their frames, and what Cleopatra puts around them.
#include <utility>

#include "cct/import/firefox/firefox_document.h"
#include "cct/import/limits.h"

namespace ringscope {

bool FirefoxDocument::ReadWrapped(std::vector<Level>& levels) {
  const JsonToken token = json_.Next();
  if (token == JsonToken::kBeginObject) return AddProcess(levels);
  if (token != JsonToken::kBeginArray) return SkipRest(token);
  profile_.has_threads = true;
  OpenThread& open = open_.emplace();
  open.thread.process = *top_process_;
  open.thread.offset_bytes = json_.offset_bytes();
  return ReadFrameLists(open) && AddThread();
}

// A sample is its frames, the outermost first, and when it was taken; the further information may have the
// time.
bool FirefoxDocument::ReadFrameLists(OpenThread& open) {
  FirefoxTables& tables = open.thread.tables;
  lists_.BeginThread();
  open.samples = {};
  open.samples.MarkPresent();
  FirefoxColumn& stacks = open.samples.Column(FirefoxField::kStack);
  FirefoxColumn times;
  bool any_time = false;
  const bool read = ReadElements([&](JsonToken begin) {
    if (begin != JsonToken::kBeginObject) return SkipRest(begin);
    uint32_t stack = FirefoxColumn::kNone;
    double time_ms = FirefoxColumn::kMissing;
    const auto read_member = [&](std::string_view key, auto self) -> bool {
      if (key == "frames") return ReadFrameList(tables, stack);
      if (key == "time") return ReadNumber(time_ms);
      if (key != "extraInfo") return json_.SkipValue();
      return ReadObjectIfAny([&](std::string_view further) {
        return further == "time" ? self(further, self) : json_.SkipValue();
      });
    };
    if (!ReadMembers(begin, "a sample", [&](std::string_view key) { return read_member(key, read_member); }))
      return false;
    if (!CountNumbers(2)) return false;
    if (stack == FirefoxColumn::kNone)
      stacks.AddMissing();
    else
      stacks.Add(stack);
    any_time |= time_ms == time_ms;
    times.Add(time_ms);
    return true;
  });
  if (any_time) open.samples.Column(FirefoxField::kTime) = std::move(times);
  return read;
}

bool FirefoxDocument::ReadFrameList(FirefoxTables& tables, uint32_t& stack) {
  stack = FirefoxColumn::kNone;
  std::string key;
  uint64_t depth = 0;
  return ReadArrayIfAny([&](JsonToken token) {
    key.clear();
    if (!ReadFrameKey(token, key)) return false;
    if (++depth > run_.options.max_stack_depth)
      return FailWith(ErrorCode::kLimit, TooDeep(run_.options.max_stack_depth));
    const size_t before = lists_.text_count();
    const uint32_t text = lists_.TextOf(key);
    if (lists_.text_count() > before && (!CountText(key.size()) || !CountNumbers(2))) return false;
    stack = lists_.StackOf(tables.stacks, stack, text);
    return tables.stacks[FirefoxField::kFrame].size() != stack + size_t{1} || CountNumbers(2);
  });
}

// A key of the table of locations, a location, or an object with one.
bool FirefoxDocument::ReadFrameKey(JsonToken token, std::string& key) {
  const auto take = [&](JsonToken value) {
    if (value == JsonToken::kString) key = json_.text();
    if (value == JsonToken::kNumber) key = IdText(json_.text());
    return SkipRest(value);
  };
  if (token != JsonToken::kBeginObject) return take(token);
  return ReadMembers(token, "a frame", [&](std::string_view member) {
    return member == "location" ? take(json_.Next()) : json_.SkipValue();
  });
}

bool FirefoxDocument::ReadSymbols() {
  std::string key;
  std::string text;
  return ReadObjectIfAny([&](std::string_view number) {
    key = number;
    text.clear();
    if (!ReadText(text) || !CountText(key.size() + text.size()) || !CountNumbers(2)) return false;
    lists_.Name(key, text);
    return true;
  });
}

void FirefoxDocument::Finish() {
  if (lists_.empty()) return;
  for (FirefoxProcess& process : profile_.processes) lists_.AddTo(process.shared);
}

}  // namespace ringscope
