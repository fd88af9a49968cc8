#include "cct/name_sources.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace ringscope {
namespace {

// The files that something is of: of three or more only the first by name is told.
struct SourceList {
  std::vector<std::string> names;
  uint64_t further_count = 0;

  void Add(SourceList other) {
    names.insert(names.end(), std::make_move_iterator(other.names.begin()),
                 std::make_move_iterator(other.names.end()));
    std::sort(names.begin(), names.end());
    further_count += other.further_count;
  }
};

constexpr std::string_view kAnd = " and ";
constexpr std::string_view kFurther = " further files";
constexpr std::string_view kBehindNote = ": ";
constexpr std::string_view kBeforeProblem = ", in ";

// "a.folded", "a.folded and b.folded", "a.folded and 2 further files".
std::string NameList(const SourceList& list) {
  const uint64_t count = list.names.size() + list.further_count;
  if (count == 1) return list.names[0];
  if (list.names.size() == 2 && count == 2) return fmt::format("{}{}{}", list.names[0], kAnd, list.names[1]);
  return fmt::format("{}{}{}{}", list.names[0], kAnd, count - 1, kFurther);
}

// What NameList() gives, of names with a dot and without blanks; other text may be a sentence, or the word in
// "Command: make".
std::optional<SourceList> ParseNameList(std::string_view text) {
  const auto is_name = [](std::string_view name) {
    return name.find(' ') == std::string_view::npos && name.find('.') != std::string_view::npos;
  };
  const size_t at = text.find(kAnd);
  const std::string_view first = text.substr(0, at);
  if (!is_name(first)) return std::nullopt;
  if (at == std::string_view::npos) return SourceList{{std::string(first)}, 0};
  std::string_view rest = text.substr(at + kAnd.size());
  if (is_name(rest)) return SourceList{{std::string(first), std::string(rest)}, 0};
  if (!rest.ends_with(kFurther)) return std::nullopt;
  rest.remove_suffix(kFurther.size());
  uint32_t further_count = 0;
  const auto [end, status] = std::from_chars(rest.data(), rest.data() + rest.size(), further_count);
  if (status != std::errc() || end != rest.data() + rest.size()) return std::nullopt;
  return SourceList{{std::string(first)}, further_count};
}

// A note, or the reason of a problem, and whose it is.
struct Said {
  std::string_view text;
  std::optional<SourceList> sources;  // none: of the part as a whole
};

// Only trees that were merged before name files themselves, and only .cct files hold such.
bool MayNameFiles(const SourceReport& part) { return part.source.ends_with(".cct"); }

Said SplitNote(const SourceReport& part, std::string_view note) {
  const size_t at = note.find(kBehindNote);
  if (!MayNameFiles(part) || at == std::string_view::npos) return {note, std::nullopt};
  auto sources = ParseNameList(note.substr(0, at));
  return sources ? Said{note.substr(at + kBehindNote.size()), std::move(sources)} : Said{note, std::nullopt};
}

Said SplitReason(const SourceReport& part, std::string_view reason) {
  const size_t at = reason.rfind(kBeforeProblem);
  if (!MayNameFiles(part) || at == std::string_view::npos) return {reason, std::nullopt};
  auto sources = ParseNameList(reason.substr(at + kBeforeProblem.size()));
  return sources ? Said{reason.substr(0, at), std::move(sources)} : Said{reason, std::nullopt};
}

// Of a count it would not be clear whether it is that of each file or of all together.
bool HasNumber(std::string_view note) {
  return std::any_of(note.begin(), note.end(), [](char c) { return c >= '0' && c <= '9'; });
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
  struct Found {
    SourceList sources;
    size_t whole_count = 0;  // parts that have it as a whole
  };
  std::map<std::string_view, Found> found;
  std::set<std::string_view> of_parts;
  for (const SourceReport* const part : parts) {
    const std::set<std::string_view> notes(part->report.notes.begin(), part->report.notes.end());
    of_parts.insert(notes.begin(), notes.end());
    for (const std::string_view note : notes) {
      Said said = SplitNote(*part, note);
      Found& known = found[said.text];
      known.whole_count += said.sources ? 0 : 1;
      known.sources.Add(said.sources ? std::move(*said.sources) : SourceList{{part->source}, 0});
    }
  }
  std::vector<std::string> named;
  for (const auto& [note, of] : found) {
    const bool of_all = of.whole_count == parts.size();
    named.push_back(of_all && !HasNumber(note)
                        ? std::string(note)
                        : fmt::format("{}{}{}", NameList(of.sources), kBehindNote, note));
  }
  // Merging has notes of its own.
  std::copy_if(merged.begin(), merged.end(), std::back_inserter(named),
               [&](const std::string& note) { return !of_parts.contains(note); });
  std::sort(named.begin(), named.end());
  return named;
}

std::vector<RecordProblem> NameProblems(std::vector<RecordProblem> ImportReport::*kind,
                                        const std::vector<const SourceReport*>& parts) {
  struct Found {
    SourceList sources;
    uint64_t count = 0;
    uint64_t first_offset_bytes = 0;  // in the first of them
  };
  std::map<std::string_view, Found> problems;  // by reason
  for (const SourceReport* const part : parts) {
    for (const RecordProblem& problem : part->report.*kind) {
      Said said = SplitReason(*part, problem.reason);
      SourceList sources = said.sources ? std::move(*said.sources) : SourceList{{part->source}, 0};
      Found& found = problems[said.text];
      if (found.sources.names.empty() || sources.names[0] < found.sources.names[0])
        found.first_offset_bytes = problem.first_offset_bytes;
      found.count += problem.count;
      found.sources.Add(std::move(sources));
    }
  }
  std::vector<RecordProblem> named;
  for (const auto& [reason, found] : problems) {
    named.push_back({fmt::format("{}{}{}", reason, kBeforeProblem, NameList(found.sources)), found.count,
                     found.first_offset_bytes});
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
