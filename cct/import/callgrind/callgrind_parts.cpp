// The part of CallgrindFile that reads the headers of a part ("key: value") and handles its end.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cct/base/system/memory_limit.h"
#include "cct/base/text/ascii.h"
#include "cct/base/text/unit_names.h"
#include "cct/import/callgrind/callgrind_file.h"
#include "cct/import/limits.h"
#include "cct/import/report_notes.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

constexpr size_t kMaxShownBytes = 200;
constexpr size_t kMaxTriggers = 10'000;
// Memory of single calls if the machine's memory is unknown; enough for about ten times as much text.
constexpr uint64_t kMaxSequenceBytes = uint64_t{4} << 30;
constexpr std::string_view kXdebug = "xdebug";

// The unit of time at the end of a text like "sysTime (elapsed ns)"; empty if there is none.
std::string_view UnitIn(std::string_view text) {
  const size_t blank = text.rfind(' ');
  if (blank == std::string_view::npos || !text.ends_with(')')) return {};
  const Unit unit = UnitOfMetric(text.substr(blank + 1, text.size() - blank - 2));
  return unit.dimension == Dimension::kTime ? unit.name : std::string_view();
}

}  // namespace

Result<void> CallgrindFile::ReadHeader(std::string_view key, std::string_view value) {
  if (key == "version") {
    EndPart();
    int64_t version = 0;
    if (ParseCost(Trimmed(value), version) == NumberFault::kNone && version != 1) {
      return FailHere(ErrorCode::kUnsupported,
                      fmt::format("expected a callgrind file of version 1, found version {}", version));
    }
  } else if (key == "events") {
    return ReadEvents(value);
  } else if (key == "event") {
    ReadEventText(value);
  } else if (key == "positions") {
    EndPart();
    position_count_ = 0;
    line_position_ = kNoLine;
    for (auto word = TakeWord(value); !word.empty(); word = TakeWord(value)) {
      if (word == "line") line_position_ = position_count_;
      ++position_count_;
    }
    position_count_ = std::clamp<size_t>(position_count_, 1, 2);
  } else if (key == "part") {
    EndPart();
    int64_t part = 0;
    if (ParseCost(Trimmed(value), part) == NumberFault::kNone && part > 0 && part < int64_t{1} << 31 &&
        by_parts_)
      thread_ = static_cast<uint32_t>(part);
  } else if (key == "desc" && by_parts_) {
    constexpr std::string_view kTrigger = "Trigger:";
    value = Trimmed(value);
    if (value.starts_with(kTrigger) && part_triggers_.size() < kMaxTriggers)
      part_triggers_.emplace(thread_, Trimmed(value.substr(kTrigger.size())).substr(0, kMaxShownBytes));
  } else if (key == "thread" && !by_parts_) {
    int64_t thread = 0;
    if (ParseCost(Trimmed(value), thread) != NumberFault::kNone || thread < 0 || thread >= int64_t{1} << 31) {
      Skip("a thread that is no number");
      thread = 0;
    }
    sequence_.Abandon("a thread", offset_);
    thread_ = static_cast<uint32_t>(thread);
    function_ = kNoFunction;
  } else if (key == "totals" || key == "summary") {
    ReadTotals(value, key == "summary");
  } else if (key == "creator") {
    creator_ = Trimmed(value).substr(0, kMaxShownBytes);
  } else if (key == "cmd" && command_.empty()) {
    command_ = Trimmed(value).substr(0, kMaxShownBytes);
  }
  // A tree has no place for other headers, such as "pid", "target" and other "desc".
  return {};
}

Result<void> CallgrindFile::ReadEvents(std::string_view value) {
  EndPart();
  ++part_count_;
  if (by_parts_ && thread_ == 0) thread_ = part_count_;  // concatenated files
  columns_.clear();
  for (auto name = TakeWord(value); !name.empty(); name = TakeWord(value)) {
    // An event that is in the line twice gets a column each time.
    auto known = events_.begin();
    while (known != events_.end() &&
           (known->name != name || std::count(columns_.begin(), columns_.end(), known - events_.begin()) > 0))
      ++known;
    if (known == events_.end() && events_.size() == kMaxEvents)
      return FailHere(ErrorCode::kLimit, TooMany(kMaxEvents, "events"));
    columns_.push_back(static_cast<uint32_t>(known - events_.begin()));
    if (known == events_.end()) events_.push_back({std::string(name), {}, false});
    if (columns_.size() > kMaxEvents) return FailHere(ErrorCode::kLimit, TooMany(kMaxEvents, "events"));
  }
  graph_.SetMetricCount(events_.size());
  part_sums_.assign(columns_.size(), 0);
  // The lines of xdebug are those where functions begin.
  keeps_lines_ = run_.options.lines && !creator_.starts_with(kXdebug);
  keeps_call_sites_ = run_.options.call_sites && !creator_.starts_with(kXdebug);
  StartSequence();
  return {};
}

std::string CallgrindFile::PartName(uint32_t part) const {
  const auto trigger = part_triggers_.find(part);
  return trigger == part_triggers_.end() ? fmt::format("part {}", part)
                                         : fmt::format("part {}: {}", part, trigger->second);
}

