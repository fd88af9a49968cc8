#include "cct/import/speedscope/speedscope_tree.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace ringscope::speedscope_event_test {
namespace {

std::string Describe(std::string_view object) {
  SpeedscopeEvent event;
  if (!ParsePlainEvent(object, event)) {
    EXPECT_TRUE(event.type == SpeedscopeEvent::Type::kNone && !event.frame && !event.at);
    return "none";
  }
  return fmt::format("{} {} {}{}", event.type == SpeedscopeEvent::Type::kOpen ? "opens" : "closes",
                     *event.frame, event.at->negative ? "-" : "", event.at->mantissa);
}

TEST(SpeedscopeEvent, ReadsWhatNearlyAllWritersWrite) {
  EXPECT_EQ(Describe(R"({"type":"O","frame":12,"at":345})"), "opens 12 345");
  EXPECT_EQ(Describe(R"({"at":-345,"frame":0,"type":"C"})"), "closes 0 -345");
  EXPECT_EQ(Describe(R"({"frame":-1,"type":"C","at":123456789012345678})"), "closes -1 123456789012345678");
}

TEST(SpeedscopeEvent, LeavesTheRestToTheReaderOfAllJson) {
  for (const std::string_view object :
       {R"({"type":"O","frame":12,"at":3.5})", R"({"type":"O","frame":12,"at":3e2})",
        R"({"type":"O","frame":12,"at":1234567890123456789})", R"({"type":"O","frame":012,"at":3})",
        R"({"type":"O","frame":12})", R"({"type":"O","type":"C","frame":1,"at":3})",
        R"({"type":"O","frame":1,"frame":2,"at":3})", R"({"type":"X","frame":1,"at":3})",
        R"({ "type":"O","frame":1,"at":3})", R"({"type":"O","frame":1,"at":3 })",
        R"({"type":"O","frame":1,"at":3,"z":1})", R"({"type":"O","frame":1,"at":3,})",
        R"({"type":"O","frame":,"at":3})", R"({"type":"O","frame":-,"at":3})", R"({})", R"({)", R"()",
        R"({"type":"O","frame":1,"at":)", R"({"type":"O","frame":1,"at":3)"}) {
    EXPECT_EQ(Describe(object), "none") << object;
  }
}

}  // namespace
}  // namespace ringscope::speedscope_event_test
