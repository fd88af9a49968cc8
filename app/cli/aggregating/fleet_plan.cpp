#include "app/cli/aggregating/fleet.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <sstream>
#include <system_error>
#include <thread>

#include "app/cli/output.h"
#include "cct/base/system/atomic_file.h"
#include "cct/base/system/child_process.h"
#include "cct/base/text/ascii.h"
#include "cct/base/text/shell_words.h"

namespace ringscope {
namespace {

namespace fs = std::filesystem;

fs::path PlanFile(const FleetPlan& plan) { return plan.folder() / ".plan"; }

// Whether a plan makes a file of this name: "3.cct", or a hidden file with the plan, its commands, or Slurm's
// script and logs.
bool IsOfPlan(const fs::path& file) {
  const std::string name = file.filename().string(), stem = file.stem().string();
  const bool is_number = std::all_of(stem.begin(), stem.end(), IsDigit);
  return (is_number && file.extension() == ".cct") || name == ".plan" || name == ".commands" ||
         name.starts_with(".slurm");
}

// Runs a program to its end and returns its output. Errors: it cannot be started; it failed.
Result<std::string> OutputOf(const std::vector<std::string>& words, const JobControl& job) {
  RINGSCOPE_ASSIGN(ChildProcess program, ChildProcess::Start(words));
  RINGSCOPE_ASSIGN(std::string text, program.ReadAll(job));
  RINGSCOPE_ASSIGN(const int status, program.Wait(job));
  if (status != 0) return Refuse("{}: ended with status {}: {}", words.front(), status, program.messages());
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

// Submits a job that runs a line of a shell; returns its number.
Result<std::string> Submit(const FleetPlan& plan, const std::string& line, std::vector<std::string> options,
                           const JobControl& job) {
  const fs::path script = plan.folder() / ".slurm.sh";
  RINGSCOPE_TRY(WriteFile(script, "#!/bin/sh\nexec " + line + "\n"));
  std::vector<std::string> words{"sbatch", "--parsable",
                                 "--output=" + (plan.folder() / ".slurm-%j.log").string()};
  words.insert(words.end(), options.begin(), options.end());
  words.push_back(script.string());
  RINGSCOPE_ASSIGN(const std::string printed, OutputOf(words, job));
  return printed.substr(0, printed.find(';'));  // of "12;cluster"
}

}  // namespace

fs::path FleetPlan::folder() const { return output.string() + ".parts"; }

fs::path FleetPlan::ResultOf(uint32_t part) const { return folder() / (std::to_string(part) + ".cct"); }

std::string PartCommand(const FleetPlan& plan, const std::string& part) {
  return fmt::format("{} --partial {}/{} -o {}/{}.cct", ShellLine(plan.words), part, plan.parts,
                     QuotedShellWord(plan.folder().string()), part);
}

std::string UniteCommand(const FleetPlan& plan) {
  return fmt::format("{} --unite {} -o {}", ShellLine(plan.words), plan.parts,
                     QuotedShellWord(plan.output.string()));
}

void RemoveParts(const FleetPlan& plan) {
  std::error_code error;
  std::vector<fs::path> made;
  for (fs::directory_iterator it(plan.folder(), error), end; !error && it != end; it.increment(error)) {
    if (IsOfPlan(it->path())) made.push_back(it->path());
  }
  for (const fs::path& file : made) fs::remove(file, error);
  fs::remove(plan.folder(), error);  // only where it is empty
}

Result<void> PrepareParts(const FleetPlan& plan) {
  std::error_code error;
  std::ifstream before(PlanFile(plan));
  std::stringstream text;
  text << before.rdbuf();
  if (before && text.str() != plan.fingerprint) RemoveParts(plan);
  if (!fs::exists(PlanFile(plan), error) && fs::exists(plan.folder(), error) &&
      !fs::is_empty(plan.folder(), error)) {
    return Refuse(
        "{}: expected a folder that aggregate made, found other files; another name for the output helps",
        plan.folder().string());
  }
  fs::create_directories(plan.folder(), error);
  if (error) return Refuse("{}: cannot be made: {}", plan.folder().string(), error.message());
  return AboutOutput(plan.folder(), WriteFile(PlanFile(plan), plan.fingerprint));
}

std::vector<uint32_t> MissingParts(const FleetPlan& plan) {
  std::vector<uint32_t> missing;
  std::error_code error;
  for (uint32_t part = 1; part <= plan.parts; ++part) {
    if (!fs::exists(plan.ResultOf(part), error)) missing.push_back(part);
  }
  return missing;
}

Result<void> RunByEngine(const FleetPlan& plan, const std::string& engine) {
  std::string lines;
  for (const uint32_t part : MissingParts(plan)) lines += PartCommand(plan, std::to_string(part)) + "\n";
  if (lines.empty()) return {};
  const fs::path list = plan.folder() / ".commands";
  RINGSCOPE_TRY(AboutOutput(list, WriteFile(list, lines)));
  WatchedJob job("aggregating");
  // The engine prints to the terminal itself. Its status is the number of failed parts, which the missing
  // results tell too.
  RINGSCOPE_ASSIGN(
      ChildProcess program,
      ChildProcess::Start({"sh", "-c", fmt::format("{} < {}", engine, QuotedShellWord(list.string()))}));
  RINGSCOPE_TRY(program.Drain(job));
  RINGSCOPE_ASSIGN(const int status, program.Wait(job));
  if (status == 127) return Refuse("--engine: {}", program.messages());
  return {};
}

Result<void> RunBySlurm(const FleetPlan& plan, const std::vector<std::string>& options) {
  const std::vector<uint32_t> missing = MissingParts(plan);
  WatchedJob job("aggregating");
  job.total_units = plan.parts;
  std::string parts;
  std::vector<std::string> unite_options = options;
  if (!missing.empty()) {
    std::vector<std::string> array_options = options;
    array_options.push_back(fmt::format("--array={}", fmt::join(missing, ",")));
    array_options.push_back("--job-name=ringscope-parts");
    RINGSCOPE_ASSIGN(parts, Submit(plan, PartCommand(plan, "${SLURM_ARRAY_TASK_ID}"), array_options, job));
    // afterany: the uniting job also runs after a failed part, and does not wait for ever.
    unite_options.push_back("--dependency=afterany:" + parts);
  }
  unite_options.push_back("--job-name=ringscope-unite");
  const Result<std::string> unite = Submit(plan, UniteCommand(plan), unite_options, job);
  const auto cancel = [&] {
    for (const std::string& number : {parts, unite ? *unite : std::string()})
      if (!number.empty()) (void)OutputOf({"scancel", number}, JobControl());
  };
  if (!unite) {
    cancel();
    return tl::unexpected(unite.error());
  }
  constexpr int kMostUnanswered = 100;
  int unanswered = 0;
  while (true) {
    if (job.cancelled()) {
      cancel();
      return Fail(ErrorCode::kCancelled, "cancelled, with the jobs {} and {} of Slurm", parts, *unite);
    }
    job.done_units = plan.parts - MissingParts(plan).size();
    // Slurm forgets jobs some minutes after their end. Another error may be a controller that is busy.
    const Result<std::string> state =
        OutputOf({"squeue", "--noheader", "--format=%T", "--jobs", *unite}, job);
    if (state ? state->empty() : state.error().message.find("Invalid job id") != std::string::npos) return {};
    unanswered = state ? 0 : unanswered + 1;
    if (unanswered == kMostUnanswered) return tl::unexpected(state.error());
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
  }
}

}  // namespace ringscope
