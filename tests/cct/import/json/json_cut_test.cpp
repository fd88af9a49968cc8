#include "cct/import/json/json_shape.h"

#include <gtest/gtest.h>

#include <string>

#include "cct/import/json/json_reader.h"
#include "tests/cct/import/stream_source.h"

namespace ringscope::json_cut_test {
namespace {

// `text` up to its cut and closed there, read in pieces; "none" where there is no cut.
std::string CutTextOf(std::string_view text, size_t piece_bytes) {
  const auto source = test::TextSource(std::string(text), piece_bytes);
  JobControl job;
  const auto cut = FindJsonCut(*source, job);
  if (!cut) return "none";
  EXPECT_EQ(cut->size_bytes, text.size());
  std::string closed;
  CutJsonSource whole(*source, *cut);
  while (true) {
    const auto piece = whole.Next();
    EXPECT_TRUE(piece);
    if (!piece || piece->empty()) return closed;
    closed += AsText(*piece);
  }
}

TEST(JsonCut, KeepsWhatIsWhole) {
  const std::pair<std::string_view, std::string_view> kCases[] = {
      {R"({"events":[{"a":1},{"b":2}])", R"({"events":[{"a":1},{"b":2}]})"},
      {R"({"events":[{"a":1},{"b":[2,3)", R"({"events":[{"a":1}]})"},
      {R"([{"a":1},{"b":"x\"}],)", R"([{"a":1}])"},
      {"[1, 2, 34", "[1, 2]"},
      // A list within a record is one of records by its name only.
      {R"({"top":[{"a":1,"children":[{"b":2},{"c":)", R"({"top":[{"a":1,"children":[{"b":2}]}]})"},
      {R"({"top":[{"a":1},{"a":2,"stack":[3,4)", R"({"top":[{"a":1}]})"},
      {R"({"profiles":[{"samples":[[1],[2,)", R"({"profiles":[{"samples":[[1]]}]})"},
      {R"({"profiles":[{"events":[1,2],"name":"x)", R"({"profiles":[{"events":[1,2]}]})"},
      {R"({"a":{"b":1,"c":2)", R"({"a":{"b":1}})"},
      {R"({"a":1})", "none"},
      {R"({"a":[1})", "none"},
      {"frame;leaf 3", "none"},
      {"", "none"},
  };
  for (const auto& [text, closed] : kCases) {
    for (const size_t piece_bytes : {0, 1, 7}) EXPECT_EQ(CutTextOf(text, piece_bytes), closed) << text;
  }
}

TEST(JsonCut, ClosesEveryBeginningOfADocumentToOne) {
  const std::string document =
      R"({"meta": {"name": "a \"b\" ]", "list": [1, [2, {}], "x"]}, "threads": [{"samples": [[1, 2], [3]],)"
      R"( "weights": [-1.5e3, true, null], "children": [{"children": [], "frame": {"name": "f"}}]}, {}]})";
  for (size_t size = 1; size < document.size(); ++size) {
    const std::string closed = CutTextOf(std::string_view(document).substr(0, size), 5);
    const auto source = test::TextSource(closed, 0);
    JobControl job;
    JsonReader reader(*source, {}, job);
    EXPECT_TRUE(reader.SkipValue()) << closed;
    EXPECT_EQ(reader.Next(), JsonToken::kEnd) << closed;
    const auto again = test::TextSource(closed, 0);
    JsonReader tokens(*again, {}, job);
    JsonToken token = tokens.Next();
    while (token != JsonToken::kEnd && token != JsonToken::kError) token = tokens.Next();
    EXPECT_EQ(token, JsonToken::kEnd) << closed;
  }
}

}  // namespace
}  // namespace ringscope::json_cut_test
