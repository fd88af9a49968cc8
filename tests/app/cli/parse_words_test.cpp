#include "app/cli/command_syntax.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "app/cli/syntax.h"

namespace ringscope::parse_words_test {
namespace {

using Words = std::vector<std::string>;

struct Options {
  std::string file, name;
  std::vector<std::string> more, each, listed;
  std::optional<uint32_t> limit;
  bool json = false, verify = true;
  std::string output;
};

class ParseWordsTest : public testing::Test {
 protected:
  ParsedWords Parse(const Words& words) {
    program_ = {};
    commands_.clear();
    options_ = {};
    files_.clear();
    program_.AddOption("FILE", files_, "Files");
    CommandSyntax* const command = commands_.emplace_back(std::make_unique<CommandSyntax>()).get();
    command->name = "do";
    command->AddOption("FILE", options_.file, "A file")->Required();
    command->AddOption("NAME", options_.name, "A name");
    command->AddOption("-o,--output", options_.output, "Output");
    const auto* const more = command->AddOption("--more TEXT...", options_.more, "Several");
    command->AddOption("--each", options_.each, "One each time");
    command->AddOption("--listed A,B,...", options_.listed, "With commas");
    command->AddOption("--limit", options_.limit, "A number")->Check(WholeNumber(1, 9))->Excludes(more);
    command->AddFlag("--json", options_.json, "JSON")->Needs(more);
    command->AddFlagOff("--no-verify", options_.verify, "Do not check");
    CommandSyntax* const behind = commands_.emplace_back(std::make_unique<CommandSyntax>()).get();
    behind->name = "run";
    behind->has_words_behind = true;
    behind->AddOption("--name", options_.name, "A name");
    behind->AddOption("COMMAND", options_.more, "A command");
    return ParseWords(program_, commands_, words);
  }
  std::string ProblemOf(const Words& words) { return Parse(words).problem; }

  CommandSyntax program_;
  CommandTable commands_;
  Options options_;
  Words files_;
};

TEST_F(ParseWordsTest, HandsOutValues) {
  const ParsedWords parsed = Parse({"do", "a", "-o", "x", "--each", "1", "b", "--each=2", "--listed", "p,q",
                                    "--listed", "r", "--no-verify", "--limit=3"});
  EXPECT_EQ(parsed.problem, "");
  ASSERT_NE(parsed.command, nullptr);
  EXPECT_EQ(parsed.command->name, "do");
  EXPECT_EQ(options_.file, "a");
  EXPECT_EQ(options_.name, "b");
  EXPECT_EQ(options_.output, "x");
  EXPECT_EQ(options_.each, (Words{"1", "2"}));
  EXPECT_EQ(options_.listed, (Words{"p", "q", "r"}));
  EXPECT_EQ(options_.limit, 3u);
  EXPECT_FALSE(options_.verify);

  EXPECT_EQ(ProblemOf({"do", "a", "--more", "1", "2", "3", "--json", "-ox"}), "");
  EXPECT_EQ(options_.more, (Words{"1", "2", "3"}));
  EXPECT_TRUE(options_.json);
  EXPECT_EQ(options_.output, "x");
}

TEST_F(ParseWordsTest, WhatNoOptionIsCalledIsAnArgument) {
  for (const char* name : {"-[NSObject init]", "->", "--> x", "-1", "-", "\x1f", "\x1f-[x]", "-\xc3\xa4"}) {
    EXPECT_EQ(ProblemOf({"do", "a", name}), "") << name;
    EXPECT_EQ(options_.name, name);
    EXPECT_EQ(ProblemOf({"do", name, "a", "--output", name}), "") << name;
    EXPECT_EQ(options_.file, name);
    EXPECT_EQ(options_.output, name);
  }
  EXPECT_EQ(ProblemOf({"do", "a", "--", "--json"}), "");
  EXPECT_EQ(options_.name, "--json");
  EXPECT_EQ(ProblemOf({"run", "--name", "n", "--", "x", "--name", "-[y]"}), "");
  EXPECT_EQ(options_.more, (Words{"x", "--name", "-[y]"}));
}

TEST_F(ParseWordsTest, SaysWhatIsWrong) {
  EXPECT_EQ(ProblemOf({"do"}), "expected FILE, found no argument for it");
  EXPECT_EQ(ProblemOf({"do", "a", "--limit", "x"}), "--limit: expected a whole number of 1 to 9, found 'x'");
  EXPECT_EQ(ProblemOf({"do", "a", "--limit"}), "--limit: expected a value behind it, found none");
  EXPECT_EQ(ProblemOf({"do", "a", "--limit", "1", "--limit", "2"}), "--limit: expected once, found 2 times");
  EXPECT_EQ(ProblemOf({"do", "a", "--json=no"}), "--json: expected no value, found one");
  EXPECT_EQ(ProblemOf({"do", "a", "--json"}), "--json: expected --more with it, found none");
  EXPECT_EQ(ProblemOf({"do", "a", "--limit", "1", "--more", "2"}),
            "--limit: expected without --more, found both");
  EXPECT_EQ(ProblemOf({"do", "a", "b", "c"}), "expected no further argument, found 'c'");
  EXPECT_EQ(ProblemOf({"do", "--limt", "1"}), "expected an option, found '--limt'; did you mean '--limit'?");
  EXPECT_EQ(ProblemOf({"--limit", "1"}), "expected an option, found '--limit'");
}

TEST_F(ParseWordsTest, FindsTheCommandAndTheFiles) {
  EXPECT_EQ(Parse({"a", "b"}).command, nullptr);
  EXPECT_EQ(files_, (Words{"a", "b"}));
  EXPECT_TRUE(Parse({"do", "--help"}).wants_help);
  EXPECT_TRUE(Parse({"do", "--limit", "x", "-h"}).wants_help);
  EXPECT_TRUE(Parse({"-h"}).wants_help);
  // A mistyped command is found among the files, whatever follows.
  EXPECT_NE(Parse({"dp", "a", "--json"}).problem, "");
  EXPECT_EQ(files_, (Words{"dp", "a"}));
}

}  // namespace
}  // namespace ringscope::parse_words_test
