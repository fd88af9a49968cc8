#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/text/ascii.h"
#include "cct/base/text/number_text.h"
#include "cct/import/importers.h"
#include "cct/import/read_lines.h"
#include "cct/import/report_notes.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

constexpr size_t kMaxEvents = 64;

// "@ unhalted-cycles [10021 samples]": the event that the following rows count, and its number of samples.
struct PmcstatEvent {
  std::string_view name;
  uint64_t announced = 0;
};
std::optional<PmcstatEvent> ReadPmcstatEvent(std::string_view line) {
  constexpr std::string_view kEnd = " samples]";
  const size_t open = line.rfind(" [");
  if (!line.starts_with("@ ") || open == std::string_view::npos || open <= 2 || !line.ends_with(kEnd))
    return std::nullopt;
  const std::string_view count = line.substr(open + 2, line.size() - kEnd.size() - open - 2);
  return PmcstatEvent{line.substr(2, open - 2), ParseNumber<uint64_t>(count).value_or(0)};
}

// "  58.28%  [5840]     name @ /boot/kernel/kernel".
struct PmcstatRow {
  size_t indent = 0;
  uint64_t count = 0;
  std::string_view name, module;
};
std::optional<PmcstatRow> ReadPmcstatRow(std::string_view line) {
  PmcstatRow row;
  std::string_view rest = TrimmedFront(line);
  row.indent = line.size() - rest.size();
  const std::string_view share = TakeWord(rest);
  if (share.size() < 2 || !share.ends_with('%') ||
      share.find_first_not_of("0123456789.%") != std::string_view::npos)
    return std::nullopt;
  const std::string_view count = TakeWord(rest);
  if (!count.starts_with('[') || !count.ends_with(']')) return std::nullopt;
  const auto number = ParseNumber<uint64_t>(count.substr(1, count.size() - 2));
  if (!number || *number >> 63 != 0) return std::nullopt;
  row.count = *number;
  rest = Trimmed(rest);
  const size_t at = rest.find(" @ ");
  row.name = rest.substr(0, at);
  if (at != std::string_view::npos) row.module = Trimmed(rest.substr(at + 3));
  return row.name.empty() ? std::nullopt : std::optional(row);
}

bool SniffPmcstat(std::string_view text) {
  bool has_event = false;
  while (!text.empty()) {
    const std::string_view line = TrimmedBack(TakeLine(text));
    has_event |= ReadPmcstatEvent(line).has_value();
    if (has_event && ReadPmcstatRow(line)) return true;
  }
  return false;
}

// Reads rows that lead from the function of a sample to its callers, which are indented further.
class PmcstatReader : public LineReader {
 public:
  static constexpr bool kHasPreviews = true;
  static constexpr bool kLeavesOutCutLine = true;
  using LineReader::LineReader;

  [[nodiscard]] Result<void> ReadLine(std::string_view line) {
    line = TrimmedBack(line);
    if (line.empty()) return {};
    if (const auto event = ReadPmcstatEvent(line)) {
      Close(0);
      RINGSCOPE_TRY(Begin(event->name));
      uint64_t& announced = events_[event_].announced;
      if (__builtin_add_overflow(announced, event->announced, &announced))
        announced = std::numeric_limits<uint64_t>::max();
      return {};
    }
    const auto row = ReadPmcstatRow(line);
    if (!row) return Skip("a line that is no row of a call graph");
    if (events_.empty()) RINGSCOPE_TRY(Begin("samples"));
    Close(row->indent);
    RINGSCOPE_TRY(CheckDepth(rows_.size()));
    uint64_t& sum = rows_.empty() ? events_[event_].found : rows_.back().inside;
    if (__builtin_add_overflow(sum, row->count, &sum))
      return FailHere(ErrorCode::kOverflow, "expected sums of samples below 2^63, found a larger one");
    // A row without a module is in the module of the row before it.
    if (!row->module.empty()) module_ = row->module;
    const bool is_kernel = module_.starts_with("/boot/") || module_ == "kernel";
    const Frame frame{
        .name = row->name, .module = module_, .kind = is_kernel ? FrameKind::kKernel : FrameKind::kUser};
    rows_.push_back({row->indent, run_.builder.InternFrame(frame), row->count, 0});
    ++run_.report.record_count;
    return {};
  }

  [[nodiscard]] Result<void> Finish() {
    NoteCutLine();
    Close(0);
    NoteCount(run_.report, clipped_count_, "row",
              "with less samples than the rows further in: no stack begins at it.");
    for (const Event& event : events_) {
      if (event.announced == 0 || event.announced == event.found) continue;
      Note(run_.report, "pmcstat announces {} of {}, its rows have {}.",
           CountedText(event.announced, "sample"), event.name, CountText(event.found));
    }
    return run_.builder.status();
  }

 private:
  struct Event {
    std::string name;
    MetricIndex metric;
    uint64_t announced = 0, found = 0;  // samples
  };
  struct Row {
    size_t indent;
    FrameId frame;
    uint64_t count;
    uint64_t inside;  // the part of `count` with further callers
  };

  [[nodiscard]] Result<void> Begin(std::string_view event) {
    const auto known = std::ranges::find(events_, event, &Event::name);
    event_ = static_cast<size_t>(known - events_.begin());
    if (known != events_.end()) return {};
    if (events_.size() >= kMaxEvents) return FailHere(ErrorCode::kLimit, TooMany(kMaxEvents, "events"));
    events_.push_back({std::string(event), run_.builder.AddMetric({std::string(event), "samples", 1})});
    return {};
  }

  // Ends the rows that are indented as far or further. Samples in no row further in begin at the row itself.
  void Close(size_t indent) {
    while (!rows_.empty() && rows_.back().indent >= indent) {
      const Row& row = rows_.back();
      if (row.inside > row.count) ++clipped_count_;
      if (row.count > row.inside) {
        BuildNode context = kBuildRoot;
        for (auto at = rows_.rbegin(); at != rows_.rend(); ++at)
          context = run_.builder.Child(context, at->frame);
        run_.builder.AddSelf(context, events_[event_].metric, row.count - row.inside);
      }
      rows_.pop_back();
    }
  }

  std::vector<Row> rows_;  // the open rows, the innermost frame first
  std::vector<Event> events_;
  size_t event_ = 0;  // of the current rows
  std::string module_;
  uint64_t clipped_count_ = 0;
};

}  // namespace

const Importer kPmcstatImporter{"pmcstat", &SniffPmcstat, &ImportLines<PmcstatReader>};

}  // namespace ringscope
