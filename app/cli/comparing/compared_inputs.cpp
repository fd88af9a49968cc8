#include "app/cli/comparing/compared_inputs.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <utility>

#include "app/cli/job_watch.h"
#include "cct/base/system/mapped_file.h"
#include "cct/compare/execution_tree.h"
#include "cct/compare/series.h"

namespace ringscope {

Result<void> CheckComparedFiles(std::string_view command, const Files& all) {
  if (all.size() > kMaxExecutions) {
    return Refuse(fmt::format("{}: expected at most {} profiles to compare, found {}", command,
                              kMaxExecutions, all.size()));
  }
  if (std::count(all.begin(), all.end(), "-") > 1)
    return Refuse("-: expected the standard input once, found it twice");
  return {};
}

Result<NameRules> ReadRules(const std::filesystem::path& file) {
  if (file.empty()) return NameRules::BuiltIn();
  RINGSCOPE_ASSIGN(const auto text, About(file, MappedFile::Open(file, MappedFile::Access::kSequential)));
  const std::span<const std::byte> bytes = text.bytes();
  return About(file, NameRules::Parse({reinterpret_cast<const char*>(bytes.data()), bytes.size()}));
}

std::string NameAmong(const std::filesystem::path& file, const Files& all) {
  const auto is_named_so = [&](const std::filesystem::path& other) {
    return other.filename() == file.filename();
  };
  const bool is_only = std::count_if(all.begin(), all.end(), is_named_so) == 1;
  return is_only ? file.filename().string() : file.string();
}

CompareInput ExecutionOf(CctPtr tree, const std::filesystem::path& file, const Files& all) {
  Execution execution;
  if (tree->report().executions.size() == 1) execution = tree->report().executions.front();
  if (execution.name.empty()) execution.name = NameAmong(file, all);
  struct stat status {};
  if (!execution.time && file != "-" && stat(file.c_str(), &status) == 0) execution.time = status.st_mtime;
  return {std::move(tree), std::move(execution)};
}

Result<std::vector<CompareInput>> ExecutionsOf(CctPtr tree, const std::filesystem::path& file,
                                               const Files& all) {
  const std::vector<Execution>& executions = tree->report().executions;
  const bool has_sides = std::any_of(executions.begin(), executions.end(),
                                     [](const Execution& one) { return one.side.has_value(); });
  std::vector<CompareInput> inputs;
  const std::optional<Series> series =
      executions.size() > 1 && !has_sides ? StoredSeries(tree) : std::nullopt;
  if (!series) {
    inputs.push_back(ExecutionOf(std::move(tree), file, all));
    return inputs;
  }
  JobControl job;
  const JobWatch watch(job, "taking runs apart");
  for (size_t e = 0; e < executions.size(); ++e) {
    RINGSCOPE_ASSIGN(CompareInput run, About(file, ExecutionOf(*series, e, &job)));
    run.execution.name = fmt::format("{}, {}", NameAmong(file, all), run.execution.name);
    inputs.push_back(std::move(run));
  }
  return inputs;
}

Result<std::vector<CompareInput>> LoadSide(const Files& files, InputOptions options,
                                           const std::string& metric, const Files& all, StoredRuns runs) {
  std::vector<CompareInput> inputs;
  for (const std::filesystem::path& file : files) {
    options.file = file;
    RINGSCOPE_ASSIGN(Input loaded, LoadInput(options, options.apply.empty() ? std::string() : metric));
    if (runs == StoredRuns::kTogether) {
      inputs.push_back(ExecutionOf(std::move(loaded.tree), file, all));
      continue;
    }
    RINGSCOPE_ASSIGN(std::vector<CompareInput> its, ExecutionsOf(std::move(loaded.tree), file, all));
    std::move(its.begin(), its.end(), std::back_inserter(inputs));
  }
  return inputs;
}

}  // namespace ringscope
