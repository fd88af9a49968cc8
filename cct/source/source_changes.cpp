#include "cct/source/source_changes.h"

#include <algorithm>
#include <dtl/dtl.hpp>

#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>

#include "cct/source/function_lines.h"
#include "cct/source/source_version.h"
#include "cct/tree/building/altered_tree.h"
#include "cct/tree/frame_table.h"

namespace ringscope {
namespace {

struct FileLines {
  std::string text;
  std::vector<std::string_view> lines;
};

// The files of one side, each read once.
class SideFiles {
 public:
  explicit SideFiles(SourceVersion version) : version_(std::move(version)) {}

  // Null if there is no such file.
  const FileLines* Find(std::string_view file) {
    const auto [known, is_new] = files_.try_emplace(std::string(file));
    if (is_new) {
      if (auto found = version_.Find(file)) {
        known->second = std::make_unique<FileLines>();
        known->second->text = std::move(found->text);
        known->second->lines = LinesOf(known->second->text);
      }
    }
    return known->second.get();
  }

 private:
  SourceVersion version_;
  std::map<std::string, std::unique_ptr<FileLines>, std::less<>> files_;
};

std::vector<std::string_view> WithoutBlanks(const FileLines& file, const LineRange& range) {
  std::vector<std::string_view> lines;
  for (uint32_t line = range.begin; line < range.end; ++line) {
    const std::string_view text = file.lines[line];
    const size_t begin = text.find_first_not_of(" \t\r\f");
    if (begin == std::string_view::npos) continue;
    lines.push_back(text.substr(begin, text.find_last_not_of(" \t\r\f") - begin + 1));
  }
  return lines;
}

SourceChange ChangeOf(const Frame& frame, SideFiles& before, SideFiles& after) {
  const std::string_view word = IsThread(frame.kind) ? std::string_view{} : DefiningWord(frame.name);
  if (word.empty() || frame.file.empty()) return SourceChange::kUnknown;
  const FileLines* const new_file = after.Find(frame.file);
  const FileLines* const old_file = new_file == nullptr ? nullptr : before.Find(frame.file);
  if (old_file == nullptr) return SourceChange::kUnknown;
  if (old_file->text == new_file->text) return SourceChange::kSame;
  const auto new_lines = FindFunctionLines(new_file->lines, word, frame.line);
  if (!new_lines) return SourceChange::kUnknown;
  // The line is that of the version after, so it only helps if several functions have the name.
  const auto alone = FindFunctionLines(old_file->lines, word, 0);
  const auto old_lines = alone ? alone : FindFunctionLines(old_file->lines, word, frame.line);
  if (!old_lines) return SourceChange::kUnknown;
  return WithoutBlanks(*old_file, *old_lines) == WithoutBlanks(*new_file, *new_lines)
             ? SourceChange::kSame
             : SourceChange::kChanged;
}

using Numbers = std::vector<uint32_t>;

// Numbers lines: equal ones, without blanks at the end, have equal numbers.
class LineNumbers {
 public:
  Numbers Of(std::span<const std::string_view> lines) {
    Numbers numbers;
    numbers.reserve(lines.size());
    for (const std::string_view line : lines) {
      const size_t end = line.find_last_not_of(" \t\r");
      const std::string_view text = line.substr(0, end == std::string_view::npos ? 0 : end + 1);
      numbers.push_back(known_.try_emplace(text, static_cast<uint32_t>(known_.size())).first->second);
    }
    return numbers;
  }

