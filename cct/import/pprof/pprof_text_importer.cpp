#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/base/text/number_text.h"
#include "cct/import/below_zero.h"
#include "cct/import/bytes/byte_source.h"
#include "cct/import/import_preview.h"
#include "cct/import/importer.h"
#include "cct/import/importers.h"
#include "cct/import/limits.h"
#include "cct/import/pprof/address_frames.h"
#include "cct/import/pprof/pprof_tables.h"
#include "cct/import/pprof/pprof_text_lines.h"
#include "cct/import/report_notes.h"

namespace ringscope {
namespace {

constexpr uint64_t kPollLines = 1 << 12;

// Java does not write its rate down.
constexpr int64_t kJavaHeapPeriodBytes = 512 * 1024;

constexpr std::string_view kSymbolSection = "--- symbol";
constexpr std::string_view kSymbolSectionEnd = "---";
constexpr std::string_view kMapSections[] = {"MAPPED_LIBRARIES:", "--- Memory map: ---"};

enum class PprofTextForm : uint8_t {
  kHeap,
  kJemalloc,
  kJavaHeap,
  kContention,
  kMutex,
  kJavaContention,
  kCount,
  kThreads,
  kCpu  // binary, behind symbols
};

// The form of a profile by its first line; nullopt for other lines.
std::optional<PprofTextForm> FormOf(std::string_view line) {
  if (const std::optional<HeapHeader> header = ParseHeapHeader(line))
    return header->counts ? PprofTextForm::kHeap : PprofTextForm::kJemalloc;
  if (line == "--- heapz 1 ---") return PprofTextForm::kJavaHeap;
  if (line == "--- contentionz 1 ---") return PprofTextForm::kJavaContention;
  if (line.starts_with("--- contention")) return PprofTextForm::kContention;
  if (line.starts_with("--- mutex")) return PprofTextForm::kMutex;
  if (line.starts_with("--- threadz ") || ParseThreadLine(line)) return PprofTextForm::kThreads;
  if (ParseCountHeader(line)) return PprofTextForm::kCount;
  return std::nullopt;
}

// The first lines of these forms are found anywhere in a text: no other text has them.
bool IsHeapForm(std::optional<PprofTextForm> form) {
  return form == PprofTextForm::kHeap || form == PprofTextForm::kJemalloc;
}

// Java's contention profiles begin like old ones of C++; attributes before their samples tell them apart.
bool IsOfJava(std::string_view rest) {
  const std::string_view attributes = rest.substr(0, rest.find('@'));
  return attributes.find("format = java") != std::string_view::npos ||
         attributes.find("resolution") != std::string_view::npos;
}

bool SniffPprofText(std::string_view prefix) {
  TrimmedLines lines(prefix);
  while (lines.Next()) {
    if (IsBlankOrComment(lines.line())) continue;
    if (lines.line() == kSymbolSection || FormOf(lines.line())) return true;
    break;
  }
  while (lines.Next()) {
    if (IsHeapForm(FormOf(lines.line()))) return true;
  }
  return false;
}

// Reads a text profile of any form into the builder; each form has a function for the lines below the first.
// `text` must outlive the reader. Errors: kMalformed, kUnsupported, kLimit, kOverflow, kCancelled.
class PprofTextReader {
 public:
  PprofTextReader(std::string_view text, const ImportRun& run) : lines_(text), run_(run) {}

  Result<void> Read() {
    RINGSCOPE_TRY(FindHeader());
    if (form_ == PprofTextForm::kCpu) {
      AddressNames names = std::move(names_);
      return ReadGperftools(lines_.rest(), lines_.rest_offset(), std::move(names), run_);
    }
    size_t map_begin = std::string_view::npos;
    for (const std::string_view section : kMapSections)
      map_begin = std::min(map_begin, lines_.rest().find(section));
    const std::string_view body = lines_.rest().substr(0, map_begin);
    const bool is_java = form_ == PprofTextForm::kJavaHeap || form_ == PprofTextForm::kJavaContention;
    if (is_java || form_ == PprofTextForm::kThreads)
      FindJavaNames(body, run_.job, names_);
    else
      FindGoNames(body, run_.job, names_);
    MemoryMap map(map_begin == std::string_view::npos ? std::string_view() : lines_.rest().substr(map_begin));
    AddressFrames frames(map, names_, is_java, run_);
    frames_ = &frames;
    preview_.emplace(run_.options.preview, run_.job);
    lines_ = TrimmedLines(body, lines_.rest_offset());
    RINGSCOPE_TRY(ReadBody());
    if (ends_in_bare_line_)
      run_.report.notes.push_back("The last sample has no stack: the profile may be cut off.");
    PutMetricInFront(run_.builder);
    below_zero_.AddNote(run_.report);
    frames.AddNotes(run_.report);
    return {};
  }

