#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "cct/import/dhat/dhat_frame.h"
#include "cct/import/import_profile.h"
#include "tests/cct/import/import_text.h"
#include "tests/cct/test_trees.h"

namespace ringscope::dhat_test {
namespace {

TEST(DhatFrame, HasAnAddressANameAndAPlace) {
  const DhatFrame frame = ParseDhatFrame("0x1094BF: operator[] (stl_map.h:511)");
  EXPECT_EQ(frame.address, "0x1094BF");
  EXPECT_EQ(frame.frame, (Frame{.name = "operator[]", .file = "stl_map.h"}));
  EXPECT_EQ(ParseDhatFrame("0x1: malloc (in /usr/lib/a b.so)").frame,
            (Frame{.name = "malloc", .module = "/usr/lib/a b.so"}));
  EXPECT_EQ(ParseDhatFrame("0x1: f(int (*)(char)) (in /bin/app (deleted))").frame,
            (Frame{.name = "f(int (*)(char))", .module = "/bin/app (deleted)"}));
  EXPECT_EQ(ParseDhatFrame("0x1: <T as U>::f (src/main.rs:10:5)").frame,
            (Frame{.name = "<T as U>::f", .file = "src/main.rs"}));
}

TEST(DhatFrame, KeepsParenthesesOfNames) {
  EXPECT_EQ(ParseDhatFrame("0x1: f(int (*)(char)) (a.c:3)").frame,
            (Frame{.name = "f(int (*)(char))", .file = "a.c"}));
  for (const std::string_view name :
       {"f(int (*)(char))", "f (12)", "f (a:)", "f (a:b)", "f ()", "f (", "f (:1"}) {
    EXPECT_EQ(ParseDhatFrame(fmt::format("0x1: {}", name)).frame, Frame{.name = name}) << name;
  }
}

TEST(DhatFrame, IsNamedByItsAddressWhereItHasNoName) {
  EXPECT_EQ(ParseDhatFrame("0x4A9: ??? (in /usr/lib/libc.so.6)").frame,
            (Frame{.name = "0x4A9", .module = "/usr/lib/libc.so.6"}));
  EXPECT_EQ(ParseDhatFrame("0x4A9: ???").frame.name, "0x4A9");
  EXPECT_EQ(ParseDhatFrame("???").frame.name, "[unknown]");
  EXPECT_EQ(ParseDhatFrame("").frame.name, "[unknown]");
  for (const std::string_view text : {"main", "0x", "0x12", "0x12 f", "0xzz: f", "0x: f"}) {
    EXPECT_EQ(ParseDhatFrame(text).frame.name, text);
    EXPECT_EQ(ParseDhatFrame(text).address, "");
  }
}

// Against a tree that is built stack by stack; keys in any order.
TEST(DhatImporter, GivesTheTreeOfItsPoints) {
  std::mt19937 engine(4);
  const auto random = [&] { return static_cast<uint32_t>(engine()); };
  for (int round = 0; round < 60; ++round) {
    std::string points;
    std::string folded;
    for (int point = 0; point < 80; ++point) {
      std::string numbers;
      std::string stack;
      for (uint32_t depth = 1 + random() % 6; depth > 0; --depth) {
        const uint32_t function = 1 + random() % 4;
        numbers += fmt::format("{}{}", numbers.empty() ? "" : ",", function);
        stack = fmt::format("f{}{}{}", function, stack.empty() ? "" : ";", stack);
      }
      const uint32_t bytes = random() % 100;
      folded += fmt::format("{} {}\n", stack, bytes);
      points += point == 0 ? "" : ",";
      points += random() % 2 == 0 ? fmt::format(R"({{"tb":{},"fs":[{}]}})", bytes, numbers)
                                  : fmt::format(R"({{"fs":[{}],"x":[1],"tb":{}}})", numbers, bytes);
    }
    const std::string table = R"("ftbl":["[root]","0x1: f1","0x2: f2","0x3: f3","0x4: f4"])";
    const std::string text = round % 2 == 0
                                 ? fmt::format(R"({{"dhatFileVersion":2,"pps":[{}],{}}})", points, table)
                                 : fmt::format(R"({{{},"pps":[{}],"dhatFileVersion":2}})", table, points);
    const CctPtr tree = test::Imported(text);
    EXPECT_EQ(test::DumpOfMetric(*tree, 0), test::TextDump(*test::TreeFromFolded(folded)));
    EXPECT_EQ(tree->report().record_count, 80u);
  }
}

TEST(DhatImporter, HoldsItsLimits) {
  const std::string_view text =
      R"({"dhatFileVersion":2,"pps":[{"tb":1,"fs":[1,2,1]}],"ftbl":["[root]","0x1: f","0x2: g"]})";
  test::ExpectLimits(text, {.stack_depth = 2, .contexts = 3, .name_bytes = 8});
}

TEST(DhatImporter, StopsWhenCancelled) {
  const std::string_view text = R"({"dhatFileVersion":2,"pps":[{"tb":1,"fs":[]}],"ftbl":["[root]"]})";
  EXPECT_EQ(test::EndWhenCancelled(text), ErrorCode::kCancelled);
}

}  // namespace
}  // namespace ringscope::dhat_test
