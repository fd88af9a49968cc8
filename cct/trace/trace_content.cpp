#include "cct/trace/trace_content.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>

namespace ringscope {
namespace {

// Four bytes a cell count them.
constexpr uint64_t kMaxBlocks = (uint64_t{1} << 32) / kTraceCellsPerBlock - 1;

// The text of a measure ends with a 0, or nowhere.
void EndText(std::span<char> text) { text.back() = '\0'; }

Result<TraceHeader> ReadHeader(std::span<const std::byte> bytes) {
  if (bytes.size() < kTraceBlockBytes) {
    return Fail(ErrorCode::kMalformed, fmt::format("expected a trace memory of at least {} bytes, found {}",
                                                   kTraceBlockBytes, bytes.size()));
  }
  TraceHeader header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  if (header.version != kTraceVersion) {
    return FailAt(ErrorCode::kUnsupported, offsetof(TraceHeader, version),
                  fmt::format("expected a trace memory of version {}, found version {}", kTraceVersion,
                              header.version));
  }
  if (header.metric_count == 0 || header.metric_count > kTraceNodeValues) {
    return FailAt(ErrorCode::kMalformed, offsetof(TraceHeader, metric_count),
                  fmt::format("expected 1 to {} metrics, found {}", kTraceNodeValues, header.metric_count));
  }
  if (header.function_value_count > kTraceFunctionValues) {
    return FailAt(ErrorCode::kMalformed, offsetof(TraceHeader, function_value_count),
                  fmt::format("expected at most {} values of functions, found {}", kTraceFunctionValues,
                              header.function_value_count));
  }
  EndText(header.tool);
  for (TraceMeasure& measure : header.metrics) {
    EndText(measure.name);
    EndText(measure.unit);
  }
  for (TraceMeasure& measure : header.function_values) {
    EndText(measure.name);
    EndText(measure.unit);
  }
  return header;
}

// One block's own copy of its bytes.
struct alignas(kTraceCellBytes) BlockCopy {
  std::array<std::byte, kTraceBlockBytes> bytes;

  template <typename T>
  [[nodiscard]] T At(size_t offset_bytes) const {
    T value;
    std::memcpy(&value, bytes.data() + offset_bytes, sizeof(T));
    return value;
  }
  [[nodiscard]] std::string_view Text(size_t offset_bytes, size_t size_bytes) const {
    return {reinterpret_cast<const char*>(bytes.data()) + offset_bytes, size_bytes};
  }
};

class TraceReader {
 public:
  TraceReader(TraceContent& content, ImportReport& report) : content_(content), report_(report) {}

  void ReadBlock(uint64_t index) {
    block_begin_ = index * kTraceBlockBytes;
    std::memcpy(copy_.bytes.data(), content_.bytes.data() + block_begin_, kTraceBlockBytes);
    const auto block = copy_.At<TraceBlock>(0);
    switch (block.kind) {
      case TraceBlockKind::kFree:
        return;
      case TraceBlockKind::kNodes:
        return ReadNodes(CellsOf(block));
      case TraceBlockKind::kRecords:
        return ReadRecords(block.used);
      case TraceBlockKind::kFunctions:
        for (uint32_t cell = 1; cell <= CellsOf(block); ++cell)
          content_.function_cells.push_back(copy_.At<TraceFunctionCell>(cell * kTraceCellBytes));
        return;
      case TraceBlockKind::kPoints:
        for (uint32_t cell = 1; cell <= CellsOf(block); ++cell)
          content_.points.push_back(copy_.At<TracePoint>(cell * kTraceCellBytes));
        return;
      case TraceBlockKind::kTypes:
        for (uint32_t cell = 1; cell <= CellsOf(block); ++cell)
          content_.types.push_back(copy_.At<TraceTypes>(cell * kTraceCellBytes));
        return;
    }
    report_.Skip("a block of unknown kind", block_begin_);
  }

