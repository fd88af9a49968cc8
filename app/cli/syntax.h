#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "app/cli/command_syntax.h"
#include "app/cli/load.h"
#include "app/report/report.h"
#include "renderer/color/color.h"

// The options that commands have in common, and the functions that add commands.
namespace ringscope {

// The values of the common options. A command uses the members that it has options for.
struct ProfileOptions {
  InputOptions input;  // without the file: of each of several inputs
  ViewOptions view;
  std::filesystem::path output;   // empty: no file
  std::optional<uint32_t> limit;  // rows of a list
  ReportFormat format = ReportFormat::kText;
  Theme theme = Theme::kDark;

  [[nodiscard]] bool as_json() const { return format == ReportFormat::kJson; }
};

// All commands, in the order of the help.
[[nodiscard]] CommandTable AllCommands();

// Each adds one command. The file that defines it has the whole command: its options and its action.
using CommandAdder = void(CommandTable& commands);
CommandAdder AddConvert, AddInfo, AddDump, AddVerify, AddTransform, AddExport, AddSynth, AddLayout, AddRender,
    AddPlot, AddBench, AddSummary, AddEvolution, AddBlueprint, AddSpread, AddThreads, AddSearch, AddMethods,
    AddTable, AddCallers, AddCallees, AddStack, AddFit, AddCheck, AddCompare, AddReport, AddSeries,
    AddCluster, AddAggregate, AddMembers, AddTrack, AddRecord, AddMcp;

// Adds FILE and the options of how to read it.
void AddInput(CommandSyntax* command, InputOptions& input);
// Adds the options of how to read files, for a command that has their names from elsewhere.
void AddReading(CommandSyntax* command, InputOptions& input);
void AddNoVerify(CommandSyntax* command, InputOptions& input);
void AddMetric(CommandSyntax* command, std::string& metric);
void AddRoot(CommandSyntax* command, std::optional<std::string>& root);
// Adds metric, root and the options of pictures.
void AddView(CommandSyntax* command, ViewOptions& view);
// Adds the size of a picture alone.
void AddSize(CommandSyntax* command, ViewOptions& view);
void AddJson(CommandSyntax* command, ReportFormat& format);
// Adds text as Markdown, for assistants and pages; the commands behind the tools of `mcp` have this option.
void AddMarkdown(CommandSyntax* command, ReportFormat& format);
void AddJsonOrMarkdown(CommandSyntax* command, ReportFormat& format);
// Adds the number of rows of a list that are printed.
void AddLimit(CommandSyntax* command, std::optional<uint32_t>& limit);
// Adds the options that change a chart to make it easier to read: --compress and --rings.
void AddReadable(CommandSyntax* command, ViewOptions& view);
// Adds a size as ParseMemorySize() reads it.
void AddMemorySize(CommandSyntax* command, std::string names, uint64_t& bytes, std::string help);
// Adds the background of a picture.
void AddLight(CommandSyntax* command, Theme& theme);

// Adds a command about a part of one profile: it has FILE, a metric and a root.
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

// Checks that a value is a whole number of `least` to `most`.
[[nodiscard]] WordCheck WholeNumber(uint64_t least, uint64_t most = UINT32_MAX);
// Checks that a value is a number of `least` to `most`.
[[nodiscard]] WordCheck Number(double least, double most);

}  // namespace ringscope
