#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/text/ascii.h"
#include "cct/import/frame_names.h"
#include "cct/import/importers.h"
#include "cct/import/read_lines.h"
#include "cct/import/report_notes.h"
#include "cct/import/text_parts.h"
#include "cct/tree/building/builder.h"

namespace ringscope {
namespace {

// The characters of the indent of the call graph's rows.
constexpr std::string_view kTreeCharacters = " +!:|";

bool SniffSample(std::string_view text) {
  if (text.starts_with("Analysis of sampling ") || Has(text, "\nAnalysis of sampling ")) return true;
  return Has(text, "\nCall graph:") && Has(text, " Thread_");
}

// The distance in "load address 0x102a50000 + 0x20fdc".
uint64_t DistanceIn(std::string_view text) {
  const size_t plus = text.find("+ 0x");
  if (plus == std::string_view::npos) return 0;
  std::string_view distance = text.substr(plus + 4);
  distance = distance.substr(0, distance.find_first_not_of("0123456789abcdefABCDEF"));
  return ParseNumber<uint64_t>(distance, 16).value_or(0);
}

// The frame of a row: "name  (in module) + 12  [0x10a]  file.c:7", of which all behind the name may be
// missing. Code without a name ("???") is named by its place in its module.
FrameId MacosFrame(CctBuilder& builder, std::string_view text) {
  constexpr std::string_view kIn = "  (in ";
  Frame frame{.name = Trimmed(text)};
  std::string_view behind;
  if (const size_t in = text.find(kIn); in != std::string_view::npos) {
    const size_t close = text.find(')', in);
    if (close != std::string_view::npos) {
      frame.name = Trimmed(text.substr(0, in));
      frame.module = text.substr(in + kIn.size(), close - in - kIn.size());
      behind = text.substr(close + 1);
    }
  } else if (const size_t address = text.rfind("  [0x");
             address != std::string_view::npos && text.ends_with(']')) {
    frame.name = Trimmed(text.substr(0, address));
  }
  if (frame.name == "???" || frame.name.empty()) {
    if (frame.module.empty()) return UnknownFrame(builder);
    return AddressFrame(builder, frame.module, DistanceIn(behind), DistanceIn(behind), FrameKind::kUser);
  }
  // The line is where the sample was taken, so it is no part of the frame.
  if (const size_t place = behind.rfind("]  "); place != std::string_view::npos) {
    const std::string_view file = Trimmed(behind.substr(place + 3));
    frame.file = file.substr(0, file.rfind(':'));
  }
  if (frame.module == "kernel" || frame.module == "mach_kernel") frame.kind = FrameKind::kKernel;
  const std::optional<std::string> rust = PlainRustName(frame.name);
  if (rust) frame.name = *rust;
  return builder.InternFrame(frame);
}

// "    +   ! 92 main  (in foo) + 100  [0x1]": the indent, the samples and the rest of a row.
struct SampleRow {
  size_t indent = 0;
  uint64_t count = 0;
  std::string_view text;
};
std::optional<SampleRow> ReadRow(std::string_view line) {
  SampleRow row;
  row.indent = line.find_first_not_of(kTreeCharacters);
  if (row.indent == std::string_view::npos) return std::nullopt;
  row.text = line.substr(row.indent);
  const auto count = ParseNumber<uint64_t>(TakeWord(row.text));
  row.text = Trimmed(row.text);
  if (!count || *count >> 63 != 0 || row.text.empty()) return std::nullopt;
  row.count = *count;
  return row;
}

class SampleReader : public LineReader {
 public:
  using LineReader::LineReader;

