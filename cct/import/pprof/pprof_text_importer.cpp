#include "cct/import/pprof/pprof_text_importer.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "cct/base/number_text.h"
#include "cct/import/line_blocks.h"
#include "cct/import/pprof/pprof_text_line.h"
#include "cct/import/pprof/pprof_text_names.h"
#include "cct/import/pprof/pprof_text_samples.h"
#include "cct/import/pprof/pprof_units.h"
#include "cct/import/pprof/trimmed_lines.h"
#include "cct/import/read_whole.h"

namespace ringscope {
namespace {

// As names and the memory map stand at the end, a profile has to lie in memory as a whole.

constexpr uint64_t kPollLines = 1 << 12;

// Java does not write its rate down.
constexpr int64_t kJavaHeapPeriodBytes = 512 * 1024;

constexpr std::string_view kSymbolSection = "--- symbol";
constexpr std::string_view kSymbolSectionEnd = "---";
constexpr std::string_view kMapSections[] = {"MAPPED_LIBRARIES:", "--- Memory map: ---"};

enum class Form : uint8_t {
  kHeap,
  kJemalloc,
  kJavaHeap,
  kContention,
  kMutex,
  kJavaContention,
  kCount,
  kThreads
};

// What a profile is by a line; nothing where it is no first line of one.
std::optional<Form> FormOf(std::string_view line) {
  if (const std::optional<HeapHeader> header = ParseHeapHeader(line))
    return header->counts ? Form::kHeap : Form::kJemalloc;
  if (line == "--- heapz 1 ---") return Form::kJavaHeap;
  if (line == "--- contentionz 1 ---") return Form::kJavaContention;
  if (line.starts_with("--- contention")) return Form::kContention;
  if (line.starts_with("--- mutex")) return Form::kMutex;
  if (line.starts_with("--- threadz ") || ParseThreadLine(line)) return Form::kThreads;
  if (ParseCountHeader(line)) return Form::kCount;
  return std::nullopt;
}

// Java's contention profiles begin as those of C++ did once, and say so in front of their samples.
bool SaysJava(std::string_view rest) {
  const std::string_view attributes = rest.substr(0, rest.find('@'));
  return attributes.find("format = java") != std::string_view::npos ||
         attributes.find("resolution") != std::string_view::npos;
}

bool IsBlankOrComment(std::string_view line) { return line.empty() || line[0] == '#'; }

SniffResult SniffPprofText(std::span<const std::byte> prefix) {
  TrimmedLines lines(AsText(prefix));
  while (lines.Next()) {
    if (IsBlankOrComment(lines.line())) continue;
    return lines.line() == kSymbolSection || FormOf(lines.line()) ? SniffResult::kYes : SniffResult::kNo;
  }
  return SniffResult::kNo;
}

class PprofTextReader {
 public:
  PprofTextReader(std::string_view text, const ImportOptions& options, CctBuilder& builder,
                  ImportReport& report, JobControl& job)
      : lines_(text), options_(options), builder_(builder), report_(report), job_(job) {}

  Result<void> Read() {
    RINGSCOPE_TRY(FindHeader());
    size_t map_begin = std::string_view::npos;
    for (const std::string_view section : kMapSections)
      map_begin = std::min(map_begin, lines_.rest().find(section));
    const std::string_view body = lines_.rest().substr(0, map_begin);
    const bool is_java = form_ == Form::kJavaHeap || form_ == Form::kJavaContention;
    if (is_java || form_ == Form::kThreads)
      FindJavaNames(body, job_, names_);
    else
      FindGoNames(body, job_, names_);
    MemoryMap map(map_begin == std::string_view::npos ? std::string_view() : lines_.rest().substr(map_begin));
    const std::unique_ptr<Symbolizer> symbolizer =
        options_.look_up_symbols && !is_java ? MakeElfSymbolizer() : nullptr;
    AddressFrames frames(map, names_, symbolizer.get(), builder_, job_);
    // What allocates, waits or counts has been called: even the innermost address is where a call returns to.
    PprofTextSamples samples(frames, AddressUse::kReturn, options_, builder_, report_, job_);
    samples_ = &samples;
    lines_ = TrimmedLines(body, lines_.rest_offset());
    RINGSCOPE_TRY(ReadBody());
    if (ends_in_bare_line_)
      report_.notes.push_back("The last sample has no stack: the profile may be cut off.");
    samples.PutMetricInFront(builder_);
    frames.AddNotes(report_);
    return {};
  }

