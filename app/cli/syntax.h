#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "app/cli/command_syntax.h"
#include "app/cli/load.h"
#include "app/report/report.h"
#include "renderer/color/color.h"

// What commands have in common, and the functions that add them.
namespace ringscope {

// What commands are asked about one profile, or about several. Each uses the part that it has options for.
struct ProfileOptions {
  InputOptions input;  // of several but for the file: of each
  ViewOptions view;
  std::filesystem::path output;   // empty: none
  std::optional<uint32_t> limit;  // rows of a list
  ReportFormat format = ReportFormat::kText;
  Theme theme = Theme::kDark;

  [[nodiscard]] bool as_json() const { return format == ReportFormat::kJson; }
};

// All of them, in the order of the help.
[[nodiscard]] CommandTable AllCommands();

// Each adds one command, which its file has as a whole: its options and what it does.
using CommandAdder = void(CommandTable& commands);
CommandAdder AddConvert, AddInfo, AddDump, AddVerify, AddTransform, AddExport, AddSynth, AddLayout, AddRender,
    AddPlot, AddBench, AddSummary, AddEvolution, AddBlueprint, AddSpread, AddThreads, AddSearch, AddMethods,
    AddTable, AddCallers, AddCallees, AddStack, AddFit, AddCheck, AddCompare, AddReport, AddSeries,
    AddCluster, AddAggregate, AddMembers, AddTrack, AddRecord, AddMcp;

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
void AddJson(CommandSyntax* command, ReportFormat& format);
// Text as Markdown, for assistants and pages; the commands that `mcp` answers with have it.
void AddMarkdown(CommandSyntax* command, ReportFormat& format);
void AddJsonOrMarkdown(CommandSyntax* command, ReportFormat& format);
// The rows of a list that are printed.
void AddLimit(CommandSyntax* command, std::optional<uint32_t>& limit);
// What makes a chart easier to read, and other than the tree alone says.
void AddReadable(CommandSyntax* command, ViewOptions& view);
// A size as ParseMemorySize() reads it.
void AddMemorySize(CommandSyntax* command, std::string names, uint64_t& bytes, std::string help);
// The background of a picture.
void AddLight(CommandSyntax* command, Theme& theme);

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