 private:
  // Goes to the profile's first line, past symbols and other lines before it.
  Result<void> FindHeader() {
    std::optional<uint64_t> first_other_line;
    while (lines_.Next()) {
      RINGSCOPE_TRY(Poll());
      if (IsBlankOrComment(lines_.line())) continue;
      if (lines_.line() == kSymbolSection) {
        const size_t end = lines_.rest().find("\n---");
        const std::string_view symbols = lines_.rest().substr(0, end);
        FindSymbolNames(symbols, run_.job, names_);
        lines_ = TrimmedLines(lines_.rest().substr(symbols.size()), lines_.rest_offset() + symbols.size());
        continue;
      }
      if (lines_.line() == "--- profile" && !names_.empty()) {
        form_ = PprofTextForm::kCpu;
        return {};
      }
      // "--- heap" only announces the profile.
      if (lines_.line() == kSymbolSectionEnd || (!names_.empty() && lines_.line().starts_with("--- ") &&
                                                 lines_.line().find("contention") == std::string_view::npos))
        continue;
      const std::optional<PprofTextForm> form = FormOf(lines_.line());
      if (form && (!first_other_line || IsHeapForm(form))) {
        form_ = *form == PprofTextForm::kJavaContention && !IsOfJava(lines_.rest())
                    ? PprofTextForm::kContention
                    : *form;
        header_ = lines_.line();
        return {};
      }
      if (!first_other_line) first_other_line = lines_.offset();
      run_.report.Skip("a line in front of the profile", lines_.offset());
    }
    return FailAt(ErrorCode::kMalformed, first_other_line.value_or(lines_.offset()),
                  "expected the first line of a text profile of pprof");
  }

  Result<void> ReadBody() {
    if (IsHeapForm(form_)) return ReadHeap();
    if (form_ == PprofTextForm::kCount) return ReadCounts();
    return form_ == PprofTextForm::kThreads ? ReadThreads() : ReadTimesAndCounts();
  }

  // Called for each line: checks its length, cancellation and the builder.
  Result<void> Poll() {
    if (lines_.line().size() > run_.options.max_record_bytes) {
      return FailAt(ErrorCode::kLimit, lines_.offset(),
                    "expected lines of at most {} bytes, found a longer one", run_.options.max_record_bytes);
    }
    if (++line_count_ % kPollLines == 0 && run_.job.cancelled())
      return Fail(ErrorCode::kCancelled, "cancelled");
    return run_.builder.status();
  }

