#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/commands/commands.h"
#include "cct/base/text/enum_words.h"

// The command line as CLI11 is told it: what commands have in common, and one function a family of commands.
namespace ringscope {

// What the chosen command does.
using Run = std::function<int()>;

void AddFileCommands(CLI::App& app, Run& run);      // syntax_files.cpp
void AddPictureCommands(CLI::App& app, Run& run);   // syntax_pictures.cpp
void AddQuestionCommands(CLI::App& app, Run& run);  // syntax_questions.cpp
void AddCompareCommands(CLI::App& app, Run& run);   // syntax_compare.cpp
void AddTrackCommand(CLI::App& app, Run& run);      // syntax_track.cpp
void AddRecordCommand(CLI::App& app, Run& run);     // syntax_record.cpp
void AddKindCommands(CLI::App& app, Run& run);      // those of each kind of view

// `render` and `layout` draw rings; with `--view NAME` they hand on to the command of the kind of view that
// draws NAME. The words that are to be parsed, where there is such a command; else the same.
[[nodiscard]] std::vector<std::string> HandedOn(std::vector<std::string> words);
// That option, as those that nothing was handed on from know it.
void AddHandsOn(CLI::App* command);

// Adds a subcommand whose options live as long as the parser; choosing it sets `run`.
template <typename Options>
std::pair<CLI::App*, Options*> AddCommand(CLI::App& app, Run& run, const std::string& name,
                                          const std::string& description, int (*function)(const Options&)) {
  CLI::App* const command = app.add_subcommand(name, description);
  const auto options = std::make_shared<Options>();
  command->callback([options, function, &run] { run = [options, function] { return function(*options); }; });
  return {command, options.get()};
}

// FILE and how to read it.
void AddInput(CLI::App* command, InputOptions& input);
// How to read a file whose name is given in another way.
void AddReading(CLI::App* command, InputOptions& input);
void AddNoVerify(CLI::App* command, InputOptions& input);
void AddMetric(CLI::App* command, std::string& metric);
void AddRoot(CLI::App* command, std::optional<std::string>& root);
// Metric and root with all that matters to pictures.
void AddView(CLI::App* command, ViewOptions& view);
// The size of a picture alone.
void AddSize(CLI::App* command, ViewOptions& view);
void AddJson(CLI::App* command, bool& json);
// The background and the caption of a picture.
void AddPictureLook(CLI::App* command, bool& light, bool& has_caption);

// Adds one that asks about a part of one profile: it has FILE, a metric and a root.
template <typename Options>
std::pair<CLI::App*, Options*> AddQuestion(CLI::App& app, Run& run, const std::string& name,
                                           const std::string& description, int (*function)(const Options&)) {
  const auto added = AddCommand(app, run, name, description, function);
  AddInput(added.first, added.second->input);
  AddMetric(added.first, added.second->view.metric);
  AddRoot(added.first, added.second->view.root);
  return added;
}

// One of a few words; `target` is anything that can be assigned one of their values.
template <typename T>
CLI::Option* AddChoice(CLI::App* command, const std::string& name, const std::map<std::string, T>& choices,
                       auto& target, const std::string& description) {
  std::string words;
  for (const auto& [word, value] : choices) words += (words.empty() ? "" : "|") + word;
  return command
      ->add_option_function<std::string>(
          name,
          [name, choices, &target, words](const std::string& word) {
            const auto choice = choices.find(word);
            if (choice == choices.end())
              throw CLI::ValidationError(fmt::format("{}: expected {}, found '{}'", name, words, word));
            target = choice->second;
          },
          description)
      ->type_name(words);
}
template <typename T, size_t kCount>
CLI::Option* AddChoice(CLI::App* command, const std::string& name, const EnumWords<T, kCount>& words,
                       auto& target, const std::string& description) {
  std::map<std::string, T> choices;
  for (const EnumWord<T>& row : words) choices.emplace(row.word, row.value);
  return AddChoice<T>(command, name, choices, target, description);
}

// Of an option that takes an unsigned number: says what is expected, where the parser would take a minus sign
// for a large number.
[[nodiscard]] CLI::Validator WholeNumber(uint64_t least, uint64_t most = UINT32_MAX);
// Of one that takes any number.
[[nodiscard]] CLI::Validator Number(double least, double most);

}  // namespace ringscope
