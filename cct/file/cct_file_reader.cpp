#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cct/base/system/mapped_file.h"
#include "cct/base/system/mapping_guard.h"
#include "cct/file/cct_file.h"
#include "cct/file/cct_file_layout.h"
#include "cct/file/cct_format_generated.h"
#include "cct/file/column_reader.h"
#include "cct/tree/frame_table.h"

namespace ringscope {
namespace {

namespace fbs = format;
using cct_file::ColumnReader;

// Reads the texts of a header. Together they may not be longer than the file: a hostile header might refer to
// the same long text a million times.
class HeaderTexts {
 public:
  explicit HeaderTexts(uint64_t file_size_bytes) : left_bytes_(file_size_bytes) {}
  std::string Read(const flatbuffers::String* text) {
    if (text == nullptr) return {};
    is_too_long_ = is_too_long_ || text->size() > left_bytes_;
    if (is_too_long_) return {};
    left_bytes_ -= text->size();
    return text->str();
  }
  [[nodiscard]] Result<void> Check() const {
    if (is_too_long_) return Fail(ErrorCode::kMalformed, "the texts of the header are longer than the file");
    return {};
  }

 private:
  uint64_t left_bytes_;
  bool is_too_long_ = false;
};

Result<void> CheckCount(std::string_view what, uint64_t count, uint64_t most) {
  if (count <= most) return {};
  return Fail(ErrorCode::kMalformed, "expected at most {} {}, found {}", most, what, count);
}

Result<const fbs::Header*> ReadHeader(std::span<const std::byte> file) {
  cct_file::Preamble preamble;
  if (!LooksLikeCctFile(file)) return FailAt(ErrorCode::kMalformed, 0, "expected a .cct file's first bytes");
  if (file.size() < sizeof preamble) {
    return FailAt(ErrorCode::kMalformed, file.size(), "the file ends within its {}-byte preamble",
                  sizeof preamble);
  }
  std::memcpy(&preamble, file.data(), sizeof preamble);
  if (preamble.format_version != kCctFormatVersion) {
    return Fail(ErrorCode::kUnsupported, "expected .cct format version {}, found version {}{}",
                kCctFormatVersion, preamble.format_version,
                preamble.format_version > kCctFormatVersion ? ": written by a newer ringscope" : "");
  }
  if (preamble.file_size_bytes != file.size()) {
    return FailAt(ErrorCode::kMalformed, file.size(), "expected {} bytes, found {}: the file is {}",
                  preamble.file_size_bytes, file.size(),
                  file.size() < preamble.file_size_bytes ? "truncated" : "longer than written");
  }
  const uint64_t offset = preamble.header_offset_bytes;
  const uint64_t size = preamble.header_size_bytes;
  if (offset % cct_file::kAlignment != 0 || offset > file.size() || size > file.size() - offset ||
      size >= FLATBUFFERS_MAX_BUFFER_SIZE) {
    return FailAt(ErrorCode::kMalformed, 24, "the header lies outside the file");
  }
  const auto* bytes = reinterpret_cast<const uint8_t*>(file.data() + offset);
  if (XXH3_64bits(bytes, size) != preamble.header_checksum) {
    return FailAt(ErrorCode::kMalformed, offset, "the header's checksum does not agree with its bytes");
  }
  // The limit of tables leaves room for members, metrics and attributes, which are tables.
  flatbuffers::Verifier verifier(bytes, size, 64, 8'000'000);
  if (!fbs::VerifyHeaderBuffer(verifier))
    return FailAt(ErrorCode::kMalformed, offset, "the header is no valid FlatBuffer");
  const fbs::Header* header = fbs::GetHeader(bytes);
  if (header->columns() == nullptr || header->metrics() == nullptr || header->metrics()->size() == 0) {
    return FailAt(ErrorCode::kMalformed, offset, "the header lists no columns or no metrics");
  }
  if (header->context_count() < 1 || header->context_count() > kMaxContexts) {
    return FailAt(ErrorCode::kMalformed, offset, "expected 1 to {} contexts, found {}", kMaxContexts,
                  header->context_count());
  }
  return header;
}

// Roles that only newer writers know are read as kPlain.
Result<std::vector<Metric>> ReadMetrics(const fbs::Header& header, HeaderTexts& texts) {
  RINGSCOPE_TRY(CheckCount("metrics", header.metrics()->size(), kMaxStoredMetrics));
  const uint32_t executions = header.executions() == nullptr ? 0 : header.executions()->size();
  std::vector<Metric> metrics;
  for (const fbs::Metric* stored : *header.metrics()) {
    metrics.push_back(
        {texts.Read(stored->name()), texts.Read(stored->unit()), stored->scale() == 0 ? 1 : stored->scale()});
    Metric& metric = metrics.back();
    if (stored->role() > fbs::MetricRole::Execution) continue;
    metric.role = static_cast<MetricRole>(stored->role());
    if (metric.role != MetricRole::kExecution) continue;
    metric.execution = stored->execution();
    if (metric.execution >= executions) {
      return Fail(ErrorCode::kMalformed, "metric '{}': expected one of {} executions, found {}", metric.name,
                  executions, metric.execution);
    }
  }
  return metrics;
}

Result<std::vector<Execution>> ReadExecutions(
    const flatbuffers::Vector<flatbuffers::Offset<fbs::Execution>>* all, HeaderTexts& texts) {
  std::vector<Execution> executions;
  if (all == nullptr) return executions;
  RINGSCOPE_TRY(CheckCount("executions", all->size(), kMaxStoredMetrics));
  for (const fbs::Execution* stored : *all) {
    Execution& execution = executions.emplace_back();
    execution.name = texts.Read(stored->name());
    if (stored->side() == fbs::ExecutionSide::Before) execution.side = Side::kBefore;
    if (stored->side() == fbs::ExecutionSide::After) execution.side = Side::kAfter;
    if (stored->time_s().has_value()) execution.time = *stored->time_s();
    if (stored->attributes() == nullptr) continue;
    for (const fbs::Attribute* one : *stored->attributes()) {
      std::string name = texts.Read(one->name());
      execution.attributes.push_back({std::move(name), texts.Read(one->value())});
    }
  }
  return executions;
}

std::vector<RecordProblem> ReadProblems(const flatbuffers::Vector<flatbuffers::Offset<fbs::Skipped>>* stored,
                                        HeaderTexts& texts) {
  std::vector<RecordProblem> problems;
  if (stored == nullptr) return problems;
  for (const fbs::Skipped* entry : *stored)
    problems.push_back({texts.Read(entry->reason()), entry->count(), entry->first_offset_bytes()});
  return problems;
}

ImportReport ReadReport(const fbs::Header& header, HeaderTexts& texts) {
  ImportReport report;
  const fbs::Report* stored = header.report();
  if (stored == nullptr) return report;
  report.format = texts.Read(stored->format());
  report.record_count = stored->record_count();
  report.input_bytes = stored->input_bytes();
  report.truncated_stack_count = stored->truncated_stack_count();
  report.skipped = ReadProblems(stored->skipped(), texts);
  report.incomplete = ReadProblems(stored->incomplete(), texts);
  if (stored->notes() != nullptr) {
    for (const flatbuffers::String* note : *stored->notes()) report.notes.push_back(texts.Read(note));
  }
  if (stored->estimated() != nullptr) {
    for (const fbs::EstimatedCost* cost : *stored->estimated()) {
      report.estimated.push_back({texts.Read(cost->metric()), cost->estimated(), cost->total()});
    }
  }
  return report;
}

// More fields than any profiler records.
constexpr uint32_t kMaxPointFields = 256;

Result<void> ReadPoints(const fbs::Header& header, HeaderTexts& texts, ColumnReader& reader,
                        CctColumns& columns) {
  if (header.point_fields() == nullptr || header.point_fields()->size() == 0) return {};
  RINGSCOPE_TRY(CheckCount("fields of points", header.point_fields()->size(), kMaxPointFields));
  RINGSCOPE_TRY(reader.Read(fbs::ColumnKind::PointBegin, header.context_count() + 1, columns.point_begin));
  std::optional<uint64_t> count;
  for (const fbs::PointField* field : *header.point_fields()) {
    const auto index = static_cast<uint32_t>(columns.point_fields.size());
    ChunkedColumn<uint64_t>& values = columns.point_values.emplace_back();
    RINGSCOPE_TRY(reader.Read(fbs::ColumnKind::PointValue, count, values, index));
    count = values.size();
    columns.point_fields.push_back({texts.Read(field->name()), texts.Read(field->unit()), field->is_real()});
  }
  return {};
}

Result<std::vector<MemberQuantile>> ReadQuantiles(const flatbuffers::Vector<uint32_t>* stored) {
  std::vector<MemberQuantile> quantiles;
  if (stored == nullptr) return quantiles;
  RINGSCOPE_TRY(CheckCount("quantiles", stored->size(), kMaxQuantiles));
  for (const MemberQuantile one : *stored) {
    if (one > kLargestQuantile || (!quantiles.empty() && one <= quantiles.back()))
      return Fail(ErrorCode::kMalformed, "expected rising quantiles, found {}", one);
    quantiles.push_back(one);
  }
  return quantiles;
}

Result<void> ReadMembers(const fbs::Header& header, HeaderTexts& texts, ColumnReader& reader,
                         CctColumns& columns) {
  if (header.members() == nullptr) return {};
  const uint64_t n = header.context_count();
  MemberColumns members;
  members.over = texts.Read(header.members()->over());
  members.absent_is_zero = header.members()->absent_is_zero();
  RINGSCOPE_ASSIGN(std::vector<Execution> all, ReadExecutions(header.members()->members(), texts));
  if (all.empty()) return Fail(ErrorCode::kMalformed, "expected at least one member, found none");
  members.members = std::make_shared<const std::vector<Execution>>(std::move(all));
  RINGSCOPE_ASSIGN(members.quantiles, ReadQuantiles(header.members()->quantiles()));
  RINGSCOPE_TRY(reader.Read(fbs::ColumnKind::MemberCount, n, members.count));
  RINGSCOPE_TRY(reader.ReadIfAny(fbs::ColumnKind::MemberFirst, n, members.first));
  const uint32_t statistics = 2 * header.metrics()->size();
  for (uint32_t index = 0; index < statistics; ++index) {
    MemberStatistic& one = members.statistics.emplace_back();
    RINGSCOPE_TRY(reader.Read(fbs::ColumnKind::MemberLeast, n, one.least, index));
    RINGSCOPE_TRY(reader.Read(fbs::ColumnKind::MemberMost, n, one.most, index));
    RINGSCOPE_TRY(reader.Read(fbs::ColumnKind::MemberLeastOf, n, one.least_member, index));
    RINGSCOPE_TRY(reader.Read(fbs::ColumnKind::MemberMostOf, n, one.most_member, index));
    RINGSCOPE_TRY(reader.Read(fbs::ColumnKind::MemberSquaresLow, n, one.squares_low, index));
    RINGSCOPE_TRY(reader.Read(fbs::ColumnKind::MemberSquaresHigh, n, one.squares_high, index));
    for (uint32_t q = 0; q < members.quantiles.size(); ++q) {
      RINGSCOPE_TRY(reader.Read(fbs::ColumnKind::MemberQuantile, n, one.quantiles.emplace_back(),
                                q * statistics + index));
    }
  }
  if (reader.Has(fbs::ColumnKind::MemberValueBegin)) {
    const uint64_t block = ContextsABlock(members.members->size());
    for (uint32_t metric = 0; metric < header.metrics()->size(); ++metric) {
      PackedMemberValues& one = members.values.emplace_back();
      RINGSCOPE_TRY(
          reader.Read(fbs::ColumnKind::MemberValueBegin, (n + block - 1) / block + 1, one.begin, metric));
      RINGSCOPE_TRY(reader.Read(fbs::ColumnKind::MemberValueBytes, {}, one.bytes, metric));
    }
  }
  columns.members = std::move(members);
  return {};
}

// Reads the metrics of a series. A metric belongs to at most one series.
Result<void> ReadMeasured(const flatbuffers::Vector<uint32_t>* stored, bool counted, uint64_t sample_count,
                          ColumnReader& reader, std::vector<bool>& is_measured, SampleSeries& series) {
  if (stored == nullptr) return {};
  for (const uint32_t metric : *stored) {
    if (metric >= is_measured.size() || is_measured[metric]) {
      return Fail(ErrorCode::kMalformed, "expected samples of each metric once, found them of metric {}{}",
                  metric, metric < is_measured.size() ? " twice" : ", which does not exist");
    }
    is_measured[metric] = true;
    SampleMetric& measured = series.metrics.emplace_back(SampleMetric{metric, counted, {}});
    if (counted) continue;
    constexpr auto kKind = fbs::ColumnKind::SampleValue;
    if (reader.IsNarrow(kKind, metric))
      RINGSCOPE_TRY(reader.Read(kKind, sample_count, measured.values.narrow, metric));
    else
      RINGSCOPE_TRY(reader.Read(kKind, sample_count, measured.values.wide, metric));
  }
  return {};
}

Result<void> ReadSamples(const fbs::Header& header, ColumnReader& reader, CctColumns& columns) {
  const auto* const stored = header.sample_series();
  if (stored == nullptr || stored->size() == 0) return {};
  RINGSCOPE_TRY(CheckCount("series of samples", stored->size(), kMaxSampleSeries));
  std::vector<bool> is_measured(header.metrics()->size(), false);
  for (uint32_t index = 0; index < stored->size(); ++index) {
    SampleSeries series;
    RINGSCOPE_TRY(reader.Read(fbs::ColumnKind::SampleTime, {}, series.time_ns, index));
    RINGSCOPE_TRY(reader.Read(fbs::ColumnKind::SampleContext, series.size(), series.context, index));
    const fbs::SampleSeries& measures = *stored->Get(index);
    RINGSCOPE_TRY(ReadMeasured(measures.valued(), false, series.size(), reader, is_measured, series));
    RINGSCOPE_TRY(ReadMeasured(measures.counted(), true, series.size(), reader, is_measured, series));
    if (series.size() > 0) columns.sample_series.push_back(std::move(series));
  }
  return {};
}

Result<void> ReadTypes(const fbs::Header& header, ColumnReader& reader, CctColumns& columns) {
  if (!reader.Has(fbs::ColumnKind::TypeBegin)) return {};
  TypeColumns types;
  RINGSCOPE_TRY(reader.Read(fbs::ColumnKind::TypeBegin, header.context_count() + 1, types.begin));
  RINGSCOPE_TRY(reader.Read(fbs::ColumnKind::TypeRole, {}, types.role));
  const uint64_t count = types.role.size();
  RINGSCOPE_TRY(reader.Read(fbs::ColumnKind::SeenType, count, types.type));
  RINGSCOPE_TRY(reader.Read(fbs::ColumnKind::TypeCalls, count, types.calls));
  RINGSCOPE_TRY(reader.Read(fbs::ColumnKind::TypeNameOffset, {}, types.name_offset));
  RINGSCOPE_TRY(reader.Read(fbs::ColumnKind::TypeNameBytes, {}, types.name_bytes));
  if (types.name_offset.empty() || types.name_offset.size() > kOtherTypes) {
    return Fail(ErrorCode::kMalformed, "column 'type_name_offset': expected 1 to {} elements, found {}",
                kOtherTypes, types.name_offset.size());
  }
  columns.types = std::move(types);
  return {};
}

Result<FrameColumns> ReadFrames(ColumnReader& reader) {
  FrameColumns frames;
  RINGSCOPE_TRY(reader.Read(fbs::ColumnKind::FrameName, {}, frames.name));
  const uint64_t count = frames.name.size();
  RINGSCOPE_TRY(reader.Read(fbs::ColumnKind::FrameModule, count, frames.module));
  RINGSCOPE_TRY(reader.Read(fbs::ColumnKind::FrameFile, count, frames.file));
  RINGSCOPE_TRY(reader.Read(fbs::ColumnKind::FrameLine, count, frames.line));
  RINGSCOPE_TRY(reader.Read(fbs::ColumnKind::FrameColumn, count, frames.column));
  RINGSCOPE_TRY(reader.Read(fbs::ColumnKind::FrameKind, count, frames.kind));
  RINGSCOPE_TRY(reader.ReadIfAny(fbs::ColumnKind::FrameSourceChange, count, frames.source_change));
  RINGSCOPE_TRY(reader.ReadIfAny(fbs::ColumnKind::FrameCallLine, count, frames.call_line));
  RINGSCOPE_TRY(reader.Read(fbs::ColumnKind::StringOffset, {}, frames.string_offset));
  RINGSCOPE_TRY(reader.Read(fbs::ColumnKind::StringBytes, {}, frames.string_bytes));
  return frames;
}

// A rule that only newer writers know is read as kMost: a joined value is then that of one of the trees.
Result<std::vector<FrameValueInfo>> ReadFrameValueInfos(const fbs::Header& header, HeaderTexts& texts) {
  std::vector<FrameValueInfo> values;
  if (header.frame_values() == nullptr) return values;
  RINGSCOPE_TRY(CheckCount("values of frames", header.frame_values()->size(), kMaxFrameValues));
  for (const fbs::FrameValueInfo* stored : *header.frame_values()) {
    const bool is_known = static_cast<uint8_t>(stored->rule()) < kFrameValueRuleCount;
    values.push_back({texts.Read(stored->name()), texts.Read(stored->unit()),
                      stored->scale() == 0 ? 1 : stored->scale(),
                      is_known ? static_cast<FrameValueRule>(stored->rule()) : FrameValueRule::kMost});
  }
  return values;
}

Result<void> ReadFacts(const fbs::Header& header, HeaderTexts& texts, ColumnReader& reader,
                       FrameColumns& frames) {
  const uint64_t count = frames.name.size();
  FrameFactColumns facts;
  RINGSCOPE_ASSIGN(facts.values, ReadFrameValueInfos(header, texts));
  for (uint32_t value = 0; value < facts.values.size(); ++value) {
    RINGSCOPE_TRY(reader.Read(fbs::ColumnKind::FrameValue, count, facts.amount.emplace_back(), value));
    RINGSCOPE_TRY(reader.Read(fbs::ColumnKind::FrameCertainty, count, facts.certainty.emplace_back(), value));
  }
  RINGSCOPE_TRY(reader.ReadIfAny(fbs::ColumnKind::FrameClass, count, facts.frame_class));
  RINGSCOPE_TRY(reader.ReadIfAny(fbs::ColumnKind::FrameCode, count, facts.code));
  if (reader.Has(fbs::ColumnKind::ClassName)) {
    RINGSCOPE_TRY(reader.Read(fbs::ColumnKind::ClassName, {}, facts.class_name));
    const uint64_t classes = facts.class_name.size();
    RINGSCOPE_TRY(reader.Read(fbs::ColumnKind::ClassPackage, classes, facts.class_package));
    RINGSCOPE_TRY(reader.Read(fbs::ColumnKind::ClassSuperclass, classes, facts.superclass));
    RINGSCOPE_TRY(reader.Read(fbs::ColumnKind::ClassKind, classes, facts.class_kind));
    if (classes >= kNoClass)
      return Fail(ErrorCode::kMalformed, "expected less than {} classes, found {}", kNoClass, classes);
  }
  facts.string_offset = frames.string_offset;
  facts.string_bytes = frames.string_bytes;
  auto known = std::make_shared<const FrameFacts>(std::move(facts));
  if (!known->empty()) frames.facts = std::move(known);
  return {};
}

}  // namespace

bool LooksLikeCctFile(std::span<const std::byte> prefix) {
  return prefix.size() >= cct_file::kMagic.size() &&
         std::memcmp(prefix.data(), cct_file::kMagic.data(), cct_file::kMagic.size()) == 0;
}

Result<CctPtr> OpenCctFile(const std::filesystem::path& path, const JobControl* job) {
  RINGSCOPE_ASSIGN(MappedFile mapped, MappedFile::Open(path, MappedFile::Access::kRandom));
  return OpenCctFile(std::move(mapped), job);
}

Result<CctPtr> OpenCctFile(MappedFile mapped, const JobControl* job) {
  mapped.Advise(MappedFile::Access::kRandom);
  auto file = std::make_shared<MappedFile>(std::move(mapped));
  if (file->bytes().empty()) return Fail(ErrorCode::kMalformed, "the file is empty");
  RINGSCOPE_ASSIGN(const fbs::Header* const header, ReadHeader(file->bytes()));

  HeaderTexts texts(file->bytes().size());
  RINGSCOPE_ASSIGN(std::vector<Metric> metrics, ReadMetrics(*header, texts));
  ImportReport report = ReadReport(*header, texts);
  RINGSCOPE_ASSIGN(report.executions, ReadExecutions(header->executions(), texts));
  RINGSCOPE_TRY(texts.Check());
  ColumnReader reader(file->bytes(), *header, job);
  const uint64_t n = header->context_count();
  CctColumns columns;
  RINGSCOPE_TRY(reader.Read(fbs::ColumnKind::FirstChild, n + 1, columns.first_child));
  RINGSCOPE_TRY(reader.Read(fbs::ColumnKind::Frame, n, columns.frame));
  RINGSCOPE_TRY(reader.Read(fbs::ColumnKind::LayerBegin, {}, columns.layer_begin));
  if (columns.layer_begin.size() < 2 || columns.layer_begin.size() > n + 1) {
    return Fail(ErrorCode::kMalformed, "column 'layer_begin': expected 2 to {} elements, found {}", n + 1,
                columns.layer_begin.size());
  }
  for (uint32_t m = 0; m < metrics.size(); ++m) {
    RINGSCOPE_TRY(
        reader.Read(fbs::ColumnKind::RunningInclusive, n + 1, columns.running_inclusive.emplace_back(), m));
  }
  RINGSCOPE_TRY(reader.ReadIfAny(fbs::ColumnKind::ContextFlags, n, columns.flags));
  RINGSCOPE_TRY(ReadPoints(*header, texts, reader, columns));
  RINGSCOPE_TRY(ReadSamples(*header, reader, columns));
  RINGSCOPE_TRY(ReadMembers(*header, texts, reader, columns));
  RINGSCOPE_TRY(ReadTypes(*header, reader, columns));
  RINGSCOPE_ASSIGN(FrameColumns frames, ReadFrames(reader));
  RINGSCOPE_TRY(ReadFacts(*header, texts, reader, frames));
  RINGSCOPE_TRY(texts.Check());
  RINGSCOPE_TRY(KeepMapped(*file));
  return std::make_shared<const Cct>(std::move(columns), FrameTable(std::move(frames)), std::move(metrics),
                                     std::move(report), std::move(file), reader.TakeStoredChunks());
}

bool HasLostItsFile(const Cct& tree) {
  const auto* const column =
      reinterpret_cast<const std::byte*>(tree.columns().first_child.Contiguous(0, 1).data());
  const std::vector<LostMapping> lost = LostMappings();
  return std::any_of(lost.begin(), lost.end(), [&](const LostMapping& mapping) {
    return column >= mapping.bytes.data() && column < mapping.bytes.data() + mapping.bytes.size();
  });
}

}  // namespace ringscope
