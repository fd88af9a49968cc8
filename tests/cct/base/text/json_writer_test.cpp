#include "cct/base/text/json_writer.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace ringscope::json_writer_test {
namespace {

std::string StringAsJson(std::string_view text) {
  std::string out;
  JsonWriter json([&out](std::string_view piece) { out += piece; });
  json.String(text);
  json.Finish();
  return out;
}

TEST(JsonWriterTest, PutsCommasBetweenValuesOnly) {
  std::string out;
  JsonWriter json([&out](std::string_view piece) { out += piece; });
  json.BeginObject();
  json.Key("a").BeginArray().Number(uint64_t{1}).BeginArray().EndArray().Bool(true).EndArray();
  json.Key("b").BeginObject().EndObject();
  json.Key("c").Number(0.25);
  json.EndObject();
  json.Finish();
  EXPECT_EQ(out, "{\"a\":[1,[],true],\"b\":{},\"c\":0.25}\n");
}

TEST(JsonWriterTest, EscapesWhatJsonDoesNotTake) {
  EXPECT_EQ(StringAsJson("a\"b\\c"), "\"a\\\"b\\\\c\"\n");
  EXPECT_EQ(StringAsJson(std::string_view("\0\n\t\x1f\x7f", 5)), "\"\\u0000\\u000a\\u0009\\u001f\\u007f\"\n");
}

TEST(JsonWriterTest, BytesThatAreNoUtf8BecomeReplacementCharacters) {
  const std::string r = "\xef\xbf\xbd";
  EXPECT_EQ(StringAsJson("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"),
            "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"\n");
  EXPECT_EQ(StringAsJson("a\xffz"), "\"a" + r + "z\"\n");
  EXPECT_EQ(StringAsJson("\xc0\xaf"), "\"" + r + r + "\"\n");                  // overlong
  EXPECT_EQ(StringAsJson("\xed\xa0\x80"), "\"" + r + r + r + "\"\n");          // surrogate
  EXPECT_EQ(StringAsJson("\xe2\x82"), "\"" + r + r + "\"\n");                  // cut off
  EXPECT_EQ(StringAsJson("\xf5\x80\x80\x80"), "\"" + r + r + r + r + "\"\n");  // beyond U+10FFFF
}

TEST(JsonWriterTest, NumbersKeepTheirValue) {
  std::string out;
  JsonWriter json([&out](std::string_view piece) { out += piece; });
  json.BeginArray();
  json.Number(std::numeric_limits<uint64_t>::max());
  json.Number(static_cast<double>(0.1f));
  json.Number(std::numeric_limits<double>::infinity());
  json.EndArray().Finish();
  EXPECT_EQ(out, "[18446744073709551615,0.100000001,null]\n");
}

TEST(JsonWriterTest, LongOutputArrivesInPieces) {
  std::string out;
  size_t pieces = 0;
  JsonWriter json([&](std::string_view piece) {
    out += piece;
    ++pieces;
  });
  json.BeginArray();
  for (uint64_t k = 0; k < 100'000; ++k) json.Number(k);
  json.EndArray().Finish();
  EXPECT_GT(pieces, 2u);
  EXPECT_TRUE(out.starts_with("[0,1,2,"));
  EXPECT_TRUE(out.ends_with(",99999]\n"));
}

}  // namespace
}  // namespace ringscope::json_writer_test
