#include "app/cli/command_syntax.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <map>

#include "cct/base/check.h"
#include "cct/base/text/ascii.h"
#include "cct/base/text/nearest_word.h"

namespace ringscope {

OptionSyntax* CommandSyntax::AddReader(std::string names, WordCheck read, std::string help) {
  auto option = std::make_unique<OptionSyntax>();
  const size_t space = names.find(' ');
  if (space != std::string::npos) option->value = names.substr(space + 1);
  option->names = names.substr(0, space);
  option->help = std::move(help);
  option->section = section;
  option->form = OptionForm::kOneValue;
  option->take = [read = std::move(read)](const std::vector<std::string>& words) {
    std::string problem;
    for (size_t k = 0; k < words.size() && problem.empty(); ++k) problem = read(words[k]);
    return problem;
  };
  return options.emplace_back(std::move(option)).get();
}

OptionSyntax* CommandSyntax::AddAction(std::string names, std::function<void()> action, std::string help) {
  OptionSyntax* const option = AddReader(
      std::move(names), [](const std::string&) { return std::string(); }, std::move(help));
  option->form = OptionForm::kFlag;
  option->take = [action = std::move(action)](const std::vector<std::string>&) {
    return action(), std::string();
  };
  return option;
}

void OptionSyntax::TakeSeveral() {
  if (value.ends_with(",...")) separator = ',';
  const bool at_once = is_argument() || (value.ends_with("...") && separator == 0);
  form = at_once ? OptionForm::kSeveralValues : OptionForm::kOneEachTime;
}

OptionSyntax* CommandSyntax::Option(std::string_view option_name) const {
  const auto found =
      std::ranges::find_if(options, [&](const auto& option) { return option->name() == option_name; });
  RINGSCOPE_CHECK(found != options.end());
  return found->get();
}

void CommandSyntax::Exclusive(std::initializer_list<std::string_view> option_names) const {
  std::vector<const OptionSyntax*> before;
  for (const std::string_view one : option_names) {
    OptionSyntax* const option = Option(one);
    option->excluded.insert(option->excluded.end(), before.begin(), before.end());
    before.push_back(option);
  }
}

const CommandSyntax* FindCommand(const CommandTable& commands, const std::string& name) {
  const auto found =
      std::ranges::find_if(commands, [&](const auto& command) { return command->name == name; });
  return found == commands.end() ? nullptr : found->get();
}

namespace {

// Adds words to lines that begin in a column; the first of them goes on where the last line of `out` ends.
void AddWrapped(std::string_view text, size_t column, size_t width, std::string& out) {
  size_t at = column;
  bool is_first = true;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    if (end > 0) {
      if (!is_first && at + 1 + end > width) {
        out += "\n" + std::string(column, ' ');
        at = column;
      } else if (!is_first) {
        out += ' ';
        ++at;
      }
      out += text.substr(0, end);
      at += end;
      is_first = false;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  out += '\n';
}

// Adds a word and its meaning, which begins in a second column.
void AddRow(const std::string& word, std::string_view meaning, size_t width, std::string& out) {
  constexpr size_t kColumn = 26;
  const std::string begin = "  " + word;
  out += begin.size() + 2 > kColumn ? begin + "\n" + std::string(kColumn, ' ')
                                    : begin + std::string(kColumn - begin.size(), ' ');
  AddWrapped(meaning, kColumn, width, out);
}

bool TakesSeveral(const OptionSyntax& option) {
  return option.form == OptionForm::kSeveralValues && option.most > 1;
}

// "FILE", "FILE ...", "-o, --output OUT.cct"
std::string WordOfOption(const OptionSyntax& option) {
  std::string word = option.names;
  if (const size_t comma = word.find(','); comma != std::string::npos) word.insert(comma + 1, " ");
  if (!option.is_argument() && option.form != OptionForm::kFlag) word += " " + option.value;
  return TakesSeveral(option) ? word + " ..." : word;
}

std::string UsageOf(const CommandSyntax& command) {
  std::string usage = command.name, arguments;
  for (const auto& option : command.options) {
    if (option->is_argument())
      arguments += option->required ? " " + WordOfOption(*option) : " [" + WordOfOption(*option) + "]";
    else if (option->required)
      usage += fmt::format(" {} {}", option->names.substr(0, option->names.find(',')), option->value);
  }
  if (command.has_words_behind) return fmt::format("{} [OPTION ...] --{}", usage, arguments);
  return command.name + arguments + usage.substr(command.name.size()) + " [OPTION ...]";
}

std::string HelpOf(const OptionSyntax& option) {
  std::string help = option.help;
  const auto add = [&help](std::string_view how, const std::vector<const OptionSyntax*>& others) {
    for (const OptionSyntax* other : others) help += fmt::format("; {} {}", how, other->name());
  };
  add("only with", option.needed);
  add("not with", option.excluded);
  return help;
}

void AddExampleLines(const CommandSyntax& command, std::string& out) {
  if (!command.examples.empty()) out += "\nExamples:\n";
  for (const CommandExample& example : command.examples)
    out += fmt::format("  {}\n      {}\n", example.words, example.what);
}

}  // namespace

std::string ProgramHelp(const CommandSyntax& program, const CommandTable& commands, size_t width) {
  std::string out;
  AddWrapped(program.description, 0, width, out);
  out += "\nUsage:\n  ringscope [FILE ...]\n  ringscope COMMAND ...\n  ringscope help COMMAND\n\nCommands:\n";
  for (const auto& command : commands) AddRow(command->name, command->description, width, out);
  out += "\nOptions:\n";
  for (const auto& option : program.options) AddRow(WordOfOption(*option), HelpOf(*option), width, out);
  AddRow("-h, --help", "Print this; behind a command, what that command takes", width, out);
  AddExampleLines(program, out);
  return out;
}

std::string CommandHelp(const CommandSyntax& command, size_t width) {
  std::string out;
  AddWrapped(command.description, 0, width, out);
  out += fmt::format("\nUsage:\n  ringscope {}\n", UsageOf(command));
  std::vector<std::pair<std::string, std::string>> sections{{"Arguments", ""}, {"Options", ""}};
  for (const auto& option : command.options) {
    const std::string title = option->is_argument()     ? "Arguments"
                              : option->section.empty() ? "Options"
                                                        : option->section;
    auto section = std::ranges::find_if(sections, [&](const auto& one) { return one.first == title; });
    if (section == sections.end()) section = sections.insert(section, {title, ""});
    AddRow(WordOfOption(*option), HelpOf(*option), width, section->second);
  }
  AddRow("-h, --help", "Print this", width, sections[1].second);
  for (const auto& [title, rows] : sections) {
    if (!rows.empty()) out += fmt::format("\n{}:\n{}", title, rows);
  }
  AddExampleLines(command, out);
  if (!command.footer.empty()) {
    out += '\n';
    AddWrapped(command.footer, 0, width, out);
  }
  return out;
}

namespace {

// Marks a word that is an argument although it begins like an option: the parser then takes it for an
// argument.
constexpr char kArgumentMark = '\x1f';

std::string MarkedWord(const std::string& word) {
  const size_t begin = word.find_first_not_of('-');
  const bool is_dashed = (begin == 1 || begin == 2) && !IsLetter(word[begin]);
  return is_dashed || word.starts_with(kArgumentMark) ? kArgumentMark + word : word;
}

std::string WithoutMark(const std::string& word) {
  return word.starts_with(kArgumentMark) ? word.substr(1) : word;
}

// A command as the parser (CLI11) knows it. The parser only finds out which words belong to which option.
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
  [[nodiscard]] std::vector<std::string> WordsOf(const OptionSyntax& option) const {
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

  // Describes the first word that no option or argument takes.
  [[nodiscard]] std::string ProblemOfExtras() const {
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

  // A hint how to write a word that begins like an option if it is meant as the missing argument.
  [[nodiscard]] std::string HintForArgument(const std::string& word) const {
    for (const auto& option : syntax.options) {
      if (!option->is_query || Has(option.get())) continue;
      return fmt::format("; as {} it is written 'fn:{}', or stands behind '--'", option->names, word);
    }
    return {};
  }

  [[nodiscard]] std::string ProblemOfChoice() const {
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

  [[nodiscard]] std::string TakeValues() const {
    for (const auto& option : syntax.options) {
      if (!Has(option.get())) continue;
      const std::vector<std::string> words = WordsOf(*option);
      std::string problem;
      for (const std::string& word : words)
        if (problem.empty() && option->check) problem = option->check(word);
      if (problem.empty()) problem = option->take(words);
      if (!problem.empty()) return fmt::format("{}: {}", option->name(), problem);
    }
    return {};
  }

  CLI::App& app;
  const CommandSyntax& syntax;
  std::map<const OptionSyntax*, CLI::Option*> declared;
  CLI::Option* help = nullptr;
};

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
    marked.push_back(MarkedWord(*word));  // the parser takes words in reverse order
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
  // The files are taken even if another word is wrong: the caller finds a mistyped command among them.
  const std::string problem_of_program = main.TakeValues();
  for (const std::string& one : {main.ProblemOfExtras(), chosen->ProblemOfExtras(), problem,
                                 main.ProblemOfChoice(), chosen->ProblemOfChoice(), problem_of_program}) {
    if (parsed.problem.empty()) parsed.problem = one;
  }
  if (parsed.problem.empty() && chosen != &main) parsed.problem = chosen->TakeValues();
  return parsed;
}

}  // namespace ringscope
