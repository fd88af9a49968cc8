#include <xxhash.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "cct/base/check.h"
#include "cct/base/system/atomic_file.h"
#include "cct/file/cct_file.h"
#include "cct/file/cct_file_layout.h"
#include "cct/file/cct_format_generated.h"
#include "cct/tree/building/level_order.h"
#include "cct/tree/frame_table.h"

namespace ringscope {
namespace {

namespace fbs = format;

// A piece of a column, ready to be written, and its place in the file when that is known.
struct PlannedChunk {
  std::span<const std::byte> data;
  uint32_t elements = 0;
  fbs::ChunkRef ref;
};

struct PlannedColumn {
  fbs::ColumnKind kind;
  fbs::ElementType element;
  uint32_t metric = 0;
  uint32_t chunk_elements_log2 = 0;
  std::vector<PlannedChunk> chunks;
  // Copies of chunks that span several chunks of the tree.
  std::vector<std::vector<std::byte>> copies;
};

template <typename T>
constexpr fbs::ElementType ElementOf() {
  if constexpr (sizeof(T) == 1) return fbs::ElementType::U8;
  if constexpr (sizeof(T) == 4) return fbs::ElementType::U32;
  return fbs::ElementType::U64;
}

template <typename T>
PlannedColumn PlanColumn(fbs::ColumnKind kind, const ChunkedColumn<T>& column, uint32_t metric,
                         uint32_t chunk_bytes_log2) {
  constexpr uint32_t element_log2 = sizeof(T) == 1 ? 0 : sizeof(T) == 4 ? 2 : 3;
  PlannedColumn plan{kind, ElementOf<T>(), metric, chunk_bytes_log2 - element_log2, {}, {}};
  const uint64_t chunk_elements = uint64_t{1} << plan.chunk_elements_log2;
  uint64_t begin = 0;
  do {
    const uint64_t end = std::min(begin + chunk_elements, column.size());
    std::span<const T> piece = column.Contiguous(begin, end);
    PlannedChunk& chunk = plan.chunks.emplace_back();
    chunk.elements = static_cast<uint32_t>(end - begin);
    if (piece.size() == end - begin) {
      chunk.data = std::as_bytes(piece);
    } else {
      std::vector<std::byte>& copy = plan.copies.emplace_back();
      copy.reserve((end - begin) * sizeof(T));
      for (uint64_t at = begin; at < end; at += piece.size()) {
        piece = column.Contiguous(at, end);
        const auto bytes = std::as_bytes(piece);
        copy.insert(copy.end(), bytes.begin(), bytes.end());
      }
      chunk.data = copy;
    }
    begin = end;
  } while (begin < column.size());
  return plan;
}

std::vector<PlannedColumn> PlanColumns(const Cct& tree, uint32_t chunk_bytes_log2) {
  std::vector<PlannedColumn> plan;
  const auto add = [&](fbs::ColumnKind kind, const auto& column, uint32_t metric = 0) {
    plan.push_back(PlanColumn(kind, column, metric, chunk_bytes_log2));
  };
  const CctColumns& columns = tree.columns();
  const FrameColumns& frames = tree.frames().columns();
  add(fbs::ColumnKind::FirstChild, columns.first_child);
  add(fbs::ColumnKind::Frame, columns.frame);
  add(fbs::ColumnKind::LayerBegin, columns.layer_begin);
  for (MetricIndex m = 0; m < tree.metric_count(); ++m) {
    add(fbs::ColumnKind::RunningInclusive, columns.running_inclusive[m], m);
  }
  if (!columns.flags.empty()) add(fbs::ColumnKind::ContextFlags, columns.flags);
  if (!columns.point_fields.empty()) add(fbs::ColumnKind::PointBegin, columns.point_begin);
  for (uint32_t field = 0; field < columns.point_values.size(); ++field)
    add(fbs::ColumnKind::PointValue, columns.point_values[field], field);
  for (uint32_t index = 0; index < columns.sample_series.size(); ++index) {
    const SampleSeries& series = columns.sample_series[index];
    add(fbs::ColumnKind::SampleTime, series.time_ns, index);
    add(fbs::ColumnKind::SampleContext, series.context, index);
    for (const SampleMetric& measured : series.metrics) {
      if (measured.counted) continue;
      if (measured.values.narrow.empty())
        add(fbs::ColumnKind::SampleValue, measured.values.wide, measured.metric);
      else
        add(fbs::ColumnKind::SampleValue, measured.values.narrow, measured.metric);
    }
  }
  if (!columns.members.empty()) add(fbs::ColumnKind::MemberCount, columns.members.count);
  if (!columns.members.first.empty()) add(fbs::ColumnKind::MemberFirst, columns.members.first);
  for (uint32_t index = 0; index < columns.members.statistics.size(); ++index) {
    const MemberStatistic& statistic = columns.members.statistics[index];
    add(fbs::ColumnKind::MemberLeast, statistic.least, index);
    add(fbs::ColumnKind::MemberMost, statistic.most, index);
    add(fbs::ColumnKind::MemberLeastOf, statistic.least_member, index);
    add(fbs::ColumnKind::MemberMostOf, statistic.most_member, index);
    add(fbs::ColumnKind::MemberSquaresLow, statistic.squares_low, index);
    add(fbs::ColumnKind::MemberSquaresHigh, statistic.squares_high, index);
    for (uint32_t q = 0; q < statistic.quantiles.size(); ++q)
      add(fbs::ColumnKind::MemberQuantile, statistic.quantiles[q],
          q * static_cast<uint32_t>(columns.members.statistics.size()) + index);
  }
  for (uint32_t metric = 0; metric < columns.members.values.size(); ++metric) {
    add(fbs::ColumnKind::MemberValueBegin, columns.members.values[metric].begin, metric);
    // Chunks of the size in which the packer makes them, so that none must be copied.
    plan.push_back(PlanColumn(fbs::ColumnKind::MemberValueBytes, columns.members.values[metric].bytes, metric,
                              std::min(chunk_bytes_log2, OwnedMemberValues::kPieceBytesLog2)));
  }
  if (!columns.types.empty()) {
    add(fbs::ColumnKind::TypeBegin, columns.types.begin);
    add(fbs::ColumnKind::TypeRole, columns.types.role);
    add(fbs::ColumnKind::SeenType, columns.types.type);
    add(fbs::ColumnKind::TypeCalls, columns.types.calls);
    add(fbs::ColumnKind::TypeNameOffset, columns.types.name_offset);
    plan.push_back(PlanColumn(fbs::ColumnKind::TypeNameBytes, columns.types.name_bytes, 0, 30));
  }
  add(fbs::ColumnKind::FrameName, frames.name);
  add(fbs::ColumnKind::FrameModule, frames.module);
  add(fbs::ColumnKind::FrameFile, frames.file);
  add(fbs::ColumnKind::FrameLine, frames.line);
  add(fbs::ColumnKind::FrameColumn, frames.column);
  add(fbs::ColumnKind::FrameKind, frames.kind);
  if (!frames.source_change.empty()) add(fbs::ColumnKind::FrameSourceChange, frames.source_change);
  if (!frames.call_line.empty()) add(fbs::ColumnKind::FrameCallLine, frames.call_line);
  const FrameFactColumns& facts = tree.frames().facts().columns();
  if (!facts.frame_class.empty()) add(fbs::ColumnKind::FrameClass, facts.frame_class);
  if (!facts.code.empty()) add(fbs::ColumnKind::FrameCode, facts.code);
  for (uint32_t value = 0; value < facts.values.size(); ++value) {
    add(fbs::ColumnKind::FrameValue, facts.amount[value], value);
    add(fbs::ColumnKind::FrameCertainty, facts.certainty[value], value);
  }
  if (!facts.class_name.empty()) {
    add(fbs::ColumnKind::ClassName, facts.class_name);
    add(fbs::ColumnKind::ClassPackage, facts.class_package);
    add(fbs::ColumnKind::ClassSuperclass, facts.superclass);
    add(fbs::ColumnKind::ClassKind, facts.class_kind);
  }
  add(fbs::ColumnKind::StringOffset, frames.string_offset);
  // A string must not be cut, so all bytes are one chunk, independent of the option.
  plan.push_back(PlanColumn(fbs::ColumnKind::StringBytes, frames.string_bytes, 0, 30));
  return plan;
}

template <typename Table>
using TablesOffset = flatbuffers::Offset<flatbuffers::Vector<flatbuffers::Offset<Table>>>;

TablesOffset<fbs::Skipped> AddProblems(const std::vector<RecordProblem>& problems,
                                       flatbuffers::FlatBufferBuilder& builder) {
  std::vector<flatbuffers::Offset<fbs::Skipped>> entries;
  for (const RecordProblem& entry : problems) {
    entries.push_back(fbs::CreateSkipped(builder, builder.CreateString(entry.reason), entry.count,
                                         entry.first_offset_bytes));
  }
  return builder.CreateVector(entries);
}

// Absent without samples.
TablesOffset<fbs::SampleSeries> AddSampleSeries(const Cct& tree, flatbuffers::FlatBufferBuilder& builder) {
  if (!tree.has_times()) return {};
  std::vector<flatbuffers::Offset<fbs::SampleSeries>> all;
  for (const SampleSeries& series : tree.sample_series()) {
    std::vector<uint32_t> valued;
    std::vector<uint32_t> counted;
    for (const SampleMetric& measured : series.metrics)
      (measured.counted ? counted : valued).push_back(measured.metric);
    const auto valued_offset = builder.CreateVector(valued);
    all.push_back(fbs::CreateSampleSeries(builder, valued_offset, builder.CreateVector(counted)));
  }
  return builder.CreateVector(all);
}

// Absent without executions.
TablesOffset<fbs::Execution> AddExecutions(const std::vector<Execution>& executions,
                                           flatbuffers::FlatBufferBuilder& builder) {
  if (executions.empty()) return {};
  std::vector<flatbuffers::Offset<fbs::Execution>> all;
  for (const Execution& execution : executions) {
    std::vector<flatbuffers::Offset<fbs::Attribute>> attributes;
    for (const ExecutionAttribute& one : execution.attributes) {
      attributes.push_back(
          fbs::CreateAttribute(builder, builder.CreateString(one.name), builder.CreateString(one.value)));
    }
    const auto side = !execution.side                    ? fbs::ExecutionSide::None
                      : *execution.side == Side::kBefore ? fbs::ExecutionSide::Before
                                                         : fbs::ExecutionSide::After;
    flatbuffers::Optional<int64_t> time = flatbuffers::nullopt;
    if (execution.time) time = *execution.time;
    const auto name = builder.CreateString(execution.name);
    all.push_back(fbs::CreateExecution(builder, name, side, time, builder.CreateVector(attributes)));
  }
  return builder.CreateVector(all);
}

// Absent without members.
flatbuffers::Offset<fbs::Members> AddMembers(const Cct& tree, flatbuffers::FlatBufferBuilder& builder) {
  const MemberColumns& members = tree.members();
  if (members.empty()) return {};
  const auto over = builder.CreateString(members.over);
  const auto all = AddExecutions(*members.members, builder);
  flatbuffers::Offset<flatbuffers::Vector<uint32_t>> quantiles;
  if (!members.quantiles.empty()) quantiles = builder.CreateVector(members.quantiles);
  return fbs::CreateMembers(builder, over, members.absent_is_zero, all, quantiles);
}

// Absent without values.
TablesOffset<fbs::FrameValueInfo> AddFrameValues(const Cct& tree, flatbuffers::FlatBufferBuilder& builder) {
  const std::vector<FrameValueInfo>& values = tree.frames().facts().values();
  if (values.empty()) return {};
  std::vector<flatbuffers::Offset<fbs::FrameValueInfo>> all;
  for (const FrameValueInfo& value : values) {
    const auto name = builder.CreateString(value.name);
    all.push_back(fbs::CreateFrameValueInfo(builder, name, builder.CreateString(value.unit), value.scale,
                                            static_cast<fbs::FrameValueRule>(value.rule)));
  }
  return builder.CreateVector(all);
}

// The header with the chunks' places in the plan. Its size does not depend on them: ChunkRef is a struct.
flatbuffers::DetachedBuffer BuildHeader(const Cct& tree, const std::vector<PlannedColumn>& plan) {
  flatbuffers::FlatBufferBuilder builder;
  std::vector<flatbuffers::Offset<fbs::Metric>> metrics;
  for (const Metric& metric : tree.metrics()) {
    metrics.push_back(fbs::CreateMetric(builder, builder.CreateString(metric.name),
                                        builder.CreateString(metric.unit), metric.scale,
                                        static_cast<fbs::MetricRole>(metric.role), metric.execution));
  }
  std::vector<flatbuffers::Offset<fbs::Column>> columns;
  for (const PlannedColumn& column : plan) {
    std::vector<fbs::ChunkRef> refs;
    for (const PlannedChunk& chunk : column.chunks) refs.push_back(chunk.ref);
    columns.push_back(fbs::CreateColumn(builder, column.kind, column.element, column.metric,
                                        column.chunk_elements_log2, builder.CreateVectorOfStructs(refs)));
  }
  const ImportReport& report = tree.report();
  const auto skipped_offset = AddProblems(report.skipped, builder);
  std::vector<flatbuffers::Offset<flatbuffers::String>> notes;
  for (const std::string& note : report.notes) notes.push_back(builder.CreateString(note));
  // Absent without estimates: files of older versions have the same bytes.
  TablesOffset<fbs::EstimatedCost> estimated_offset;
  if (!report.estimated.empty()) {
    std::vector<flatbuffers::Offset<fbs::EstimatedCost>> estimated;
    for (const EstimatedCost& cost : report.estimated) {
      estimated.push_back(
          fbs::CreateEstimatedCost(builder, builder.CreateString(cost.metric), cost.estimated, cost.total));
    }
    estimated_offset = builder.CreateVector(estimated);
  }
  TablesOffset<fbs::Skipped> incomplete_offset;
  if (!report.incomplete.empty()) incomplete_offset = AddProblems(report.incomplete, builder);
  const auto report_offset =
      fbs::CreateReport(builder, builder.CreateString(report.format), report.record_count, report.input_bytes,
                        report.truncated_stack_count, skipped_offset, builder.CreateVector(notes),
                        estimated_offset, incomplete_offset);
  // Absent without points.
  TablesOffset<fbs::PointField> point_fields;
  if (!tree.point_fields().empty()) {
    std::vector<flatbuffers::Offset<fbs::PointField>> fields;
    for (const PointField& field : tree.point_fields()) {
      fields.push_back(fbs::CreatePointField(builder, builder.CreateString(field.name),
                                             builder.CreateString(field.unit), field.is_real));
    }
    point_fields = builder.CreateVector(fields);
  }
  const auto sample_series = AddSampleSeries(tree, builder);
  const auto executions = AddExecutions(report.executions, builder);
  const auto members = AddMembers(tree, builder);
  const auto frame_values = AddFrameValues(tree, builder);
  const auto header = fbs::CreateHeader(builder, tree.context_count(), builder.CreateVector(metrics),
                                        builder.CreateVector(columns), report_offset, point_fields,
                                        sample_series, executions, frame_values, members);
  fbs::FinishHeaderBuffer(builder, header);
  return builder.Release();
}

// Gives every chunk its place behind a header of `header_size_bytes`; returns the file's size.
uint64_t PlaceChunks(std::vector<PlannedColumn>& plan, uint64_t header_size_bytes) {
  uint64_t offset = cct_file::AlignUp(sizeof(cct_file::Preamble) + header_size_bytes);
  for (PlannedColumn& column : plan) {
    for (PlannedChunk& chunk : column.chunks) {
      const uint64_t size = cct_file::kChunkPrefixBytes + chunk.data.size();
      chunk.ref = fbs::ChunkRef(offset, size, chunk.elements, chunk.ref.checksum());
      offset = cct_file::AlignUp(offset + size);
    }
  }
  return offset;
}

uint64_t ChecksumOf(std::span<const std::byte> prefix, std::span<const std::byte> data) {
  const std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> state(XXH3_createState(),
                                                                              XXH3_freeState);
  RINGSCOPE_CHECK(state != nullptr);
  XXH3_64bits_reset(state.get());
  XXH3_64bits_update(state.get(), prefix.data(), prefix.size());
  XXH3_64bits_update(state.get(), data.data(), data.size());
  return XXH3_64bits_digest(state.get());
}

Result<void> PadTo(AtomicFile& file, uint64_t offset_bytes) {
  static constexpr std::array<std::byte, cct_file::kAlignment> kZeros{};
  RINGSCOPE_CHECK(file.written_bytes() <= offset_bytes &&
                  offset_bytes - file.written_bytes() < kZeros.size());
  return file.Write(std::span(kZeros).first(offset_bytes - file.written_bytes()));
}

Result<AtomicFile> WriteUncommitted(const Cct& tree, const std::filesystem::path& path,
                                    const CctWriteOptions& options, JobControl* job) {
  RINGSCOPE_CHECK(options.chunk_bytes_log2 >= 6 && options.chunk_bytes_log2 <= 30);
  if (tree.frames().columns().string_bytes.size() > (uint64_t{1} << 30) ||
      tree.types().name_bytes.size() > (uint64_t{1} << 30)) {
    return Fail(ErrorCode::kLimit, "the names take more than 1 GiB, more than a .cct file holds");
  }
  if (tree.metric_count() > kMaxStoredMetrics) {
    return Fail(ErrorCode::kLimit, "the tree has {} metrics, a .cct file holds {}", tree.metric_count(),
                kMaxStoredMetrics);
  }
  // Created first, so that a path that cannot be written fails before the work is done.
  RINGSCOPE_ASSIGN(AtomicFile file, AtomicFile::Create(path));

  std::vector<PlannedColumn> plan = PlanColumns(tree, options.chunk_bytes_log2);
  uint64_t total_bytes = 0;
  for (const PlannedColumn& column : plan) {
    for (const PlannedChunk& chunk : column.chunks) total_bytes += chunk.data.size();
  }
  BeginUnits(job, total_bytes);
  for (PlannedColumn& column : plan) {
    for (PlannedChunk& chunk : column.chunks) {
      if (IsCancelled(job)) return Fail(ErrorCode::kCancelled, "cancelled");
      const auto prefix = cct_file::ChunkPrefix(chunk.elements);
      chunk.ref = fbs::ChunkRef(0, 0, chunk.elements, ChecksumOf(prefix, chunk.data));
    }
  }

  const uint64_t header_size_bytes = BuildHeader(tree, plan).size();
  const uint64_t file_size_bytes = PlaceChunks(plan, header_size_bytes);
  const flatbuffers::DetachedBuffer header = BuildHeader(tree, plan);
  RINGSCOPE_CHECK(header.size() == header_size_bytes);

  const cct_file::Preamble preamble{cct_file::kMagic,
                                    kCctFormatVersion,
                                    0,
                                    file_size_bytes,
                                    sizeof(cct_file::Preamble),
                                    header_size_bytes,
                                    XXH3_64bits(header.data(), header.size()),
                                    {}};
  RINGSCOPE_TRY(file.Write(std::as_bytes(std::span(&preamble, 1))));
  RINGSCOPE_TRY(file.Write(std::as_bytes(std::span(header.data(), header.size()))));
  for (const PlannedColumn& column : plan) {
    for (const PlannedChunk& chunk : column.chunks) {
      RINGSCOPE_TRY(PadTo(file, chunk.ref.offset_bytes()));
      RINGSCOPE_TRY(file.Write(std::span<const std::byte>(cct_file::ChunkPrefix(chunk.elements))));
      // Writes pieces, so that a cancellation takes effect soon.
      constexpr size_t kPieceBytes = size_t{16} << 20;
      for (size_t at = 0; at < chunk.data.size(); at += kPieceBytes) {
        if (IsCancelled(job)) return Fail(ErrorCode::kCancelled, "cancelled");
        const auto piece = chunk.data.subspan(at, std::min(kPieceBytes, chunk.data.size() - at));
        RINGSCOPE_TRY(file.Write(piece));
        if (job != nullptr) job->done_units += piece.size();
      }
    }
  }
  RINGSCOPE_TRY(PadTo(file, file_size_bytes));
  return file;
}

}  // namespace

Result<void> WriteCctFile(const Cct& tree, const std::filesystem::path& path, const CctWriteOptions& options,
                          JobControl* job) {
  RINGSCOPE_ASSIGN(AtomicFile file, WriteUncommitted(tree, path, options, job));
  return file.Commit();
}

Result<CctPtr> MoveToUnnamedFile(const Cct& tree, const std::filesystem::path& folder) {
  RINGSCOPE_ASSIGN(const AtomicFile file, WriteUncommitted(tree, folder / "ringscope.cct", {}, nullptr));
  return OpenCctFile(file.path_before_commit());
}

}  // namespace ringscope
