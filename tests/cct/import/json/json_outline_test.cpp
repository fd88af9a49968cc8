#include "cct/import/json/json_shape.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace ringscope::json_outline_test {
namespace {

std::string Outline(const std::string& text, size_t max_bytes = size_t{1} << 16) {
  JobControl job;
  auto opened = OpenMemorySource(std::as_bytes(std::span(text)), uint64_t{1} << 30, 16);
  return OutlineJson(*opened.value().source, max_bytes, job);
}

TEST(JsonOutline, HasTheKeysAndTheFirstElements) {
  EXPECT_EQ(Outline(R"( {"a": [1, 2, 3, 4], "b": {"c": true, "d": null}, "e": "x\"y"} )"),
            R"({"a":[1,2],"b":{"c":true,"d":null},"e":"x?y"})");
  EXPECT_EQ(Outline(R"([{"a":1},{"b":2},{"c":3}])"), R"([{"a":1},{"b":2}])");
  EXPECT_EQ(Outline("5"), "5");
}

TEST(JsonOutline, CutsWhatIsLongOrDeep) {
  EXPECT_EQ(Outline(fmt::format(R"({{"{}":1}})", std::string(1000, 'k'))),
            fmt::format(R"({{"{}":1}})", std::string(100, 'k')));
  EXPECT_EQ(Outline("[[[[[[[[[[1]]]]]]]]]]"), "[[[[[[[]]]]]]]");
}

// A member, however large, does not hide those behind it.
TEST(JsonOutline, ReachesTheLastKey) {
  std::string text = R"({"large":{)";
  for (int i = 0; i < 2000; ++i) text += fmt::format(R"("key {}":["{}","b"],)", i, std::string(90, 'x'));
  text += R"("z":0},"last":{"inner":1}})";
  const std::string outline = Outline(text);
  EXPECT_LT(outline.size(), size_t{5000});
  EXPECT_TRUE(outline.ends_with(R"(},"last":{"inner":1}})")) << outline.substr(outline.size() - 100);
}

TEST(JsonOutline, EndsWhereTheTextIsNoJson) {
  EXPECT_EQ(Outline(R"({"a":1,"b")"), R"({"a":1)");
  EXPECT_EQ(Outline("hello"), "");
  EXPECT_LT(Outline("[[1,2],[3,4]]", 5).size(), size_t{8});
}

}  // namespace
}  // namespace ringscope::json_outline_test
