#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cct/base/text/ascii.h"
#include "cct/import/count_text.h"
#include "cct/import/frame_names.h"
#include "cct/import/importers.h"
#include "cct/import/read_lines.h"
#include "cct/import/report_notes.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

constexpr std::string_view kBegin = "JAVA PROFILE 1.0";

// Recognizes the text of `java -agentlib:hprof`; its binary dumps have the same beginning and a zero byte.
bool SniffHprof(std::string_view text) {
  const std::string_view first = text.substr(0, text.find('\n'));
  if (first.starts_with(kBegin) && Has(first, ", created ") && !Has(first, ";"))
    return text.find('\0') == std::string_view::npos;
  const bool has_trace = Has(text, "\nTRACE ") || text.starts_with("TRACE ");
  const bool has_table =
      Has(text, "CPU SAMPLES BEGIN (total = ") || Has(text, "CPU TIME (ms) BEGIN (total = ");
  return has_trace && (has_table || Has(text, ": (thread=")) && Has(text, "\n\t");
}

// Reads a method and its place: "pkg.Class.method(File.java:12)", "(Native method)", "(Unknown Source)",
// "(File.java:Unknown line)". The line is a call site, so the caller must not make it a part of the frame.
Frame ReadFrame(std::string_view text) {
  Frame frame{.name = text};
  const size_t open = text.rfind('(');
  if (open == std::string_view::npos || !text.ends_with(')')) return frame;
  frame.name = TrimmedBack(text.substr(0, open));
  const std::string_view place = text.substr(open + 1, text.size() - open - 2);
  if (place != "Native method" && place != "Native Method" && place != "Unknown Source" &&
      place != "Unknown source")
    frame.file = place.substr(0, place.find(':'));
  if (const size_t colon = place.find(':'); colon != std::string_view::npos)
    frame.line = ParseNumber<uint32_t>(place.substr(colon + 1)).value_or(0);
  return frame;
}

// Reads "1500", "1,500", "1.500": Java writes numbers in the language of the machine.
std::optional<uint64_t> ReadGrouped(std::string_view text) {
  constexpr size_t kGroup = 3;
  std::string digits;
  bool is_grouped = false;
  size_t count = 0;  // digits since the last mark
  const auto is_group = [&] { return is_grouped ? count == kGroup : count > 0 && count <= kGroup; };
  for (const char c : text) {
    if (IsDigit(c)) {
      digits += c;
      ++count;
      continue;
    }
    if ((c != ',' && c != '.' && c != '\'') || !is_group()) return std::nullopt;
    is_grouped = true;
    count = 0;
  }
  return is_grouped && !is_group() ? std::nullopt : ParseNumber<uint64_t>(digits);
}

class HprofReader : public LineReader {
 public:
  using LineReader::LineReader;

  [[nodiscard]] Result<void> ReadLine(std::string_view line) {
    if (in_trace_ && (line.starts_with('\t') || line.starts_with("    ")))
      return ReadTraceFrame(Trimmed(line));
    in_trace_ = false;
    // The lines of the explanations in front of the records begin like records; a rule ends them.
    if (offset_ == 0 && line.starts_with(kBegin)) in_header_ = true;
    if (line.starts_with("TRACE ") && !(in_header_ && !IsNumber(line.substr(6, 1))))
      return BeginTrace(line.substr(6));
    if (line.starts_with("--------")) in_header_ = false;
    if (line.starts_with("THREAD START ")) {
      NoteThread(line);
      return {};
    }
    if (const size_t begin = line.find(" BEGIN (total = "); begin != std::string_view::npos) {
      table_ = line.starts_with("CPU SAMPLES")     ? Table::kSamples
               : line.starts_with("CPU TIME (ms)") ? Table::kTime
               : line.starts_with("MONITOR TIME")  ? Table::kMonitors
                                                   : Table::kOther;
      if (table_ == Table::kOther) Skip("a table that is not read");
      if (table_ == Table::kTime || table_ == Table::kMonitors) {
        const std::string_view text = line.substr(begin + std::string_view(" BEGIN (total = ").size());
        const auto total = ReadGrouped(text.substr(0, text.find_first_of(" )")));
        if (!total) {
          Skip("a table of times whose total cannot be read");
          table_ = Table::kOther;
        }
        total_ = total.value_or(0);
      }
      return {};
    }
    if (line.starts_with("SITES BEGIN")) {
      table_ = Table::kSites;
      return {};
    }
    if (line.ends_with(" END")) {
      table_ = Table::kNone;
      return {};
    }
    if (table_ != Table::kNone && table_ != Table::kOther) ReadRow(line);
    return {};
  }

