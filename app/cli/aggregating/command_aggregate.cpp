#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "app/cli/aggregating/fleet.h"
#include "app/cli/output.h"
#include "app/cli/syntax.h"
#include "app/cli/tree_info.h"
#include "cct/base/text/shell_words.h"
#include "cct/file/cct_file.h"

namespace ringscope {
namespace {

namespace fs = std::filesystem;

struct PartOption {
  uint32_t number = 0;  // from 1 on
  uint32_t count = 0;
};

struct AggregateCommand : ProfileOptions {
  std::vector<fs::path> inputs;
  std::optional<std::string> over;
  AggregateOptions aggregate;  // without `over`
  std::optional<PartOption> part;
  std::optional<uint32_t> unite, plan, tasks;
  std::string engine;
  bool slurm = false;
  std::vector<std::string> sbatch;
};

constexpr uint32_t kMembersATask = 256;
constexpr uint32_t kMostTasks = 1000;  // the largest array of Slurm by default
constexpr uint32_t kRowsAfterAggregating = 5;

AggregateOptions OptionsOf(const AggregateCommand& command) {
  AggregateOptions options = command.aggregate;
  options.over = command.over.value_or(std::string(kOverFile));
  return options;
}

fs::path Absolute(const fs::path& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  return error ? path : absolute;
}

// This command in parts: the plan has the words that all parts have in common.
FleetPlan PlanOf(const AggregateCommand& command, const std::vector<fs::path>& files, size_t members) {
  FleetPlan plan;
  plan.output = Absolute(command.output);
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  plan.words = {error ? "ringscope" : program.string(), "aggregate"};
  for (const fs::path& input : command.inputs) plan.words.push_back(Absolute(input).string());
  if (command.over) plan.words.insert(plan.words.end(), {"--over", *command.over});
  if (!command.aggregate.absent_is_zero) plan.words.insert(plan.words.end(), {"--absent", "skip"});
  for (const std::string& metric : command.aggregate.metrics)
    plan.words.insert(plan.words.end(), {"--metric", metric});
  const auto fitting = static_cast<uint32_t>(std::max<size_t>(1, members));
  const auto usual = static_cast<uint32_t>(members / kMembersATask + 1);
  plan.parts = std::min({command.plan.value_or(command.tasks.value_or(usual)), fitting, kMostTasks});
  std::string about = std::to_string(plan.parts);
  for (const std::string& word : plan.words) about += "\n" + word;
  for (const fs::path& file : files) {
    const auto size = fs::file_size(file, error);
    const auto time = fs::last_write_time(file, error).time_since_epoch().count();
    about += fmt::format("\n{} {} {}", file.string(), size, time);
  }
  plan.fingerprint = fmt::format("{:016x}\n", XXH3_64bits(about.data(), about.size()));
  return plan;
}

// Reports the written tree and its members.
Result<int> Tell(const AggregateCommand& command, const CctPtr& tree) {
  RINGSCOPE_ASSIGN(const int status, Deliver(TreeInfo(command.output, tree), ReportFormat::kText));
  if (status != kExitOk) return status;
  return Deliver(MembersReport(*tree, 0, kRowsAfterAggregating), ReportFormat::kText);
}

Result<CctPtr> Run(Fleet fleet, const AggregateCommand& command) {
  WatchedJob job("aggregating");
  return Aggregate(std::move(fleet), command.input.open, job);
}

// Unites the results of the parts, if none is missing.
Result<int> Unite(const AggregateCommand& command, const FleetPlan& plan) {
  const std::vector<uint32_t> missing = MissingParts(plan);
  if (!missing.empty()) {
    const auto first = std::span(missing).first(std::min<size_t>(missing.size(), 20));
    std::string numbers = fmt::format("{}", fmt::join(first, ", "));
    if (missing.size() > 20) numbers += fmt::format(", ... {} more", missing.size() - 20);
    return AnswerNo(
        fmt::format("aggregate: {} of {} parts are missing: {}; the same command again makes these alone, or "
                    "one of them: {}",
                    missing.size(), plan.parts, numbers, PartCommand(plan, std::to_string(missing.front()))));
  }
  Fleet fleet{OptionsOf(command)};
  for (uint32_t part = 1; part <= plan.parts; ++part) fleet.partials.push_back(plan.ResultOf(part));
  RINGSCOPE_ASSIGN(const CctPtr tree, Run(std::move(fleet), command));
  RINGSCOPE_TRY(WriteCct(*tree, command.output));
  RINGSCOPE_ASSIGN(const int status, Tell(command, tree));
  if (status == kExitOk) RemoveParts(plan);
  return status;
}

Result<int> RunPlan(const AggregateCommand& command, const FleetPlan& plan) {
  if (command.plan) {
    Output out;
    for (uint32_t part = 1; part <= plan.parts; ++part)
      out.Print("{}\n", PartCommand(plan, std::to_string(part)));
    out.Print("{}\n", UniteCommand(plan));
    RINGSCOPE_TRY(PrepareParts(plan));
    return out.Finish();
  }
  RINGSCOPE_TRY(PrepareParts(plan));
  if (const size_t there = plan.parts - MissingParts(plan).size(); there > 0)
    PrintNote(fmt::format("{} of {} parts are there from before", there, plan.parts));
  if (!command.slurm) {
    RINGSCOPE_TRY(RunByEngine(plan, command.engine));
    return Unite(command, plan);
  }
  std::error_code error;
  fs::remove(plan.output, error);
  RINGSCOPE_TRY(RunBySlurm(plan, command.sbatch));
  if (!MissingParts(plan).empty() && fs::exists(plan.folder(), error)) return Unite(command, plan);
  if (!fs::exists(plan.output, error)) {
    return AnswerNo(
        fmt::format("aggregate: the parts are there, but the job that unites them left no result: {}",
                    UniteCommand(plan)));
  }
  RINGSCOPE_ASSIGN(const CctPtr tree, About(plan.output, OpenCctFile(plan.output)));
  return Tell(command, tree);
}

Result<int> RunAggregate(const AggregateCommand& command) {
  RINGSCOPE_TRY(CheckCctName(command.output));
  RINGSCOPE_ASSIGN(const std::vector<fs::path> files, FilesBelow(command.inputs));
  RINGSCOPE_TRY(CheckOutput(files, command.output));
  const bool is_planned = command.plan || command.slurm || !command.engine.empty();
  const std::string_view of_all = command.aggregate.keeps_values        ? "--keep-members"
                                  : command.aggregate.quantiles.empty() ? ""
                                                                        : "--quantiles";
  if (!of_all.empty() && (command.part || command.unite || is_planned)) {
    return Refuse(
        "aggregate: expected {} without --partial, --unite, --plan, --engine and --slurm: they "
        "are of all members at once, found both",
        of_all);
  }
  if (command.unite) {
    FleetPlan plan = PlanOf(command, {}, *command.unite);
    plan.parts = *command.unite;
    return Unite(command, plan);
  }
  RINGSCOPE_ASSIGN(Fleet fleet, FindFleet(files, OptionsOf(command), command.over.has_value()));
  if (!of_all.empty() && !fleet.partials.empty())
    return Refuse("aggregate: expected profiles for {}, found partial results", of_all);
  if (is_planned && !fleet.partials.empty())
    return Refuse("aggregate: expected profiles to make parts of, found partial results");
  if (is_planned) return RunPlan(command, PlanOf(command, files, fleet.members.size()));
  if (command.part) KeepPart(fleet, command.part->number - 1, command.part->count);
  RINGSCOPE_ASSIGN(const CctPtr tree, Run(std::move(fleet), command));
  RINGSCOPE_TRY(WriteCct(*tree, command.output));
  if (command.part) return Deliver(TreeInfo(command.output, tree), ReportFormat::kText);
  return Tell(command, tree);
}

std::string ReadQuantiles(std::string_view list, std::vector<MemberQuantile>& quantiles) {
  for (size_t begin = 0; begin <= list.size();) {
    const size_t end = std::min(list.find(',', begin), list.size());
    const std::string_view word = list.substr(begin, end - begin);
    const std::optional<MemberQuantile> quantile = ReadQuantile(word);
    if (!quantile) return fmt::format("expected per cents such as 5,50,95, found '{}'", word);
    quantiles.push_back(*quantile);
    begin = end + 1;
  }
  std::sort(quantiles.begin(), quantiles.end());
  quantiles.erase(std::unique(quantiles.begin(), quantiles.end()), quantiles.end());
  if (quantiles.size() <= kMaxQuantiles) return {};
  return fmt::format("expected at most {} per cents, found {}", kMaxQuantiles, quantiles.size());
}

std::string ReadPart(const std::string& word, std::optional<PartOption>& part) {
  PartOption read;
  const size_t slash = word.find('/');
  if (slash == std::string::npos || !ReadWord(word.substr(0, slash), read.number).empty() ||
      !ReadWord(word.substr(slash + 1), read.count).empty() || read.number < 1 || read.number > read.count)
    return fmt::format("expected a part of so many parts, such as 3/16, found '{}'", word);
  part = read;
  return {};
}

}  // namespace

void AddAggregate(CommandTable& commands) {
  const auto [command, options] = AddCommand(commands, "aggregate",
                                             "Unite the profiles of many ranks, hosts or runs in one tree "
                                             "that knows how they differ in each context",
                                             &RunAggregate);
  command->AddOption("IN", options->inputs, "Profiles, or folders of them; or partial results")->Required();
  command->AddOption("-o,--output", options->output, "The .cct file to write")->Required();
  command->AddOption(
      "--over rank|host|pod|file|ATTRIBUTE", options->over,
      "What a member is: an attribute of the recorded runs, such as rank or host; default: file");
  command->AddChoice<bool, 2>(
      "--absent", {{{"zero", true}, {"skip", false}}}, options->aggregate.absent_is_zero,
      "Whether members without a context cost 0 in it, or do not count there; default: zero");
  command->AddOption("--metric NAME", options->aggregate.metrics,
                     "Keep these metrics alone; may be repeated");
  command->AddReader(
      "--quantiles 5,50,95",
      [&quantiles = options->aggregate.quantiles](const std::string& word) {
        return ReadQuantiles(word, quantiles);
      },
      "Keep these percentiles of each context, too: what so many per cent of the members cost at most");
  command->AddFlag("--keep-members", options->aggregate.keeps_values,
                   "Keep what every member costs in each context, too: 'members' and the window then need no "
                   "profiles of members");
  AddNoVerify(command, options->input);
  command->section = "In parts";
  command->AddReader(
      "--partial i/n", [&part = options->part](const std::string& word) { return ReadPart(word, part); },
      "Aggregate part i of n parts of the members, to be united later");
  auto* const plan =
      command->AddOption("--plan N", options->plan, "Print the commands of N parts and of uniting them",
                         WholeNumber(1, kMostTasks));
  auto* const tasks =
      command->AddOption("--tasks N", options->tasks, "Make N parts; default: one for each 256 members",
                         WholeNumber(1, kMostTasks));
  auto* const engine = command->AddOption("--engine COMMAND", options->engine,
                                          "Run the parts by a command that reads a line for each from its "
                                          "standard input, such as 'parallel -j8'");
  auto* const slurm =
      command->AddFlag("--slurm", options->slurm, "Run the parts by Slurm, as an array of jobs");
  plan->Excludes(tasks)->Excludes(engine)->Excludes(slurm);
  engine->Excludes(slurm);
  command
      ->AddReader(
          "--partition NAME",
          [&sbatch = options->sbatch](const std::string& word) {
            sbatch.push_back("--partition=" + word);
            return std::string();
          },
          "The partition of Slurm")
      ->Needs(slurm);
  command
      ->AddReader(
          "--sbatch OPTIONS",
          [&sbatch = options->sbatch](const std::string& words) {
            for (std::string& word : SplitShellWords(words)) sbatch.push_back(std::move(word));
            return std::string();
          },
          "Further options of sbatch, such as '--time=10 --mem=4G'")
      ->Needs(slurm);
  command->AddOption("--unite N", options->unite, "Unite the N parts that lie beside the output",
                     WholeNumber(1, kMostTasks));
  command->section.clear();
  command
      ->Example("ringscope aggregate job-42/ -o job-42.cct --over rank",
                "One tree of all ranks, and where they differ most")
      ->Example("ringscope aggregate job-42/ -o job-42.cct --over rank --slurm --tasks 16",
                "The same by sixteen jobs of Slurm");
}

}  // namespace ringscope
