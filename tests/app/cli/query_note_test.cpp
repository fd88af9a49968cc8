#include "app/cli/load.h"

#include <gtest/gtest.h>

namespace ringscope::query_note_test {
namespace {

std::string NoteOf(std::string_view text, bool found_nothing = false) {
  const Result<Query> query = ParseQuery(text);
  EXPECT_TRUE(query) << text;
  return query ? UnknownFieldNote(*query, found_nothing).value_or("") : "";
}

TEST(QueryNoteTest, WordsMeantForAFieldSayWhichThereAre) {
  EXPECT_EQ(NoteOf("module:libc"),
            "'module:libc' is looked for as it stands, module: is no field; did you mean mod:? there are "
            "fn:, mod:, "
            "file:, pkg:, class:, thread: and kind:");
  EXPECT_NE(NoteOf("parse or name:foo").find("did you mean fn:?"), std::string::npos);
  EXPECT_NE(NoteOf("under:package:java").find("did you mean pkg:?"), std::string::npos);
}

TEST(QueryNoteTest, WordsThatAreNearlyConditionsSayHowTheseAreWritten) {
  for (const char* text : {"SELF>5", "Incl>5", "self!5", "5%<self", "INCL(bytes)>1"}) {
    EXPECT_NE(NoteOf(text, true).find("self>5%"), std::string::npos) << text;
    EXPECT_EQ(NoteOf(text), "") << text;
  }
  EXPECT_EQ(NoteOf("selff>5%", true),
            "'selff>5%' is looked for as it stands; did you mean 'self'? conditions are written as self>5%, "
            "incl(METRIC)>=1MB, calls<10, layer<=12");
  EXPECT_NE(NoteOf("lyer<=2", true).find("did you mean 'layer'?"), std::string::npos);
  EXPECT_EQ(NoteOf("SELF>5", true).find("did you mean"), std::string::npos);
  for (const char* text : {"operator<=", "vector<int>", "a=b", "std::less<5>", "calls_of<f>", "\"(self<5\""})
    EXPECT_EQ(NoteOf(text, true), "");
}

TEST(QueryNoteTest, NamesWithColonsAreNoFields) {
  for (const char* text : {"mod:libc", "std::sort", "fn:node:fs", "node:fs", "name:", "::f", "Name:x",
                           "\"name:x\"", "/name:x/", "parse", ""})
    EXPECT_EQ(NoteOf(text), "") << text;
}

TEST(QueryNoteTest, WhereNothingIsFoundAnyPrefixIsWorthAWord) {
  EXPECT_EQ(NoteOf("node:fs", true),
            "'node:fs' is looked for as it stands, node: is no field; there are fn:, mod:, file:, pkg:, "
            "class:, thread: "
            "and kind:");
  EXPECT_EQ(NoteOf("std::sort", true), "");
}

}  // namespace
}  // namespace ringscope::query_note_test
