// Reads the stacks of a Firefox profile: tables that samples refer to, or samples that list their frames, as
// Cleopatra had them.
#include <algorithm>
#include <utility>

#include "cct/import/firefox/firefox_document.h"
#include "cct/import/limits.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

// 4 GiB of numbers in all tables, if they are small.
constexpr uint64_t kMaxNumbers = uint64_t{1} << 30;
constexpr double kMaxAddress = 9e18;
constexpr size_t kMaxLibs = size_t{1} << 20;
// Rows of raw profiles have up to ten cells.
constexpr size_t kMaxCells = 32;

}  // namespace

bool FirefoxDocument::ReadTablesMember(FirefoxTables& tables, std::string_view key) {
  if (key == "stringArray" || key == "stringTable") return ReadTexts(tables.texts);
  if (key == "libs") return ReadLibs(tables);
  if (key == "stackTable") return ReadTable(tables.stacks);
  if (key == "frameTable") return ReadTable(tables.frames);
  if (key == "funcTable") return ReadTable(tables.functions);
  if (key == "resourceTable") return ReadTable(tables.resources);
  if (key == "nativeSymbols") return ReadTable(tables.native_symbols);
  if (key == "sources") return ReadTable(tables.sources);
  return json_.SkipValue();
}

bool FirefoxDocument::ReadTableFrom(JsonToken begin, FirefoxTable& table, std::string* weight_type) {
  table = {};
  if (begin != JsonToken::kBeginObject) return SkipRest(begin);
  std::vector<FirefoxField> schema;
  rows_.clear();
  size_t row_count = 0;
  const bool read = ReadMembers(begin, "a table", [&](std::string_view key) {
    table.is_present = true;
    if (key == "schema") return ReadSchema(schema);
    if (key == "data") return ReadRows(schema, row_count);
    if (key == "weightType" && weight_type != nullptr) return ReadId(*weight_type);
    const FirefoxField field = FirefoxTable::FieldOf(key);
    if (field == FirefoxField::kNone) return json_.SkipValue();
    FirefoxColumn& column = table.Column(field);
    column.Clear();
    return ReadArrayIfAny([&](JsonToken token) {
      if (!CountNumbers(1)) return false;
      column.Add(NumberOf(token));
      return SkipRest(token);
    });
  });
  if (!read) return false;
  for (size_t i = 0; i < std::min(schema.size(), rows_.size()); ++i) {
    if (schema[i] == FirefoxField::kNone) continue;
    // The last rows may lack a value.
    if (!AddMissing(rows_[i], row_count)) return false;
    table.Column(schema[i]) = std::move(rows_[i]);
  }
  rows_.clear();
  return true;
}

bool FirefoxDocument::ReadSchema(std::vector<FirefoxField>& fields) {
  fields.clear();
  return ReadObjectIfAny([&](std::string_view key) {
    const FirefoxField field = FirefoxTable::FieldOf(key);
    const JsonToken token = json_.Next();
    const auto index = token == JsonToken::kNumber ? json_.Integer() : std::nullopt;
    if (index && *index >= 0 && *index < static_cast<int64_t>(kMaxCells)) {
      const auto cell = static_cast<size_t>(*index);
      if (fields.size() <= cell) fields.resize(cell + 1, FirefoxField::kNone);
      fields[cell] = field;
    }
    return SkipRest(token);
  });
}

// Missing values count as numbers, as a row without values takes two bytes of the file but many columns.
bool FirefoxDocument::AddMissing(FirefoxColumn& column, size_t size) {
  if (column.size() >= size) return true;
  const size_t count = size - column.size();
  if (!CountNumbers(count)) return false;
  while (column.size() < size) column.Add(FirefoxColumn::kMissing);
  return true;
}

bool FirefoxDocument::ReadRows(const std::vector<FirefoxField>& schema, size_t& row_count) {
  rows_.clear();
  row_count = 0;
  return ReadArray([&](JsonToken begin) {
    const size_t row = row_count++;
    if (begin != JsonToken::kBeginArray) return SkipRest(begin);
    for (size_t cell = 0;; ++cell) {
      const JsonToken token = json_.Next();
      if (token == JsonToken::kEndArray) return true;
      const double number = NumberOf(token);
      if (!SkipRest(token)) return false;
      const bool wanted = cell < kMaxCells &&
                          (schema.empty() || (cell < schema.size() && schema[cell] != FirefoxField::kNone));
      if (!wanted || std::isnan(number)) continue;
      if (rows_.size() <= cell) rows_.resize(cell + 1);
      FirefoxColumn& column = rows_[cell];
      if (!AddMissing(column, row) || !CountNumbers(1)) return false;
      column.Add(number);
    }
  });
}

double FirefoxDocument::NumberOf(JsonToken token) const {
  if (token == JsonToken::kTrue) return 1;
  if (token == JsonToken::kFalse) return 0;
  if (token != JsonToken::kNumber) return FirefoxColumn::kMissing;
  return ParseNumber<double>(json_.text()).value_or(FirefoxColumn::kMissing);
}

bool FirefoxDocument::CountNumbers(size_t count) {
  number_count_ += count;
  if (number_count_ <= kMaxNumbers) return true;
  return FailWith(ErrorCode::kLimit, TooMany(kMaxNumbers, "numbers"));
}

