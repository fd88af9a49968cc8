#include "cct/import/import_profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "cct/base/text/number_text.h"
#include "cct/import/importers.h"
#include "cct/import/json/json_shape.h"
#include "cct/import/report_notes.h"
#include "cct/import/text_parts.h"
#include "cct/tree/building/frame_interner.h"

namespace ringscope {
namespace {

// clang-format off
constexpr const Importer* kImporters[] = {
    &kTraceMemoryImporter,
    &kJfrImporter,
    &kPerfDataImporter,
    &kSimpleperfProtoImporter,
    &kOtlpImporter,
    &kPprofImporter,
    &kGperftoolsImporter,
    &kPprofTextImporter,
    &kPstatsImporter,
    &kOtlpJsonImporter,
    &kFirefoxImporter,
    &kSafariImporter,
    &kPyinstrumentImporter,
    &kGhcJsonImporter,
    &kV8LogImporter,
    &kTraceImporter,
    &kSpeedscopeImporter,
    &kDhatImporter,
    &kStackprofImporter,
    &kHeapProfileImporter,
    &kCpuProfileImporter,
    &kTimemoryImporter,
    &kCaliperImporter,
    &kCaliImporter,
    &kHatchetImporter,
    &kHpctoolkitImporter,
    &kHeaptrackImporter,
    &kAprofImporter,
    &kCallgrindImporter,
    &kGprofImporter,
    &kGhcProfImporter,
    &kHprofImporter,
    &kSampleImporter,
    &kInstrumentsImporter,
    &kSimpleperfImporter,
    &kPmcstatImporter,
    &kBpftraceImporter,
    &kDtraceImporter,
    &kPerfImporter,
    &kAustinImporter,
    &kFoldedImporter,
};
// clang-format on

// The importers that skip any amount of other text in front of the first line of their format.
constexpr const Importer* kAfterOtherText[] = {
    &kCallgrindImporter, &kGprofImporter,      &kGhcProfImporter,   &kHprofImporter,
    &kSampleImporter,    &kSimpleperfImporter, &kPmcstatImporter,   &kBpftraceImporter,
    &kDtraceImporter,    &kPerfImporter,       &kPprofTextImporter,
};

// The line and column of the error's offset, for text inputs: one more pass, only on failure.
void AddLineAndColumn(ByteSource& source, Error& error) {
  if (!error.byte_offset || error.line) return;
  source.Rewind();
  uint64_t line = 1;
  uint64_t line_begin = 0;
  uint64_t offset = 0;
  while (offset < *error.byte_offset) {
    const auto piece = source.Next();
    if (!piece) return;  // the source cannot be read again
    if (piece->empty()) break;
    const std::string_view part = AsText(*piece).substr(0, *error.byte_offset - offset);
    line += static_cast<uint64_t>(std::ranges::count(part, '\n'));
    if (const size_t last = part.rfind('\n'); last != part.npos) line_begin = offset + last + 1;
    offset += part.size();
  }
  error.line = line;
  error.column = *error.byte_offset - line_begin + 1;
}

tl::unexpected<Error> FailRefused(std::string_view found) {
  return Fail(ErrorCode::kUnsupported, "expected a profile in a format that is read, found {}", found);
}

Result<const Importer*> FindImporter(std::string_view prefix) {
  const auto* const found = std::find_if(std::begin(kImporters), std::end(kImporters),
                                         [&](const Importer* importer) { return importer->sniff(prefix); });
  // Almost any text could be folded stacks, whatever their frames are called, but binary data that contains
  // such text is not.
  const bool may_be_refused =
      found == std::end(kImporters) || (*found == &kFoldedImporter && HasDataBytes(prefix));
  if (const std::string_view refused = may_be_refused ? RefusedFormatOf(prefix) : std::string_view();
      !refused.empty())
    return FailRefused(refused);
  if (found != std::end(kImporters)) return *found;
  return Fail(ErrorCode::kUnrecognized,
              "expected a profile in a format that is read, found {}; docs/formats.md lists the formats",
              DescribeContents(prefix));
}

// The importer of a text whose format shows only behind the prefix, or null.
const Importer* FindImporterBehindOtherText(ByteSource& source, JobControl& job) {
  std::string memory;
  std::string_view text = AsText(source.Contents());
  if (text.empty()) {
    while (memory.size() < kFarSniffBytes && !job.cancelled()) {
      const auto piece = source.Next();
      if (!piece || piece->empty()) break;
      memory += AsText(piece->first(std::min(piece->size(), kFarSniffBytes - memory.size())));
    }
    source.Rewind();
    text = memory;
  }
  text = text.substr(0, kFarSniffBytes);
  if (text.substr(0, kSniffBytes).find('\0') != std::string_view::npos) return nullptr;
  const auto* const found = std::find_if(std::begin(kAfterOtherText), std::end(kAfterOtherText),
                                         [&](const Importer* importer) { return importer->sniff(text); });
  if (found != std::end(kAfterOtherText)) return *found;
  // Almost any text could be folded stacks, so only text behind comments is worth another look.
  const std::string_view rest = BehindComments(text);
  const bool is_folded = text.size() - rest.size() >= kSniffBytes && !rest.empty() &&
                         kFoldedImporter.sniff(rest.substr(0, kSniffBytes));
  return is_folded ? &kFoldedImporter : nullptr;
}

// FindImporter() for a whole input, whose format may show only behind the prefix.
Result<const Importer*> FindImporter(const OpenedSource& opened, JobControl& job) {
  Result<const Importer*> found = FindImporter(opened.prefix);
  if (found || found.error().code != ErrorCode::kUnrecognized || opened.prefix.size() < kSniffBytes)
    return found;
  const char first = FirstOf(opened.prefix);
  if (first != '{' && first != '[') {
    const Importer* const importer = FindImporterBehindOtherText(*opened.source, job);
    if (job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
    return importer != nullptr ? importer : std::move(found);
  }
  const std::string outline = OutlineJson(*opened.source, kSniffBytes, job);
  opened.source->Rewind();
  if (job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
  Result<const Importer*> by_outline = FindImporter(outline);
  return by_outline || by_outline.error().code == ErrorCode::kUnsupported ? by_outline : found;
}

// Imports the whole part of a JSON document that ends early. False if there is none.
bool ImportCutJson(const Importer& importer, ByteSource& source, const ImportOptions& options,
                   std::optional<CctBuilder>& builder, ImportReport& report, JobControl& job) {
  source.Rewind();
  const std::optional<JsonCut> cut = FindJsonCut(source, job);
  if (!cut) return false;
  builder.emplace(options.build);
  report = {};
  report.format = importer.name;
  CutJsonSource whole(source, *cut);
  // The cut may have removed the names of the metrics, and with them all values.
  if (!importer.import({whole, options, *builder, report, job}) || report.record_count == 0 ||
      builder->metric_count() == 0)
    return false;
  report.input_bytes = cut->size_bytes;
  const uint64_t left_out_bytes = cut->size_bytes - cut->end_bytes;
  report.notes.insert(report.notes.begin(),
                      "The file is cut off: it ends within its JSON document. Its whole records were read" +
                          (left_out_bytes == 0 ? std::string(".")
                                               : fmt::format("; the rest was left out, {}.",
                                                             CountedText(left_out_bytes, "byte"))));
  return true;
}

bool HasLabels(const Importer& importer) {
  constexpr const Importer* kWithLabels[] = {&kPprofImporter, &kOtlpImporter, &kOtlpJsonImporter,
                                             &kJfrImporter, &kCallgrindImporter};
  return std::ranges::count(kWithLabels, &importer) > 0;
}

// Makes the names of metrics distinct, because users select metrics by name.
void MakeMetricNamesDistinct(CctBuilder& builder, ImportReport& report) {
  std::set<std::string> names;
  uint64_t count = 0;
  std::string first;
  for (MetricIndex m = 0; m < builder.metric_count(); ++m) {
    Metric& metric = builder.metric(m);
    if (names.insert(metric.name).second) continue;
    const std::string name = metric.name;
    for (uint32_t number = 2; !names.insert(metric.name).second; ++number)
      metric.name = fmt::format("{} ({})", name, number);
    if (++count == 1) first = fmt::format("'{}', which is now '{}'", name, metric.name);
  }
  NoteCount(report, count, "metric", fmt::format("with the name of another, as {}.", first));
}

// Notes that a tree has no functions, unless its importer has done so. Fast if there are functions: the
// search ends at the first one.
void NoteMissingFrames(const CctBuilder& builder, ImportReport& report) {
  const FrameInterner& frames = builder.frames();
  for (FrameId frame = 0; frame < frames.size() && builder.node_count() > 1; ++frame) {
    if (!frames[frame].name.empty() && !IsThread(frames[frame].kind)) return;
  }
  constexpr std::string_view kBegin = "No sample has frames";
  for (const std::string& note : report.notes) {
    if (note.starts_with(kBegin)) return;
  }
  report.notes.insert(report.notes.begin(), std::string(kBegin) +
                                                ", so all cost is at the root or at threads: was the profile "
                                                "recorded and written with call stacks?");
}

// Reports a change that another program made to the file during the import. A rewritten text may have been
// read as a mix of old and new, which is an error; a rewritten binary file is not, because recorders go on
// writing into theirs. A file that only grew is whole up to its old size.
Result<void> ReportFileChange(FileChange change, bool is_text, ImportReport& report) {
  if (change == FileChange::kCut || (change == FileChange::kRewritten && is_text)) return FailChanged(change);
  if (change == FileChange::kGrown)
    report.notes.emplace_back("The file grew while it was read: the added part is left out.");
  return {};
}

// `watch` is null if the bytes come from no file, `pipe` if they come from no pipe.
Result<CctPtr> Import(const OpenedSource& opened, const ImportOptions& options, JobControl& job,
                      const FileWatch* watch, PipeSource* pipe) {
  ByteSource& source = *opened.source;
  job.total_units.store(source.size_bytes(), std::memory_order_relaxed);
  RINGSCOPE_ASSIGN(const Importer* const importer, FindImporter(opened, job));
  if (!options.naming.empty() && importer != &kFoldedImporter) return FailNamed(importer->name);
  const char first = FirstOf(opened.prefix);
  const bool is_json = first == '{' || first == '[';
  // JSON may be read twice: by an importer with two passes, or to find out where it is cut off.
  if (pipe != nullptr && !is_json) pipe->KeepBeginOnly();
  ImportReport report;
  report.format = importer->name;
  std::optional<CctBuilder> builder(std::in_place, options.build);
  Result<void> read = importer->import({source, options, *builder, report, job});
  const bool may_be_cut = !read && read.error().code == ErrorCode::kMalformed && importer->is_text && is_json;
  if (!read && !(may_be_cut && ImportCutJson(*importer, source, options, builder, report, job))) {
    if (job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
    Error error = std::move(read).error();
    if (error.code != ErrorCode::kCancelled && importer->is_text) AddLineAndColumn(source, error);
    return tl::unexpected(std::move(error));
  }
  if (watch != nullptr) RINGSCOPE_TRY(ReportFileChange(watch->Change(), importer->is_text, report));
  job.done_units.store(source.size_bytes(), std::memory_order_relaxed);
  report.SortProblems();
  if (report.record_count == 0) {
    if (report.skipped_count() > 0) {
      const auto most = std::ranges::max_element(report.skipped, {}, &RecordProblem::count);
      return Fail(ErrorCode::kMalformed,
                  "expected at least one {} record, found only records that cannot be read: {}",
                  importer->name, most->reason);
    }
    report.notes.insert(report.notes.begin(), "The profile holds no samples.");
  } else {
    NoteMissingFrames(*builder, report);
  }
  MakeMetricNamesDistinct(*builder, report);
  if (!HasLabels(*importer)) {
    for (const std::string& label : options.labels) NoteMissingLabel(report, label);
  }
  return std::move(*builder).Finish(std::move(report), &job);
}

}  // namespace

tl::unexpected<Error> FailNamed(std::string_view format) {
  return Fail(
      ErrorCode::kInvalidArgument,
      "expected folded stacks, whose metric can be given a name and a unit, found {}, which has its own",
      format);
}

std::span<const Importer* const> AllImporters() { return kImporters; }

Result<MappedFile> MapProfile(const std::filesystem::path& path) {
  if (const std::string_view refused = RefusedFolderOf(path); !refused.empty()) return FailRefused(refused);
  return MappedFile::Open(path, MappedFile::Access::kSequential);
}

Result<CctPtr> ImportMappedProfile(MappedFile file, const std::filesystem::path& path,
                                   const ImportOptions& options, JobControl& job) {
  const FileWatch watch(file, path);
  bool is_cut = false;
  const auto read = [&]() -> Result<CctPtr> {
    RINGSCOPE_ASSIGN(const OpenedSource opened,
                     OpenMappedSource(std::move(file), path, options.max_inflated_bytes, kSniffBytes));
    Result<CctPtr> tree = Import(opened, options, job, &watch, nullptr);
    is_cut = watch.Change() == FileChange::kCut;  // while the file is mapped
    return tree;
  };
  Result<CctPtr> tree = read();
  // If another program truncated the file, that is the cause of any other error.
  is_cut = is_cut || watch.Change() == FileChange::kCut;
  if (!tree && is_cut && tree.error().code != ErrorCode::kCancelled) return FailChanged(FileChange::kCut);
  return tree;
}

Result<CctPtr> ImportProfile(const std::filesystem::path& path, const ImportOptions& options,
                             JobControl& job) {
  RINGSCOPE_ASSIGN(MappedFile file, MapProfile(path));
  return ImportMappedProfile(std::move(file), path, options, job);
}

Result<CctPtr> ImportProfileBytes(std::span<const std::byte> bytes, const ImportOptions& options,
                                  JobControl& job) {
  RINGSCOPE_ASSIGN(OpenedSource opened, OpenMemorySource(bytes, options.max_inflated_bytes, kSniffBytes));
  return Import(opened, options, job, nullptr, nullptr);
}

Result<CctPtr> ImportPipe(std::unique_ptr<PipeSource> pipe, const ImportOptions& options, JobControl& job) {
  RINGSCOPE_ASSIGN(const OpenedPipe piped,
                   OpenPipeSource(std::move(pipe), options.max_inflated_bytes, kSniffBytes));
  return Import(piped.opened, options, job, nullptr, piped.pipe);
}

Result<std::string_view> ImporterFor(std::span<const std::byte> begin) {
  RINGSCOPE_ASSIGN(const OpenedSource opened,
                   OpenMemorySource(begin, ImportOptions{}.max_inflated_bytes, kSniffBytes));
  return FindImporter(opened.prefix).map([](const Importer* importer) { return importer->name; });
}

}  // namespace ringscope
