#include "cct/base/text/shell_words.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace ringscope::shell_words_test {
namespace {

using Words = std::vector<std::string>;

std::string Commands(std::string_view text) {
  std::string all;
  for (const Words& command : ShellCommands(text)) {
    for (const std::string& word : command) all += "[" + word + "]";
    all += "\n";
  }
  return all;
}

TEST(SplitShellWords, CutsAsAShellDoes) {
  EXPECT_EQ(SplitShellWords("a  b\tc"), (Words{"a", "b", "c"}));
  EXPECT_EQ(SplitShellWords("a 'b c' \"d \\\"e\" f\\ g"), (Words{"a", "b c", "d \"e", "f g"}));
  EXPECT_EQ(SplitShellWords("x'y'\"z\""), (Words{"xyz"}));
  EXPECT_EQ(SplitShellWords("'' a"), (Words{"", "a"}));
  EXPECT_EQ(SplitShellWords("'open"), (Words{"open"}));
  EXPECT_EQ(SplitShellWords("a; b | c"), (Words{"a;", "b", "|", "c"}));
  EXPECT_EQ(SplitShellWords(""), Words{});
}

TEST(ShellCommands, FindsWhereCommandsBegin) {
  EXPECT_EQ(Commands("a b; c | d && e & (f)"), "[a][b]\n[c]\n[d]\n[e]\n[f]\n");
  EXPECT_EQ(Commands("if [ -x a ]; then\n  b\nelse c; fi"), "[[][-x][a][]]\n[b]\n[c]\n");
  EXPECT_EQ(Commands("A=1 B='2 3' run \"$@\" >out 2>&1 <in"), "[run][$@]\n");
  EXPECT_EQ(Commands("# a comment\nx # another\n"), "[x]\n");
  EXPECT_EQ(Commands("cat <<EOF\njava not me\nEOF\nnode me"), "[cat]\n[node][me]\n");
  EXPECT_EQ(Commands("a \\\n  b"), "[a][b]\n");
  EXPECT_EQ(Commands("X=$(java -version)"), "[java][-version]\n");
  EXPECT_EQ(Commands("${JAVA:-java -x} y"), "[${JAVA:-java -x}][y]\n");
}

TEST(QuotedShellWord, IsReadBackAsItWas) {
  EXPECT_EQ(QuotedShellWord("--size=3"), "--size=3");
  EXPECT_EQ(QuotedShellWord("a b"), "'a b'");
  EXPECT_EQ(QuotedShellWord(""), "''");
  std::mt19937 random(7);
  const std::string letters = "ab '\"\\$;|&\n\t*";
  for (int round = 0; round < 2000; ++round) {
    std::string word;
    for (size_t length = random() % 8; length > 0; --length) word += letters[random() % letters.size()];
    EXPECT_EQ(SplitShellWords(QuotedShellWord(word)), Words{word});
  }
}

TEST(ShellCommands, EndsForAnyText) {
  std::mt19937 random(11);
  const std::string letters = "ab '\"\\$;|&\n\t<>{}()`#-=E";
  for (int round = 0; round < 5000; ++round) {
    std::string text;
    for (size_t length = random() % 40; length > 0; --length) text += letters[random() % letters.size()];
    for (const Words& command : ShellCommands(text)) EXPECT_FALSE(command.empty()) << text;
  }
}

}  // namespace
}  // namespace ringscope::shell_words_test