  // Makes the tree at the end, as rows may come before the traces that they name.
  [[nodiscard]] Result<void> Finish() {
    if (rows_.empty() && run_.report.skipped_count() == 0)
      return Fail(
          ErrorCode::kUnsupported,
          "expected a table of costs, found none: record with `-agentlib:hprof=cpu=samples` or `heap=sites`");
    CctBuilder& builder = run_.builder;
    const bool rings = run_.options.threads != ThreadRing::kMerged &&
                       (run_.options.threads == ThreadRing::kAlways || HasSeveralThreads());
    std::unordered_map<uint64_t, BuildNode> contexts;
    for (const Row& row : rows_) {
      const auto trace = traces_.find(row.trace);
      BuildNode context = kBuildRoot;
      if (trace == traces_.end()) {
        run_.report.Keep("a row of a trace that is not in the file", row.offset);
        context = builder.Child(kBuildRoot, UnknownFrame(builder));
      } else if (const auto known = contexts.find(row.trace); known != contexts.end()) {
        context = known->second;
      } else {
        if (rings) context = builder.Child(context, ThreadFrame(trace->second.thread));
        for (size_t at = trace->second.end; at-- > trace->second.begin;)
          context = builder.Child(context, frames_[at]);
        contexts[row.trace] = context;
      }
      for (size_t i = 0; i < row.count; ++i) builder.AddSelf(context, row.metrics[i], row.values[i]);
      ++run_.report.record_count;
      RINGSCOPE_TRY(builder.status());
    }
    if (has_computed_times_)
      run_.report.notes.emplace_back(
          "The times are computed from a total and percentages with two decimals, as the file has no "
          "others.");
    if (depth_ > 0) {
      Note(run_.report,
           "The longest stack has {} frames; hprof cuts stacks off at `depth` frames, 4 by default: such a "
           "stack begins at its last frame in the file.",
           depth_);
    }
    return builder.status();
  }

 private:
  enum class Table : uint8_t { kNone, kSamples, kTime, kMonitors, kSites, kOther };
  struct Trace {
    uint64_t thread = 0;        // 0: unknown
    size_t begin = 0, end = 0;  // in frames_, the innermost first; lines of calls are among them
    size_t frame_count = 0;
  };
  struct Row {
    uint64_t trace = 0;
    uint64_t offset = 0;
    size_t count = 0;
    MetricIndex metrics[4] = {};
    uint64_t values[4] = {};
    void Add(MetricIndex metric, uint64_t value) {
      metrics[count] = metric;
      values[count++] = value;
    }
  };

  // Reads "300027: (thread=200001)".
  [[nodiscard]] Result<void> BeginTrace(std::string_view text) {
    const auto id = ParseNumber<uint64_t>(text.substr(0, text.find(':')));
    if (!id) return Skip("a trace without a number");
    Trace trace{.begin = frames_.size(), .end = frames_.size()};
    constexpr std::string_view kThread = "(thread=";
    if (const size_t thread = text.find(kThread); thread != std::string_view::npos) {
      const std::string_view number = text.substr(thread + kThread.size());
      trace.thread = ParseNumber<uint64_t>(number.substr(0, number.find(')'))).value_or(0);
    }
    const auto [at, is_new] = traces_.try_emplace(*id, trace);
    if (!is_new) return Skip("a trace with the number of another");
    trace_ = *id;
    in_trace_ = true;
    return {};
  }

  [[nodiscard]] Result<void> ReadTraceFrame(std::string_view text) {
    if (text.empty() || text == "<empty>") return {};
    Trace& trace = traces_[trace_];
    RINGSCOPE_TRY(CheckDepth(trace.frame_count));
    const uint32_t index = texts_.Intern(text, [&] {
      const Frame frame = ReadFrame(text);
      return run_.builder.InternFrame({.name = frame.name, .file = frame.file});
    });
    // The innermost frame comes first; a call line is between callee and caller.
    if (const uint32_t line = run_.options.call_sites ? ReadFrame(text).line : 0; line != 0)
      frames_.push_back(run_.builder.CallLine(line));
    frames_.push_back(texts_.entry(index).frame);
    trace.end = frames_.size();
    ++trace.frame_count;
    depth_ = std::max(depth_, trace.frame_count);
    return run_.builder.status();
  }

