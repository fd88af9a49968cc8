#include "app/cli/comparing/command_check.h"
#include "app/cli/comparing/command_cluster.h"
#include "app/cli/comparing/command_compare.h"
#include "app/cli/comparing/command_series.h"
#include "app/cli/syntax.h"

namespace ringscope {
namespace {

void AddRules(CLI::App* command, std::filesystem::path& rules) {
  command
      ->add_option(
          "--rules", rules,
          "A file with the rules for names instead of the built-in ones: a line 'pattern => replacement' "
          "each (docs/compare.md)")
      ->type_name("RULES");
}

void AddMatching(CLI::App* command, Matching& matching, std::filesystem::path& rules) {
  AddChoice(
      command, "--match", kMatchingWords, matching,
      "Whether a context that only one side has may stand between two that both have; default: tolerant");
  AddRules(command, rules);
}

void AddLimit(CLI::App* command, std::optional<uint32_t>& limit) {
  command
      ->add_option("--limit", limit, "Print the first N rows of each list; default: 10, with --json all")
      ->type_name("N")
      ->check(WholeNumber(0));
}

void AddSeriesInputs(CLI::App* command, SeriesInputs& inputs) {
  command->add_option("FILE", inputs.files, "Two or more profiles in their order, or one that holds them")
      ->required()
      ->type_name("");
  auto* const names =
      command->add_option("--names", inputs.names, "What to call them, a name each; default: by their files")
          ->delimiter(',')
          ->allow_extra_args(false)
          ->type_name("A,B,...");
  command->add_option("--name-by", inputs.name_by, "The attribute to call them by, such as commit")
      ->type_name("ATTRIBUTE")
      ->excludes(names);
  AddReading(command, inputs.input);
  AddMetric(command, inputs.metric);
  AddRules(command, inputs.rules);
}

void AddCheck(CLI::App& app, Run& run) {
  const auto [command, options] =
      AddCommand(app, run, "check", "A gate: exit 1 where a requirement does not hold", &RunCheck);
  command->add_option("FILE", options->files, "A profile, or several runs, each of which is checked")
      ->required()
      ->type_name("");
  AddReading(command, options->input);
  AddNoVerify(command, options->input);
  AddMetric(command, options->view.metric);
  AddRoot(command, options->view.root);
  command
      ->add_option(
          "--require", options->require,
          "'incl(fn:parse) < 5%': incl, self, contexts or functions of a query, or total; metric as a "
          "second argument; may be given several times. Compared with --baseline also 'delta(incl(fn:parse)) "
          "< 5%' (of incl, self or total; a share is one of the total before), 'new(self>1%) = 0' and "
          "'gone(QUERY) = 0' (numbers of contexts)")
      ->required()
      ->allow_extra_args(false)
      ->type_name("REQUIREMENT");
  command
      ->add_option("--baseline", options->baseline,
                   "What to compare with: a profile, or several runs. With several runs on both sides a "
                   "difference within their noise counts as none")
      ->type_name("FILE...");
  AddMatching(command, options->matching, options->rules);
  command->add_flag(
      "--must-match", options->must_match,
      "Fail where a query, also one of a step of --apply, selects nothing, as one with a misspelled "
      "name does");
  AddJson(command, options->json);
}

void AddCompare(CLI::App& app, Run& run) {
  const auto [command, options] = AddCommand(
      app, run, "compare", "What changed between two profiles, or between several runs of each", &RunCompare);
  command->add_option("FILE", options->files, "BEFORE and AFTER: the two profiles")
      ->expected(0, 2)
      ->type_name("");
  command->add_option("--before", options->before, "Several runs of the side before")->type_name("FILE...");
  command->add_option("--after", options->after, "Several runs of the side after")->type_name("FILE...");
  AddReading(command, options->input);
  AddMetric(command, options->metric);
  AddMatching(command, options->matching, options->rules);
  command->add_flag("--share", options->by_share, "Compare shares of the totals instead of values");
  AddChoice(command, "--shape", kTreeShapeWords, options->shape,
            "The contexts of either side, of both, or of one alone; what is left out goes to its caller; "
            "default: union");
  command
      ->add_option("--source-before", options->source.before,
                   "The source before, to tell which functions changed: FOLDER, or REPOSITORY@REVISION of git")
      ->type_name("PLACE");
  command->add_option("--source-after", options->source.after, "The source after")->type_name("PLACE");
  AddLimit(command, options->limit);
  command->add_option("-o,--output", options->output, "Also write the comparison as a .cct file")
      ->type_name("OUT.cct");
  AddJson(command, options->json);
}

void AddSeries(CLI::App& app, Run& run) {
  const auto [command, options] = AddCommand(
      app, run, "series", "What varies over many profiles: versions, runs, machines; one tree of all",
      &RunSeries);
  AddSeriesInputs(command, options->inputs);
  command->add_flag("--share", options->by_share, "Look at shares of the totals instead of values");
  command
      ->add_option("--at-least", options->at_least,
                   "Only contexts that cost something in at least K executions; what is left out goes to its "
                   "caller")
      ->type_name("K")
      ->check(WholeNumber(1));
  AddLimit(command, options->limit);
  command->add_option("-o,--output", options->output, "Also write the series as a .cct file")
      ->type_name("OUT.cct");
  AddJson(command, options->json);
}

void AddCluster(CLI::App& app, Run& run) {
  const auto [command, options] =
      AddCommand(app, run, "cluster", "Which of many profiles are alike, and what tells groups of them apart",
                 &RunCluster);
  AddSeriesInputs(command, options->inputs);
  auto* const groups = command->add_option("--groups", options->groups, "Make so many groups")
                           ->type_name("N")
                           ->check(WholeNumber(1));
  command
      ->add_option("--distance", options->distance,
                   "Join groups whose members lie so far apart on average: the share of their cost that is "
                   "elsewhere, 0 to 1; default: 0.1")
      ->type_name("SHARE")
      ->check(Number(0, 1))
      ->excludes(groups);
  command
      ->add_option("--limit", options->limit, "Print N contexts and names of each group; default: 5")
      ->type_name("N")
      ->check(WholeNumber(0));
  AddJson(command, options->json);
}

}  // namespace

void AddCompareCommands(CLI::App& app, Run& run) {
  AddCheck(app, run);
  AddCompare(app, run);
  AddSeries(app, run);
  AddCluster(app, run);
}

}  // namespace ringscope
