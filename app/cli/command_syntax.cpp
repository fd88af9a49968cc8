#include "app/cli/command_syntax.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/base/check.h"

namespace ringscope {

OptionSyntax* CommandSyntax::AddReader(std::string names, WordCheck read, std::string help) {
  auto option = std::make_unique<OptionSyntax>();
  const size_t space = names.find(' ');
  if (space != std::string::npos) option->value = names.substr(space + 1);
  option->names = names.substr(0, space);
  option->help = std::move(help);
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

OptionSyntax* CommandSyntax::Option(const std::string& option_name) const {
  const auto found = std::find_if(options.begin(), options.end(),
                                  [&](const auto& option) { return option->name() == option_name; });
  RINGSCOPE_CHECK(found != options.end());
  return found->get();
}

const CommandSyntax* FindCommand(const CommandTable& commands, const std::string& name) {
  const auto found = std::find_if(commands.begin(), commands.end(),
                                  [&](const auto& command) { return command->name == name; });
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

// A word and what it means, which begins in a column of its own.
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

}  // namespace

std::string ProgramHelp(const CommandSyntax& program, const CommandTable& commands, size_t width) {
  std::string out;
  AddWrapped(program.description, 0, width, out);
  out += "\nUsage:\n  ringscope [FILE ...]\n  ringscope COMMAND ...\n  ringscope help COMMAND\n\nCommands:\n";
  for (const auto& command : commands) AddRow(command->name, command->description, width, out);
  out += "\nOptions:\n";
  for (const auto& option : program.options) AddRow(WordOfOption(*option), HelpOf(*option), width, out);
  AddRow("-h, --help", "Print this; behind a command, what that command takes", width, out);
  out += "\nExamples:\n";
  for (const CommandExample& example : program.examples)
    out += fmt::format("  {}\n      {}\n", example.words, example.what);
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
    auto section =
        std::find_if(sections.begin(), sections.end(), [&](const auto& one) { return one.first == title; });
    if (section == sections.end()) section = sections.insert(section, {title, ""});
    AddRow(WordOfOption(*option), HelpOf(*option), width, section->second);
  }
  AddRow("-h, --help", "Print this", width, sections[1].second);
  for (const auto& [title, rows] : sections) {
    if (!rows.empty()) out += fmt::format("\n{}:\n{}", title, rows);
  }
  if (!command.examples.empty()) out += "\nExamples:\n";
  for (const CommandExample& example : command.examples)
    out += fmt::format("  {}\n      {}\n", example.words, example.what);
  if (!command.footer.empty()) {
    out += '\n';
    AddWrapped(command.footer, 0, width, out);
  }
  return out;
}

}  // namespace ringscope
