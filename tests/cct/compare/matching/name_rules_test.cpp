#include "cct/compare/matching/name_rules.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace ringscope::name_rules_test {
namespace {

std::string BuiltIn(std::string_view name) { return NameRules::BuiltIn().Apply(name, false); }
std::string BuiltInModule(std::string_view name) { return NameRules::BuiltIn().Apply(name, true); }

TEST(NameRules, BuiltInRulesUndoWhatIsNumbered) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"parse.constprop.0.isra.0", "parse"},
      {"parse.part.12", "parse"},
      {"parse.cold", "parse"},
      {"parse.llvm.1234567890", "parse"},
      {"parse.__uniq.12345", "parse"},
      {"parse(int) [clone .isra.0] [clone .cold]", "parse(int)"},
      {"core::ptr::drop_in_place::h0123456789abcdef", "core::ptr::drop_in_place"},
      {"LazyCompile:*render app.js:12", "LazyCompile:render app.js:12"},
      {"JS:~render", "JS:render"},
      {"com.example.Foo$$Lambda$14/0x0000000800c03000.run", "com.example.Foo$$Lambda.run"},
      {"com.example.Foo$$Lambda/0x00007f8a1c0.apply", "com.example.Foo$$Lambda.apply"},
      {"jdk.internal.reflect.GeneratedMethodAccessor12.invoke",
       "jdk.internal.reflect.GeneratedMethodAccessor.invoke"},
      {"com.sun.proxy.$Proxy77.get", "com.sun.proxy.$Proxy.get"},
      {"Bean$$EnhancerBySpringCGLIB$$ab12cd34.call", "Bean$$EnhancerBySpringCGLIB.call"},
      {"github.com/a/b/v2.Parse", "github.com/a/b.Parse"},
      {"worker tid=4711", "worker tid"},
      {"worker (tid 12)", "worker"},
      {"(tid 12)", "(tid)"},
      {"tid 7", "tid"},
      {"0xF1BDE348", "0x"},
  };
  for (const auto& [name, expected] : cases) EXPECT_EQ(BuiltIn(name), expected);
}

TEST(NameRules, BuiltInRulesLeaveOthersAlone) {
  for (const std::string_view name :
       {"__cxx_global_var_init.1", "coroutine.resume", "main.func1", "Foo::~Foo()", "operator*",
        "std::partition", "a.b.parts", "com.cold.Store.get", "Mail.part", "A$$Lambda.add", "f:2",
        "utf\xff\xfe.cold_start", ""}) {
    EXPECT_EQ(BuiltIn(name), name);
  }
}

TEST(NameRules, ModulesLoseTheirVersions) {
  EXPECT_EQ(BuiltInModule("/usr/lib/libc-2.31.so"), "/usr/lib/libc.so");
  EXPECT_EQ(BuiltInModule("libssl.so.1.1"), "libssl.so");
  EXPECT_EQ(BuiltInModule("guava-31.1-jre.jar"), "guava-jre.jar");
  EXPECT_EQ(BuiltInModule("example.org/mod@v1.2.3/file"), "example.org/mod/file");
  EXPECT_EQ(BuiltInModule("python3.11"), "python3.11");
}

TEST(NameRules, AFileTakesTheirPlace) {
  const Result<NameRules> rules =
      NameRules::Parse("# versions\n\n  _v\\d+$ =>\nold(\\w+) => new\\1\r\nmod: \\.so => .dll\n");
  ASSERT_TRUE(rules) << rules.error().message;
  ASSERT_EQ(rules->rules().size(), 3);
  std::vector<uint32_t> touched;
  EXPECT_EQ(rules->Apply("oldParse_v12", false, &touched), "newParse");
  EXPECT_EQ(touched, (std::vector<uint32_t>{0, 1}));
  EXPECT_EQ(rules->Apply("lib.so", true), "lib.dll");
  EXPECT_EQ(rules->Apply("parse.cold", false), "parse.cold");
  EXPECT_EQ(rules->Apply("_v1", false), "_v1") << "nothing would be left";
  const Result<NameRules> both = NameRules::Parse("default\nfoo => bar");
  ASSERT_TRUE(both);
  EXPECT_EQ(both->Apply("foo.cold", false), "bar");
}

TEST(NameRules, WrongLinesAreNamed) {
  const std::pair<std::string, std::string> cases[] = {
      {"a => b\nc -> d", "expected 'pattern => replacement', found 'c -> d'"},
      {"a => b\n( => d", "expected a regular expression, found '(': missing ): ("},
      {"\n => d", "expected 'pattern => replacement', found '=> d'"},
  };
  for (const auto& [text, message] : cases) {
    const Result<NameRules> rules = NameRules::Parse(text);
    ASSERT_FALSE(rules) << text;
    EXPECT_EQ(rules.error().message, message);
    EXPECT_EQ(rules.error().line, 2);
  }
  EXPECT_FALSE(NameRules::Parse("a => \\1"));
  EXPECT_EQ(NameRules::Parse(std::string((size_t{1} << 20) + 1, ' ')).error().code, ErrorCode::kLimit);
}

TEST(NameRules, NamesDoNotGrowWithoutBound) {
  std::string text;
  for (int k = 0; k < 100; ++k) text += "a => aa\n";
  const Result<NameRules> rules = NameRules::Parse(text);
  ASSERT_TRUE(rules);
  EXPECT_LE(rules->Apply("aaaa", false).size(), size_t{64} << 10);
}

}  // namespace
}  // namespace ringscope::name_rules_test
