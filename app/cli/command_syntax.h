#pragma once

#include <fmt/format.h>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "cct/base/result.h"
#include "cct/base/text/enum_words.h"

// Commands and their options as data: names, help texts, and the functions that take the values. ParseWords()
// reads words by this data, CommandHelp() describes it.
namespace ringscope {

// Says what is wrong with a word, as a sentence without the option's name; empty: the word is good.
using WordCheck = std::function<std::string(const std::string& word)>;

enum class OptionForm : uint8_t {
  kFlag,           // --json
  kOneValue,       // --limit 5
  kOneEachTime,    // --define A --define B
  kSeveralValues,  // --before A B C
};

// An option of a command, or an argument, which has a place instead of a name. Lives as long as its command;
// the functions that declare its properties return the option itself.
struct OptionSyntax {
  std::string names;    // "-o,--output"; of an argument the word for it, "FILE"
  std::string help;     // a sentence
  std::string value;    // the help's word for a value, "WxH"; empty: of a flag
  std::string section;  // of the help; empty: the section of the command's own options
  OptionForm form = OptionForm::kFlag;
  size_t most = SIZE_MAX;  // of several values
  char separator = 0;      // of values within a word; 0: a word is a value
  bool required = false;
  bool is_query = false;  // of an argument: a query, or the name of a function
  std::vector<const OptionSyntax*> excluded, needed;
  WordCheck check;  // of each value; null: none
  // Takes the words that stand behind a given option; says what is wrong with them, as a check does.
  std::function<std::string(const std::vector<std::string>& words)> take;

  [[nodiscard]] bool is_argument() const { return names.front() != '-'; }
  // The long one of the names: "--output".
  [[nodiscard]] std::string name() const { return names.substr(names.rfind(',') + 1); }

  OptionSyntax* Value(std::string word) { return value = std::move(word), this; }
  OptionSyntax* AtMost(size_t count) { return most = count, this; }
  OptionSyntax* Separator(char character) { return separator = character, this; }
  OptionSyntax* Required() { return required = true, this; }
  OptionSyntax* Query() { return is_query = true, this; }
  OptionSyntax* Excludes(const OptionSyntax* other) { return excluded.push_back(other), this; }
  OptionSyntax* Needs(const OptionSyntax* other) { return needed.push_back(other), this; }
  void TakeSeveral();
  OptionSyntax* Check(WordCheck of_word) { return check = std::move(of_word), this; }
};

// Reads one value into a variable; returns what is wrong with it, as a check does.
template <typename T>
[[nodiscard]] std::string ReadWord(const std::string& word, T& target) {
  if constexpr (std::is_arithmetic_v<T>) {
    T value{};
    const char* const end = word.data() + word.size();
    const auto [rest, error] = std::from_chars(word.data(), end, value);
    if (error != std::errc{} || rest != end)
      return fmt::format("expected {} number, found '{}'", std::is_integral_v<T> ? "a whole" : "a", word);
    target = value;
  } else {
    target = word;
  }
  return {};
}
template <typename T>
[[nodiscard]] std::string ReadWord(const std::string& word, std::optional<T>& target) {
  T value{};
  std::string problem = ReadWord(word, value);
  if (problem.empty()) target = std::move(value);
  return problem;
}
template <typename T>
[[nodiscard]] std::string ReadWord(const std::string& word, std::vector<T>& target) {
  return ReadWord(word, target.emplace_back());
}

// The help's default word for a value of a type.
template <typename T>
[[nodiscard]] constexpr const char* WordForValue(const T&) {
  return std::is_arithmetic_v<T> ? "N" : std::is_same_v<T, std::filesystem::path> ? "FILE" : "TEXT";
}
template <typename T>
[[nodiscard]] constexpr const char* WordForValue(const std::optional<T>&) {
  return WordForValue(T{});
}
template <typename T>
[[nodiscard]] constexpr const char* WordForValue(const std::vector<T>&) {
  return WordForValue(T{});
}
template <typename T>
inline constexpr bool kTakesSeveral = false;
template <typename T>
inline constexpr bool kTakesSeveral<std::vector<T>> = true;

struct CommandExample {
  std::string words;  // "ringscope methods run.cct --limit 5"
  std::string what;   // a sentence that says what they do
};

// A command, or the program itself, which has no name. The variables that its options read into outlive it.
struct CommandSyntax {
  std::string name;
  std::string description;
  std::vector<std::unique_ptr<OptionSyntax>> options;
  std::vector<CommandExample> examples;
  std::string section;               // the help's section that the next added options belong to
  std::string footer;                // the last paragraph of the help
  bool has_words_behind = false;     // its arguments are another program's command line, behind `--`
  std::function<Result<int>()> run;  // the exit code

