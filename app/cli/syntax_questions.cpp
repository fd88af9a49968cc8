#include <map>
#include <string>

#include "app/cli/syntax.h"

namespace ringscope {
namespace {

constexpr const char* kQueryHelp =
    "A query: words, fn: mod: file: class:, self>5%, under:, ... (docs/query.md)";

void AddSearch(CommandTable& commands) {
  const auto [command, options] =
      AddQuestion(commands, "search", "Count the contexts that a query selects", &RunSearch);
  command->AddOption("QUERY", options->query, kQueryHelp)->Required();
  command->AddOption("--list", options->list, "Also print the N most expensive of them")
      ->Value("N")
      ->Check(WholeNumber(0));
  AddJson(command, options->json);
  command
      ->Example("ringscope search run.cct 'fn:parse self>1%' --list 10",
                "The ten dearest contexts of functions with parse in their names")
      ->Example("ringscope search run.cct '-[NSObject init]'", "A name, as it stands in a table");
}

void AddLimit(CommandSyntax* command, std::optional<uint32_t>& limit) {
  command->AddOption("--limit", limit, "Print the first N rows only")->Value("N")->Check(WholeNumber(0));
}

void AddMethods(CommandTable& commands) {
  const auto [command, options] =
      AddQuestion(commands, "methods", "What each function costs, recursion counted once", &RunMethods);
  AddLimit(command, options->limit);
  AddJson(command, options->json);
  command->Example("ringscope methods run.cct --limit 20", "The twenty functions that cost most")
      ->Example("perf script | ringscope methods -", "Of what another program prints");
}

// What all tables have in common.
void AddTableOptions(CommandSyntax* command, TableOptions& options) {
  command->AddChoice("--by", kGroupByWords, options.by, "What the rows are; default: function");
  command->AddChoice<TableSort>("--sort",
                                {{"self", TableSort::kSelf},
                                 {"inclusive", TableSort::kInclusive},
                                 {"contexts", TableSort::kContexts},
                                 {"name", TableSort::kName}},
                                options.sort,
                                "Order of the rows; default: self, of callers and callees inclusive");
  AddLimit(command, options.limit);
  TableFormat& format = options.format;
  OptionSyntax* const json = command->AddAction(
      "--json", [&format] { format = TableFormat::kJson; }, "Print JSON");
  OptionSyntax* const csv = command->AddAction(
      "--csv", [&format] { format = TableFormat::kCsv; }, "Print comma-separated values");
  OptionSyntax* const tsv = command->AddAction(
      "--tsv", [&format] { format = TableFormat::kTsv; }, "Print tab-separated values");
  csv->Excludes(json);
  tsv->Excludes(json)->Excludes(csv);
}

void AddTable(CommandTable& commands) {
  const auto [command, options] =
      AddQuestion(commands, "table", "What functions, modules, ... cost in every metric", &RunTable);
  AddTableOptions(command, *options);
  OptionSyntax* const callers =
      command
          ->AddOption("--callers-of", options->callers_of,
                      "Only who calls this: a name, or a query; what selects several is taken as "
                      "one. Under recursion rows may overlap: their sum can exceed what it costs")
          ->Value("NAME");
  OptionSyntax* const callees =
      command->AddOption("--callees-of", options->callees_of, "Only what this calls: a name, or a query")
          ->Value("NAME")
          ->Excludes(callers);
  OptionSyntax* const over = command
                                 ->AddFlag("--over-executions", options->over_executions,
                                           "Of a series or comparison: a column an execution, of one metric")
                                 ->Excludes(callers)
                                 ->Excludes(callees);
  command
      ->AddFlag("--inclusive", options->inclusive,
                "With --over-executions: costs with all that is called, instead of own ones")
      ->Needs(over);
  command
      ->AddReader(
          "--columns",
          [&columns = options->columns](const std::string& word) {
            const auto field = ValueOfWord(kFitFieldWords, word);
            if (!field) return fmt::format("expected {}, found '{}'", WordList(kFitFieldWords), word);
            columns.push_back(*field);
            return std::string();
          },
          "Also how the costs of functions grow with their input: some of cost, self, calls, sizes, "
          "largest, a, "
          "b, c and r2 of the command fit, with commas between")
      ->Separator(',')
      ->Value("COLUMNS")
      ->Excludes(callers)
      ->Excludes(callees)
      ->Excludes(over);
  command
      ->Example("ringscope table run.cct --by module --sort inclusive",
                "What each module costs with all that it calls")
      ->Example("ringscope table run.cct --csv", "Every function, for a spreadsheet");
}

void AddNeighbours(CommandTable& commands, const std::string& name, const std::string& description,
                   std::optional<std::string> TableOptions::*of) {
  const auto [command, options] = AddQuestion(commands, name, description, &RunTable);
  command
      ->AddOption("NAME", options->*of, "Name of a function, or a query; several functions are taken as one")
      ->Required();
  AddTableOptions(command, *options);
  command->Example(fmt::format("ringscope {} run.cct parse", name), description)->footer =
      "Under recursion rows may overlap: their sum can exceed the function's cost.";
}

void AddFit(CommandTable& commands) {
  const auto [command, options] =
      AddCommand(commands, "fit", "How fast the cost of functions grows with their input", &RunFit);
  AddInput(command, options->input);
  command->AddFlag("--self", options->self, "Costs without callees");
  command->AddOption("--at", options->at, "Also what a call would cost with an input of size N, by its class")
      ->Value("N")
      ->Check(Number(1, 1e18));
  command
      ->AddOption(
          "--filter", options->filter,
          "Only these: conditions as c>1.5 r2>0.92 sizes>10 self>1%, mod:MODULE and parts of names; of a "
          "comparison also c_before and c_change, likewise of the others")
      ->Value("FILTER");
  command->AddChoice("--sort", kFitSortWords, options->sort,
                     "The largest first: c, the exponent; cost; or of a comparison change, what it grew by");
  AddLimit(command, options->limit);
  AddJson(command, options->json);
  command->footer = "A class with ? cannot be told from another one that grows otherwise.";
  command->Example("ringscope fit sizes.aprof --filter c>1.5",
                   "The functions that grow faster than n to the 1.5");
}

void AddStack(CommandTable& commands) {
  const auto [command, options] =
      AddCommand(commands, "stack", "One call stack as text, innermost function first", &RunStack);
  AddInput(command, options->input);
  AddRoot(command, options->view.root);
  command->Option("--root")->Required()->help = "The call path, 'main;f'";
  command->Example("ringscope stack run.cct --root 'main;parse'", "Who called parse, down to main");
}

}  // namespace

void AddQuestionCommands(CommandTable& commands) {
  AddSearch(commands);
  AddMethods(commands);
  AddTable(commands);
  AddNeighbours(commands, "callers", "Who calls a function, and what that costs", &TableOptions::callers_of);
  AddNeighbours(commands, "callees", "What a function spends in whom it calls", &TableOptions::callees_of);
  AddStack(commands);
  AddFit(commands);
}

}  // namespace ringscope
