#include "app/cli/comparing/command_check.h"
#include "app/cli/comparing/command_cluster.h"
#include "app/cli/comparing/command_compare.h"
#include "app/cli/comparing/command_series.h"
#include "app/cli/syntax.h"

namespace ringscope {
namespace {

void AddRules(CommandSyntax* command, std::filesystem::path& rules) {
  command
      ->AddOption(
          "--rules", rules,
          "A file with the rules for names instead of the built-in ones: a line 'pattern => replacement' "
          "each (docs/compare.md)")
      ->Value("RULES");
}

void AddMatching(CommandSyntax* command, Matching& matching, std::filesystem::path& rules) {
  command->AddChoice(
      "--match", kMatchingWords, matching,
      "Whether a context that only one side has may stand between two that both have; default: tolerant");
  AddRules(command, rules);
}

void AddLimit(CommandSyntax* command, std::optional<uint32_t>& limit) {
  command->AddOption("--limit", limit, "Print the first N rows of each list; default: 10, with --json all")
      ->Value("N")
      ->Check(WholeNumber(0));
}

void AddSeriesInputs(CommandSyntax* command, SeriesInputs& inputs) {
  command->AddOption("FILE", inputs.files, "Two or more profiles in their order, or one that holds them")
      ->Required();
  auto* const names =
      command->AddOption("--names", inputs.names, "What to call them, a name each; default: by their files")
          ->Separator(',')
          ->OneEachTime()
          ->Value("A,B,...");
  command->AddOption("--name-by", inputs.name_by, "The attribute to call them by, such as commit")
      ->Value("ATTRIBUTE")
      ->Excludes(names);
  AddReading(command, inputs.input);
  AddMetric(command, inputs.metric);
  AddRules(command, inputs.rules);
}

void AddCheck(CommandTable& commands) {
  const auto [command, options] =
      AddCommand(commands, "check", "A gate: exit 1 where a requirement does not hold", &RunCheck);
  command->AddOption("FILE", options->files, "A profile, or several runs, each of which is checked")
      ->Required();
  AddReading(command, options->input);
  AddNoVerify(command, options->input);
  AddMetric(command, options->view.metric);
  AddRoot(command, options->view.root);
  command
      ->AddOption(
          "--require", options->require,
          "'incl(fn:parse) < 5%': incl, self, contexts or functions of a query, or total; metric as a "
          "second argument; may be given several times. Compared with --baseline also 'delta(incl(fn:parse)) "
          "< 5%' (of incl, self or total; a share is one of the total before), 'new(self>1%) = 0' and "
          "'gone(QUERY) = 0' (numbers of contexts)")
      ->Required()
      ->OneEachTime()
      ->Value("REQUIREMENT");
  command
      ->AddOption("--baseline", options->baseline,
                  "What to compare with: a profile, or several runs. With several runs on both sides a "
                  "difference within their noise counts as none")
      ->Value("FILE...");
  AddMatching(command, options->matching, options->rules);
  command->AddFlag(
      "--must-match", options->must_match,
      "Fail where a query, also one of a step of --apply, selects nothing, as one with a misspelled "
      "name does");
  AddJson(command, options->json);
  command
      ->Example("ringscope check run.cct --require 'incl(fn:parse) < 5%'",
                "Fails where parse takes 5 % or more")
      ->Example("ringscope check new.cct --baseline old.cct --require 'delta(total) < 2%'",
                "Fails where the whole became slower by 2 % or more");
}

void AddCompare(CommandTable& commands) {
  const auto [command, options] = AddCommand(
      commands, "compare", "What changed between two profiles, or between several runs of each", &RunCompare);
  command->AddOption("FILE", options->files, "BEFORE and AFTER: the two profiles")->AtMost(2);
  command->AddOption("--before", options->before, "Several runs of the side before")->Value("FILE...");
  command->AddOption("--after", options->after, "Several runs of the side after")->Value("FILE...");
  AddReading(command, options->input);
  AddMetric(command, options->metric);
  AddMatching(command, options->matching, options->rules);
  command->AddFlag("--share", options->by_share, "Compare shares of the totals instead of values");
  command->AddChoice(
      "--shape", kTreeShapeWords, options->shape,
      "The contexts of either side, of both, or of one alone; what is left out goes to its caller; "
      "default: union");
  command
      ->AddOption("--source-before", options->source.before,
                  "The source before, to tell which functions changed: FOLDER, or REPOSITORY@REVISION of git")
      ->Value("PLACE");
  command->AddOption("--source-after", options->source.after, "The source after")->Value("PLACE");
  AddLimit(command, options->limit);
  command->AddOption("-o,--output", options->output, "Also write the comparison as a .cct file")
      ->Value("OUT.cct");
  AddJson(command, options->json);
  command->Example("ringscope compare old.cct new.cct", "Which functions became slower and which faster")
      ->Example("ringscope compare --before a1.cct a2.cct --after b1.cct b2.cct -o change.cct",
                "Of several runs of each, with their noise; also for the window");
}

void AddSeries(CommandTable& commands) {
  const auto [command, options] =
      AddCommand(commands, "series",
                 "What varies over many profiles: versions, runs, machines; one tree of all", &RunSeries);
  AddSeriesInputs(command, options->inputs);
  command->AddFlag("--share", options->by_share, "Look at shares of the totals instead of values");
  command
      ->AddOption("--at-least", options->at_least,
                  "Only contexts that cost something in at least K executions; what is left out goes to its "
                  "caller")
      ->Value("K")
      ->Check(WholeNumber(1));
  AddLimit(command, options->limit);
  command->AddOption("-o,--output", options->output, "Also write the series as a .cct file")
      ->Value("OUT.cct");
  AddJson(command, options->json);
  command->Example("ringscope series v1.cct v2.cct v3.cct -o versions.cct",
                   "What varies over three versions");
}

void AddCluster(CommandTable& commands) {
  const auto [command, options] =
      AddCommand(commands, "cluster", "Which of many profiles are alike, and what tells groups of them apart",
                 &RunCluster);
  AddSeriesInputs(command, options->inputs);
  auto* const groups = command->AddOption("--groups", options->groups, "Make so many groups")
                           ->Value("N")
                           ->Check(WholeNumber(1));
  command
      ->AddOption("--distance", options->distance,
                  "Join groups whose members lie so far apart on average: the share of their cost that is "
                  "elsewhere, 0 to 1; default: 0.1")
      ->Value("SHARE")
      ->Check(Number(0, 1))
      ->Excludes(groups);
  command->AddOption("--limit", options->limit, "Print N contexts and names of each group; default: 5")
      ->Value("N")
      ->Check(WholeNumber(0));
  AddJson(command, options->json);
  command->Example("ringscope cluster v1.cct v2.cct v3.cct v4.cct --groups 2", "Which versions are alike");
}

}  // namespace

void AddCompareCommands(CommandTable& commands) {
  AddCheck(commands);
  AddCompare(commands);
  AddSeries(commands);
  AddCluster(commands);
}

}  // namespace ringscope
