#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "cct/query/query.h"

namespace ringscope {
namespace {

struct Canonical {
  std::string_view text;
  std::string_view canonical;
};

struct Refused {
  std::string_view text;
  uint64_t column;
  std::string_view message;
};

// Blank text between what is read and what is written shows how a query was understood.
TEST(ParseQuery, CanonicalTexts) {
  const std::vector<Canonical> cases{
      {"", ""},
      {" \t\n", ""},
      {"*", "*"},
      {"parse", "parse"},
      {"  parse  ", "parse"},
      {"Parse", "Parse"},
      {"\"exact words\"", "\"exact words\""},
      {R"("a \"quoted\" \\ name")", R"("a \"quoted\" \\ name")"},
      {R"("C:\dir")", R"("C:\\dir")"},
      {R"("tab\x09end")", R"("tab\x09end")"},
      {"\"tab\tend\"", R"("tab\x09end")"},
      {"\"\"", "\"\""},
      {"/re.gex/", "/re.gex/"},
      {R"(/a\/b\\/)", R"(/a\/b\\/)"},
      {"/with blank or (group)/", "/with blank or (group)/"},
      // Names as they are pasted.
      {"std::vector<int>::push_back", "std::vector<int>::push_back"},
      {"std::vector<int>::push_back(int const&)", "std::vector<int>::push_back(int const&)"},
      {"operator()", "operator()"},
      {"operator()(int) const", "operator()(int) const"},
      {"operator<", "operator<"},
      {"operator<<", "operator<<"},
      {"operator->", "operator->"},
      {"operator*", "operator*"},
      {"main.(*T).Run", "main.(*T).Run"},
      {"java.util.HashMap$Node.get(Object, int)", "java.util.HashMap$Node.get(Object, int)"},
      {"<Vec<T> as Drop>::drop", "<Vec<T> as Drop>::drop"},
      {"-[NSObject init]", "-[NSObject init]"},
      {"[kernel.kallsyms]", "[kernel.kallsyms]"},
      {"[unknown]", "[unknown]"},
      {"don't", "don't"},
      {"a\"b", "a\"b"},
      {"{closure#0}", "{closure#0}"},
      {"thread::spawn", "thread::spawn"},
      {"under::x", "under::x"},
      {"::f", "::f"},
      {"self.run", "self.run"},
      {"selfish", "selfish"},
      {"layer(int)", "layer(int)"},
      {"calls", "fn:calls"},
      {"a(b", R"(a\(b)"},
      {R"(a\ b)", R"(a\ b)"},
      {R"(\(idle\))", R"(\(idle\))"},
      {R"(C:\dir\file.dll)", R"(C:\\dir\\file.dll)"},
      {R"(x\|y)", R"(x\|y)"},
      {R"(\/usr)", R"(\/usr)"},
      {"1234", "1234"},
      // Fields.
      {"fn:parse", "parse"},
      {"fn:or", "fn:or"},
      {"fn:self", "fn:self"},
      {"fn:self>5", "fn:self>5"},
      {"fn:mod:x", "fn:mod:x"},
      {"fn:\"a b\"", "\"a b\""},
      {"fn:(idle)", R"(\(idle\))"},
      {"fn:(anonymous namespace)::f", R"(\(anonymous\ namespace\)::f)"},
      {"fn:*", "fn:*"},
      {"mod:libc.so.6", "mod:libc.so.6"},
      {"mod:/libc/", "mod:/libc/"},
      {"mod:\"\"", "mod:\"\""},
      {"mod:/usr/lib/libc.so", "mod:/usr/lib/libc.so"},
      {R"(file:\/usr)", R"(file:\/usr)"},
      {"file:/home/x y.c", "file:/home/x y.c"},
      {"file:///home/a.js", "file:///home/a.js"},
      {R"(file:C:\src\a.c)", R"(file:C:\\src\\a.c)"},
      {R"(mod:\:x)", R"(mod:\:x)"},
      {"class:Heap", "class:Heap"},
      {"pkg:\"java.util\"", "pkg:\"java.util\""},
      {"thread:worker", "thread:worker"},
      {"kind:kernel", "kind:kernel"},
      {"kind:\"jit\"", "kind:\"jit\""},
      {"kind:/jit|inlined/", "kind:/jit|inlined/"},
      // Conditions.
      {"self>5%", "self>5%"},
      {"self > 5%", "self>5%"},
      {"self >= 5%%", "self>=5%%"},
      {"incl(bytes)>=1MB", "incl(bytes)>=1MB"},
      {"incl( bytes ) >= 1MB", "incl(bytes)>=1MB"},
      {"incl('cpu time')>10ms", "incl(cpu time)>10ms"},
      {"incl(cpu time)>10ms", "incl(cpu time)>10ms"},
      {R"(incl('a(b)\'c')>1)", R"(incl('a(b)\'c')>1)"},
      {"self(cycles:u)<1.5G", "self(cycles:u)<1.5G"},
      {"calls<10", "calls<10"},
      {"calls==10", "calls=10"},
      {"calls!=0", "calls!=0"},
      {"layer<=12", "layer<=12"},
      {"self>.5%", "self>0.5%"},
      {"self>-1", "self>-1"},
      {"self>1e3", "self>1000"},
      // Structure.
      {"root", "root"},
      {"leaf", "leaf"},
      {"recursive", "recursive"},
      {"under:parse", "under:parse"},
      {"over:mod:libc", "over:mod:libc"},
      {"parent:\"main\"", "parent:\"main\""},
      {"child:/x/", "child:/x/"},
      {"under:(a or b)", "under:(a or b)"},
      {"under:(a)", "under:a"},
      {R"(under:\::put)", R"(under:\::put)"},
      {"under:over:leaf", "under:over:leaf"},
      {"under:self>5%", "under:self>5%"},
      {"under:fn:or", "under:fn:or"},
      // Operators.
      {"a b", "a b"},
      {"a and b", "a b"},
      {"a AND b", "a b"},
      {"a or b", "a or b"},
      {"a OR b", "a or b"},
      {"not a", "not a"},
      {"NOT a", "not a"},
      {"not not a", "not not a"},
      {"a not b", "a not b"},
      {"a b or c d", "a b or c d"},
      {"a (b or c) d", "a (b or c) d"},
      {"a (b c)", "a (b c)"},
      {"(a b) c", "a b c"},
      {"a or (b or c)", "a or (b or c)"},
      {"not (a b)", "not (a b)"},
      {"not under:a", "not under:a"},
      {"under:(not a)", "under:(not a)"},
      {"((a))", "a"},
      {"(a)(b)", "a b"},
      {"Or", "Or"},
  };
  for (const Canonical& one : cases) {
    const Result<Query> query = ParseQuery(one.text);
    ASSERT_TRUE(query.has_value()) << one.text << ": " << query.error().message;
    EXPECT_EQ(FormatQuery(*query), one.canonical) << "of " << one.text;
    const Result<Query> again = ParseQuery(one.canonical);
    ASSERT_TRUE(again.has_value()) << one.canonical << ": " << again.error().message;
    EXPECT_EQ(*again, *query) << one.text;
  }
}

TEST(ParseQuery, WrongTextsAreRefusedWithTheirColumn) {
  const std::vector<Refused> cases{
      {"self(", 6, "expected a ')' after the metric's name, found the end"},
  };
  for (const Refused& one : cases) {
    const Result<Query> query = ParseQuery(one.text);
    ASSERT_FALSE(query.has_value()) << one.text;
    EXPECT_EQ(query.error().message, one.message) << one.text;
    EXPECT_EQ(query.error().column, one.column) << one.text;
    EXPECT_EQ(query.error().code, ErrorCode::kMalformed) << one.text;
  }
}

}  // namespace
}  // namespace ringscope
