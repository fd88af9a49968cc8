#include "cct/import/perf/perf_form.h"

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <unordered_map>
#include <utility>

#include "cct/base/text/ascii.h"
#include "cct/base/text/number_text.h"
#include "cct/import/perf/perf_line.h"
#include "cct/import/report_notes.h"

namespace ringscope {
namespace {

// Takes the next line off `text`; nullopt after the last line, or if that may be cut.
std::optional<std::string_view> TakePeekedLine(std::string_view& text, bool complete) {
  const size_t newline = text.find('\n');
  if (text.empty() || (newline == std::string_view::npos && !complete)) return std::nullopt;
  const std::string_view line = text.substr(0, newline);
  text = newline == std::string_view::npos ? std::string_view() : text.substr(newline + 1);
  return TrimmedBack(line);
}

// Counts the lines of a text by what each looks like on its own.
struct TaskTally {
  uint64_t headers = 0, with_time = 0;  // first lines of samples
  uint64_t frames = 0;                  // behind first lines, or on them
  uint64_t whole = 0;                   // samples with time, event and a call chain
  uint64_t others_in_front = 0, others = 0;

  TaskTally(std::string_view text, bool complete) {
    bool after_header = false;
    bool is_clear = false;  // the last first line has a time and an event
    PerfFileHeader comment;
    while (const auto line = TakePeekedLine(text, complete)) {
      if (line->empty() || comment.Holds(*line)) continue;
      if (after_header && ParsePerfChainLine(*line)) {
        ++frames;
        whole += std::exchange(is_clear, false) ? 1 : 0;
      } else if (const auto header = ParsePerfHeader(*line)) {
        after_header = true;
        ++headers;
        with_time += header->time_ns ? 1 : 0;
        is_clear = header->time_ns && !header->event.empty();
        frames += header->frame && header->frame->text.ends_with(')') ? 1 : 0;
      } else if (const auto frame = ParsePerfFrameLine(*line);
                 // An address alone is a frame only if it is indented as perf does it.
                 after_header && frame && (frame->text.ends_with(')') || line->starts_with('\t'))) {
        ++frames;
        whole += std::exchange(is_clear, false) ? 1 : 0;
      } else if (line->front() != '#' &&
                 (!after_header || (!LooksLikePerfSourceLine(*line) && !LooksLikePerfExtraLine(*line)))) {
        ++(headers > 0 ? others : others_in_front);
        after_header = after_header && frames > 0;
      }
    }
  }

  [[nodiscard]] bool AreSamples() const {
    // Text from a terminal may have other lines. A text with many only quotes a sample, unless it has several
    // and fewer other lines after the first one, or more whole samples than a page quotes.
    constexpr uint64_t kMostOtherLines = 64, kMostQuoted = 3;
    if (frames > 0) {
      return others_in_front + others <= kMostOtherLines || (headers > 1 && headers + frames > others) ||
             whole > kMostQuoted;
    }
    // Samples of which only the first lines were printed.
    return headers > 0 && others == 0 && (others_in_front == 0 || headers > 1);
  }
};

// Counts samples that follow each other: an optional first line, a call chain and a blank line.
class BlockTally {
 public:
  // False if the text has another form.
  bool Add(std::string_view line) {
    if (line.empty()) {
      EndBlock();
    } else if (ParsePerfChainLine(line)) {
      // The name of a command may begin as a comment does.
      if (!in_block_) ++(is_behind_comment_ ? headers_ : headless_);
      in_block_ = has_frame_ = true;
    } else if (line.starts_with('#') && !in_block_) {
      is_behind_comment_ = line.size() > 1;
      return true;
    } else if ((in_block_ || with_frames_ > 0) && LooksLikePerfExtraLine(line) &&
               !AreClearlyOfPerf(ParsePerfFields(line))) {
      EndBlock();
    } else if (!in_block_) {
      ++headers_;
      in_block_ = true;
    } else {
      return has_frame_ && LooksLikePerfSourceLine(line);
    }
    is_behind_comment_ = false;
    return true;
  }

  [[nodiscard]] PerfForm Form() {
    EndBlock();
    // perf prints some samples without a stack.
    if (with_frames_ == 0 || with_frames_ < without_frames_) return PerfForm::kNone;
    if (headers_ == 0) return PerfForm::kFramesOnly;
    return headless_ == 0 ? PerfForm::kFields : PerfForm::kNone;
  }

 private:
  void EndBlock() {
    if (in_block_) ++(has_frame_ ? with_frames_ : without_frames_);
    in_block_ = has_frame_ = false;
  }

  bool in_block_ = false;
  bool has_frame_ = false;
  bool is_behind_comment_ = false;
  uint64_t headers_ = 0;
  uint64_t headless_ = 0;
  uint64_t with_frames_ = 0;
  uint64_t without_frames_ = 0;
};

// Counts samples of one line each, recognized by a module, or by a time and an event after at most the name
// of a command. Without these only whole addresses tell samples from the rows of a table.
class LineTally {
 public:
  bool Add(std::string_view line) {
    const PerfHeader fields = ParsePerfFields(line);
    const bool is_clear = AreClearlyOfPerf(fields);
    if (!is_clear && (line.starts_with('#') ||
                      (lines_ > 0 && (LooksLikePerfSourceLine(line) || LooksLikePerfExtraLine(line)))))
      return true;
    const std::string_view address = fields.frame ? fields.frame->address : std::string_view();
    const bool is_whole = address.size() == kUserDigits || address.size() == kKernelDigits;
    is_sure_ |= (is_clear && fields.time_ns) ||
                (is_whole && address.find_first_of("abcdef") != std::string_view::npos);
    if (is_clear) ++clear_;
    if (is_whole) ++whole_addresses_;
    ++lines_;
    return is_clear || fields.frame;
  }

