#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "cct/query/language/query.h"

namespace ringscope::query_parse_test {
namespace {

struct Canonical {
  std::string_view text;
  std::string_view canonical;
};

struct Refused {
  std::string_view text;
  uint64_t column;
  std::string message;
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
      {"void exec<void (*)()>(void (*)())", "void exec<void (*)()>(void (*)())"},
      {"f<int (&)[3]> (&&)", "f<int (&)[3]> (&&)"},
      {"closure #1 () -> ()", "closure #1 () -> ()"},
      {"not ()", "not ()"},
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
      {"mod:/libA", R"(mod:\/libA)"},
      {"mod:/libA file:/main.c", R"(mod:\/libA file:\/main.c)"},
      {"mod:/lib A/", "mod:/lib A/"},
      {"(mod:/libA)", R"(mod:\/libA)"},
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
      // Statistics over members, and what only looks like them.
      {"cv>20%", "cv>20%"},
      {"members < 50%", "members<50%"},
      {"max(rank)/mean(rank) > 1.5", "max(rank)/mean(rank)>1.5"},
      {"self(imbalance)>=1ms", "self(imbalance)>=1ms"},
      {"p95(rank) / median(rank) > 2", "p95(rank) / median(rank)>2"},
      {"median>5", "median>5"},
      {"p1<int>", "p1<int>"},
      {"mean x self>5", "fn:mean x self>5"},
      {"max", "fn:max"},
      {"maximum>5", "maximum>5"},
      // Aggregates over relatives, and what only looks like them.
      {"count(children) > 3", "count(children)>3"},
      {"max( self in children )>1ms", "max( self in children )>1ms"},
      {"count(below where fn:lock self>1%)>3 a", "count(below where fn:lock self>1%)>3 a"},
      {"count(above where (f(int) or \")\"))>=1", "count(above where (f(int) or \")\"))>=1"},
      {"sum('cpu time' in path)/count(path) < 2s", "sum('cpu time' in path)/count(path)<2s"},
      {"self / sum(self in siblings)>.5", "self / sum(self in siblings)>0.5"},
      {"not count(below where count(children where leaf)>2)=0",
       "not count(below where count(children where leaf)>2)=0"},
      {"count(int)", "count(int)"},
      {"sum(a, b)", "sum(a, b)"},
      {"count self>5", "fn:count self>5"},
      {"count (leaf or self>5)", "fn:count (leaf or self>5)"},
      {"sum /count(path)/", "fn:sum /count(path)/"},
      {"self-sum(self in children)<0", "self-sum(self in children)<0"},
      {"fn:max self>5", "fn:max self>5"},
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
      // A word that could be the unit of the number before it.
      {"self>5 and h", "self>5 and h"},
      {"not self>5 and (ms or x)", "not self>5 (ms or x)"},
      {"under:self>5 and (ms x)", "under:self>5 (ms x)"},
      {"(a or self>5) h", "(a or self>5) h"},
      {"self>5ms h", "self>5ms h"},
      {"layer>5 h", "layer>5 and h"},
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
  const std::string operand =
      "expected a word, \"exact text\", /regular expression/, a condition such as self>5% or a '(', found ";
  const std::string kind =
      "expected user, kernel, inlined, jit, interpreted, synthetic, thread or process after 'kind:', found ";
  const std::string unit =
      "expected a unit (ns, us, ms, s, min, h, day, week, B, kB, MB, GB, TB, PB, KiB, MiB, GiB, TiB, PiB, k, "
      "M, G, T, % or %%) or a blank after ";
  const std::vector<Refused> cases{
      {"(", 2, operand + "the end"},
      {"(a", 3, "expected a ')' for the '(' at column 1, found the end"},
      {"a)", 2, "expected a '(' before it, found ')'"},
      {"( )", 3, operand + "')'"},
      {"a or", 5, operand + "the end"},
      {"or a", 1, operand + "'or'"},
      {"a and or b", 7, operand + "'or'"},
      {"not", 4, operand + "the end"},
      {"not or", 5, operand + "'or'"},
      {"a | b", 3,
       "expected no '|' (one of several is asked for with 'or', a '|' in a word is written \\|), found '|'"},
      {"a|b", 2,
       "expected no '|' (one of several is asked for with 'or', a '|' in a word is written \\|), found '|b'"},
      {"\"abc", 5, "expected a closing '\"' for the one at column 1, found the end"},
      {"\"abc\"def", 6, "expected a blank after the closing '\"', found 'def'"},
      {"fn:\"abc", 8, "expected a closing '\"' for the one at column 4, found the end"},
      {"/abc", 5,
       "expected a closing '/' of the regular expression at column 1 (a word that begins with a slash is "
       "written \\/), found the end"},
      {"/usr/lib/x", 6,
       "expected a blank after the regular expression (a slash in it is written \\/), found 'lib/x'"},
      {"//", 2, "expected a regular expression between the slashes, found '/'"},
      {"/a(/", 1, "expected a regular expression, found /a(/: missing ): a("},
      {"/[/", 1, "expected a regular expression, found /[/: missing ]: ["},
      {"fn:", 4, "expected a word, \"exact text\" or /regular expression/ right after 'fn:', found the end"},
      {"fn: abc", 4,
       "expected a word, \"exact text\" or /regular expression/ right after 'fn:', found ' abc'"},
      {"mod:)", 5, "expected a word, \"exact text\" or /regular expression/ right after 'mod:', found ')'"},
      {"fn:(a or b)", 4, "expected one text after 'fn:' (for more write (fn:A or fn:B)), found '(a'"},
      {"mod:(not x)", 5, "expected one text after 'mod:' (for more write (mod:A or mod:B)), found '(not'"},
      {"kind:foo", 6, kind + "'foo'"},
      {"kind:Kernel", 6, kind + "'Kernel'"},
      {"kind:\"x\"", 6, kind + "'\"x\"'"},
      {"self(", 6, "expected a ')' after the metric's name, found the end"},
      {"self()", 6, "expected the name of a metric, found ')'"},
      {"self(bytes", 11, "expected a ')' after the metric's name, found the end"},
      {"self('bytes", 12, "expected a closing ' of the metric's name, found the end"},
      {"self('bytes'x)>1", 13, "expected a ')' after the metric's name, found 'x)>1'"},
      {"self(bytes)", 12, "expected a comparison such as >5% after 'self(bytes)', found the end"},
      {"self(bytes) foo", 13, "expected a comparison such as >5% after 'self(bytes)', found 'foo'"},
      {"incl(bytes)>x", 13, "expected a number such as 5%, 10ms or 1MB after 'incl(bytes)>', found 'x'"},
      {"self>", 6,
       "expected a number such as 5%, 10ms or 1MB after 'self>' (the name is searched with fn:self), found "
       "the end"},
      {"self>x", 6,
       "expected a number such as 5%, 10ms or 1MB after 'self>' (the name is searched with fn:self), found "
       "'x'"},
      {"self=", 6,
       "expected a number such as 5%, 10ms or 1MB after 'self=' (the name is searched with fn:self), found "
       "the end"},
      {"self>5x", 7, unit + "'self>5', found 'x'"},
      {"self>5 %", 8, "expected the unit right after 'self>5' (the word is searched with fn:%), found '%'"},
      {"self > 5x", 9, unit + "'self > 5', found 'x'"},
      {"self>1e999", 6, "expected a number that is not too large, found '1e999'"},
      {"layer<5%", 8, "expected a blank after 'layer<5', as layers have no unit, found '%'"},
      {"layer<3k", 8, "expected a blank after 'layer<3', as layers have no unit, found 'k'"},
      {"calls>", 7,
       "expected a number such as 5%, 10ms or 1MB after 'calls>' (the name is searched with fn:calls), found "
       "the end"},
      {"under:", 7, "expected a word, a field, a condition or a '(' right after 'under:', found the end"},
      {"under: a", 7, "expected a word, a field, a condition or a '(' right after 'under:', found ' a'"},
      {"under:or", 7, "expected a word, a field, a condition or a '(' right after 'under:', found 'or'"},
      {"under:)", 7, "expected a word, a field, a condition or a '(' right after 'under:', found ')'"},
      {"a under:", 9, "expected a word, a field, a condition or a '(' right after 'under:', found the end"},
      {"under:not", 7, "expected a word, a field, a condition or a '(' right after 'under:', found 'not'"},
      {"(self>5%", 9, "expected a ')' for the '(' at column 1, found the end"},
      {"((a) (b)", 9, "expected a ')' for the '(' at column 1, found the end"},
      {"a ) b", 3, "expected a '(' before it, found ')'"},
      {"self>5%%%", 7, unit + "'self>5', found '%%%'"},
      {"incl(bytes)>=1mb", 15, unit + "'incl(bytes)>=1', found 'mb'"},
  };
  for (const Refused& one : cases) {
    const Result<Query> query = ParseQuery(one.text);
    ASSERT_FALSE(query.has_value()) << one.text;
    EXPECT_EQ(query.error().message, one.message) << one.text;
    EXPECT_EQ(query.error().column, one.column) << one.text;
    EXPECT_EQ(query.error().code, ErrorCode::kMalformed) << one.text;
  }
}

TEST(ParseQuery, FormulasMayDependOnTheMetricThatIsShown) {
  for (const std::string_view text :
       {"self>1", "max(self in children)>1ms", "a count(below where self>1%)>2", "count(path)>3"})
    EXPECT_TRUE(DependsOnMetric(ParseQuery(text).value())) << text;
  for (const std::string_view text : {"incl(bytes)>1", "under:a", "cv>20%", "layer>3", "calls>3"})
    EXPECT_FALSE(DependsOnMetric(ParseQuery(text).value())) << text;
}

}  // namespace
}  // namespace ringscope::query_parse_test
