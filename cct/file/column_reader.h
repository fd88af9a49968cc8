#pragma once

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/file/cct_file_layout.h"
#include "cct/file/cct_format_generated.h"
#include "cct/tree/cct.h"

namespace ringscope::cct_file {

// The names of columns in messages, by format::ColumnKind.
inline constexpr std::array<std::string_view, 45> kColumnNames{
    "first_child",      "frame",           "layer_begin",        "running_inclusive",   "context_flags",
    "frame_name",       "frame_module",    "frame_file",         "frame_line",          "frame_column",
    "frame_kind",       "string_offset",   "string_bytes",       "point_begin",         "point_value",
    "sample_time",      "sample_context",  "sample_value",       "frame_source_change", "frame_class",
    "frame_code",       "frame_value",     "frame_certainty",    "class_name",          "class_package",
    "class_superclass", "class_kind",      "member_count",       "member_least",        "member_most",
    "member_least_of",  "member_most_of",  "member_squares_low", "member_squares_high", "member_first",
    "member_quantile",  "frame_call_line", "member_value_begin", "member_value_bytes",  "type_begin",
    "type_role",        "seen_type",       "type_calls",         "type_name_offset",    "type_name_bytes"};

// Whether a file may have several columns of the kind, by index.
[[nodiscard]] constexpr bool HasIndex(format::ColumnKind kind) {
  return kind == format::ColumnKind::RunningInclusive ||
         (kind >= format::ColumnKind::PointValue && kind <= format::ColumnKind::SampleValue) ||
         kind == format::ColumnKind::FrameValue || kind == format::ColumnKind::FrameCertainty ||
         (kind >= format::ColumnKind::MemberLeast && kind <= format::ColumnKind::MemberQuantile &&
          kind != format::ColumnKind::MemberFirst) ||
         kind == format::ColumnKind::MemberValueBegin || kind == format::ColumnKind::MemberValueBytes;
}

// Reads the columns of a mapped .cct file without copying: everything about a chunk is checked before a
// pointer to it exists. Borrows the file, the header and the job.
class ColumnReader {
 public:
  // `job` may be null.
  ColumnReader(std::span<const std::byte> file, const format::Header& header, const JobControl* job)
      : file_(file), job_(job) {
    for (const format::Column* column : *header.columns())
      columns_.emplace(std::pair(column->kind(), column->metric()), column);
  }

  // Reads the column of this kind (and metric); checks that it has `expected_size` elements if given.
  template <typename T>
  [[nodiscard]] Result<void> Read(format::ColumnKind kind, std::optional<uint64_t> expected_size,
                                  ChunkedColumn<T>& into, uint32_t metric = 0) {
    if (IsCancelled(job_)) return Fail(ErrorCode::kCancelled, "cancelled");
    const format::Column* column = Find(kind, metric);
    std::string name(kColumnNames[static_cast<size_t>(kind)]);
    if (HasIndex(kind)) name += fmt::format("[{}]", metric);
    if (column == nullptr) return Fail(ErrorCode::kMalformed, "column '{}' is missing", name);
    constexpr auto element = sizeof(T) == 1   ? format::ElementType::U8
                             : sizeof(T) == 4 ? format::ElementType::U32
                                              : format::ElementType::U64;
    if (column->element() != element) {
      return Fail(ErrorCode::kMalformed, "column '{}' has the wrong element type", name);
    }
    const uint32_t chunk_log2 = column->chunk_elements_log2();
    if (chunk_log2 > 31 || column->chunks() == nullptr || column->chunks()->size() == 0) {
      return Fail(ErrorCode::kMalformed, "column '{}' has no valid list of chunks", name);
    }
    std::vector<std::span<const T>> chunks;
    uint64_t size = 0;
    for (uint32_t c = 0; c < column->chunks()->size(); ++c) {
      const format::ChunkRef& ref = *column->chunks()->Get(c);
      RINGSCOPE_ASSIGN(const std::span<const T> values, ReadChunk<T>(name, c, ref));
      const bool last = c + 1 == column->chunks()->size();
      const uint64_t full = uint64_t{1} << chunk_log2;
      if (last ? values.size() > full : values.size() != full) {
        return Fail(ErrorCode::kMalformed, "column '{}' chunk {}: expected {} elements, found {}", name, c,
                    full, values.size());
      }
      size += values.size();
      chunks.push_back(values);
    }
    if (expected_size && size != *expected_size) {
      return Fail(ErrorCode::kMalformed, "column '{}': expected {} elements, found {}", name, *expected_size,
                  size);
    }
    into = ChunkedColumn<T>(std::move(chunks), chunk_log2);
    return {};
  }
  // Reads an optional column.
  template <typename T>
  [[nodiscard]] Result<void> ReadIfAny(format::ColumnKind kind, uint64_t expected_size,
                                       ChunkedColumn<T>& into) {
    return Has(kind) ? Read(kind, expected_size, into) : Result<void>();
  }

  [[nodiscard]] bool Has(format::ColumnKind kind) const { return Find(kind, 0) != nullptr; }
  [[nodiscard]] bool IsNarrow(format::ColumnKind kind, uint32_t metric) const {
    const format::Column* const column = Find(kind, metric);
    return column != nullptr && column->element() == format::ElementType::U32;
  }
  [[nodiscard]] std::vector<StoredChunk> TakeStoredChunks() { return std::move(stored_); }

 private:
  [[nodiscard]] const format::Column* Find(format::ColumnKind kind, uint32_t metric) const {
    const auto found = columns_.find({kind, metric});
    return found == columns_.end() ? nullptr : found->second;
  }

  template <typename T>
  [[nodiscard]] Result<std::span<const T>> ReadChunk(const std::string& name, uint32_t number,
                                                     const format::ChunkRef& ref) {
    const uint64_t offset = ref.offset_bytes();
    const uint64_t elements = ref.elements();
    const auto fail = [&](std::string_view what) {
      return FailAt(ErrorCode::kMalformed, offset, "column '{}' chunk {}: {}", name, number, what);
    };
    if (offset % kAlignment != 0) return fail("expected a 64-byte aligned place");
    if (offset > file_.size() || ref.size_bytes() > file_.size() - offset)
      return fail("lies outside the file");
    if (elements > 0xffffffffull || ref.size_bytes() != kChunkPrefixBytes + elements * sizeof(T)) {
      return fail("its size does not fit its number of elements");
    }
    const std::span<const std::byte> bytes = file_.subspan(offset, ref.size_bytes());
    // The prefix of a chunk depends only on its element count, so comparing it verifies the FlatBuffer.
    const auto prefix = ChunkPrefix(static_cast<uint32_t>(elements));
    if (std::memcmp(bytes.data(), prefix.data(), prefix.size()) != 0)
      return fail("expected a chunk's FlatBuffer prefix");
    stored_.push_back({fmt::format("{} chunk {}", name, number), bytes, ref.checksum()});
    return std::span<const T>(reinterpret_cast<const T*>(bytes.data() + kChunkPrefixBytes), elements);
  }

  std::span<const std::byte> file_;
  const JobControl* job_;
  // The first column of each kind and metric.
  std::map<std::pair<format::ColumnKind, uint32_t>, const format::Column*> columns_;
  std::vector<StoredChunk> stored_;
};

}  // namespace ringscope::cct_file
