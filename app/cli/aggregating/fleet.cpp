#include "app/cli/aggregating/fleet.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <system_error>
#include <utility>

#include "app/cli/output.h"
#include "cct/base/system/memory_limit.h"
#include "cct/base/system/workers.h"
#include "cct/file/cct_file.h"
#include "cct/merge/merge_trees.h"
#include "cct/open/open_profile.h"
#include "cct/tree/building/altered_tree.h"

namespace ringscope {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLeftOut = "left out: ";
constexpr size_t kMostLeftOutNotes = 1000;

// The number of leading parts that all paths have in common, the file names excluded.
size_t CommonParts(const std::vector<fs::path>& files) {
  std::vector<fs::path> common;
  for (size_t i = 0; i < files.size(); ++i) {
    const fs::path folder = files[i].parent_path();
    const std::vector<fs::path> parts(folder.begin(), folder.end());
    if (i == 0) common = parts;
    const auto [end, unused] = std::mismatch(common.begin(), common.end(), parts.begin(), parts.end());
    common.erase(end, common.end());
  }
  return common.size();
}

std::string NameBelow(const fs::path& file, size_t common) {
  fs::path name;
  for (auto part = std::next(file.begin(), static_cast<ptrdiff_t>(common)); part != file.end(); ++part)
    name /= *part;
  return name.string();
}

std::optional<std::string> AttributeOf(const Cct& tree, std::string_view name) {
  if (tree.report().executions.size() != 1) return std::nullopt;
  for (const ExecutionAttribute& one : tree.report().executions.front().attributes) {
    if (one.name == name) return one.value;
  }
  return std::nullopt;
}

// The state that the reading threads share.
struct Shared {
  const Fleet& fleet;
  const OpenOptions& open;
  JobControl& job;
  TreeAggregator whole;
  std::vector<std::string> left_out;
  std::atomic<size_t> next{0};
  std::atomic<bool> failed{false};
  std::mutex mutex;
  std::optional<Error> error;
  size_t taken_together = 0;
  std::atomic<uint64_t> bytes_in_memory{0};
  std::atomic<bool> moves_to_files{false};