 private:
  std::unordered_map<std::string_view, uint32_t> known_;
};

// Aligns the lines between the common begin and end.
void AlignMiddle(const Numbers& before, const Numbers& after, uint32_t begin, std::vector<LinePair>& pairs) {
  uint32_t b = begin, a = begin;
  std::vector<LinePair> added;
  const auto flush = [&] {
    pairs.insert(pairs.end(), added.begin(), added.end());
    added.clear();
  };
  if (std::max(before.size(), after.size()) > kMaxAlignedLines || before.empty() || after.empty()) {
    for (size_t i = 0; i < before.size(); ++i) pairs.push_back({b++, kNoLine});
    for (size_t i = 0; i < after.size(); ++i) pairs.push_back({kNoLine, a++});
    return;
  }
  dtl::Diff<uint32_t, Numbers> diff(before, after);
  diff.compose();
  for (const auto& [line, info] : diff.getSes().getSequence()) {
    if (info.type == dtl::SES_DELETE) {
      pairs.push_back({b++, kNoLine});
    } else if (info.type == dtl::SES_ADD) {
      added.push_back({kNoLine, a++});
    } else {
      flush();
      pairs.push_back({b++, a++});
    }
  }
  flush();
}

}  // namespace

SideSources SideSourcesOf(const Cct& comparison) {
  std::optional<std::string> place[kSideCount];
  for (const Execution& execution : comparison.report().executions) {
    if (!execution.side) continue;
    const std::string said(execution.ValueOf(kSourceAttribute));
    auto& of_side = place[IndexOf(*execution.side)];
    of_side = !of_side || *of_side == said ? said : std::string();
  }
  return {place[0].value_or(""), place[1].value_or("")};
}

Result<CctPtr> WithSourceChanges(const CctPtr& comparison, const SideSources& places, JobControl* job) {
  RINGSCOPE_ASSIGN(SourceVersion old_version, SourceVersion::Open(places.before));
  RINGSCOPE_ASSIGN(SourceVersion new_version, SourceVersion::Open(places.after));
  SideFiles before(std::move(old_version)), after(std::move(new_version));
  const FrameTable& frames = comparison->frames();
  const FrameFacts& facts = frames.facts();
  BeginUnits(job, frames.size());
  const auto changes = std::make_shared<std::vector<uint8_t>>();
  for (FrameId f = 0; f < frames.size(); ++f) {
    if (IsCancelled(job)) return Fail(ErrorCode::kCancelled, "cancelled");
    const SourceChange change =
        facts.CodeOf(f) == kUnknownCode ? ChangeOf(frames[f], before, after) : frames.source_change(f);
    changes->push_back(static_cast<uint8_t>(change));
    if (job != nullptr) job->done_units.fetch_add(1, std::memory_order_relaxed);
  }
  FrameColumns columns = frames.columns();
  columns.source_change = ChunkedColumn<uint8_t>(*changes);
  ImportReport report = comparison->report();
  for (Execution& execution : report.executions) {
    if (!execution.side) continue;
    const bool is_before = *execution.side == Side::kBefore;
    SetAttribute(kSourceAttribute, is_before ? places.before : places.after, execution);
  }
  return WithColumns(comparison, comparison->columns(), FrameTable(std::move(columns)), std::move(report),
                     changes);
}

std::vector<LinePair> AlignLines(std::span<const std::string_view> before,
                                 std::span<const std::string_view> after) {
  LineNumbers numbers;
  const Numbers old_lines = numbers.Of(before), new_lines = numbers.Of(after);
  const size_t shorter = std::min(old_lines.size(), new_lines.size());
  size_t begin = 0, end = 0;
  while (begin < shorter && old_lines[begin] == new_lines[begin]) ++begin;
  while (end < shorter - begin &&
         old_lines[old_lines.size() - 1 - end] == new_lines[new_lines.size() - 1 - end])
    ++end;
  std::vector<LinePair> pairs;
  pairs.reserve(std::max(old_lines.size(), new_lines.size()));
  const auto pair = [&](size_t b, size_t a) {
    pairs.push_back({static_cast<uint32_t>(b), static_cast<uint32_t>(a)});
  };
  for (size_t i = 0; i < begin; ++i) pair(i, i);
  const auto middle = [&](const Numbers& lines) {
    const auto first = lines.begin() + static_cast<std::ptrdiff_t>(begin);
    return Numbers(first, lines.end() - static_cast<std::ptrdiff_t>(end));
  };
  AlignMiddle(middle(old_lines), middle(new_lines), static_cast<uint32_t>(begin), pairs);
  for (size_t i = end; i > 0; --i) pair(old_lines.size() - i, new_lines.size() - i);
  return pairs;
}

}  // namespace ringscope