 private:
  uint32_t CellsOf(const TraceBlock& block) {
    if (block.used < kTraceCellsPerBlock) return block.used;
    report_.Skip("a block that claims more cells than it has", block_begin_);
    return kTraceCellsPerBlock - 1;
  }

  void ReadNodes(uint32_t cells) {
    const auto first = static_cast<uint32_t>(block_begin_ / kTraceCellBytes);
    for (uint32_t cell = 1; cell <= cells; ++cell) {
      const auto node = copy_.At<TraceNode>(cell * kTraceCellBytes);
      content_.caller_of[first + cell] = node.caller;
      content_.function_of[first + cell] = node.function;
    }
  }

  void ReadRecords(uint32_t used_bytes) {
    size_t at = kTraceCellBytes;
    if (used_bytes > kTraceBlockBytes - at) {
      report_.Skip("a block that claims more bytes than it has", block_begin_);
      used_bytes = static_cast<uint32_t>(kTraceBlockBytes - at);
    }
    const size_t end = at + used_bytes;
    while (end - at >= sizeof(TraceRecord)) {
      const auto record = copy_.At<TraceRecord>(at);
      if (record.size_bytes < sizeof(TraceRecord) || record.size_bytes > end - at ||
          record.size_bytes % 8 != 0) {
        report_.Skip("a record of impossible size, and the rest of its block", block_begin_ + at);
        return;
      }
      if (!ReadRecord(record, at)) report_.Skip("a record that cannot be read", block_begin_ + at);
      at += record.size_bytes;
    }
  }

  // The texts behind a record's fixed part, one after another. Nothing where they do not fit.
  template <typename Fixed, size_t Count>
  std::optional<std::array<std::string, Count>> TextsOf(const TraceRecord& record, size_t at,
                                                        const std::array<uint32_t, Count>& sizes) const {
    std::array<std::string, Count> texts;
    uint64_t begin = sizeof(Fixed);
    for (size_t i = 0; i < Count; ++i) {
      if (begin + sizes[i] > record.size_bytes) return std::nullopt;
      texts[i] = copy_.Text(at + begin, sizes[i]);
      begin += sizes[i];
    }
    return texts;
  }

