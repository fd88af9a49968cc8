// The tables of a Firefox profile, and what else its documents repeat in several places.
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

bool FirefoxDocument::ReadTablesMember(FirefoxTables& tables, std::string_view key, bool& known) {
  known = true;
  if (key == "stringArray" || key == "stringTable") return ReadTexts(tables.texts);
  if (key == "libs") return ReadLibs(tables);
  if (key == "stackTable") return ReadTable(tables.stacks);
  if (key == "frameTable") return ReadTable(tables.frames);
  if (key == "funcTable") return ReadTable(tables.functions);
  if (key == "resourceTable") return ReadTable(tables.resources);
  if (key == "nativeSymbols") return ReadTable(tables.native_symbols);
  if (key == "sources") return ReadTable(tables.sources);
  known = false;
  return true;
}

bool FirefoxDocument::ReadTableFrom(JsonToken begin, FirefoxTable& table, std::string* weight_type) {
  table = {};
  if (begin != JsonToken::kBeginObject) return SkipRest(begin);
  std::vector<FirefoxField> schema;
  rows_.clear();
  size_t row_count = 0;
  const bool read = ReadMembers(begin, "a table", [&](std::string_view key) {
    table.MarkPresent();
    if (key == "schema") return ReadSchema(schema);
    if (key == "data") return ReadRows(schema, row_count);
    if (key == "weightType" && weight_type != nullptr) return ReadId(*weight_type);
    const FirefoxField field = FirefoxTable::FieldOf(key);
    return field == FirefoxField::kNone ? json_.SkipValue() : ReadColumn(table.Column(field));
  });
  if (!read) return false;
  for (size_t i = 0; i < std::min(schema.size(), rows_.size()); ++i) {
    if (schema[i] == FirefoxField::kNone) continue;
    // The last rows may be without a value.
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

// A row without a value takes a byte or two of the file, however many columns it is missing in.
bool FirefoxDocument::AddMissing(FirefoxColumn& column, size_t size) {
  if (column.size() >= size) return true;
  const size_t count = size - column.size();
  if (!CountNumbers(count)) return false;
  while (column.size() < size) column.AddMissing();
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

bool FirefoxDocument::ReadColumn(FirefoxColumn& column) {
  column.Clear();
  return ReadArrayIfAny([&](JsonToken token) {
    if (!CountNumbers(1)) return false;
    column.Add(NumberOf(token));
    return SkipRest(token);
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
  std::stable_sort(by_start.begin(), by_start.end(),
                   [&libs](uint32_t a, uint32_t b) { return libs[a].start < libs[b].start; });
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

}  // namespace ringscope
