#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "cct/import/import_profile.h"
#include "tests/cct/import/import_text.h"
#include "tests/cct/test_trees.h"

namespace ringscope::dhat_test {
namespace {

// A point whose stack is of two frames of the table, the first of which is called by the second.
CctPtr TreeOfFrames(std::string_view first, std::string_view second) {
  return test::Imported(fmt::format(
      R"({{"dhatFileVersion":2,"pps":[{{"tb":1,"fs":[1,2]}}],"ftbl":["[root]","{}","{}"]}})", first, second));
}

void ExpectFrame(std::string_view entry, const Frame& frame) {
  EXPECT_EQ(TreeOfFrames(entry, "0xcafe: main")->FrameAt(2), frame) << entry;
}

TEST(DhatFrame, HasAnAddressANameAndAPlace) {
  ExpectFrame("0x1094BF: operator[] (stl_map.h:511)", {.name = "operator[]", .file = "stl_map.h"});
  ExpectFrame("0x1: malloc (in /usr/lib/a b.so)", {.name = "malloc", .module = "/usr/lib/a b.so"});
  ExpectFrame("0x1: f(int (*)(char)) (in /bin/app (deleted))",
              {.name = "f(int (*)(char))", .module = "/bin/app (deleted)"});
  ExpectFrame("0x1: <T as U>::f (src/main.rs:10:5)", {.name = "<T as U>::f", .file = "src/main.rs"});
  // Of one address all but the last are inlined.
  const CctPtr inlined = TreeOfFrames("0x1094BF: operator[] (stl_map.h:511)", "0x1094BF: main (a.c:1)");
  EXPECT_EQ(inlined->FrameAt(1).kind, FrameKind::kUser);
  EXPECT_EQ(inlined->FrameAt(2).kind, FrameKind::kInlined);
}

TEST(DhatFrame, KeepsParenthesesOfNames) {
  ExpectFrame("0x1: f(int (*)(char)) (a.c:3)", {.name = "f(int (*)(char))", .file = "a.c"});
  for (const std::string_view name :
       {"f(int (*)(char))", "f (12)", "f (a:)", "f (a:b)", "f ()", "f (", "f (:1"})
    ExpectFrame(fmt::format("0x1: {}", name), {.name = name});
}

TEST(DhatFrame, IsNamedByItsAddressWhereItHasNoName) {
  ExpectFrame("0x4A9: ??? (in /usr/lib/libc.so.6)", {.name = "0x4A9", .module = "/usr/lib/libc.so.6"});
  ExpectFrame("0x4A9: ???", {.name = "0x4A9"});
  ExpectFrame("???", {.name = "[unknown]", .kind = FrameKind::kSynthetic});
  ExpectFrame("", {.name = "[unknown]", .kind = FrameKind::kSynthetic});
  for (const std::string_view text : {"main", "0x", "0x12", "0x12 f", "0xzz: f", "0x: f"}) {
    ExpectFrame(text, {.name = text});
    EXPECT_EQ(TreeOfFrames(text, text)->FrameAt(2).kind, FrameKind::kUser) << text;  // it has no address
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
