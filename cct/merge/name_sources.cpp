#include "cct/merge/name_sources.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/merge/merge_trees.h"
#include "cct/tree/building/altered_tree.h"

namespace ringscope {
namespace {

// The files that a note or a problem comes from. The text of three or more names only the first.
struct SourceList {
  std::vector<std::string> names;
  uint64_t further_count = 0;

  void Add(SourceList other) {
    names.insert(names.end(), std::make_move_iterator(other.names.begin()),
                 std::make_move_iterator(other.names.end()));
    std::ranges::sort(names);
    further_count += other.further_count;
  }
};

constexpr std::string_view kAnd = " and ";
constexpr std::string_view kFurther = " further files";
constexpr std::string_view kBehindNote = ": ";
constexpr std::string_view kBeforeProblem = ", in ";

// Whether the text looks like a file name: with a dot and without blanks. "Command: make" names no file.
bool IsPlainName(std::string_view name) {
  return name.find(' ') == std::string_view::npos && name.find('.') != std::string_view::npos;
}

// Other names are quoted, so that a later merge of the merged file finds them again.
std::string ShownName(const std::string& name) {
  const bool is_plain = IsPlainName(name) || name.find('"') != std::string::npos;
  return is_plain ? name : fmt::format("\"{}\"", name);
}

// "a.folded", "a.folded and b.folded", "a.folded and 2 further files".
std::string NameList(const SourceList& list) {
  const uint64_t count = list.names.size() + list.further_count;
  std::string first = ShownName(list.names[0]);
  if (count == 1) return first;
  if (list.names.size() == 2 && count == 2) return first + std::string(kAnd) + ShownName(list.names[1]);
  return fmt::format("{}{}{}{}", first, kAnd, count - 1, kFurther);
}

// Removes a file's name from the front of `text`; std::nullopt if there is none.
std::optional<std::string> TakeName(std::string_view& text) {
  const bool is_quoted = text.starts_with('"');
  if (is_quoted) text.remove_prefix(1);
  const size_t end = std::min(is_quoted ? text.find('"') : text.find(kAnd), text.size());
  const std::string_view name = text.substr(0, end);
  text.remove_prefix(end);
  if (!is_quoted) return IsPlainName(name) ? std::optional(std::string(name)) : std::nullopt;
  if (text.empty() || name.empty()) return std::nullopt;
  text.remove_prefix(1);
  return std::string(name);
}

// Parses a text of NameList(); std::nullopt for other text, which may be a sentence.
std::optional<SourceList> ParseNameList(std::string_view text) {
  SourceList list;
  std::optional<std::string> first = TakeName(text);
  if (!first) return std::nullopt;
  list.names.push_back(std::move(*first));
  if (text.empty()) return list;
  if (!text.starts_with(kAnd)) return std::nullopt;
  text.remove_prefix(kAnd.size());
  std::string_view rest = text;
  if (std::optional<std::string> second = TakeName(rest); second && rest.empty()) {
    list.names.push_back(std::move(*second));
    return list;
  }
  if (!text.ends_with(kFurther)) return std::nullopt;
  text.remove_suffix(kFurther.size());
  uint32_t further_count = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), further_count);
  if (status != std::errc() || end != text.data() + text.size()) return std::nullopt;
  list.further_count = further_count;
  return list;
}

// A note, or the reason of a problem, without the names of its files.
struct SourcedText {
  std::string_view text;
  std::optional<SourceList> sources;  // std::nullopt = the file of the part
};

// Only merged trees name files in their reports, and only .cct files store such trees.
bool MayNameFiles(const SourceReport& part) { return part.source.ends_with(".cct"); }

SourcedText SplitNote(const SourceReport& part, std::string_view note) {
  if (!MayNameFiles(part)) return {note, std::nullopt};
  for (size_t at = note.find(kBehindNote); at != std::string_view::npos;
       at = note.find(kBehindNote, at + 1)) {
    const std::string_view list = note.substr(0, at);
    if (auto sources = ParseNameList(list)) return {note.substr(at + kBehindNote.size()), std::move(sources)};
    if (list.find('"') == std::string_view::npos) break;  // else the ": " may be part of a name
  }
  return {note, std::nullopt};
}

SourcedText SplitReason(const SourceReport& part, std::string_view reason) {
  if (!MayNameFiles(part)) return {reason, std::nullopt};
  for (size_t at = reason.rfind(kBeforeProblem); at != std::string_view::npos && at > 0;
       at = reason.rfind(kBeforeProblem, at - 1)) {
    const std::string_view list = reason.substr(at + kBeforeProblem.size());
    if (auto sources = ParseNameList(list)) return {reason.substr(0, at), std::move(sources)};
    if (list.find('"') == std::string_view::npos) break;
  }
  return {reason, std::nullopt};
}

std::vector<const SourceReport*> SortedByName(std::span<const SourceReport> parts) {
  std::vector<const SourceReport*> sorted;
  for (const SourceReport& part : parts) sorted.push_back(&part);
  std::ranges::stable_sort(
      sorted, [](const SourceReport* a, const SourceReport* b) { return a->source < b->source; });
  return sorted;
}

// Whether the note is a sampling period of all parts, and so one of the merged tree.
bool IsPeriodOfAll(std::string_view note, const std::vector<const SourceReport*>& parts) {
  return IsSamplingPeriodNote(note) && std::ranges::all_of(parts, [note](const SourceReport* part) {
           const std::vector<std::string>& notes = part->report.notes;
           return std::ranges::find(notes, note) != notes.end();
         });
}

std::vector<std::string> NameNotes(const std::vector<std::string>& merged,
                                   const std::vector<const SourceReport*>& parts) {
  std::map<std::string_view, SourceList> found;
  std::set<std::string_view> of_parts;
  std::set<std::string_view> said_of_all;
  for (const SourceReport* const part : parts) {
    const std::set<std::string_view> notes(part->report.notes.begin(), part->report.notes.end());
    of_parts.insert(notes.begin(), notes.end());
    for (const std::string_view note : notes) {
      // Data that an earlier merge left out is also missing in this one, from whichever files it came.
      if (IsNoteOfMerging(note) || IsPeriodOfAll(note, parts)) {
        said_of_all.insert(note);
        continue;
      }
      SourcedText sourced = SplitNote(*part, note);
      found[sourced.text].Add(sourced.sources ? std::move(*sourced.sources) : SourceList{{part->source}, 0});
    }
  }
  std::vector<std::string> named(said_of_all.begin(), said_of_all.end());
  for (const auto& [note, sources] : found)
    named.push_back(fmt::format("{}{}{}", NameList(sources), kBehindNote, note));
  // Adds the notes that this merge has made.
  std::copy_if(merged.begin(), merged.end(), std::back_inserter(named),
               [&](const std::string& note) { return !of_parts.contains(note); });
  std::ranges::sort(named);
  return named;
}

std::vector<RecordProblem> NameProblems(std::vector<RecordProblem> ImportReport::*kind,
                                        const std::vector<const SourceReport*>& parts) {
  struct Found {
    SourceList sources;
    uint64_t count = 0;
    uint64_t first_offset_bytes = 0;  // in the first file
  };
  std::map<std::string_view, Found> problems;  // by reason
  for (const SourceReport* const part : parts) {
    for (const RecordProblem& problem : part->report.*kind) {
      SourcedText sourced = SplitReason(*part, problem.reason);
      SourceList sources = sourced.sources ? std::move(*sourced.sources) : SourceList{{part->source}, 0};
      Found& found = problems[sourced.text];
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
  return WithReport(merged, std::move(report));
}

}  // namespace ringscope