  // Adds an option that reads its value or values into a variable. The help's word for a value may stand
  // behind the names, as in "-o,--output OUT.cct". An option of several values is repeated with one value
  // each; "FILE..." and an argument take all values at once, "A,B,..." takes one word with commas between.
  template <typename T>
  OptionSyntax* AddOption(std::string names, T& target, std::string help, WordCheck check = nullptr) {
    const auto read = [&target](const std::string& word) { return ReadWord(word, target); };
    OptionSyntax* const option = AddReader(std::move(names), read, std::move(help));
    if (option->value.empty()) option->value = WordForValue(target);
    option->check = std::move(check);
    if (kTakesSeveral<T>) option->TakeSeveral();
    return option;
  }
  // Adds an option with one value, which is handed to a function; with a separator, each part of the value
  // is.
  OptionSyntax* AddReader(std::string names, WordCheck read, std::string help);
  // Adds an option without a value, which runs a function.
  OptionSyntax* AddAction(std::string names, std::function<void()> action, std::string help);
  // Adds an option without a value, which sets a variable.
  OptionSyntax* AddSetter(std::string names, auto& target, auto value, std::string help) {
    return AddAction(
        std::move(names), [&target, value] { target = value; }, std::move(help));
  }
  OptionSyntax* AddFlag(std::string names, bool& target, std::string help) {
    return AddSetter(std::move(names), target, true, std::move(help));
  }
  OptionSyntax* AddFlagOff(std::string names, bool& target, std::string help) {
    return AddSetter(std::move(names), target, false, std::move(help));
  }
  // Adds an option whose value is one of a few words; their meanings can be assigned to `target`.
  template <typename T, size_t kCount>
  OptionSyntax* AddChoice(std::string names, const EnumWords<T, kCount>& words, auto& target,
                          std::string help) {
    std::set<std::string_view> sorted;
    for (const EnumWord<T>& row : words) sorted.insert(row.word);
    const std::string list = fmt::format("{}", fmt::join(sorted, "|"));
    const auto read = [words, &target, list](const std::string& word) {
      const std::optional<T> value = ValueOfWord(words, word);
      if (!value) return fmt::format("expected {}, found '{}'", list, word);
      target = *value;
      return std::string();
    };
    return AddReader(std::move(names), read, std::move(help))->Value(list);
  }
  // The option of that name, which exists.
  [[nodiscard]] OptionSyntax* Option(std::string_view option_name) const;
  // Allows at most one of these options in a command line: each excludes those before it.
  void Exclusive(std::initializer_list<std::string_view> option_names) const;

  CommandSyntax* Example(std::string words, std::string what) {
    return examples.push_back({std::move(words), std::move(what)}), this;
  }
};

// All commands, in the order of the help.
using CommandTable = std::vector<std::unique_ptr<CommandSyntax>>;
[[nodiscard]] const CommandSyntax* FindCommand(const CommandTable& commands, const std::string& name);

// Adds a command whose options live as long as the command.
template <typename Options>
std::pair<CommandSyntax*, Options*> AddCommand(CommandTable& commands, std::string name,
                                               std::string description,
                                               Result<int> (*function)(const Options&)) {
  const auto options = std::make_shared<Options>();
  CommandSyntax* const command = commands.emplace_back(std::make_unique<CommandSyntax>()).get();
  command->name = std::move(name);
  command->description = std::move(description);
  command->run = [options, function] { return function(*options); };
  return {command, options.get()};
}

// The text that `--help` prints, in lines of at most `width` characters; a longer word has its own line.
[[nodiscard]] std::string ProgramHelp(const CommandSyntax& program, const CommandTable& commands,
                                      size_t width);
[[nodiscard]] std::string CommandHelp(const CommandSyntax& command, size_t width);
// A page of section 1 of the manual about the program and all commands, in roff.
[[nodiscard]] std::string ManualPage(const CommandSyntax& program, const CommandTable& commands,
                                     std::string_view version);
// The words that may complete the last word of a command line, which may be empty: commands, options, values
// of options, and functions and metrics of a .cct file among the words. The shell completes names of files.
[[nodiscard]] std::vector<std::string> CompletionsOf(const CommandSyntax& program,
                                                     const CommandTable& commands,
                                                     const std::vector<std::string>& words);

// The command that a command line chooses.
struct ParsedWords {
  const CommandSyntax* command = nullptr;  // the chosen one; null: the program itself
  bool wants_help = false;
  std::string problem;  // what is wrong with the words; empty: they are good
};

// Finds the command among the words and, unless help is wanted, hands the values behind options to the
// options' functions. A word that begins with '-' and cannot be the name of an option, '-[NSObject init]', is
// an argument. After a problem some options may have taken their values.
[[nodiscard]] ParsedWords ParseWords(const CommandSyntax& program, const CommandTable& commands,
                                     const std::vector<std::string>& words);

}  // namespace ringscope
