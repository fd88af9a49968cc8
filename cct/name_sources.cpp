#include "cct/name_sources.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace ringscope {
namespace {

// "a.folded", "a.folded and 2 further files"; `names` are sorted.
std::string NameList(const std::vector<std::string_view>& names) {
  if (names.size() == 1) return std::string(names[0]);
  if (names.size() == 2) return fmt::format("{} and {}", names[0], names[1]);
  return fmt::format("{} and {} further files", names[0], names.size() - 1);
}

std::vector<const SourceReport*> SortedByName(std::span<const SourceReport> parts) {
  std::vector<const SourceReport*> sorted;
  for (const SourceReport& part : parts) sorted.push_back(&part);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const SourceReport* a, const SourceReport* b) { return a->source < b->source; });
  return sorted;
}

std::vector<std::string> NameNotes(const std::vector<std::string>& merged,
                                   const std::vector<const SourceReport*>& parts) {
  std::map<std::string_view, std::vector<std::string_view>> sources;  // of each note
  for (const SourceReport* const part : parts) {
    const std::set<std::string_view> notes(part->report.notes.begin(), part->report.notes.end());
    for (const std::string_view note : notes) sources[note].push_back(part->source);
  }
  std::vector<std::string> named;
  for (const std::string& note : merged) {
    const auto found = sources.find(note);
    // Merging has notes of its own.
    if (found == sources.end() || found->second.size() == parts.size()) {
      named.push_back(note);
    } else {
      named.push_back(fmt::format("{}: {}", NameList(found->second), note));
    }
  }
  std::sort(named.begin(), named.end());
  return named;
}

std::vector<RecordProblem> NameProblems(std::vector<RecordProblem> ImportReport::*kind,
                                        const std::vector<const SourceReport*>& parts) {
  struct Found {
    RecordProblem problem;
    std::vector<std::string_view> sources;
  };
  std::map<std::string_view, Found> problems;  // by reason
  for (const SourceReport* const part : parts) {
    for (const RecordProblem& problem : part->report.*kind) {
      const auto [at, is_new] = problems.try_emplace(problem.reason, Found{problem, {}});
      if (!is_new) at->second.problem.count += problem.count;
      at->second.sources.push_back(part->source);
    }
  }
  std::vector<RecordProblem> named;
  for (auto& [reason, found] : problems) {
    found.problem.reason = fmt::format("{}, in {}", reason, NameList(found.sources));
    named.push_back(std::move(found.problem));
  }
  return named;
}

}  // namespace

CctPtr NameSources(const CctPtr& merged, std::span<const SourceReport> parts) {
  const std::vector<const SourceReport*> sorted = SortedByName(parts);
  ImportReport report = merged->report();
  report.notes = NameNotes(report.notes, sorted);
  report.skipped = NameProblems(&ImportReport::skipped, sorted);
  report.incomplete = NameProblems(&ImportReport::incomplete, sorted);
  report.SortProblems();
  return std::make_shared<const Cct>(merged->columns(), merged->frames(),
                                     std::vector<Metric>(merged->metrics().begin(), merged->metrics().end()),
                                     std::move(report), merged);
}

}  // namespace ringscope
