#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/command_syntax.h"
#include "app/cli/commands/commands.h"

// What commands have in common, and one function a family of commands that adds them.
namespace ringscope {

// Those of all families, in the order of the help.
[[nodiscard]] CommandTable AllCommands();
void AddFileCommands(CommandTable& commands);      // syntax_files.cpp
void AddPictureCommands(CommandTable& commands);   // syntax_pictures.cpp
void AddQuestionCommands(CommandTable& commands);  // syntax_questions.cpp
void AddCompareCommands(CommandTable& commands);   // syntax_compare.cpp
void AddTrackCommand(CommandTable& commands);      // syntax_track.cpp
void AddRecordCommand(CommandTable& commands);     // syntax_record.cpp
void AddKindCommands(CommandTable& commands);      // those of each kind of view

// `render` and `layout` draw rings; with `--view NAME` they hand on to the command of the kind of view that
// draws NAME. The words that are to be parsed, where there is such a command; else the same.
[[nodiscard]] std::vector<std::string> HandedOn(std::vector<std::string> words);
// That option, as those that nothing was handed on from know it.
void AddHandsOn(CommandSyntax* command);

// FILE and how to read it.
void AddInput(CommandSyntax* command, InputOptions& input);
// How to read a file whose name is given in another way.
void AddReading(CommandSyntax* command, InputOptions& input);
void AddNoVerify(CommandSyntax* command, InputOptions& input);
void AddMetric(CommandSyntax* command, std::string& metric);
void AddRoot(CommandSyntax* command, std::optional<std::string>& root);
// Metric and root with all that matters to pictures.
void AddView(CommandSyntax* command, ViewOptions& view);
// The size of a picture alone.
void AddSize(CommandSyntax* command, ViewOptions& view);
void AddJson(CommandSyntax* command, bool& json);
// What every command has.
void AddMaxMemory(CommandSyntax* command, uint64_t& bytes);
// The background and the caption of a picture.
void AddPictureLook(CommandSyntax* command, bool& light, bool& has_caption);

// Adds one that asks about a part of one profile: it has FILE, a metric and a root.
template <typename Options>
std::pair<CommandSyntax*, Options*> AddQuestion(CommandTable& commands, std::string name,
                                                std::string description,
                                                Result<int> (*function)(const Options&)) {
  const auto added = AddCommand(commands, std::move(name), std::move(description), function);
  AddInput(added.first, added.second->input);
  AddMetric(added.first, added.second->view.metric);
  AddRoot(added.first, added.second->view.root);
  return added;
}

// Of a value that is a whole number: says what is expected where that is another one, or none.
[[nodiscard]] WordCheck WholeNumber(uint64_t least, uint64_t most = UINT32_MAX);
// Of one that is any number.
[[nodiscard]] WordCheck Number(double least, double most);

}  // namespace ringscope