 private:
  // Goes to the line that tells what the profile is, past symbols in front of it.
  Result<void> FindHeader() {
    while (lines_.Next()) {
      RINGSCOPE_TRY(Poll());
      if (IsBlankOrComment(lines_.line())) continue;
      if (lines_.line() == kSymbolSection) {
        const size_t end = lines_.rest().find("\n---");
        const std::string_view symbols = lines_.rest().substr(0, end);
        FindSymbolNames(symbols, job_, names_);
        lines_ = TrimmedLines(lines_.rest().substr(symbols.size()), lines_.rest_offset() + symbols.size());
        continue;
      }
      if (lines_.line() == "--- profile" && !names_.empty()) {
        return FailAt(ErrorCode::kUnsupported, lines_.offset(),
                      "expected a heap or contention profile behind the symbols, found a CPU profile");
      }
      // "--- heap" only says what follows.
      if (lines_.line() == kSymbolSectionEnd || (!names_.empty() && lines_.line().starts_with("--- ") &&
                                                 lines_.line().find("contention") == std::string_view::npos))
        continue;
      if (const std::optional<Form> form = FormOf(lines_.line())) {
        form_ = *form == Form::kJavaContention && !SaysJava(lines_.rest()) ? Form::kContention : *form;
        header_ = lines_.line();
        return {};
      }
      break;
    }
    return FailAt(ErrorCode::kMalformed, lines_.offset(),
                  "expected the first line of a text profile of pprof");
  }

  Result<void> ReadBody() {
    switch (form_) {
      case Form::kHeap:
      case Form::kJemalloc:
        return ReadHeap();
      case Form::kJavaHeap:
      case Form::kContention:
      case Form::kMutex:
      case Form::kJavaContention:
        return ReadTimesAndCounts();
      case Form::kCount:
        return ReadCounts();
      case Form::kThreads:
        return ReadThreads();
    }
    return {};
  }

