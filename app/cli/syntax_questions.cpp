#include <map>
#include <string>

#include "app/cli/syntax.h"

namespace ringscope {
namespace {

constexpr const char* kQueryHelp =
    "A query: words, fn: mod: file: class:, self>5%, under:, ... (docs/query.md)";

void AddSearch(CLI::App& app, Run& run) {
  const auto [command, options] =
      AddQuestion(app, run, "search", "Count the contexts that a query selects", &RunSearch);
  command->add_option("QUERY", options->query, kQueryHelp)->required();
  command->add_option("--list", options->list, "Also print the N most expensive of them")
      ->type_name("N")
      ->check(WholeNumber(0));
  AddJson(command, options->json);
}

void AddLimit(CLI::App* command, std::optional<uint32_t>& limit) {
  command->add_option("--limit", limit, "Print the first N rows only")->type_name("N")->check(WholeNumber(0));
}

void AddMethods(CLI::App& app, Run& run) {
  const auto [command, options] =
      AddQuestion(app, run, "methods", "What each function costs, recursion counted once", &RunMethods);
  AddLimit(command, options->limit);
  AddJson(command, options->json);
}

// What all tables have in common.
void AddTableOptions(CLI::App* command, TableOptions& options) {
  AddChoice(command, "--by", kGroupByWords, options.by, "What the rows are; default: function");
  AddChoice<TableSort>(command, "--sort",
                       {{"self", TableSort::kSelf},
                        {"inclusive", TableSort::kInclusive},
                        {"contexts", TableSort::kContexts},
                        {"name", TableSort::kName}},
                       options.sort, "Order of the rows; default: self, of callers and callees inclusive");
  AddLimit(command, options.limit);
  TableFormat& format = options.format;
  CLI::Option* const json = command->add_flag_callback(
      "--json", [&format] { format = TableFormat::kJson; }, "Print JSON");
  CLI::Option* const csv = command->add_flag_callback(
      "--csv", [&format] { format = TableFormat::kCsv; }, "Print comma-separated values");
  CLI::Option* const tsv = command->add_flag_callback(
      "--tsv", [&format] { format = TableFormat::kTsv; }, "Print tab-separated values");
  csv->excludes(json);
  tsv->excludes(json)->excludes(csv);
}

void AddTable(CLI::App& app, Run& run) {
  const auto [command, options] =
      AddQuestion(app, run, "table", "What functions, modules, ... cost in every metric", &RunTable);
  AddTableOptions(command, *options);
  CLI::Option* const callers =
      command->add_option("--callers-of", options->callers_of,
                          "Only who calls this: a name, or a query; what selects several is taken as "
                          "one. Under recursion rows may overlap: their sum can exceed what it costs");
  CLI::Option* const callees =
      command->add_option("--callees-of", options->callees_of, "Only what this calls: a name, or a query")
          ->excludes(callers);
  CLI::Option* const over = command
                                ->add_flag("--over-executions", options->over_executions,
                                           "Of a series or comparison: a column an execution, of one metric")
                                ->excludes(callers)
                                ->excludes(callees);
  command
      ->add_flag("--inclusive", options->inclusive,
                 "With --over-executions: costs with all that is called, instead of own ones")
      ->needs(over);
  std::map<std::string, FitField> fields;
  for (const auto& one : kFitFieldWords) fields.emplace(one.word, one.value);
  command
      ->add_option("--columns", options->columns,
                   "Also how the costs of functions grow with their input: some of cost, self, calls, sizes, "
                   "largest, a, "
                   "b, c and r2 of the command fit, with commas between")
      ->delimiter(',')
      ->transform(CLI::CheckedTransformer(fields))
      ->type_name("COLUMNS")
      ->excludes(callers)
      ->excludes(callees)
      ->excludes(over);
}

void AddNeighbours(CLI::App& app, Run& run, const std::string& name, const std::string& description,
                   std::optional<std::string> TableOptions::*of) {
  const auto [command, options] = AddQuestion(app, run, name, description, &RunTable);
  command
      ->add_option("NAME", options->*of, "Name of a function, or a query; several functions are taken as one")
      ->required();
  AddTableOptions(command, *options);
  command->footer("Under recursion rows may overlap: their sum can exceed the function's cost.");
}

void AddFit(CLI::App& app, Run& run) {
  const auto [command, options] =
      AddCommand(app, run, "fit", "How fast the cost of functions grows with their input", &RunFit);
  AddInput(command, options->input);
  command->add_flag("--self", options->self, "Costs without callees");
  command
      ->add_option("--at", options->at, "Also what a call would cost with an input of size N, by its class")
      ->type_name("N")
      ->check(Number(1, 1e18));
  command
      ->add_option(
          "--filter", options->filter,
          "Only these: conditions as c>1.5 r2>0.92 sizes>10 self>1%, mod:MODULE and parts of names; of a "
          "comparison also c_before and c_change, likewise of the others")
      ->type_name("FILTER");
  std::map<std::string, FitSort> orders;
  for (const auto& one : kFitSortWords) orders.emplace(one.word, one.value);
  command
      ->add_option("--sort", options->sort,
                   "The largest first: c, the exponent; cost; or of a comparison change, what it grew by")
      ->transform(CLI::CheckedTransformer(orders))
      ->type_name("c|change|cost");
  AddLimit(command, options->limit);
  AddJson(command, options->json);
  command->footer("A class with ? cannot be told from another one that grows otherwise.");
}

void AddStack(CLI::App& app, Run& run) {
  const auto [command, options] =
      AddCommand(app, run, "stack", "One call stack as text, innermost function first", &RunStack);
  AddInput(command, options->input);
  AddRoot(command, options->view.root);
  command->get_option("--root")->required()->description("The call path, 'main;f'");
}

}  // namespace

void AddQuestionCommands(CLI::App& app, Run& run) {
  AddSearch(app, run);
  AddMethods(app, run);
  AddTable(app, run);
  AddNeighbours(app, run, "callers", "Who calls a function, and what that costs", &TableOptions::callers_of);
  AddNeighbours(app, run, "callees", "What a function spends in whom it calls", &TableOptions::callees_of);
  AddStack(app, run);
  AddFit(app, run);
}

}  // namespace ringscope
