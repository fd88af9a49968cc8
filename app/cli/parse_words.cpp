#include "app/cli/command_syntax.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <optional>

#include "cct/base/text/ascii.h"
#include "cct/base/text/nearest_word.h"

namespace ringscope {
namespace {

// Stands before a word that is an argument although it begins like an option, so that the parser takes it for
// one.
constexpr char kArgumentMark = '\x1f';

std::string MarkedWord(const std::string& word) {
  const size_t begin = word.find_first_not_of('-');
  const bool is_dashed = (begin == 1 || begin == 2) && !IsLetter(word[begin]);
  return is_dashed || word.starts_with(kArgumentMark) ? kArgumentMark + word : word;
}

std::string WithoutMark(const std::string& word) {
  return word.starts_with(kArgumentMark) ? word.substr(1) : word;
}

// A command as the parser knows it. It finds out which words belong to which option, and nothing else.
struct DeclaredCommand {
  DeclaredCommand(CLI::App& its_app, const CommandSyntax& its_syntax) : app(its_app), syntax(its_syntax) {
    app.set_help_flag();
    app.allow_extras();
    if (syntax.has_words_behind) app.positionals_at_end();
    for (const auto& option : syntax.options) {
      const bool is_flag = option->form == OptionForm::kFlag;
      CLI::Option* const made =
          is_flag ? app.add_flag(option->names) : app.add_option(option->names, CLI::callback_t());
      made->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)->type_name("");
      if (is_flag) made->disable_flag_override();
      if (option->form == OptionForm::kSeveralValues || option->form == OptionForm::kOneEachTime) {
        made->expected(CLI::detail::expected_max_vector_size);
        made->allow_extra_args(option->form == OptionForm::kSeveralValues);
      }
      declared.emplace(option.get(), made);
    }
    help = app.add_flag("-h,--help");
  }

  [[nodiscard]] bool Has(const OptionSyntax* option) const { return declared.at(option)->count() > 0; }
  [[nodiscard]] std::vector<std::string> WordsOf(const OptionSyntax& option) const;

  // The first word that nobody takes.
  [[nodiscard]] std::string ProblemOfExtras() const;
  [[nodiscard]] std::string HintForArgument(const std::string& word) const;
  [[nodiscard]] std::string ProblemOfChoice() const;
  [[nodiscard]] std::string TakeValues() const;