  bool ReadRecord(const TraceRecord& record, size_t at) {
    switch (record.kind) {
      case TraceRecordKind::kFunction: {
        if (record.size_bytes < sizeof(TraceFunctionRecord)) return false;
        const auto fixed = copy_.At<TraceFunctionRecord>(at);
        auto texts = TextsOf<TraceFunctionRecord, 3>(
            record, at, {fixed.name_bytes, fixed.module_bytes, fixed.file_bytes});
        if (!texts || fixed.id == kTraceNoFunction) return false;
        content_.functions[fixed.id] = {std::move((*texts)[0]),
                                        std::move((*texts)[1]),
                                        std::move((*texts)[2]),
                                        fixed.class_id,
                                        fixed.line,
                                        fixed.frame_kind,
                                        fixed.code_hash};
        return true;
      }
      case TraceRecordKind::kClass: {
        if (record.size_bytes < sizeof(TraceClassRecord)) return false;
        const auto fixed = copy_.At<TraceClassRecord>(at);
        auto texts = TextsOf<TraceClassRecord, 2>(record, at, {fixed.name_bytes, fixed.module_bytes});
        if (!texts || fixed.id == 0) return false;
        content_.classes[fixed.id] = {std::move((*texts)[0]), std::move((*texts)[1]), fixed.superclass_id};
        return true;
      }
      case TraceRecordKind::kThread: {
        if (record.size_bytes < sizeof(TraceThreadRecord)) return false;
        const auto fixed = copy_.At<TraceThreadRecord>(at);
        auto texts = TextsOf<TraceThreadRecord, 1>(record, at, {fixed.name_bytes});
        if (!texts) return false;
        content_.threads[fixed.root] = {std::move((*texts)[0]), fixed.thread_id};
        return true;
      }
      case TraceRecordKind::kAttribute: {
        if (record.size_bytes < sizeof(TraceAttributeRecord)) return false;
        const auto fixed = copy_.At<TraceAttributeRecord>(at);
        auto texts = TextsOf<TraceAttributeRecord, 2>(record, at, {fixed.name_bytes, fixed.value_bytes});
        if (!texts) return false;
        content_.attributes.emplace_back(std::move((*texts)[0]), std::move((*texts)[1]));
        return true;
      }
      case TraceRecordKind::kModule: {
        if (record.size_bytes < sizeof(TraceModuleRecord)) return false;
        const auto fixed = copy_.At<TraceModuleRecord>(at);
        auto texts = TextsOf<TraceModuleRecord, 2>(record, at, {fixed.path_bytes, fixed.build_id_bytes});
        if (!texts) return false;
        content_.modules[fixed.id] = {std::move((*texts)[0]), std::move((*texts)[1]), fixed.code_offset,
                                      fixed.code_bytes, fixed.inode};
        return true;
      }
      case TraceRecordKind::kCode: {
        if (record.size_bytes < sizeof(TraceCodeRecord)) return false;
        const auto fixed = copy_.At<TraceCodeRecord>(at);
        if (fixed.function == kTraceNoFunction) return false;
        content_.codes[fixed.function] = {fixed.module, fixed.offset};
        return true;
      }
      case TraceRecordKind::kType: {
        if (record.size_bytes < sizeof(TraceTypeRecord)) return false;
        const auto fixed = copy_.At<TraceTypeRecord>(at);
        auto texts = TextsOf<TraceTypeRecord, 1>(record, at, {fixed.name_bytes});
        if (!texts || fixed.id == 0) return false;
        content_.type_names[fixed.id] = std::move((*texts)[0]);
        return true;
      }
    }
    return false;
  }

  TraceContent& content_;
  ImportReport& report_;
  BlockCopy copy_;
  uint64_t block_begin_ = 0;  // in the file
};

}  // namespace

std::array<uint64_t, kTraceNodeValues> TraceContent::ValuesOf(uint32_t cell) const {
  std::array<uint64_t, kTraceNodeValues> values;
  std::memcpy(values.data(), bytes.data() + cell * kTraceCellBytes + offsetof(TraceNode, values),
              sizeof(values));
  return values;
}

uint64_t ScaleOf(const TraceMeasure& measure) {
  uint64_t scale = 1;
  while (scale < measure.scale && scale < 1'000'000'000) scale *= 10;
  return scale;
}

bool IsTraceMemory(std::string_view prefix) {
  return prefix.starts_with(std::string_view(kTraceMagic, sizeof(kTraceMagic)));
}

Result<TraceContent> ReadTraceContent(std::span<const std::byte> bytes, ImportReport& report,
                                      JobControl& job) {
  TraceContent content;
  RINGSCOPE_ASSIGN(content.header, ReadHeader(bytes));
  content.bytes = bytes;
  const uint64_t in_file = bytes.size() / kTraceBlockBytes;
  if (in_file > kMaxBlocks) {
    return Fail(ErrorCode::kLimit, fmt::format("expected at most {} blocks, found {}", kMaxBlocks, in_file));
  }
  // A file that has just grown may have more blocks than the part of it that is seen here.
  const uint64_t block_count = std::min(content.header.block_count, in_file);
  content.caller_of.assign(block_count * kTraceCellsPerBlock, TraceContent::kNoNode);
  content.function_of.assign(block_count * kTraceCellsPerBlock, kTraceNoFunction);
  TraceReader reader(content, report);
  for (uint64_t block = 1; block < block_count; ++block) {
    if (block % 64 == 0 && job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
    reader.ReadBlock(block);
  }
  return content;
}

}  // namespace ringscope