  // Each line is a sample. jemalloc instead writes a stack and lines of counts below it: "t*: " for all
  // threads, then "t1: " for each.
  Result<void> ReadHeap() {
    const std::optional<HeapHeader> header = ParseHeapHeader(header_);
    std::optional<HeapCounts> totals = header->counts;
    // Each thread that allocated stands once before the first stack.
    std::set<std::string_view> threads;
    TrimmedLines first_lines = lines_;
    while (form_ == PprofTextForm::kJemalloc && first_lines.Next() && !first_lines.line().starts_with('@')) {
      const std::optional<ThreadCounts> counts = ParseThreadCounts(first_lines.line());
      if (counts && counts->thread == "*") totals = counts->counts;
      if (counts && counts->thread != "*" && threads.size() < 2) threads.insert(counts->thread);
    }
    const bool by_thread = run_.options.threads == ThreadRing::kAlways ||
                           (run_.options.threads == ThreadRing::kWhenSeveral && threads.size() > 1);
    // A program that does not know the freed objects writes the same numbers twice.
    has_allocations_ =
        totals && ((totals->allocated_count != totals->in_use_count && totals->allocated_count != 0) ||
                   (totals->allocated_bytes != totals->in_use_bytes && totals->allocated_bytes != 0));
    if (header->source == "heap_v2" || header->source == "heapz_v2") period_bytes_ = header->period_bytes;
    if (header->source == "heap") period_bytes_ = header->period_bytes / 2;  // Go writes twice its rate
    const std::string_view prefix = has_allocations_ ? "inuse_" : "";
    (void)run_.builder.AddMetric({fmt::format("{}space", prefix), "bytes", 1});
    (void)run_.builder.AddMetric({fmt::format("{}objects", prefix), "count", 1});
    if (has_allocations_) {
      (void)run_.builder.AddMetric({"alloc_space", "bytes", 1});
      (void)run_.builder.AddMetric({"alloc_objects", "count", 1});
    }

    bool has_stack = false;  // jemalloc: lines of counts for stack_ may follow
    while (lines_.Next()) {
      RINGSCOPE_TRY(Poll());
      const std::string_view line = lines_.line();
      if (IsBlankOrComment(line)) continue;
      if (form_ == PprofTextForm::kHeap) {
        const std::optional<HeapCounts> counts = ParseHeapCounts(line);
        if (!counts || !counts->rest.starts_with('@') || !ParseAddresses(counts->rest, stack_)) {
          run_.report.Skip("a line that is no sample", lines_.offset());
          continue;
        }
        RINGSCOPE_ASSIGN(const BuildNode node, StackNode(kBuildRoot));
        RINGSCOPE_TRY(AddHeap(node, *counts));
        continue;
      }
      if (line.starts_with('@')) {
        has_stack = ParseAddresses(line, stack_);
        if (!has_stack) run_.report.Skip("a stack that is not made of addresses", lines_.offset());
        continue;
      }
      const std::optional<ThreadCounts> counts = ParseThreadCounts(line);
      if (!counts) {
        // Newer versions write other lines below a stack.
        if (!has_stack) run_.report.Skip("a line that is no sample", lines_.offset());
        continue;
      }
      if (!has_stack || (counts->thread == "*") == by_thread) continue;
      BuildNode above = kBuildRoot;
      if (by_thread) above = run_.builder.Child(kBuildRoot, ThreadFrame(*counts));
      RINGSCOPE_ASSIGN(const BuildNode node, StackNode(above));
      RINGSCOPE_TRY(AddHeap(node, counts->counts));
    }
    if (totals) {
      const auto not_below_zero = [](int64_t count) {
        return static_cast<uint64_t>(std::max<int64_t>(count, 0));
      };
      NoteMissing(not_below_zero(totals->in_use_count), not_below_zero(static_cast<int64_t>(in_use_count_)),
                  "object in use", "objects in use");
      if (has_allocations_)
        NoteMissing(not_below_zero(totals->allocated_count),
                    not_below_zero(static_cast<int64_t>(allocated_count_)), "allocated object",
                    "allocated objects");
    }
    if (period_bytes_ > 1) NoteEstimates(period_bytes_);
    return {};
  }

  // Each line is two numbers and a stack: bytes and objects of a Java heap, or the time and number of waits.
  Result<void> ReadTimesAndCounts() {
    uint64_t cycles_per_second = 0;
    uint64_t period = 1;
    std::string_view resolution;
    TrimmedLines samples = lines_;
    while (samples.Next()) {
      const std::string_view line = samples.line();
      const std::optional<PprofTextAttribute> attribute = ParsePprofTextAttribute(line);
      if (!attribute && !IsBlankOrComment(line) && !line.starts_with("---")) break;
      lines_ = samples;
      if (!attribute) continue;
      const std::optional<uint64_t> number = ParsePprofTextNumber(attribute->text);
      if (attribute->name == "resolution") resolution = attribute->text;
      if (attribute->name == "cycles/second") cycles_per_second = number.value_or(0);
      if (attribute->name == "sampling period") period = std::max<uint64_t>(number.value_or(1), 1);
      if (attribute->name == "ms since reset" && number.value_or(0) > 0)
        Note(run_.report, "Recorded for {}.", ValueText(*number, "ms", 1));
    }
    const bool is_heap = form_ == PprofTextForm::kJavaHeap;
    const bool is_java = is_heap || form_ == PprofTextForm::kJavaContention;
    // Without a rate the unit of waits is cycles.
    std::string_view unit = cycles_per_second > 0 ? "ns" : "cycles";
    if (is_java) unit = !resolution.empty() ? resolution : is_heap ? "bytes" : "microseconds";
    (void)run_.builder.AddMetric({is_heap ? "inuse_space" : "delay", ShortUnit(unit), 1});
    (void)run_.builder.AddMetric({is_heap ? "inuse_objects" : "contentions", "count", 1});
    // Go has already multiplied by its period.
    const double weight = form_ == PprofTextForm::kMutex ? 1 : static_cast<double>(period);
    const double ns_per_cycle = cycles_per_second > 0 && form_ != PprofTextForm::kJavaContention
                                    ? 1e9 / static_cast<double>(cycles_per_second)
                                    : 1;
    while (lines_.Next()) {
      RINGSCOPE_TRY(Poll());
      const std::string_view line = lines_.line();
      if (IsBlankOrComment(line) || line.starts_with("---")) continue;
      uint64_t time_and_count[2];
      if (!ParseCountedStack(line, time_and_count, stack_)) {
        const bool is_name = ParseAddressText(line).has_value();
        if (!is_name) run_.report.Skip("a line that is no sample", lines_.offset());
        continue;
      }
      const auto [time, count] = time_and_count;
      RINGSCOPE_ASSIGN(const BuildNode node, StackNode(kBuildRoot));
      double values[] = {static_cast<double>(time) * weight * ns_per_cycle,
                         static_cast<double>(count) * weight};
      if (is_heap) {
        const HeapEstimate estimate = EstimateHeap(count, time, kJavaHeapPeriodBytes);
        values[0] = estimate.bytes;
        values[1] = estimate.count;
      }
      RINGSCOPE_TRY(AddValues(node, values));
    }
    if (is_heap)
      NoteEstimates(kJavaHeapPeriodBytes);
    else if (period > 1)
      Note(run_.report, "Values are estimates: one of {} waits was recorded.", period);
    return {};
  }