  void LeaveOut(const fs::path& file, const Error& why) {
    const std::lock_guard lock(mutex);
    left_out.push_back(About(file, why).message);
  }
  void Stop(Error why) {
    const std::lock_guard lock(mutex);
    if (!error) error = std::move(why);
    failed = true;
  }
};

Result<CctPtr> ReadOne(const fs::path& file, Shared& shared) {
  JobControl job;
  return ReadProfile(file, shared.open, job);
}

Result<CctPtr> MovedToFile(const Cct& tree, std::atomic<bool>& is_told) {
  std::error_code error;
  const fs::path folder = fs::temp_directory_path(error);
  if (!is_told.exchange(true))
    PrintNote(fmt::format("members wait in unnamed files in {} until all are read", folder.string()));
  return MoveToUnnamedFile(tree, folder);
}

// Adds a member to the shared aggregator, which needs all members at once for quantiles and kept values:
// beyond kMostInMemoryBytes their trees wait in unnamed files.
Result<void> AddToAll(CctPtr tree, Execution about, Shared& shared) {
  constexpr uint64_t kMostInMemoryBytes = uint64_t{1} << 28;
  const uint64_t bytes = uint64_t{tree->context_count()} * (8 + 8 * uint64_t{tree->metric_count()});
  const bool is_mapped = !tree->stored_chunks().empty();
  if (!is_mapped && (shared.bytes_in_memory += bytes) > kMostInMemoryBytes) {
    RINGSCOPE_ASSIGN(tree, MovedToFile(*tree, shared.moves_to_files));
  }
  const std::lock_guard lock(shared.mutex);
  ++shared.taken_together;
  return shared.whole.Add(std::move(tree), std::move(about));
}

// The merged files of a member; std::nullopt: none of them can be read.
std::optional<CctPtr> ReadMember(const FleetMember& member, Shared& shared) {
  TreeMerger merger(shared.fleet.options.limits);
  size_t read = 0;
  for (const fs::path& file : member.files) {
    Result<CctPtr> tree = ReadOne(file, shared);
    if (tree) {
      if (const Result<void> added = merger.Add(std::move(*tree)); !added) {
        shared.Stop(About(file, added.error()));
        return std::nullopt;
      }
      ++read;
    } else {
      shared.LeaveOut(file, tree.error());
    }
    ++shared.job.done_units;
  }
  if (read == 0) return std::nullopt;
  Result<CctPtr> merged = std::move(merger).Finish();
  if (merged) return *std::move(merged);
  shared.LeaveOut(member.files.front(), merged.error());
  return std::nullopt;
}

Execution AboutMember(const FleetMember& member, const Cct& tree) {
  Execution about;
  if (tree.report().executions.size() == 1) about = tree.report().executions.front();
  about.name = member.name;
  if (member.files.size() == 1) {
    std::error_code error;
    const fs::path whole = fs::absolute(member.files.front(), error);
    SetAttribute(kMemberFileAttribute, (error ? member.files.front() : whole).string(), about);
  }
  return about;
}

// The loop of one thread: reads members until none is left. Returns the partial aggregate of its members;
// null: it has none.
CctPtr AggregateOnThread(Shared& shared) {
  TreeAggregator aggregator(shared.fleet.options);
  const bool is_partial = !shared.fleet.options.needs_all_at_once();
  size_t taken = 0;
  while (!shared.failed && !shared.job.cancelled()) {
    const size_t at = shared.next++;
    if (at >= shared.fleet.members.size()) break;
    const FleetMember& member = shared.fleet.members[at];
    const std::optional<CctPtr> tree = ReadMember(member, shared);
    if (!tree) continue;
    Execution about = AboutMember(member, **tree);
    const Result<void> added =
        is_partial ? aggregator.Add(*tree, std::move(about)) : AddToAll(*tree, std::move(about), shared);
    if (!added) {
      shared.Stop(added.error());
      return nullptr;
    }
    if (is_partial) ++taken;
  }
  if (taken == 0) return nullptr;
  Result<CctPtr> made = std::move(aggregator).Finish();
  if (made) return *std::move(made);
  shared.Stop(made.error());
  return nullptr;
}

CctPtr WithLeftOut(const CctPtr& tree, std::vector<std::string> left_out) {
  if (left_out.empty()) return tree;
  std::sort(left_out.begin(), left_out.end());
  ImportReport report = tree->report();
  for (size_t i = 0; i < std::min(left_out.size(), kMostLeftOutNotes); ++i)
    report.notes.push_back(std::string(kLeftOut) + left_out[i]);
  if (left_out.size() > kMostLeftOutNotes)
    report.notes.push_back(fmt::format("{}{} further files", kLeftOut, left_out.size() - kMostLeftOutNotes));
  std::sort(report.notes.begin(), report.notes.end());
  return WithReport(tree, std::move(report));
}

}  // namespace

Result<std::vector<fs::path>> FilesBelow(const std::vector<fs::path>& given) {
  std::vector<fs::path> files;
  for (const fs::path& path : given) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      if (!fs::exists(path, error))
        return Refuse("{}: expected a file or a folder, found none", path.string());
      files.push_back(path);
      continue;
    }
    for (fs::recursive_directory_iterator it(path, error), end; !error && it != end; it.increment(error)) {
      const bool is_hidden = it->path().filename().string().starts_with('.');
      const bool is_of_plan = it->path().extension() == ".parts";
      if ((is_hidden || is_of_plan) && it->is_directory(error)) it.disable_recursion_pending();
      if (!is_hidden && it->is_regular_file(error)) files.push_back(it->path());
    }
    if (error) return Refuse("{}: cannot be listed: {}", path.string(), error.message());
  }
  std::sort(files.begin(), files.end());
  return files;
}