  // Every now and then: whether to go on, and how far it is.
  Result<void> Poll() {
    if (lines_.line().size() > options_.max_record_bytes) {
      return FailAt(
          ErrorCode::kLimit, lines_.offset(),
          fmt::format("expected lines of at most {} bytes, found a longer one", options_.max_record_bytes));
    }
    if (++line_count_ % kPollLines == 0 && job_.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
    return builder_.status();
  }

  Result<void> ReadHeap();
  Result<void> ReadTimesAndCounts();
  Result<void> ReadCounts();
  Result<void> ReadThreads();

  FrameId ThreadFrame(const ThreadCounts& counts);
  // False and counted where one is below zero.
  bool AreCounts(const HeapCounts& counts) {
    if (counts.in_use_count >= 0 && counts.in_use_bytes >= 0 && counts.allocated_count >= 0 &&
        counts.allocated_bytes >= 0)
      return true;
    report_.Skip("a sample with values below zero", lines_.offset());
    return false;
  }
  Result<void> AddHeap(BuildNode node, const HeapCounts& counts);
  Result<BuildNode> StackNode(BuildNode above) {
    ends_in_bare_line_ = stack_.empty() && lines_.rest().empty();
    return samples_->ContextOf(stack_, above, lines_.offset());
  }
  // Where the first line counts more than the samples do.
  void NoteMissing(uint64_t told, uint64_t found, std::string_view what) {
    if (found >= told) return;
    report_.notes.push_back(fmt::format(
        "The first line counts {} {}, the samples {}: the profile may be cut off.", told, what, found));
  }

  TrimmedLines lines_;
  const ImportOptions& options_;
  CctBuilder& builder_;
  ImportReport& report_;
  JobControl& job_;
  AddressNames names_;
  PprofTextSamples* samples_ = nullptr;
  Form form_ = Form::kHeap;
  std::string_view header_;
  std::vector<uint64_t> stack_;
  uint64_t line_count_ = 0;
  bool ends_in_bare_line_ = false;
  int64_t period_bytes_ = 0;                         // of a heap
  uint64_t in_use_count_ = 0, allocated_count_ = 0;  // of a heap's samples, as they stand there
  bool has_allocations_ = false;
};

Result<void> PprofTextReader::AddHeap(BuildNode node, const HeapCounts& counts) {
  const auto estimate = [&](int64_t count, int64_t bytes) {
    if (count == 0 && bytes != 0) report_.Skip("bytes of no object", lines_.offset());
    return EstimateHeap(static_cast<uint64_t>(count), static_cast<uint64_t>(bytes), period_bytes_);
  };
  in_use_count_ += static_cast<uint64_t>(counts.in_use_count);
  allocated_count_ += static_cast<uint64_t>(counts.allocated_count);
  const HeapEstimate in_use = estimate(counts.in_use_count, counts.in_use_bytes);
  const HeapEstimate allocated = estimate(counts.allocated_count, counts.allocated_bytes);
  const double values[] = {in_use.bytes, in_use.count, allocated.bytes, allocated.count};
  return samples_->Add(node, std::span(values).first(has_allocations_ ? 4 : 2), lines_.offset());
}

// One sample a line, or, as jemalloc writes it, a stack and below it its counts: "t*: " of all threads, then
// "t1: " of each.
Result<void> PprofTextReader::ReadHeap() {
  const std::optional<HeapHeader> header = ParseHeapHeader(header_);
  std::optional<HeapCounts> totals = header->counts;
  // Each thread that allocated stands once before the first stack.
  std::set<std::string_view> threads;
  TrimmedLines first_lines = lines_;
  while (form_ == Form::kJemalloc && first_lines.Next() && !first_lines.line().starts_with('@')) {
    const std::optional<ThreadCounts> counts = ParseThreadCounts(first_lines.line());
    if (counts && counts->thread == "*") totals = counts->counts;
    if (counts && counts->thread != "*" && threads.size() < 2) threads.insert(counts->thread);
  }
  const bool by_thread = options_.threads == ThreadRing::kAlways ||
                         (options_.threads == ThreadRing::kWhenSeveral && threads.size() > 1);
  // The same numbers twice are of a program that does not know what was freed.
  has_allocations_ =
      totals && ((totals->allocated_count != totals->in_use_count && totals->allocated_count != 0) ||
                 (totals->allocated_bytes != totals->in_use_bytes && totals->allocated_bytes != 0));
  if (header->source == "heap_v2" || header->source == "heapz_v2") period_bytes_ = header->period_bytes;
  if (header->source == "heap") period_bytes_ = header->period_bytes / 2;  // Go writes twice its rate
  const std::string_view prefix = has_allocations_ ? "inuse_" : "";
  (void)builder_.AddMetric({fmt::format("{}space", prefix), "bytes", 1});
  (void)builder_.AddMetric({fmt::format("{}objects", prefix), "count", 1});
  if (has_allocations_) {
    (void)builder_.AddMetric({"alloc_space", "bytes", 1});
    (void)builder_.AddMetric({"alloc_objects", "count", 1});
  }

  bool has_stack = false;  // jemalloc: one that counts may follow
  while (lines_.Next()) {
    RINGSCOPE_TRY(Poll());
    const std::string_view line = lines_.line();
    if (IsBlankOrComment(line)) continue;
    if (form_ == Form::kHeap) {
      const std::optional<HeapCounts> counts = ParseHeapCounts(line);
      if (!counts || !counts->rest.starts_with('@') || !ParseAddresses(counts->rest, stack_)) {
        report_.Skip("a line that is no sample", lines_.offset());
        continue;
      }
      if (!AreCounts(*counts)) continue;
      RINGSCOPE_ASSIGN(const BuildNode node, StackNode(kBuildRoot));
      RINGSCOPE_TRY(AddHeap(node, *counts));
      continue;
    }
    if (line.starts_with('@')) {
      has_stack = ParseAddresses(line, stack_);
      if (!has_stack) report_.Skip("a stack that is not made of addresses", lines_.offset());
      continue;
    }
    const std::optional<ThreadCounts> counts = ParseThreadCounts(line);
    if (!counts) {
      // Other lines below a stack are of newer versions.
      if (!has_stack) report_.Skip("a line that is no sample", lines_.offset());
      continue;
    }
    if (!has_stack || (counts->thread == "*") == by_thread) continue;
    if (!AreCounts(counts->counts)) continue;
    BuildNode above = kBuildRoot;
    if (by_thread) above = builder_.Child(kBuildRoot, ThreadFrame(*counts));
    RINGSCOPE_ASSIGN(const BuildNode node, StackNode(above));
    RINGSCOPE_TRY(AddHeap(node, counts->counts));
  }
  if (totals) {
    NoteMissing(static_cast<uint64_t>(std::max<int64_t>(totals->in_use_count, 0)), in_use_count_,
                "objects in use");
    if (has_allocations_)
      NoteMissing(static_cast<uint64_t>(std::max<int64_t>(totals->allocated_count, 0)), allocated_count_,
                  "allocated objects");
  }
  if (period_bytes_ > 1) {
    report_.notes.push_back(
        fmt::format("Values are estimates: the profiler looked at one of about {} bytes.", period_bytes_));
  }
  return {};
}

FrameId PprofTextReader::ThreadFrame(const ThreadCounts& counts) {
  const std::string name = counts.name.empty() ? fmt::format("thread {}", counts.thread)
                                               : fmt::format("{} (thread {})", counts.name, counts.thread);
  return builder_.InternFrame({.name = name, .kind = FrameKind::kThread});
}

// Two numbers and a stack a line: bytes and objects of a Java heap, or times and numbers of waits.
Result<void> PprofTextReader::ReadTimesAndCounts() {
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
      report_.notes.push_back(fmt::format("Recorded for {}.", ValueText(*number, "ms", 1)));
  }
  const bool is_heap = form_ == Form::kJavaHeap;
  if (is_heap) {
    (void)builder_.AddMetric(
        {"inuse_space", std::string(ShortUnit(resolution.empty() ? "bytes" : resolution)), 1});
    (void)builder_.AddMetric({"inuse_objects", "count", 1});
  } else {
    // Without their rate cycles stay cycles.
    const std::string_view unit = form_ == Form::kJavaContention
                                      ? (resolution.empty() ? "microseconds" : resolution)
                                  : cycles_per_second > 0 ? std::string_view("ns")
                                                          : std::string_view("cycles");
    (void)builder_.AddMetric({"delay", std::string(ShortUnit(unit)), 1});
    (void)builder_.AddMetric({"contentions", "count", 1});
  }
  // Go has multiplied by its period itself.
  const double weight = form_ == Form::kMutex ? 1 : static_cast<double>(period);
  const double ns_per_cycle = cycles_per_second > 0 && form_ != Form::kJavaContention
                                  ? 1e9 / static_cast<double>(cycles_per_second)
                                  : 1;
  while (lines_.Next()) {
    RINGSCOPE_TRY(Poll());
    const std::string_view line = lines_.line();
    if (IsBlankOrComment(line) || line.starts_with("---")) continue;
    const std::optional<ContentionCounts> counts = ParseContentionCounts(line);
    if (!counts || !ParseAddresses(counts->rest, stack_)) {
      const bool is_name = ParseAddressText(line).has_value();
      if (!is_name) report_.Skip("a line that is no sample", lines_.offset());
      continue;
    }
    RINGSCOPE_ASSIGN(const BuildNode node, StackNode(kBuildRoot));
    double values[] = {static_cast<double>(counts->time) * weight * ns_per_cycle,
                       static_cast<double>(counts->count) * weight};
    if (is_heap) {
      const HeapEstimate estimate = EstimateHeap(counts->count, counts->time, kJavaHeapPeriodBytes);
      values[0] = estimate.bytes;
      values[1] = estimate.count;
    }
    RINGSCOPE_TRY(samples_->Add(node, values, lines_.offset()));
  }
  if (is_heap) {
    report_.notes.push_back(fmt::format("Values are estimates: the profiler looked at one of about {} bytes.",
                                        kJavaHeapPeriodBytes));
  } else if (period > 1) {
    report_.notes.push_back(fmt::format("Values are estimates: one of {} waits was recorded.", period));
  }
  return {};
}

Result<void> PprofTextReader::ReadCounts() {
  (void)builder_.AddMetric({std::string(ParseCountHeader(header_).value_or("count")), "count", 1});
  const uint64_t told = ParsePprofTextNumber(header_.substr(header_.rfind(' ') + 1)).value_or(0);
  uint64_t found = 0;
  while (lines_.Next()) {
    RINGSCOPE_TRY(Poll());
    const std::string_view line = lines_.line();
    if (IsBlankOrComment(line)) continue;
    if (line.starts_with("---")) break;
    const std::optional<CountLine> counted = ParseCountLine(line);
    if (!counted || !ParseAddresses(counted->rest, stack_)) {
      report_.Skip("a line that is no sample", lines_.offset());
      continue;
    }
    found += counted->count;
    RINGSCOPE_ASSIGN(const BuildNode node, StackNode(kBuildRoot));
    const double count[] = {static_cast<double>(counted->count)};
    RINGSCOPE_TRY(samples_->Add(node, count, lines_.offset()));
  }
  NoteMissing(told, found, "samples");
  return {};
}

// The stack of each thread, on one line or several, or that it is that of the thread before.
Result<void> PprofTextReader::ReadThreads() {
  (void)builder_.AddMetric({"threads", "count", 1});
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
    return samples_->Add(node, kOne, lines_.offset());
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
    if (line.starts_with("PC:")) line.remove_prefix(3);
    if (std::vector<uint64_t> part; ParseAddresses(line, part)) {
      stack.insert(stack.end(), part.begin(), part.end());
    } else if (const std::optional<AddressText> named = ParseAddressText(line)) {
      stack.push_back(named->address);
    } else {
      report_.Skip("a line that is no address", lines_.offset());
    }
  }
  return finish();
}

Result<void> ImportPprofText(ByteSource& source, const ImportOptions& options, CctBuilder& builder,
                             ImportReport& report, JobControl& job) {
  std::string memory;
  MemoryLease lease(options.build.memory);
  RINGSCOPE_ASSIGN(const std::string_view text, ReadWhole(source, 1, job, memory, lease));
  report.input_bytes = text.size();
  RINGSCOPE_TRY(PprofTextReader(text, options, builder, report, job).Read());
  if (job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
  return builder.status();
}

}  // namespace

const Importer kPprofTextImporter{"pprof text", &SniffPprofText, &ImportPprofText};

}  // namespace ringscope