bool FirefoxDocument::ReadTexts(std::optional<TextList>& texts) {
  const JsonToken begin = json_.Next();
  if (begin != JsonToken::kBeginArray) return SkipRest(begin);
  texts.emplace();
  return ReadElements([&](JsonToken token) {
    const std::string_view text = token == JsonToken::kString ? json_.text() : std::string_view();
    if (!CountText(text.size()) || !CountNumbers(1)) return false;
    texts->Add(text);
    return SkipRest(token);
  });
}

bool FirefoxDocument::ReadLibs(FirefoxTables& tables) {
  const JsonToken begin = json_.Next();
  if (begin != JsonToken::kBeginArray) return SkipRest(begin);
  std::vector<FirefoxLib>& libs = tables.libs.emplace();
  std::vector<uint32_t>& by_start = tables.libs_by_start;
  by_start.clear();
  const bool read = ReadElements([&](JsonToken token) {
    if (libs.size() >= kMaxLibs) return FailWith(ErrorCode::kLimit, TooMany(kMaxLibs, "modules"));
    if (!ReadLib(token, libs.emplace_back())) return false;
    if (libs.back().start < libs.back().end) by_start.push_back(static_cast<uint32_t>(libs.size() - 1));
    return true;
  });
  std::ranges::stable_sort(by_start, {}, [&libs](uint32_t lib) { return libs[lib].start; });
  return read;
}

bool FirefoxDocument::ReadLib(JsonToken begin, FirefoxLib& lib) {
  if (begin != JsonToken::kBeginObject) return SkipRest(begin);
  std::string name;
  const bool read = ReadMembers(begin, "a module", [&](std::string_view key) {
    if (key == "path") return ReadId(lib.path);
    if (key == "name") return ReadId(name);
    if (key == "start") return ReadAddress(lib.start);
    if (key == "end") return ReadAddress(lib.end);
    if (key == "offset") return ReadAddress(lib.offset);
    return json_.SkipValue();
  });
  if (lib.path.empty()) lib.path = std::move(name);
  return read;
}

bool FirefoxDocument::ReadAddress(uint64_t& address) {
  const JsonToken token = json_.Next();
  const double number = NumberOf(token);
  address = number >= 0 && number < kMaxAddress ? static_cast<uint64_t>(number) : 0;
  return SkipRest(token);
}

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

// A sample is a list of its frames, the outermost first, and its time, which may stand in "extraInfo".
bool FirefoxDocument::ReadFrameLists(OpenThread& open) {
  FirefoxTables& tables = open.thread.tables;
  lists_.BeginThread();
  open.samples = {};
  open.samples.is_present = true;
  FirefoxColumn& stacks = open.samples.Column(FirefoxField::kStack);
  FirefoxColumn times;
  bool any_time = false;
  const bool read = ReadElements([&](JsonToken begin) {
    if (begin != JsonToken::kBeginObject) return SkipRest(begin);
    uint32_t stack = FirefoxColumn::kNone;
    double time_ms = FirefoxColumn::kMissing;
    const bool is_read = ReadMembers(begin, "a sample", [&](std::string_view key) {
      if (key == "frames") return ReadFrameList(tables, stack);
      if (key == "time") return ReadNumber(time_ms);
      if (key != "extraInfo") return json_.SkipValue();
      return ReadObjectIfAny([&](std::string_view further) {
        return further == "time" ? ReadNumber(time_ms) : json_.SkipValue();
      });
    });
    if (!is_read || !CountNumbers(2)) return false;
    stacks.AddIndex(stack);
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

// Reads a key of the table of locations, a location, or an object with one of these.
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

uint32_t FirefoxFrameLists::TextOf(std::string_view key) {
  return keys_.Intern(key, [] { return FrameId{0}; });
}

void FirefoxFrameLists::Name(std::string_view key, std::string_view text) {
  const uint32_t index = TextOf(key);
  if (names_.size() <= index) names_.resize(size_t{index} + 1);
  names_[index] = text;
}

uint32_t FirefoxFrameLists::StackOf(FirefoxTable& table, uint32_t caller, uint32_t text) {
  FirefoxColumn& frames = table.Column(FirefoxField::kFrame);
  const auto [at, is_new] =
      stacks_.try_emplace(uint64_t{caller} << 32 | text, static_cast<uint32_t>(frames.size()));
  if (!is_new) return at->second;
  table.is_present = true;
  frames.Add(text);
  table.Column(FirefoxField::kPrefix).AddIndex(caller);
  return at->second;
}

void FirefoxFrameLists::AddTo(FirefoxTables& shared) const {
  if (shared.frames.is_present || shared.texts) return;
  shared.frames.is_present = true;
  shared.texts.emplace();
  FirefoxColumn& locations = shared.frames.Column(FirefoxField::kLocation);
  for (uint32_t text = 0; text < keys_.size(); ++text) {
    locations.Add(text);
    const bool named = text < names_.size() && !names_[text].empty();
    shared.texts->Add(named ? std::string_view(names_[text]) : keys_.text(text));
  }
}

}  // namespace ringscope
