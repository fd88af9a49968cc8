#include "app/cli/command_syntax.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "app/cli/syntax.h"
#include "cct/base/text/shell_words.h"

namespace ringscope::help_text_test {
namespace {

// The words of the examples: what a reader types is what the parser takes.
TEST(HelpText, EveryCommandHasExamplesThatCanBeParsed) {
  for (const auto& named : AllCommands()) {
    EXPECT_FALSE(named->examples.empty()) << named->name;
    for (const CommandExample& example : named->examples) {
      std::vector<std::string> words = SplitShellWords(example.words);
      const auto program = std::find(words.begin(), words.end(), "ringscope");
      ASSERT_NE(program, words.end()) << example.words;
      words.erase(words.begin(), program + 1);
      const CommandTable commands = AllCommands();
      const ParsedWords parsed = ParseWords(CommandSyntax(), commands, words);
      EXPECT_EQ(parsed.problem, "") << example.words;
      ASSERT_NE(parsed.command, nullptr) << example.words;
      EXPECT_EQ(parsed.command->name, named->name);
      EXPECT_FALSE(example.what.empty());
    }
  }
}

TEST(HelpText, ValuesHaveWordsOfTheirOwn) {
  for (const auto& command : AllCommands()) {
    for (const auto& option : command->options) {
      EXPECT_FALSE(option->help.empty()) << command->name << " " << option->names;
      if (option->is_argument() || option->form == OptionForm::kFlag) continue;
      EXPECT_FALSE(option->value.empty()) << command->name << " " << option->names;
      EXPECT_NE(option->value, "TEXT") << command->name << " " << option->names;
    }
    const std::string help = CommandHelp(*command, 100);
    for (const char* word : {"TEXT", "UINT", "INT:", "FLOAT", "Excludes", "Needs", "REQUIRED", "{false}"})
      EXPECT_EQ(help.find(word), std::string::npos) << command->name << ": " << word;
  }
}

TEST(HelpText, SaysWhatACommandTakes) {
  bool light = false, quiet = false;
  std::string name, file;
  std::vector<std::string> others;
  CommandSyntax command;
  command.name = "draw";
  command.description = "Draws a file";
  command.AddOption("FILE", file, "What to draw")->Required();
  command.AddOption("OTHER", others, "More of them");
  command.AddOption("-o,--output", name, "Where to write it")->Value("OUT.png")->Required();
  const auto* const is_light = command.AddFlag("--light", light, "Light background");
  command
      .AddFlag("--quiet", quiet, "Say nothing, and that in so many words that a line does not hold them all")
      ->Excludes(is_light);
  command.Example("ringscope draw a.cct -o a.png", "Draws a.cct");
  command.footer = "That is all.";
  EXPECT_EQ(CommandHelp(command, 60), R"(Draws a file

Usage:
  ringscope draw FILE [OTHER ...] -o OUT.png [OPTION ...]

Arguments:
  FILE                    What to draw
  OTHER ...               More of them

Options:
  -o, --output OUT.png    Where to write it
  --light                 Light background
  --quiet                 Say nothing, and that in so many
                          words that a line does not hold
                          them all; not with --light
  -h, --help              Print this

Examples:
  ringscope draw a.cct -o a.png
      Draws a.cct

That is all.
)");
  for (const size_t width : {40u, 80u, 100u}) {
    for (const auto& one : AllCommands()) EXPECT_FALSE(CommandHelp(*one, width).empty());
  }
}

}  // namespace
}  // namespace ringscope::help_text_test