  Result<void> ReadCounts() {
    (void)run_.builder.AddMetric({std::string(ParseCountHeader(header_).value_or("count")), "count", 1});
    const uint64_t told = ParsePprofTextNumber(header_.substr(header_.rfind(' ') + 1)).value_or(0);
    uint64_t found = 0;
    while (lines_.Next()) {
      RINGSCOPE_TRY(Poll());
      const std::string_view line = lines_.line();
      if (IsBlankOrComment(line)) continue;
      if (line.starts_with("---")) break;
      uint64_t number[1];
      if (!ParseCountedStack(line, number, stack_)) {
        run_.report.Skip("a line that is no sample", lines_.offset());
        continue;
      }
      found += number[0];
      RINGSCOPE_ASSIGN(const BuildNode node, StackNode(kBuildRoot));
      const double count[] = {static_cast<double>(number[0])};
      RINGSCOPE_TRY(AddValues(node, count));
    }
    NoteMissing(told, found, "sample", "samples");
    return {};
  }

  // Each thread has a stack on one or more lines, or a line that refers to the stack of the thread before.
  // The creator of a thread, if told, is the outermost frame.
  Result<void> ReadThreads() {
    (void)run_.builder.AddMetric({"threads", "count", 1});
    constexpr double kOne[] = {1};
    std::vector<uint64_t> stack;
    bool in_thread = ParseThreadLine(header_).has_value();
    bool same = false;
    const auto finish = [&]() -> Result<void> {
      if (!in_thread) return {};
      if (!same) stack_.swap(stack);
      stack.clear();
      same = false;
      RINGSCOPE_ASSIGN(const BuildNode node, StackNode(kBuildRoot));
      return AddValues(node, kOne);
    };
    while (lines_.Next()) {
      RINGSCOPE_TRY(Poll());
      std::string_view line = lines_.line();
      if (line.starts_with("---")) {
        RINGSCOPE_TRY(finish());
        in_thread = ParseThreadLine(line).has_value();
        continue;
      }
      if (!in_thread || line.empty()) continue;
      if (line.find("same as previous thread") != std::string_view::npos) {
        same = true;
        continue;
      }
      line = WithoutThreadWord(line);
      if (std::vector<uint64_t> part; ParseAddresses(line, part)) {
        stack.insert(stack.end(), part.begin(), part.end());
      } else if (const std::optional<AddressText> named = ParseAddressText(line)) {
        stack.push_back(named->address);
      } else {
        run_.report.Skip("a line that is no address", lines_.offset());
      }
    }
    return finish();
  }

  FrameId ThreadFrame(const ThreadCounts& counts) {
    const std::string name = counts.counts.rest.empty()
                                 ? fmt::format("thread {}", counts.thread)
                                 : fmt::format("{} (thread {})", counts.counts.rest, counts.thread);
    return run_.builder.InternFrame({.name = name, .kind = FrameKind::kThread});
  }

  Result<void> AddHeap(BuildNode node, const HeapCounts& counts) {
    const auto estimate = [&](int64_t count, int64_t bytes) {
      if (count == 0 && bytes != 0) run_.report.Keep("bytes of no object", lines_.offset());
      return EstimateHeap(count, bytes, period_bytes_);
    };
    // Modulo 2^64, as differences have counts below zero.
    in_use_count_ += static_cast<uint64_t>(counts.in_use_count);
    allocated_count_ += static_cast<uint64_t>(counts.allocated_count);
    const HeapEstimate in_use = estimate(counts.in_use_count, counts.in_use_bytes);
    const HeapEstimate allocated = estimate(counts.allocated_count, counts.allocated_bytes);
    const double values[] = {in_use.bytes, in_use.count, allocated.bytes, allocated.count};
    return AddValues(node, std::span(values).first(has_allocations_ ? 4 : 2));
  }

