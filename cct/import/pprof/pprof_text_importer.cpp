#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "cct/base/text/number_text.h"
#include "cct/import/bytes/byte_source.h"
#include "cct/import/importers.h"
#include "cct/import/pprof/gperftools_importer.h"
#include "cct/import/pprof/pprof_text_line.h"
#include "cct/import/pprof/pprof_text_names.h"
#include "cct/import/pprof/pprof_text_reader.h"
#include "cct/import/pprof/pprof_text_samples.h"
#include "cct/import/pprof/pprof_units.h"
#include "cct/import/pprof/trimmed_lines.h"

namespace ringscope {
namespace {

constexpr uint64_t kPollLines = 1 << 12;

// Java does not write its rate down.
constexpr int64_t kJavaHeapPeriodBytes = 512 * 1024;

constexpr std::string_view kSymbolSection = "--- symbol";
constexpr std::string_view kSymbolSectionEnd = "---";
constexpr std::string_view kMapSections[] = {"MAPPED_LIBRARIES:", "--- Memory map: ---"};

// What a profile is by a line; nothing where it is no first line of one.
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

// Whether only a profile has such a line, wherever it stands.
bool IsHeapForm(std::optional<PprofTextForm> form) {
  return form == PprofTextForm::kHeap || form == PprofTextForm::kJemalloc;
}

// Java's contention profiles begin as those of C++ did once, and say so in front of their samples.
bool SaysJava(std::string_view rest) {
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

Result<void> ImportPprofText(const ImportRun& run) {
  std::string memory;
  RINGSCOPE_ASSIGN(const std::string_view text, ReadWhole(run.source, 1, run.job, memory));
  run.report.input_bytes = text.size();
  RINGSCOPE_TRY(PprofTextReader(text, run).Read());
  if (run.job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
  return run.builder.status();
}

}  // namespace

Result<void> PprofTextReader::Read() {
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
  std::unique_ptr<Symbolizer> symbolizer;
  if (run_.options.look_up_symbols && !is_java) symbolizer = MakeElfSymbolizer();
  AddressFrames frames(map, names_, symbolizer.get(), run_.builder, run_.job);
  PprofTextSamples samples(frames, run_);
  samples_ = &samples;
  lines_ = TrimmedLines(body, lines_.rest_offset());
  RINGSCOPE_TRY(ReadBody());
  if (ends_in_bare_line_)
    run_.report.notes.push_back("The last sample has no stack: the profile may be cut off.");
  samples.PutMetricInFront(run_.builder);
  samples.AddNotes();
  frames.AddNotes(run_.report);
  return {};
}

Result<void> PprofTextReader::FindHeader() {
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
    // "--- heap" only says what follows.
    if (lines_.line() == kSymbolSectionEnd || (!names_.empty() && lines_.line().starts_with("--- ") &&
                                               lines_.line().find("contention") == std::string_view::npos))
      continue;
    const std::optional<PprofTextForm> form = FormOf(lines_.line());
    if (form && (!first_other_line || IsHeapForm(form))) {
      form_ = *form == PprofTextForm::kJavaContention && !SaysJava(lines_.rest()) ? PprofTextForm::kContention
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

Result<void> PprofTextReader::ReadBody() {
  switch (form_) {
    case PprofTextForm::kHeap:
    case PprofTextForm::kJemalloc:
      return ReadHeap();
    case PprofTextForm::kJavaHeap:
    case PprofTextForm::kContention:
    case PprofTextForm::kMutex:
    case PprofTextForm::kJavaContention:
      return ReadTimesAndCounts();
    case PprofTextForm::kCount:
      return ReadCounts();
    case PprofTextForm::kThreads:
      return ReadThreads();
    case PprofTextForm::kCpu:
      break;
  }
  return {};
}

Result<void> PprofTextReader::Poll() {
  if (lines_.line().size() > run_.options.max_record_bytes) {
    return FailAt(
        ErrorCode::kLimit, lines_.offset(),
        fmt::format("expected lines of at most {} bytes, found a longer one", run_.options.max_record_bytes));
  }
  if (++line_count_ % kPollLines == 0 && run_.job.cancelled())
    return Fail(ErrorCode::kCancelled, "cancelled");
  return run_.builder.status();
}

void PprofTextReader::NoteMissing(uint64_t told, uint64_t found, std::string_view one,
                                  std::string_view many) {
  if (found >= told) return;
  run_.report.notes.push_back(
      fmt::format("The first line counts {}, the samples {}: the profile may be cut off.",
                  CountedText(told, one, many), CountText(found)));
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
      run_.report.notes.push_back(fmt::format("Recorded for {}.", ValueText(*number, "ms", 1)));
  }
  const bool is_heap = form_ == PprofTextForm::kJavaHeap;
  if (is_heap) {
    (void)run_.builder.AddMetric(
        {"inuse_space", std::string(ShortUnit(resolution.empty() ? "bytes" : resolution)), 1});
    (void)run_.builder.AddMetric({"inuse_objects", "count", 1});
  } else {
    // Without their rate cycles stay cycles.
    const std::string_view unit = form_ == PprofTextForm::kJavaContention
                                      ? (resolution.empty() ? "microseconds" : resolution)
                                  : cycles_per_second > 0 ? std::string_view("ns")
                                                          : std::string_view("cycles");
    (void)run_.builder.AddMetric({"delay", std::string(ShortUnit(unit)), 1});
    (void)run_.builder.AddMetric({"contentions", "count", 1});
  }
  // Go has multiplied by its period itself.
  const double weight = form_ == PprofTextForm::kMutex ? 1 : static_cast<double>(period);
  const double ns_per_cycle = cycles_per_second > 0 && form_ != PprofTextForm::kJavaContention
                                  ? 1e9 / static_cast<double>(cycles_per_second)
                                  : 1;
  while (lines_.Next()) {
    RINGSCOPE_TRY(Poll());
    const std::string_view line = lines_.line();
    if (IsBlankOrComment(line) || line.starts_with("---")) continue;
    const std::optional<ContentionCounts> counts = ParseContentionCounts(line);
    if (!counts || !ParseAddresses(counts->rest, stack_)) {
      const bool is_name = ParseAddressText(line).has_value();
      if (!is_name) run_.report.Skip("a line that is no sample", lines_.offset());
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
    run_.report.notes.push_back(fmt::format(
        "Values are estimates: the profiler looked at one of about {} bytes.", kJavaHeapPeriodBytes));
  } else if (period > 1) {
    run_.report.notes.push_back(fmt::format("Values are estimates: one of {} waits was recorded.", period));
  }
  return {};
}

Result<void> PprofTextReader::ReadCounts() {
  (void)run_.builder.AddMetric({std::string(ParseCountHeader(header_).value_or("count")), "count", 1});
  const uint64_t told = ParsePprofTextNumber(header_.substr(header_.rfind(' ') + 1)).value_or(0);
  uint64_t found = 0;
  while (lines_.Next()) {
    RINGSCOPE_TRY(Poll());
    const std::string_view line = lines_.line();
    if (IsBlankOrComment(line)) continue;
    if (line.starts_with("---")) break;
    const std::optional<CountLine> counted = ParseCountLine(line);
    if (!counted || !ParseAddresses(counted->rest, stack_)) {
      run_.report.Skip("a line that is no sample", lines_.offset());
      continue;
    }
    found += counted->count;
    RINGSCOPE_ASSIGN(const BuildNode node, StackNode(kBuildRoot));
    const double count[] = {static_cast<double>(counted->count)};
    RINGSCOPE_TRY(samples_->Add(node, count, lines_.offset()));
  }
  NoteMissing(told, found, "sample", "samples");
  return {};
}

const Importer kPprofTextImporter{"pprof text", &SniffPprofText, &ImportPprofText};

}  // namespace ringscope
