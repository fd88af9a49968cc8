#include "app/report/report.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace ringscope::report_test {
namespace {

struct Fruit {
  std::string name;
  uint64_t count = 0;
};

Report Fruits(const std::vector<Fruit>& fruits, size_t left_out = 0) {
  ReportTable table{.key = "fruits", .rows = fruits.size(), .empty = "There is no fruit", .left_out = left_out};
  table.object = [&](size_t row) -> ReportValue::Object {
    return {{"name", fruits[row].name}, {"count", ExactDecimal{fruits[row].count, 10}}};
  };
  table.columns.push_back({.head = {"count", TextTable::Align::kRight, 1},
                           .csv = "count",
                           .text = [&](size_t row) { return std::to_string(fruits[row].count); },
                           .value = [&](size_t row) { return ExactDecimal{fruits[row].count, 10}; }});
  table.columns.push_back({.head = {"fruit", TextTable::Align::kLeft},
                           .csv = "fruit",
                           .text = [&](size_t row) { return fruits[row].name; },
                           .value = [&](size_t row) { return fruits[row].name; }});
  table.left_out_columns = [](uint32_t rank) { return std::string(rank == 0 ? "No room for numbers" : ""); };
  Report report;
  report.Line("Of a basket:");
  report.Field("basket", true);
  report.Field("owner", std::optional<double>());
  report.Add(std::move(table));
  report.Line("That is all.");
  return report;
}

std::string Json(const Report& report) {
  std::string out;
  JsonWriter json([&](std::string_view text) { out += text; });
  WriteReportJson(report, json);
  return out;
}

TEST(ReportTest, TextHasLinesAndTables) {
  EXPECT_EQ(ReportText(Fruits({{"apple", 5}, {"fig", 12}}, 2), std::nullopt),
            "Of a basket:\n"
            "count  fruit\n"
            "    5  apple\n"
            "   12  fig\n"
            "... and 2 more\n"
            "That is all.\n");
  EXPECT_EQ(ReportText(Fruits({}), std::nullopt), "Of a basket:\ncount  fruit\nThere is no fruit\nThat is all.\n");
}

TEST(ReportTest, ColumnsGiveWayOnANarrowTerminal) {
  const std::vector<Fruit> fruits{{"apple", 5}};
  EXPECT_EQ(ReportText(Fruits(fruits), 80), ReportText(Fruits(fruits), std::nullopt));
  EXPECT_EQ(ReportText(Fruits(fruits), 8), "Of a basket:\nfruit\napple\nNo room for numbers\nThat is all.\n");
}

TEST(ReportTest, JsonHasFieldsAndRows) {
  EXPECT_EQ(Json(Fruits({{"apple", 5}})), "{\"basket\":true,\"fruits\":[{\"name\":\"apple\",\"count\":0.5}]}\n");
  Report rows;
  ReportTable table{.rows = 2};
  table.object = [](size_t row) -> ReportValue::Object {
    return {{"row", row},
            {"odd", row % 2 == 1 ? ReportValue(true) : ReportValue()},
            {"all", ReportValue::Array{"a", 0.25, ReportValue::Object{{"b", 1u}}}}};
  };
  rows.Line("Two rows");
  rows.Add(std::move(table));
  EXPECT_EQ(Json(rows),
            "[{\"row\":0,\"all\":[\"a\",0.25,{\"b\":1}]},{\"row\":1,\"odd\":true,\"all\":[\"a\",0.25,{\"b\":1}]}]\n");
}

TEST(ReportTest, CsvQuotesAndTsvEscapes) {
  const std::vector<Fruit> fruits{{"a, \"b\"\tc", 15}};
  const auto text = [&](char separator) {
    std::string out;
    const TextSink sink = [&](std::string_view part) -> Result<void> { return out += part, Result<void>(); };
    EXPECT_TRUE(WriteReportCsv(Fruits(fruits), separator, sink).has_value());
    return out;
  };
  EXPECT_EQ(text(','), "count,fruit\n1.5,\"a, \"\"b\"\"\tc\"\n");
  EXPECT_EQ(text('\t'), "count\tfruit\n1.5\ta, \"b\"\\tc\n");
}

TEST(ReportValueTest, CsvOfNumbers) {
  std::string text;
  DelimitedText line(text, ',');
  for (const ReportValue& value : {ReportValue(0.125), ReportValue(std::numeric_limits<double>::quiet_NaN()),
                                   ReportValue(7u), ReportValue(), ReportValue("a,b")})
    value.WriteCsv(line);
  EXPECT_EQ(text, "0.125,,7,,\"a,b\"");
}

}  // namespace
}  // namespace ringscope::report_test
