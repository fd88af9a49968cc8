#include "app/cli/commands/command_compare.h"
#include "app/cli/syntax.h"

namespace ringscope {

void AddCompareCommand(CLI::App& app, Run& run) {
  const auto [command, options] = AddCommand(
      app, run, "compare", "What changed between two profiles, or between several runs of each", &RunCompare);
  command->add_option("FILE", options->files, "BEFORE and AFTER: the two profiles")
      ->expected(0, 2)
      ->type_name("");
  command->add_option("--before", options->before, "Several runs of the side before")->type_name("FILE...");
  command->add_option("--after", options->after, "Several runs of the side after")->type_name("FILE...");
  AddReading(command, options->input);
  AddMetric(command, options->metric);
  AddChoice(
      command, "--match", kMatchingWords, options->matching,
      "Whether a context that only one side has may stand between two that both have; default: tolerant");
  command
      ->add_option(
          "--rules", options->rules,
          "A file with the rules for names instead of the built-in ones: a line 'pattern => replacement' "
          "each (docs/compare.md)")
      ->type_name("RULES");
  command->add_flag("--share", options->by_share, "Compare shares of the totals instead of values");
  command
      ->add_option("--limit", options->limit,
                   "Print the first N rows of each list; default: 10, with --json all")
      ->type_name("N")
      ->check(WholeNumber(0));
  command->add_option("-o,--output", options->output, "Also write the comparison as a .cct file")
      ->type_name("OUT.cct");
  AddJson(command, options->json);
}

}  // namespace ringscope