  // The context of stack_ below `above`.
  Result<BuildNode> StackNode(BuildNode above) {
    ends_in_bare_line_ = stack_.empty() && lines_.rest().empty();
    if (stack_.size() > run_.options.max_stack_depth)
      return FailAt(ErrorCode::kLimit, lines_.offset(), TooDeep(run_.options.max_stack_depth, stack_.size()));
    // The functions that sample (malloc, locks) were called: even the innermost address is a return address.
    for (size_t i = stack_.size(); i-- > 0;) above = frames_->Child(above, stack_[i], AddressUse::kReturn);
    RINGSCOPE_TRY(run_.builder.status());
    return above;
  }

  // Adds `values`, by metric, to a context. kOverflow for NaN, and for 2^63 or more of either sign.
  Result<void> AddValues(BuildNode node, std::span<const double> values) {
    constexpr double kTooLarge = 9223372036854775808.0;  // 2^63
    has_values_.resize(std::max(has_values_.size(), values.size()), 0);
    for (size_t metric = 0; metric < values.size(); ++metric) {
      // True for NaN too.
      if (!(std::abs(values[metric]) < kTooLarge)) {
        return FailAt(ErrorCode::kOverflow, lines_.offset(), "expected values below 2^63, found {:.3g}",
                      values[metric]);
      }
      const auto value = static_cast<int64_t>(values[metric]);
      if (value == 0) continue;
      below_zero_.AddSelf(run_.builder, node, static_cast<MetricIndex>(metric), value);
      if (value > 0) has_values_[metric] = 1;
    }
    ++run_.report.record_count;
    if (preview_->Wanted()) {
      preview_->Add({run_.builder, {}, kBuildRoot, [this](CctBuilder& copy) {
                       PutMetricInFront(copy);
                       return true;
                     }});
    }
    return run_.builder.status();
  }

  // Puts the first metric that is not 0 everywhere in front, in the tree's builder or a copy of it.
  void PutMetricInFront(CctBuilder& builder) const {
    const auto first =
        static_cast<MetricIndex>(std::ranges::find(has_values_, uint8_t{1}) - has_values_.begin());
    if (first == 0 || first >= builder.metric_count()) return;
    std::vector<MetricIndex> order{first};
    for (MetricIndex metric = 0; metric < builder.metric_count(); ++metric) {
      if (metric != first) order.push_back(metric);
    }
    builder.PermuteMetrics(order);
  }

  // Notes that the first line counts more than the samples, if it does.
  void NoteMissing(uint64_t told, uint64_t found, std::string_view one, std::string_view many) {
    if (found >= told) return;
    Note(run_.report, "The first line counts {}, the samples {}: the profile may be cut off.",
         CountedText(told, one, many), CountText(found));
  }
  void NoteEstimates(int64_t period_bytes) {
    Note(run_.report, "Values are estimates: the profiler looked at one of about {} bytes.", period_bytes);
  }

  TrimmedLines lines_;
  const ImportRun run_;
  AddressNames names_;
  AddressFrames* frames_ = nullptr;  // while stacks are read
  std::optional<RecordPreview> preview_;
  std::vector<uint8_t> has_values_;  // by metric
  BelowZero below_zero_;
  PprofTextForm form_ = PprofTextForm::kHeap;
  std::string_view header_;
  std::vector<uint64_t> stack_;
  uint64_t line_count_ = 0;
  bool ends_in_bare_line_ = false;
  int64_t period_bytes_ = 0;                         // of a heap
  uint64_t in_use_count_ = 0, allocated_count_ = 0;  // of a heap's samples, as written
  bool has_allocations_ = false;
};

Result<void> ImportPprofText(const ImportRun& run) {
  RINGSCOPE_ASSIGN(const WholeInput whole, ReadWhole(run.source, 1, run.job));
  const std::string_view text = whole.text;
  run.report.input_bytes = text.size();
  RINGSCOPE_TRY(PprofTextReader(text, run).Read());
  if (run.job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
  return run.builder.status();
}

}  // namespace

const Importer kPprofTextImporter{"pprof text", &SniffPprofText, &ImportPprofText};

}  // namespace ringscope
