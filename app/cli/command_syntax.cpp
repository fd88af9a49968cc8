#include "app/cli/command_syntax.h"

#include <algorithm>

#include "cct/base/check.h"

namespace ringscope {

OptionSyntax* CommandSyntax::AddReader(std::string names, WordCheck read, std::string help) {
  auto option = std::make_unique<OptionSyntax>();
  option->names = std::move(names);
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

}  // namespace ringscope
