#include "app/report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cct/base/text/number_text.h"
#include "cct/export/export.h"
#include "cct/export/export_buffer.h"

namespace ringscope {
namespace {

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
  const auto whole = std::find_if(report.parts.begin(), report.parts.end(), is_whole);
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