  // Reads "THREAD START (obj=50000162, id = 200001, name="main", group="main")".
  void NoteThread(std::string_view line) {
    const size_t id_at = line.find("id = ");
    const size_t name_at = line.find("name=\"");
    if (id_at == std::string_view::npos || name_at == std::string_view::npos) return;
    const std::string_view digits = line.substr(id_at + 5);
    const auto id = ParseNumber<uint64_t>(digits.substr(0, digits.find_first_not_of("0123456789")));
    std::string_view name = line.substr(name_at + 6);
    name = name.substr(0, name.find("\", group="));
    if (id) names_[*id] = name;
  }

  [[nodiscard]] FrameId ThreadFrame(uint64_t thread) {
    const auto name = names_.find(thread);
    const std::string text =
        thread == 0 ? std::string("(no thread)")
                    : RingName(name == names_.end() ? "" : name->second, "id", fmt::to_string(thread));
    return run_.builder.InternFrame({.name = text, .kind = FrameKind::kThread});
  }

  [[nodiscard]] bool HasSeveralThreads() const {
    std::optional<uint64_t> first;
    for (const Row& row : rows_) {
      const auto trace = traces_.find(row.trace);
      if (trace == traces_.end()) continue;
      if (first && *first != trace->second.thread) return true;
      first = trace->second.thread;
    }
    return false;
  }

  [[nodiscard]] MetricIndex MetricOf(std::string_view name, std::string_view unit) {
    for (MetricIndex m = 0; m < run_.builder.metric_count(); ++m) {
      if (run_.builder.metric(m).name == name) return m;
    }
    return run_.builder.AddMetric({std::string(name), std::string(unit), 1});
  }

  // Reads "rank self accum count trace method", or of sites
  // "rank self accum live-bytes objs bytes objs trace class".
  void ReadRow(std::string_view line) {
    std::string_view rest = line;
    const std::string_view rank = TakeWord(rest);
    if (!IsNumber(rank)) return;  // headings
    const std::string_view share = TakeWord(rest);
    static_cast<void>(TakeWord(rest));  // accumulated
    const size_t number_count = table_ == Table::kSites ? 5 : 2;
    uint64_t numbers[5] = {};
    for (size_t i = 0; i < number_count; ++i) {
      const auto number = ReadGrouped(TakeWord(rest));
      if (!number || *number >> 63 != 0) {
        Skip("a row without its numbers");
        return;
      }
      numbers[i] = *number;
    }
    Row row{.trace = numbers[number_count - 1], .offset = offset_};
    if (table_ == Table::kSamples) {
      row.Add(MetricOf("samples", "count"), numbers[0]);
    } else if (table_ == Table::kSites) {
      row.Add(MetricOf("live", "bytes"), numbers[0]);
      row.Add(MetricOf("live objects", "count"), numbers[1]);
      row.Add(MetricOf("allocated", "bytes"), numbers[2]);
      row.Add(MetricOf("allocated objects", "count"), numbers[3]);
    } else {
      const bool is_cpu = table_ == Table::kTime;
      // Java writes the share in the language of the machine: "75,00%".
      std::string digits(share.substr(0, share.size() - (share.ends_with('%') ? 1 : 0)));
      std::replace(digits.begin(), digits.end(), ',', '.');
      const auto part = ParseCount(digits);
      if (!part || part->negative || part->too_large) {
        Skip("a row without its share");
        return;
      }
      __extension__ const auto scaled = static_cast<unsigned __int128>(part->mantissa) * total_;
      const uint64_t divisor = 100 * PowerOfTen(part->decimals);
      const uint64_t ms = static_cast<uint64_t>((scaled + divisor / 2) / divisor);
      has_computed_times_ = true;
      row.Add(MetricOf(is_cpu ? "CPU time" : "monitor time", "ms"), ms);
      row.Add(MetricOf(is_cpu ? "calls" : "monitor waits", "count"), numbers[0]);
    }
    rows_.push_back(row);
  }

  std::unordered_map<uint64_t, Trace> traces_;  // by number
  std::vector<FrameId> frames_;
  FrameTexts texts_;
  std::unordered_map<uint64_t, std::string> names_;  // of threads
  std::vector<Row> rows_;
  uint64_t trace_ = 0;
  bool in_trace_ = false;
  bool in_header_ = false;
  Table table_ = Table::kNone;
  uint64_t total_ = 0;
  bool has_computed_times_ = false;
  size_t depth_ = 0;
};

}  // namespace

const Importer kHprofImporter{"hprof", &SniffHprof, &ImportLines<HprofReader>};

}  // namespace ringscope
