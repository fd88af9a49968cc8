#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string_view>

#include "app/cli/command_syntax.h"
#include "app/core/display_text.h"
#include "cct/file/cct_file.h"
#include "cct/names/shown_name.h"

// The other users of the tables of commands beside the help: the manual page, and the completions of shells.
namespace ringscope {
namespace {

// Escapes the characters that have a meaning in roff.
std::string Roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')) {
      out += "\\&";
      out += c;
    } else {
      out += c;
    }
  }
  return out;
}

void AddOptions(const CommandSyntax& command, std::string& page) {
  for (const auto& option : command.options) {
    const std::string value =
        option->is_argument() || option->form == OptionForm::kFlag ? "" : " " + option->value;
    page += fmt::format(".TP\n.B {}\n{}\n", Roff(option->names + value), Roff(option->help));
  }
}

void AddExamples(const CommandSyntax& command, std::string& page) {
  for (const CommandExample& example : command.examples)
    page += fmt::format(".PP\n{}:\n.PP\n.RS 4\n.nf\n{}\n.fi\n.RE\n", Roff(example.what), Roff(example.words));
}

// Adds names from the .cct files among the words, of functions at most kMostNames.
void AddNames(const std::vector<std::string>& words, bool metrics, std::string_view begin,
              std::set<std::string>& found) {
  constexpr size_t kMostNames = 500;
  for (const std::string& word : words) {
    if (!std::filesystem::path(word).has_extension() || !word.ends_with(".cct")) continue;
    const Result<CctPtr> tree = OpenCctFile(word);
    if (!tree) continue;
    if (metrics) {
      for (const Metric& metric : (*tree)->metrics())
        if (metric.name.starts_with(begin)) found.insert(metric.name);
      continue;
    }
    for (FrameId frame = 0; frame < (*tree)->frames().size() && found.size() < kMostNames; ++frame) {
      const std::string_view name = ShownName((*tree)->frames()[frame].name);
      // A shell would take a line break for the end of the name.
      const bool is_line = DisplayText(std::string(name), name.size()) == name;
      if (is_line && name.starts_with(begin)) found.emplace(name);
    }
  }
}

// Adds those of "rings|icicle" that begin with `begin`.
void AddChoices(std::string_view choices, std::string_view begin, std::set<std::string>& found) {
  if (choices.find('|') == std::string_view::npos) return;
  while (!choices.empty()) {
    const std::string_view choice = choices.substr(0, choices.find('|'));
    if (choice.starts_with(begin)) found.emplace(choice);
    choices.remove_prefix(std::min(choice.size() + 1, choices.size()));
  }
}

}  // namespace

std::string ManualPage(const CommandSyntax& program, const CommandTable& commands, std::string_view version) {
  std::string page = fmt::format(
      ".TH RINGSCOPE 1 \"\" \"ringscope {}\" \"User Commands\"\n.SH NAME\n"
      "ringscope \\- calling context trees as ring charts\n.SH SYNOPSIS\n.B ringscope\n[FILE ...]\n.br\n"
      ".B ringscope\nCOMMAND ...\n.SH DESCRIPTION\n{}\n.SH OPTIONS\n",
      version, Roff(program.description));
  AddOptions(program, page);
  page += ".SH EXAMPLES\n";
  AddExamples(program, page);
  page += ".SH COMMANDS\n";
  for (const auto& command : commands) {
    page += fmt::format(".SS {}\n{}.\n", Roff(command->name), Roff(command->description));
    AddOptions(*command, page);
    AddExamples(*command, page);
  }
  return page;
}

std::vector<std::string> CompletionsOf(const CommandSyntax& program, const CommandTable& commands,
                                       const std::vector<std::string>& words) {
  const std::string begin = words.empty() ? std::string() : words.back();
  const std::string before = words.size() < 2 ? std::string() : words[words.size() - 2];
  std::set<std::string> found;
  if (words.size() <= 1) {
    for (const auto& command : commands)
      if (command->name.starts_with(begin)) found.insert(command->name);
  }
  const CommandSyntax* command = words.size() < 2 ? nullptr : FindCommand(commands, words.front());
  const CommandSyntax& of = command == nullptr ? program : *command;
  const auto is_name_of = [](const OptionSyntax& option, const std::string& word) {
    const size_t at = ("," + option.names + ",").find("," + word + ",");
    return !option.is_argument() && !word.empty() && at != std::string::npos;
  };
  const auto asked = std::find_if(of.options.begin(), of.options.end(),
                                  [&](const auto& option) { return is_name_of(*option, before); });
  if (asked != of.options.end() && (*asked)->form != OptionForm::kFlag) {
    AddChoices((*asked)->value, begin, found);
    if ((*asked)->value == "METRIC") AddNames(words, true, begin, found);
    return {found.begin(), found.end()};
  }
  for (const auto& option : of.options) {
    if (!option->is_argument() && begin.starts_with("-") && option->name().starts_with(begin))
      found.insert(option->name());
    if (option->is_argument() && option->is_query && words.size() > 2) AddNames(words, false, begin, found);
  }
  return {found.begin(), found.end()};
}

}  // namespace ringscope