  CLI::App& app;
  const CommandSyntax& syntax;
  std::map<const OptionSyntax*, CLI::Option*> declared;
  CLI::Option* help = nullptr;
};

std::vector<std::string> DeclaredCommand::WordsOf(const OptionSyntax& option) const {
  std::vector<std::string> words;
  for (const std::string& result : declared.at(&option)->results()) {
    std::string word = WithoutMark(result);
    for (size_t end = 0; option.separator != 0 && (end = word.find(option.separator)) != std::string::npos;
         word.erase(0, end + 1))
      words.push_back(word.substr(0, end));
    words.push_back(std::move(word));
  }
  return words;
}

std::string DeclaredCommand::ProblemOfExtras() const {
  for (const std::string& extra : app.remaining()) {
    const std::string word = WithoutMark(extra);
    if (word == "--") continue;
    if (extra != word || word.size() < 2 || word.front() != '-')
      return fmt::format("expected no further argument, found '{}'", word);
    const std::string written = word.substr(0, word.find('='));
    std::vector<std::string> known{"--help"};
    for (const auto& option : syntax.options) {
      if (!option->is_argument()) known.push_back(option->name());
    }
    if (const std::optional<std::string> meant = NearestWord(written, known))
      return fmt::format("expected an option, found '{}'; did you mean '{}'?", written, *meant);
    return fmt::format("expected an option, found '{}'{}", written, HintForArgument(word));
  }
  return {};
}

// How a word that is no option is given as the argument that is missing.
std::string DeclaredCommand::HintForArgument(const std::string& word) const {
  for (const auto& option : syntax.options) {
    if (!option->is_query || Has(option.get())) continue;
    return fmt::format("; as {} it is written 'fn:{}', or stands behind '--'", option->names, word);
  }
  return {};
}

std::string DeclaredCommand::ProblemOfChoice() const {
  for (const auto& option : syntax.options) {
    const std::string name = option->name();
    const size_t count = declared.at(option.get())->count();
    if (count == 0 && option->required)
      return option->is_argument() ? fmt::format("expected {}, found no argument for it", name)
                                   : fmt::format("expected {}, found none", option->names);
    if (count == 0) continue;
    if (option->form == OptionForm::kOneValue && count > 1)
      return fmt::format("{}: expected once, found {} times", name, count);
    if (count > option->most)
      return fmt::format("expected no further argument, found '{}'", WordsOf(*option)[option->most]);
    for (const OptionSyntax* other : option->needed)
      if (!Has(other)) return fmt::format("{}: expected {} with it, found none", name, other->name());
    for (const OptionSyntax* other : option->excluded)
      if (Has(other)) return fmt::format("{}: expected without {}, found both", name, other->name());
  }
  return {};
}

std::string DeclaredCommand::TakeValues() const {
  for (const auto& option : syntax.options) {
    if (!Has(option.get())) continue;
    const std::vector<std::string> words = WordsOf(*option);
    std::string problem;
    for (const WordCheck& check : option->checks) {
      for (const std::string& word : words)
        if (problem.empty()) problem = check(word);
    }
    if (problem.empty()) problem = option->take(words);
    if (!problem.empty()) return fmt::format("{}: {}", option->name(), problem);
  }
  return {};
}

}  // namespace

ParsedWords ParseWords(const CommandSyntax& program, const CommandTable& commands,
                       const std::vector<std::string>& words) {
  ParsedWords parsed;
  CLI::App app;
  app.require_subcommand(0, 1);
  std::vector<DeclaredCommand> declared;
  declared.reserve(commands.size());
  for (const auto& command : commands) declared.emplace_back(*app.add_subcommand(command->name), *command);
  const DeclaredCommand main(app, program);
  std::vector<std::string> marked;
  for (auto word = words.rbegin(); word != words.rend(); ++word)
    marked.push_back(MarkedWord(*word));  // as it takes them
  std::string problem;
  try {
    app.parse(std::move(marked));
  } catch (const CLI::ArgumentMismatch& mismatch) {
    // "--depth: 1 required  missing", or "json was given a disallowed flag override"
    const std::string text = mismatch.what();
    const std::string name = text.substr(0, text.find_first_of(": "));
    problem = text.ends_with("missing") ? name + ": expected a value behind it, found none"
                                        : fmt::format("--{}: expected no value, found one", name);
  } catch (const CLI::ParseError& error) {
    problem = error.what();
  }
  const DeclaredCommand* chosen = &main;
  for (const DeclaredCommand& one : declared) {
    if (one.app.count() == 0) continue;
    chosen = &one;
    parsed.command = &one.syntax;
  }
  parsed.wants_help = main.help->count() > 0 || chosen->help->count() > 0;
  if (parsed.wants_help) return parsed;
  // Whatever else is wrong: the files among the words tell a mistyped command.
  std::string problem_of_program = main.TakeValues();
  for (const DeclaredCommand* one : {&main, chosen}) {
    if (parsed.problem.empty()) parsed.problem = one->ProblemOfExtras();
  }
  if (parsed.problem.empty()) parsed.problem = std::move(problem);
  for (const DeclaredCommand* one : {&main, chosen}) {
    if (parsed.problem.empty()) parsed.problem = one->ProblemOfChoice();
  }
  if (parsed.problem.empty()) parsed.problem = std::move(problem_of_program);
  if (parsed.problem.empty() && chosen != &main) parsed.problem = chosen->TakeValues();
  return parsed;
}

}  // namespace ringscope