  [[nodiscard]] PerfForm Form() const {
    if (!is_sure_) return PerfForm::kNone;
    if (clear_ == lines_) return PerfForm::kLines;
    return whole_addresses_ == lines_ ? PerfForm::kUnclear : PerfForm::kNone;
  }

 private:
  static constexpr size_t kUserDigits = 12;
  static constexpr size_t kKernelDigits = 16;

  uint64_t lines_ = 0;
  uint64_t clear_ = 0;
  uint64_t whole_addresses_ = 0;
  bool is_sure_ = false;  // one line is clear with a time, or has a whole address with letters
};

}  // namespace

std::vector<Metric> PerfMetricsOf(const std::vector<PerfEvent>& events) {
  std::vector<Metric> metrics;
  std::unordered_map<std::string_view, size_t> counts;
  for (const PerfEvent& event : events) ++counts[WithoutEventModifiers(event.name)];
  for (size_t i = 0; i < events.size(); ++i) {
    const std::string_view short_name = WithoutEventModifiers(events[i].name);
    // "cycles:u" and "cycles:k" in one file are two events.
    const bool unique = counts[short_name] == 1;
    std::string name(unique ? short_name : std::string_view(events[i].name));
    if (name.empty()) name = "events";  // none is printed (-F -event)
    std::string_view unit = "events";
    if (!events[i].has_period) {
      unit = "count";
    } else if (short_name == "cpu-clock" || short_name == "task-clock") {
      unit = "ns";
    }
    metrics.push_back({name, std::string(unit), 1});
    metrics.push_back({events.size() == 1 ? "samples" : name + " samples", "count", 1});
  }
  return metrics;
}

void NoteEventsWithoutTimes(size_t event_count, ImportReport& report) {
  if (event_count <= kMaxSampleSeries) return;
  Note(report, "The samples of {} of {} have no times: times are kept for {} events at most.",
       CountText(event_count - kMaxSampleSeries), CountedText(event_count, "event"), kMaxSampleSeries);
}

void NotePerfSamplesWithoutFrames(uint64_t count, ImportReport& report) {
  if (count > 0 && count == report.record_count) {
    Note(report,
         "No sample has frames, so the tree has no functions: `perf record -g` records stacks, `perf script "
         "-F +ip,+sym,+dso` prints them.");
  } else {
    NoteCount(report, count, "sample", "without frames: their cost is at the root.");
  }
}

void NotePerfUnknown(const PerfUnknown& unknown, ImportReport& report) {
  if (unknown.frame_count == 0) return;
  std::vector<std::string_view> advice;
  if (!unknown.prints_modules) {
    advice = {"print the modules too (`perf script -F ip,sym,dso` and what else is wanted)"};
  } else {
    if (unknown.in_user_code) {
      advice = {"code made at run time needs a map of its symbols (perf-PID.map)",
                "stacks that are unwound wrongly need frame pointers or `perf record --call-graph dwarf`"};
    }
    if (unknown.in_kernel) advice.push_back("the kernel's names need `sysctl kernel.kptr_restrict=0`");
  }
  Note(report, "[unknown] stands for {} with neither a symbol nor a module, in {}: {}.",
       CountedText(unknown.frame_count, "frame"), CountedText(unknown.sample_count, "sample"),
       fmt::join(advice, ", "));
}

PerfForm PerfFormOf(std::string_view text, bool complete) {
  // Output of `perf report`, which begins with the same header, has this line.
  if (text.find("\n# Event count (approx.): ") != std::string_view::npos) return PerfForm::kNone;
  const TaskTally tasks(text, complete);
  PerfForm form_of_tasks = PerfForm::kNone;
  if (tasks.AreSamples()) {
    // If only few lines have a time, it is part of the names of their commands.
    form_of_tasks = 4 * tasks.with_time < tasks.headers ? PerfForm::kTimeless : PerfForm::kTasks;
    if (tasks.others_in_front + tasks.others <= tasks.headers) return form_of_tasks;
  }
  const bool has_header = text.starts_with("# ========\n# captured on");
  BlockTally blocks;
  LineTally lines;
  bool are_blocks = true;
  bool are_lines = true;
  PerfFileHeader comment;
  while (are_blocks || are_lines) {
    const auto line = TakePeekedLine(text, complete);
    if (!line) break;
    if (comment.Holds(*line)) continue;
    are_blocks = are_blocks && blocks.Add(*line);
    are_lines = are_lines && (line->empty() || lines.Add(*line));
  }
  PerfForm form = are_blocks ? blocks.Form() : PerfForm::kNone;
  if (form == PerfForm::kNone && are_lines) form = lines.Form();
  if (form_of_tasks != PerfForm::kNone && form != PerfForm::kFields && form != PerfForm::kLines)
    return form_of_tasks;
  return form == PerfForm::kNone && has_header ? PerfForm::kTasks : form;
}

}  // namespace ringscope
