#include "agents/common/name_patterns.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace ringscope::name_patterns_test {
namespace {

TEST(NamePatterns, MeanWholeNames) {
  const NamePatterns patterns("parse;java.util.*;;*::size;a*b*c");
  for (const char* name :
       {"parse", "java.util.List.of", "java.util.", "std::vector::size", "abc", "aXbYbZc"}) {
    EXPECT_TRUE(patterns.Match(name)) << name;
  }
  for (const char* name : {"", "parser", "xparse", "java.utils", "size", "abcd", "acb", "ab"}) {
    EXPECT_FALSE(patterns.Match(name)) << name;
  }
  EXPECT_FALSE(NamePatterns().Match(""));
  EXPECT_FALSE(NamePatterns(";;").Match(""));
  EXPECT_TRUE(NamePatterns("*").Match(""));
  EXPECT_TRUE(NamePatterns("**").Match("x"));
}

// What is tried again and again must not take as long as there are ways to try.
TEST(NamePatterns, TakeNoLongerForManyStars) {
  std::string pattern;
  for (int i = 0; i < 500; ++i) pattern += "a*";
  EXPECT_FALSE(NamePatterns(pattern + "b").Match(std::string(3000, 'a')));
}

// All of those that mean a name, also where one would do.
TEST(NamePatterns, TellWhichMatched) {
  std::vector<std::pair<std::string, size_t>> matched;
  const NamePatterns patterns("f;m.*;no;g", {[](void* data, std::string_view pattern, size_t begin) {
                                 static_cast<decltype(matched)*>(data)->emplace_back(pattern, begin);
                               },
                               &matched});
  EXPECT_TRUE(patterns.Match("m", "f"));
  EXPECT_EQ(matched, (decltype(matched){{"f", 0}, {"m.*", 2}}));
  matched.clear();
  EXPECT_FALSE(patterns.Match("x", "h"));
  EXPECT_TRUE(patterns.MatchDemangled("n::g(int)", true));
  EXPECT_EQ(matched, (decltype(matched){{"g", 9}}));
}

TEST(NamePatterns, MayHaveTheModuleInFront) {
  const NamePatterns patterns("collections.OrderedDict.pop;len;json.*");
  EXPECT_TRUE(patterns.Match("collections", "OrderedDict.pop"));
  EXPECT_FALSE(patterns.Match("other", "OrderedDict.pop"));
  EXPECT_TRUE(patterns.Match("builtins", "len"));
  EXPECT_TRUE(patterns.Match("json", "dumps"));
  EXPECT_FALSE(patterns.Match("", "dumps"));
  EXPECT_FALSE(NamePatterns("*x").Match(std::string(2000, 'm'), "y"));
}

TEST(NamePatterns, MayLeaveParametersOut) {
  const NamePatterns patterns("ns::parse;leaf");
  EXPECT_TRUE(patterns.MatchDemangled("ns::parse(char const*)", false));
  EXPECT_TRUE(patterns.MatchDemangled("ns::parse(char const*) const [clone .cold]", false));
  EXPECT_FALSE(patterns.MatchDemangled("other::parse(char const*)", false));
  EXPECT_FALSE(patterns.MatchDemangled("(anonymous namespace)::leaf()", false));
  EXPECT_TRUE(patterns.MatchDemangled("(anonymous namespace)::leaf()", true));
  EXPECT_TRUE(NamePatterns("f(int)").MatchDemangled("f(int)", false));
}

TEST(NamePatterns, KnowTheNamesOfDemanglers) {
  EXPECT_EQ(WithoutParameters("main"), "main");
  EXPECT_EQ(WithoutParameters("f(int, void (*)(char))"), "f");
  EXPECT_EQ(WithoutParameters("a::operator()(int) const"), "a::operator()");
  EXPECT_EQ(WithoutParameters("(anonymous namespace)::f"), "(anonymous namespace)::f");
  EXPECT_EQ(WithoutParameters("(anonymous namespace)::f(int)"), "(anonymous namespace)::f");
  EXPECT_EQ(WithoutParameters("f()::{lambda(int)#1}::operator()(int) const"),
            "f()::{lambda(int)#1}::operator()");
  EXPECT_EQ(WithoutParameters(")("), ")(");
  EXPECT_EQ(WithoutParameters("x)"), "x)");
  EXPECT_EQ(LastPart("main"), "main");
  EXPECT_EQ(LastPart("(anonymous namespace)::f<a::b>::g"), "g");
  EXPECT_EQ(LastPart("a::operator()"), "operator()");
  EXPECT_EQ(LastPart(""), "");
  EXPECT_EQ(LastPart("a::"), "");
}

}  // namespace
}  // namespace ringscope::name_patterns_test
