#include "app/report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cct/base/check.h"
#include "cct/base/text/number_text.h"
#include "cct/export/export.h"
#include "cct/export/export_buffer.h"
#include "renderer/text/name_text.h"

namespace ringscope {
namespace {

// Counts code points: the bytes that do not continue one.
size_t WidthOf(std::string_view text) {
  return static_cast<size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

template <typename... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <typename... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

void AppendTable(const ReportTable& table, std::optional<size_t> width, std::string& out) {
  std::vector<TextTable::Column> heads;
  std::vector<const ReportColumn*> columns;
  for (const ReportColumn& column : table.columns) {
    if (!column.text) continue;
    heads.push_back(column.head);
    columns.push_back(&column);
  }
  TextTable text(std::move(heads));
  for (size_t row = 0; row < table.rows; ++row) {
    std::vector<std::string> cells;
    for (const ReportColumn* column : columns) cells.push_back(column->text(row));
    text.AddRow(std::move(cells));
  }
  uint32_t rank = UINT32_MAX;
  if (table.left_out_columns && width) rank = text.FittingRank(*width);
  if (!columns.empty() && (table.rows > 0 || !table.hides_empty)) out += text.Text(rank);
  if (table.rows == 0 && table.left_out == 0 && !table.empty.empty()) out += table.empty + '\n';
  if (table.left_out > 0) out += fmt::format("... and {} more\n", CountText(table.left_out));
  if (rank != UINT32_MAX) {
    if (const std::string note = table.left_out_columns(rank); !note.empty()) out += note + '\n';
  }
}

void WriteMember(std::string_view key, const ReportValue& value, JsonWriter& json) {
  if (value.is_missing()) return;
  json.Key(key);
  value.WriteJson(json);
}

void WriteRows(const ReportTable& table, JsonWriter& json) {
  json.BeginArray();
  for (size_t row = 0; row < table.rows; ++row) ReportValue(table.object(row)).WriteJson(json);
  json.EndArray();
}

}  // namespace

std::string CutToWidth(const std::string& text, size_t width) {
  return CutMiddleToFit(text, static_cast<float>(width), 1,
                        [](std::string_view part, float) { return static_cast<float>(WidthOf(part)); });
}

void TextTable::AddRow(std::vector<std::string> cells) {
  RINGSCOPE_CHECK(cells.empty() || cells.size() == columns_.size());
  rows_.push_back(std::move(cells));
}

std::vector<size_t> TextTable::Widths() const {
  std::vector<size_t> widths;
  for (const Column& column : columns_) widths.push_back(WidthOf(column.title));
  for (const auto& row : rows_) {
    for (size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], WidthOf(row[c]));
  }
  return widths;
}

uint32_t TextTable::FittingRank(size_t width) const {
  std::vector<size_t> widths = Widths();
  if (!widths.empty()) widths.back() = std::min(widths.back(), kLastColumnRoom);
  std::vector<uint32_t> ranks;
  for (const Column& column : columns_) ranks.push_back(column.rank);
  std::ranges::sort(ranks);
  uint32_t fitting = 0;
  for (const uint32_t rank : ranks) {
    size_t needed = 0;
    for (size_t c = 0; c < columns_.size(); ++c) {
      if (columns_[c].rank <= rank) needed += widths[c] + (needed == 0 ? 0 : 2);
    }
    if (needed > width) break;
    fitting = rank;
  }
  return fitting;
}

void TextTable::CutLastColumn(size_t width, uint32_t highest_rank) {
  const std::vector<size_t> widths = Widths();
  size_t before = 0;
  for (size_t c = 0; c + 1 < columns_.size(); ++c)
    before += columns_[c].rank <= highest_rank ? widths[c] + 2 : 0;
  if (before >= width) return;
  for (auto& row : rows_)
    if (!row.empty()) row.back() = CutToWidth(row.back(), width - before);
}

std::string TextTable::Text(uint32_t highest_rank) const {
  const std::vector<size_t> widths = Widths();
  std::vector<size_t> shown;
  for (size_t c = 0; c < columns_.size(); ++c)
    if (columns_[c].rank <= highest_rank) shown.push_back(c);
  std::string text;
  const auto add_line = [&](const auto& cell_of) {
    for (const size_t c : shown) {
      const std::string& cell = cell_of(c);
      const std::string padding(widths[c] - WidthOf(cell), ' ');
      if (c != shown.front()) text += "  ";
      text += columns_[c].align == Align::kRight ? padding + cell : c == shown.back() ? cell : cell + padding;
    }
    text += '\n';
  };
  if (std::ranges::any_of(columns_, [](const Column& column) { return !column.title.empty(); }))
    add_line([&](size_t c) -> const std::string& { return columns_[c].title; });
  for (const auto& row : rows_) {
    if (row.empty()) {
      text += '\n';
    } else {
      add_line([&](size_t c) -> const std::string& { return row[c]; });
    }
  }
  return text;
}

void ReportValue::WriteJson(JsonWriter& json) const {
  std::visit(
      Overloaded{[](Missing) {}, [&](bool value) { json.Bool(value); },
                 [&](uint64_t value) { json.Number(value); }, [&](double value) { json.Number(value); },
                 [&](ExactDecimal value) { json.Decimal(value.raw, value.scale); },
                 [&](const std::string& text) { json.String(text); },
                 [&](const Array& values) {
                   json.BeginArray();
                   for (const ReportValue& value : values) value.WriteJson(json);
                   json.EndArray();
                 },
                 [&](const Object& members) {
                   json.BeginObject();
                   for (const auto& [key, value] : members) WriteMember(key, value, json);
                   json.EndObject();
                 }},
      value_);
}

void ReportValue::WriteCsv(DelimitedText& line) const {
  std::visit(
      Overloaded{[&](uint64_t value) { line.Plain(std::to_string(value)); },
                 [&](double value) { line.Plain(std::isfinite(value) ? fmt::format("{:.9g}", value) : ""); },
                 [&](ExactDecimal value) { line.Plain(ExactDecimalText(value.raw, value.scale)); },
                 [&](const std::string& text) { line.Text(text); }, [&](const auto&) { line.Plain(""); }},
      value_);
}

std::string ReportText(const Report& report, std::optional<size_t> width) {
  std::string out;
  for (const auto& part : report.parts) {
    if (const auto* line = std::get_if<std::string>(&part))
      out += *line;
    else if (const auto* title = std::get_if<ReportTitle>(&part))
      out += '\n' + title->text + '\n';
    else if (const auto* table = std::get_if<ReportTable>(&part))
      AppendTable(*table, width, out);
  }
  return out;
}

void WriteReportJson(const Report& report, JsonWriter& json) {
  const auto is_whole = [](const auto& part) {
    const auto* const table = std::get_if<ReportTable>(&part);
    return table != nullptr && table->object && table->key.empty();
  };
  const auto whole = std::ranges::find_if(report.parts, is_whole);
  if (whole != report.parts.end()) {
    WriteRows(std::get<ReportTable>(*whole), json);
    return json.Finish();
  }
  json.BeginObject();
  for (const auto& part : report.parts) {
    if (const auto* field = std::get_if<ReportField>(&part)) {
      WriteMember(field->key, field->value, json);
    } else if (const auto* table = std::get_if<ReportTable>(&part); table != nullptr && table->object) {
      json.Key(table->key);
      WriteRows(*table, json);
    }
  }
  json.EndObject().Finish();
}

Result<void> WriteReportCsv(const Report& report, char separator, const TextSink& sink) {
  ExportBuffer writer(sink, kMaxExportBytes);
  DelimitedText line(writer.buffer(), separator);
  for (const auto& part : report.parts) {
    const auto* const table = std::get_if<ReportTable>(&part);
    if (table == nullptr) continue;
    std::vector<const ReportColumn*> columns;
    for (const ReportColumn& column : table->columns)
      if (column.value) columns.push_back(&column);
    if (columns.empty()) continue;
    for (const ReportColumn* column : columns) line.Text(column->csv);
    line.EndLine();
    for (size_t row = 0; row < table->rows; ++row) {
      for (const ReportColumn* column : columns) column->value(row).WriteCsv(line);
      line.EndLine();
      RINGSCOPE_TRY(writer.FlushIfLarge());
    }
  }
  return writer.Flush();
}

}  // namespace ringscope