// Only xdebug writes a block for each call; other tools write one or more blocks for each function.
void CallgrindFile::StartSequence() {
  if (part_count_ > 1) {
    sequence_.Abandon("several parts", offset_);
    return;
  }
  if (!creator_.starts_with(kXdebug) || columns_.size() != events_.size()) return;
  std::vector<CallSequence::Column> columns;
  for (const Event& event : events_) {
    columns.push_back(event.name.starts_with("Memory") ? CallSequence::Column::kNotBelowZero
                                                       : CallSequence::Column::kRounded);
  }
  // A quarter of the memory leaves room for the graph, for the tree, and for the lists to grow.
  sequence_.Start(std::move(columns), std::min(kMaxSequenceBytes, MemoryLimit::present_bytes() / 4));
}

Result<void> CallgrindFile::Skip(std::string_view reason) {
  sequence_.Abandon("a line that cannot be read", offset_);
  return LineReader::Skip(reason);
}

void CallgrindFile::Keep(std::string_view reason) {
  LineReader::Keep(reason);
  sequence_.Abandon("a line that cannot be read", offset_);
}

// Reads "event: NAME : LONG NAME" or, for a derived event, "event: NAME = FORMULA : LONG NAME".
void CallgrindFile::ReadEventText(std::string_view value) {
  const std::string_view name = TakeWord(value);
  value = Trimmed(value);
  if (value.starts_with('=')) {
    if (derived_.size() < 8) derived_.push_back(std::string(name.substr(0, 60)));
    return;
  }
  const std::string_view unit = UnitIn(value);
  if (unit.empty() || units_.size() >= kMaxEvents) return;
  // This line may come before the line "events".
  units_.insert_or_assign(std::string(name.substr(0, kMaxShownBytes)), unit);
}

void CallgrindFile::ReadTotals(std::string_view value, bool is_summary) {
  std::vector<int64_t> totals;
  while (totals.size() < columns_.size()) {
    const std::string_view word = TakeWord(value);
    int64_t total = 0;
    if (word.empty()) break;
    if (ReadCost(word, totals.size(), total) != NumberFault::kNone) {
      Skip("totals that are no numbers");
      return;
    }
    totals.push_back(total);
  }
  totals.resize(columns_.size(), 0);
  if (is_summary) {
    sequence_.AddSummary(offset_);
    summary_ = std::move(totals);
    return;
  }
  has_totals_ = true;
  if (totals == part_sums_) return;
  if (++wrong_part_count_ > 1) return;
  for (size_t c = 0; c < totals.size(); ++c) {
    if (totals[c] == part_sums_[c]) continue;
    wrong_totals_ = fmt::format("{} of {}, but its costs add up to {}", totals[c], events_[columns_[c]].name,
                                part_sums_[c]);
    return;
  }
}

void CallgrindFile::EndPart() {
  if (!has_costs_) return;
  if (std::exchange(expects_inclusive_, false)) Skip("calls without their cost");
  sequence_.Abandon("several parts", offset_);
  // callgrind writes "summary:" before the costs and "totals:" behind them, cachegrind only the latter. The
  // summary of xdebug is the sum of something else.
  const bool wrote_less =
      !has_totals_ && !summary_.empty() && !creator_.starts_with(kXdebug) && part_sums_[0] < summary_[0];
  if (wrote_less) ++cut_part_count_;
  has_costs_ = false;
  has_totals_ = false;
  summary_.clear();
  std::fill(part_sums_.begin(), part_sums_.end(), 0);
  function_place_ = {};
  line_file_ = 0;
  function_ = kNoFunction;
  callee_object_ = callee_file_ = callee_name_ = kNoFunction;
  position_count_ = 1;
  line_position_ = 0;
  line_ = 0;
  thread_ = 0;
}

Result<void> CallgrindFile::EndInput() {
  if (!expects_inclusive_) sequence_.End(offset_);
  EndPart();
  for (Event& event : events_) {
    if (const auto unit = units_.find(event.name); unit != units_.end()) event.unit = unit->second;
  }
  if (events_.empty())
    return Fail(ErrorCode::kMalformed, "expected the events (a line \"events: Ir\"), found none");
  if (!creator_.empty()) Note(run_.report, "Written by {}.", creator_);
  if (!command_.empty()) Note(run_.report, "Command: {}", command_);
  if (wrapped_count_ > 0)
    Note(run_.report, "Values of memory from 2^63 on are below zero, written without their sign: {}.",
         wrapped_count_);
  if (part_count_ > 1 && !by_parts_)
    Note(run_.report, "{} parts were added up; --labels part makes a ring of them.", part_count_);
  if (!derived_.empty())
    Note(run_.report, "Events that are derived from others were left out: {}.", fmt::join(derived_, ", "));
  if (wrong_part_count_ > 0)
    Note(run_.report, "{} its totals: {}. The costs were kept.",
         wrong_part_count_ == 1 ? std::string("The file is wrong about")
                                : fmt::format("{} parts are wrong about", wrong_part_count_),
         wrong_totals_);
  if (cut_part_count_ > 0) {
    run_.report.notes.emplace_back(
        "The file ends before its totals, with less cost than it announces: it may be cut off.");
  }
  return {};
}

}  // namespace ringscope
