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
  for (const std::span<TraceMeasure> measures :
       {std::span<TraceMeasure>(header.metrics), std::span<TraceMeasure>(header.function_values)}) {
    for (TraceMeasure& measure : measures) {
      EndText(measure.name);
      EndText(measure.unit);
    }
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
        return ReadCells(CellsOf(block), content_.function_cells);
      case TraceBlockKind::kPoints:
        return ReadCells(CellsOf(block), content_.points);
      case TraceBlockKind::kTypes:
        return ReadCells(CellsOf(block), content_.types);
    }
    report_.Skip("a block of unknown kind", block_begin_);
  }

 private:
  uint32_t CellsOf(const TraceBlock& block) {
    if (block.used < kTraceCellsPerBlock) return block.used;
    report_.Skip("a block that claims more cells than it has", block_begin_);
    return kTraceCellsPerBlock - 1;
  }

  template <typename Cell>
  void ReadCells(uint32_t cells, std::vector<Cell>& list) {
    for (uint32_t cell = 1; cell <= cells; ++cell) list.push_back(copy_.At<Cell>(cell * kTraceCellBytes));
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

  template <typename Fixed, size_t Count>
  struct Parts {
    Fixed fixed;
    std::array<std::string, Count> texts;
  };
  // A record's fixed part, and the texts of these sizes that stand behind it, one after another. Nothing
  // where they do not fit.
  template <typename Fixed, typename... Sizes>
  std::optional<Parts<Fixed, sizeof...(Sizes)>> PartsOf(const TraceRecord& record, size_t at,
                                                        Sizes Fixed::*... sizes) const {
    if (record.size_bytes < sizeof(Fixed)) return std::nullopt;
    Parts<Fixed, sizeof...(Sizes)> parts{copy_.At<Fixed>(at), {}};
    uint64_t begin = sizeof(Fixed);
    size_t text = 0;
    for (const uint32_t size_bytes : std::initializer_list<uint32_t>{parts.fixed.*sizes...}) {
      if (begin + size_bytes > record.size_bytes) return std::nullopt;
      parts.texts[text++] = copy_.Text(at + begin, size_bytes);
      begin += size_bytes;
    }
    return parts;
  }

  bool ReadRecord(const TraceRecord& record, size_t at) {
    switch (record.kind) {
      case TraceRecordKind::kFunction: {
        using Function = TraceFunctionRecord;
        auto parts =
            PartsOf(record, at, &Function::name_bytes, &Function::module_bytes, &Function::file_bytes);
        if (!parts || parts->fixed.id == kTraceNoFunction) return false;
        auto& [fixed, texts] = *parts;
        content_.functions[fixed.id] = {std::move(texts[0]), std::move(texts[1]), std::move(texts[2]),
                                        fixed.class_id,      fixed.line,          fixed.frame_kind,
                                        fixed.code_hash};
        return true;
      }
      case TraceRecordKind::kClass: {
        auto parts = PartsOf(record, at, &TraceClassRecord::name_bytes, &TraceClassRecord::module_bytes);
        if (!parts || parts->fixed.id == 0) return false;
        auto& [fixed, texts] = *parts;
        content_.classes[fixed.id] = {std::move(texts[0]), std::move(texts[1]), fixed.superclass_id};
        return true;
      }
      case TraceRecordKind::kThread: {
        auto parts = PartsOf(record, at, &TraceThreadRecord::name_bytes);
        if (!parts) return false;
        content_.threads[parts->fixed.root] = {std::move(parts->texts[0]), parts->fixed.thread_id};
        return true;
      }
      case TraceRecordKind::kAttribute: {
        using Attribute = TraceAttributeRecord;
        auto parts = PartsOf(record, at, &Attribute::name_bytes, &Attribute::value_bytes);
        if (!parts) return false;
        content_.attributes.emplace_back(std::move(parts->texts[0]), std::move(parts->texts[1]));
        return true;
      }
      case TraceRecordKind::kModule: {
        auto parts = PartsOf(record, at, &TraceModuleRecord::path_bytes, &TraceModuleRecord::build_id_bytes);
        if (!parts) return false;
        auto& [fixed, texts] = *parts;
        content_.modules[fixed.id] = {std::move(texts[0]), std::move(texts[1]), fixed.code_offset,
                                      fixed.code_bytes, fixed.inode};
        return true;
      }
      case TraceRecordKind::kCode: {
        const auto parts = PartsOf<TraceCodeRecord>(record, at);
        if (!parts || parts->fixed.function == kTraceNoFunction) return false;
        content_.codes[parts->fixed.function] = {parts->fixed.module, parts->fixed.offset};
        return true;
      }
      case TraceRecordKind::kType: {
        auto parts = PartsOf(record, at, &TraceTypeRecord::name_bytes);
        if (!parts || parts->fixed.id == 0) return false;
        content_.type_names[parts->fixed.id] = std::move(parts->texts[0]);
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