Result<Fleet> FindFleet(const std::vector<fs::path>& files, AggregateOptions options, bool over_is_given) {
  Fleet fleet{std::move(options)};
  std::map<std::string, std::vector<fs::path>> members;
  const size_t common = CommonParts(files);
  for (size_t i = 0; i < files.size(); ++i) {
    const fs::path& file = files[i];
    if (i > 0 && file == files[i - 1]) {
      fleet.left_out.push_back(fmt::format("{}: given twice", file.string()));
      continue;
    }
    std::optional<std::string> name;
    if (fleet.options.over == kOverFile) name = NameBelow(file, common);
    if (file.extension() == ".cct") {
      const Result<CctPtr> tree = OpenCctFile(file);
      if (!tree) {
        fleet.left_out.push_back(About(file, tree.error()).message);
        continue;
      }
      if (!(*tree)->members().empty()) {
        if (!over_is_given) {
          fleet.options.over = (*tree)->members().over;
          fleet.options.absent_is_zero = (*tree)->members().absent_is_zero;
        }
        fleet.partials.push_back(file);
        continue;
      }
      if (!name) name = AttributeOf(**tree, fleet.options.over);
    }
    if (name)
      members[*name].push_back(file);
    else
      fleet.left_out.push_back(
          fmt::format("{}: has no attribute '{}' of its run", file.string(), fleet.options.over));
  }
  if (!fleet.partials.empty() && !members.empty()) {
    return Refuse("{}: expected partial results alone, or profiles alone, found also '{}'",
                  fleet.partials.front().string(), members.begin()->second.front().string());
  }
  for (auto& [name, its] : members) fleet.members.push_back({name, std::move(its)});
  std::sort(fleet.members.begin(), fleet.members.end(),
            [](const FleetMember& a, const FleetMember& b) { return IsMemberBefore(a.name, b.name); });
  if (!fleet.members.empty() || !fleet.partials.empty()) return fleet;
  if (fleet.left_out.empty()) return Refuse("aggregate: expected at least one profile, found none");
  return Refuse("aggregate: expected at least one profile that can be used, found none: {}",
                fleet.left_out.front());
}

void KeepPart(Fleet& fleet, uint32_t number, uint32_t count) {
  const size_t size = fleet.members.size();
  const size_t begin = size * number / count, end = size * (number + size_t{1}) / count;
  fleet.members = {fleet.members.begin() + static_cast<ptrdiff_t>(begin),
                   fleet.members.begin() + static_cast<ptrdiff_t>(end)};
  // The first part alone reports the files that are left out, so that they are reported once.
  if (number != 0) fleet.left_out.clear();
}

Result<CctPtr> Aggregate(Fleet fleet, const OpenOptions& open, JobControl& job) {
  Shared shared{fleet, open, job, TreeAggregator(fleet.options), fleet.left_out};
  uint64_t files = 0;
  for (const FleetMember& member : fleet.members) files += member.files.size();
  job.total_units = files;
  const uint32_t threads = ThreadsWorth(fleet.members.size(), 2, 16);
  std::vector<CctPtr> made(std::max<uint32_t>(threads, 1));
  RunWorkers(
      static_cast<uint32_t>(made.size()), [&](uint32_t worker) { made[worker] = AggregateOnThread(shared); },
      [&] { shared.failed = true; });
  size_t taken = shared.taken_together;
  // Units are contexts from here on.
  BeginUnits(&job, 0);
  for (CctPtr& part : made) {
    if (part == nullptr || shared.failed) continue;
    RINGSCOPE_TRY(shared.whole.AddPartial(std::move(part), &job));
    ++taken;
  }
  for (const fs::path& file : fleet.partials) {
    if (shared.failed || job.cancelled()) break;
    RINGSCOPE_ASSIGN(CctPtr part, About(file, ReadOne(file, shared)));
    RINGSCOPE_TRY(About(file, shared.whole.AddPartial(std::move(part), &job)));
    ++taken;
  }
  if (job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
  if (shared.error) return tl::unexpected(*shared.error);
  if (taken == 0) {
    return Refuse("aggregate: expected at least one profile that can be read, found none: {}",
                  shared.left_out.empty() ? "no member is in this part" : shared.left_out.front());
  }
  RINGSCOPE_ASSIGN(const CctPtr tree, std::move(shared.whole).Finish(&job));
  return WithLeftOut(tree, std::move(shared.left_out));
}

}  // namespace ringscope
