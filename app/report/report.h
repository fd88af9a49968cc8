#pragma once

#include <fmt/format.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "cct/base/text/json_writer.h"
#include "cct/base/text/text_sink.h"
#include "cct/export/delimited_text.h"

// The answer of a command as a value: lines for people, fields for programs, tables for both. Text, JSON, CSV
// and pages are functions of this value.
namespace ringscope {

// Rows of text in columns as wide as their widest cell, two blanks apart; the last column is not padded. A
// table without titles begins with its first row.
class TextTable {
 public:
  enum class Align : uint8_t { kLeft, kRight };
  struct Column {
    std::string title;
    Align align = Align::kRight;
    uint32_t rank = 0;  // columns of the highest ranks are left out if the room is too narrow
  };
  explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // Takes one cell for each column, a line of valid UTF-8 each; without cells the row is an empty line.
  void AddRow(std::vector<std::string> cells);
  // The highest rank up to which all columns fit into `width` characters a line. The last column may reach
  // beyond `width`, but for its first kLastColumnRoom characters.
  static constexpr size_t kLastColumnRoom = 30;
  [[nodiscard]] uint32_t FittingRank(size_t width) const;
  // Cuts cells of the last column, so that lines without the columns above a rank fit into `width`
  // characters, if the other columns leave it room.
  void CutLastColumn(size_t width, uint32_t highest_rank);
  // The text without the columns above a rank.
  [[nodiscard]] std::string Text(uint32_t highest_rank = 0xffffffffu) const;

 private:
  [[nodiscard]] std::vector<size_t> Widths() const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// The text as valid UTF-8; if wider than `width` characters, as much of its beginning and its end around an
// ellipsis as fits, at least one character of each.
[[nodiscard]] std::string CutToWidth(const std::string& text, size_t width);

// raw / scale as an exact decimal number, scale a power of ten.
struct ExactDecimal {
  uint64_t raw = 0;
  uint64_t scale = 1;
};

// A value as JSON and CSV write it. CSV has no arrays and no objects.
class ReportValue {
 public:
  using Array = std::vector<ReportValue>;
  using Object = std::vector<std::pair<std::string, ReportValue>>;  // members by key, in order
  struct Missing {};  // no member of an object, an empty field of a line

  ReportValue() = default;
  // NOLINTBEGIN(google-explicit-constructor): a value is written where it is named
  ReportValue(bool value) : value_(value) {}
  ReportValue(std::unsigned_integral auto value) : value_(uint64_t{value}) {}
  ReportValue(double value) : value_(value) {}
  ReportValue(ExactDecimal value) : value_(value) {}
  ReportValue(std::string_view text) : value_(std::string(text)) {}
  ReportValue(const std::string& text) : value_(text) {}
  ReportValue(const char* text) : value_(std::string(text)) {}
  ReportValue(Array values) : value_(std::move(values)) {}
  ReportValue(Object members) : value_(std::move(members)) {}
  template <typename T>
  ReportValue(const std::optional<T>& value) {
    if (value) *this = ReportValue(*value);
  }
  // NOLINTEND(google-explicit-constructor)

  [[nodiscard]] bool is_missing() const { return std::holds_alternative<Missing>(value_); }
  // Objects leave out the member of a missing value.
  void WriteJson(JsonWriter& json) const;
  // Adds a field: a text, a number in full, or an empty field.
  void WriteCsv(DelimitedText& line) const;

 private:
  std::variant<Missing, bool, uint64_t, double, ExactDecimal, std::string, Array, Object> value_;
};

// A column of text, of CSV, or of both. Its functions give the cell of a row.
struct ReportColumn {
  TextTable::Column head = {};                        // of the text
  std::string csv = {};                               // the title in CSV
  std::function<std::string(size_t row)> text = {};   // null: text leaves the column out
  std::function<ReportValue(size_t row)> value = {};  // null: CSV leaves the column out
};

// Rows are made one by one when they are written: the objects that the functions refer to outlive the table.
struct ReportTable {
  std::string key = {};  // of JSON; empty: the rows are all of the JSON
  size_t rows = 0;
  std::function<ReportValue::Object(size_t row)> object =
      {};  // what JSON writes of a row; null: JSON has no rows
  std::vector<ReportColumn> columns = {};
  bool hides_empty = false;  // a table without rows has no line of titles either
  std::string empty = {};    // the line of text for a table without rows; empty: no line
  size_t left_out = 0;       // rows that a limit left out; text tells their number
  // Names the columns that a narrow terminal leaves out, given the highest rank shown; null: all columns are
  // shown, however narrow the terminal is.
  std::function<std::string(uint32_t highest_rank)> left_out_columns = {};

  void Text(TextTable::Column head, std::function<std::string(size_t row)> text) {
    columns.push_back({.head = std::move(head), .text = std::move(text)});
  }
  void Csv(std::string title, std::function<ReportValue(size_t row)> value) {
    columns.push_back({.csv = std::move(title), .value = std::move(value)});
  }
};

struct ReportField {
  std::string key;
  ReportValue value;
};

// A heading for people, above the parts that follow.
struct ReportTitle {
  std::string text;
};

struct Report {
  std::vector<std::variant<std::string, ReportTitle, ReportField, ReportTable>> parts;

  // For people: Text() takes lines with their line ends, Line() one line without it.
  void Text(std::string lines) { parts.emplace_back(std::move(lines)); }
  void Line(std::string text) { Text(std::move(text) + '\n'); }
  template <typename One, typename... More>
  void Line(fmt::format_string<One, More...> text, One&& one, More&&... more) {
    Line(fmt::format(text, std::forward<One>(one), std::forward<More>(more)...));
  }
  void Title(std::string text) { parts.emplace_back(ReportTitle{std::move(text)}); }
  // A member of the JSON object; a missing value is left out.
  void Field(std::string key, ReportValue value) {
    parts.emplace_back(ReportField{std::move(key), std::move(value)});
  }
  void Add(ReportTable table) { parts.emplace_back(std::move(table)); }
};

enum class ReportFormat : uint8_t { kText, kMarkdown, kJson, kCsv, kTsv };

// Text for a terminal of `width` characters a line; std::nullopt: for no terminal, all columns.
[[nodiscard]] std::string ReportText(const Report& report, std::optional<size_t> width);
void WriteReportJson(const Report& report, JsonWriter& json);
// Writes the tables that have columns of CSV, each under a line of titles. `separator`: ',' (fields quoted as
// in RFC 4180) or '\t' (tabs, line breaks and backslashes written \t \n \r \\). Errors: those of the sink,
// kLimit (kMaxExportBytes).
[[nodiscard]] Result<void> WriteReportCsv(const Report& report, char separator, const TextSink& sink);

// A picture on a page.
struct ReportPicture {
  std::string what;    // the picture, described in words
  std::string source;  // an address: a file beside the page, "data:image/svg+xml;base64,..."
};
enum class PageForm : uint8_t { kMarkdown, kHtml };
// A page to send: a heading, the lines, the pictures in front of the first title, and the tables. HTML is a
// whole document that loads and runs nothing. Texts are escaped: they are shown, never interpreted.
[[nodiscard]] std::string ReportPage(const Report& report, std::string_view heading,
                                     const std::vector<ReportPicture>& pictures, PageForm form);
// Lines as a block of Markdown that shows them as they are.
[[nodiscard]] std::string MarkdownBlock(std::string_view lines);

}  // namespace ringscope