  [[nodiscard]] Result<void> ReadLine(std::string_view line) {
    if (line.starts_with("Analysis of sampling ")) {
      if (const size_t every = line.find(") every "); every != std::string_view::npos)
        interval_ = line.substr(every + 8, kMaxIntervalBytes);
    }
    if (line.starts_with("Call graph:")) {
      in_graph_ = true;
      return {};
    }
    if (!in_graph_) return {};
    if (line.starts_with("Total number in stack") || line.starts_with("Sort by top of stack") ||
        line.starts_with("Binary Images")) {
      Close(0);
      in_graph_ = false;
      has_ended_ = true;
      return {};
    }
    if (Trimmed(line).empty()) return {};
    const auto row = ReadRow(line);
    if (!row) return Skip("a line that is no row of the call graph");
    return AddRow(*row);
  }

  [[nodiscard]] Result<void> Finish() {
    Close(0);
    if (!in_graph_ && !has_ended_)
      return Fail(ErrorCode::kMalformed, "expected the line \"Call graph:\", found none");
    if (in_graph_ && run_.report.record_count > 0)
      run_.report.notes.emplace_back("The file ends within its call graph.");
    if (!interval_.empty()) Note(run_.report, "Sampled every {}.", Trimmed(interval_));
    NoteCount(run_.report, clipped_count_, "row",
              "with less samples than the rows below it: it has none of its own.");
    if (threads_.size() == 1 && !has_other_roots_ && run_.options.threads == ThreadRing::kWhenSeveral)
      LeaveOutOnlyThread(run_.builder, *threads_.begin(), {});
    return run_.builder.status();
  }

 private:
  static constexpr size_t kMaxIntervalBytes = 60;
  struct Row {
    size_t indent;
    BuildNode context;
    uint64_t count;   // inclusive samples
    uint64_t inside;  // samples of the rows below
  };

  // Ends the rows that are indented as far or further. Samples that are in no row below are self samples.
  void Close(size_t indent) {
    while (!rows_.empty() && rows_.back().indent >= indent) {
      const Row& row = rows_.back();
      if (row.inside > row.count) ++clipped_count_;
      if (row.count > row.inside) run_.builder.AddSelf(row.context, samples_, row.count - row.inside);
      rows_.pop_back();
    }
  }

  [[nodiscard]] Result<void> AddRow(const SampleRow& row) {
    if (!has_metric_) samples_ = run_.builder.AddMetric({"samples", "count", 1});
    has_metric_ = true;
    Close(row.indent);
    RINGSCOPE_TRY(CheckDepth(rows_.size()));
    BuildNode caller = kBuildRoot;
    if (!rows_.empty()) {
      caller = rows_.back().context;
      if (__builtin_add_overflow(rows_.back().inside, row.count, &rows_.back().inside))
        return FailHere(ErrorCode::kOverflow, "expected sums of samples below 2^63, found a larger one");
    }
    const bool is_thread = rows_.empty() && row.text.starts_with("Thread_");
    has_other_roots_ |= rows_.empty() && !is_thread;
    BuildNode context = kBuildRoot;
    if (!is_thread) {
      context = run_.builder.Child(caller, MacosFrame(run_.builder, row.text));
    } else if (run_.options.threads != ThreadRing::kMerged) {
      // "Thread_12   DispatchQueue_1: com.apple.main-thread  (serial)".
      const std::string name = WithSingleBlanks(row.text);
      const FrameId thread = run_.builder.InternFrame({.name = name, .kind = FrameKind::kThread});
      context = run_.builder.Child(kBuildRoot, thread);
      threads_.insert(thread);
    }
    rows_.push_back({row.indent, context, row.count, 0});
    ++run_.report.record_count;
    return {};
  }

  std::vector<Row> rows_;  // the open rows
  std::set<FrameId> threads_;
  bool has_other_roots_ = false;  // rows outside of any thread
  MetricIndex samples_ = 0;
  bool has_metric_ = false;
  bool in_graph_ = false;
  bool has_ended_ = false;
  uint64_t clipped_count_ = 0;
  std::string interval_;
};

}  // namespace

const Importer kSampleImporter{"sample", &SniffSample, &ImportLines<SampleReader>};

}  // namespace ringscope
