#include "cct/source/function_lines.h"

#include <gtest/gtest.h>

#include <string>

#include "cct/source/source_version.h"

namespace ringscope::function_lines_test {
namespace {

// The lines of a function, counted from 1: "3-5", or "none".
std::string Found(std::string_view text, std::string_view word, uint32_t line = 0) {
  const auto lines = LinesOf(text);
  const auto range = FindFunctionLines(lines, word, line);
  return range ? std::to_string(range->begin + 1) + "-" + std::to_string(range->end) : "none";
}

TEST(DefiningWord, IsTheLastPartOfTheName) {
  EXPECT_EQ(DefiningWord("main"), "main");
  EXPECT_EQ(DefiningWord("std::vector<int>::push_back(int const&)"), "push_back");
  EXPECT_EQ(DefiningWord("void sort<std::less<int> >(int*)"), "sort");
  EXPECT_EQ(DefiningWord("core::ops::run::<T>"), "run");
  EXPECT_EQ(DefiningWord("java.util.HashMap.put(Object)"), "put");
  EXPECT_EQ(DefiningWord("com.sun.Parser.lambda$parse$0"), "parse");
  EXPECT_EQ(DefiningWord("package.module:Class.method"), "method");
  EXPECT_EQ(DefiningWord("net/http.(*conn).serve"), "") << "its parameters hide it";
  EXPECT_EQ(DefiningWord("normalise[abi:cxx11](std::string_view)"), "normalise");
  EXPECT_EQ(DefiningWord("run(int) [clone .isra.0]"), "run");
  EXPECT_EQ(DefiningWord("odd]"), "");
  EXPECT_EQ(DefiningWord("[unknown]"), "");
  EXPECT_EQ(DefiningWord("(anonymous)"), "");
  EXPECT_EQ(DefiningWord("<module>"), "");
  EXPECT_EQ(DefiningWord("main.func1.2"), "");
  EXPECT_EQ(DefiningWord(""), "");
}

constexpr std::string_view kCpp = R"(#include <vector>
int Area(int w, int h);  // a prototype

Shape::Shape(int w) : width_{w}, height_(w) {
  if (w > 0) {
    Area(w, w);
  }
}
/* int Area(int w) { } */
const char* text = "int Area() {";
template <typename T>
auto Area(int w, int h) const noexcept -> int {
  char c = '{';
  return w * h;  // }
}
bool Shape::operator==(const Shape&) const = default;
int After() { return Area(1, 2).count({3}); }
)";

TEST(FunctionLines, OfCpp) {
  EXPECT_EQ(Found(kCpp, "Area"), "12-15");
  EXPECT_EQ(Found(kCpp, "Shape"), "4-8");
  EXPECT_EQ(Found(kCpp, "After"), "17-17");
  EXPECT_EQ(Found(kCpp, "Are"), "none");
  EXPECT_EQ(Found(kCpp, ""), "none");
}

constexpr std::string_view kJava = R"(class Main {
  @Override
  public void run(List<String> names) throws java.io.IOException, Other {
    names.forEach(n -> { use(n); });
    run(names);
  }
  void run() {
  }
  abstract void use(String n);
}
)";

TEST(FunctionLines, OfSeveralTheOneThatHasTheLine) {
  EXPECT_EQ(Found(kJava, "run"), "none") << "two have the name";
  EXPECT_EQ(Found(kJava, "run", 4), "3-6");
  EXPECT_EQ(Found(kJava, "run", 2), "3-6") << "the line of its annotation";
  EXPECT_EQ(Found(kJava, "run", 7), "7-8");
  EXPECT_EQ(Found(kJava, "run", 10), "none");
  EXPECT_EQ(Found(kJava, "use"), "none") << "it has no body";
}

constexpr std::string_view kPython = R"(def outer(a,
          b):
    # a comment: {
    text = "def inner():"

    def inner():
        return 1
    return inner()

async def last(x: int) -> int:
    """ } """
    return x
)";

TEST(FunctionLines, OfPython) {
  EXPECT_EQ(Found(kPython, "outer"), "1-8");
  EXPECT_EQ(Found(kPython, "inner"), "6-7");
  EXPECT_EQ(Found(kPython, "last"), "10-12");
}

constexpr std::string_view kScript = R"(const add = (a, b) => {
  return a + b;
};
var old = function (x) { return `}` + x; };
class A {
  get(key) {
    return this.map.get(key);
  }
}
exports.run = async function () {
  add(1, 2).then(function () { old(); });
};
func (r *Reader) Read(p []byte) (n int, err error) {
  return 0, nil
}
pub fn parse<'a, T>(text: &'a str) -> Result<T, E> where T: Clone, E: Copy {
  Ok(1'000)
}
)";

TEST(FunctionLines, OfOtherLanguagesWithBraces) {
  EXPECT_EQ(Found(kScript, "add"), "1-3");
  EXPECT_EQ(Found(kScript, "old"), "4-4");
  EXPECT_EQ(Found(kScript, "get"), "6-8");
  EXPECT_EQ(Found(kScript, "run"), "10-12");
  EXPECT_EQ(Found(kScript, "Read"), "13-15");
  EXPECT_EQ(Found(kScript, "parse"), "16-18");
}

TEST(FunctionLines, EndNowhereInDamagedText) {
  EXPECT_EQ(Found("int f(", "f"), "none");
  EXPECT_EQ(Found("int f() {", "f"), "none");
  EXPECT_EQ(Found("int f() {\n\"", "f"), "none");
  EXPECT_EQ(Found("def f(", "f"), "none");
  EXPECT_EQ(Found("f", "f"), "none");
  EXPECT_EQ(Found("f=", "f"), "none");
  EXPECT_EQ(Found("", "f"), "none");
}

TEST(LinesOf, LoseTheirEnds) {
  EXPECT_EQ(LinesOf("a\r\n\nb"), (std::vector<std::string_view>{"a", "", "b"}));
  EXPECT_TRUE(LinesOf("").empty());
}

}  // namespace
}  // namespace ringscope::function_lines_test
