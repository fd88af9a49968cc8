#include "cct/trace/trace_content.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cct/base/bounded_sum.h"
#include "cct/tree/building/type_list.h"
#include "cct/tree/frame_table.h"

namespace ringscope {
namespace {

// Cells have 32-bit numbers.
constexpr uint64_t kMaxBlocks = (uint64_t{1} << 32) / kTraceCellsPerBlock - 1;

// Ends a text that may lack its final 0.
void EndText(std::span<char> text) { text.back() = '\0'; }

Result<TraceHeader> ReadHeader(std::span<const std::byte> bytes) {
  if (bytes.size() < kTraceBlockBytes) {
    return Fail(ErrorCode::kMalformed, "expected a trace memory of at least {} bytes, found {}",
                kTraceBlockBytes, bytes.size());
  }
  TraceHeader header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  if (header.version != kTraceVersion) {
    return FailAt(ErrorCode::kUnsupported, offsetof(TraceHeader, version),
                  "expected a trace memory of version {}, found version {}", kTraceVersion, header.version);
  }
  if (header.metric_count == 0 || header.metric_count > kTraceNodeValues) {
    return FailAt(ErrorCode::kMalformed, offsetof(TraceHeader, metric_count),
                  "expected 1 to {} metrics, found {}", kTraceNodeValues, header.metric_count);
  }
  if (header.function_value_count > kTraceFunctionValues) {
    return FailAt(ErrorCode::kMalformed, offsetof(TraceHeader, function_value_count),
                  "expected at most {} values of functions, found {}", kTraceFunctionValues,
                  header.function_value_count);
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

// A copy of a block's bytes.
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
  // A record's fixed part, and the texts behind it, whose sizes are members of the fixed part. std::nullopt
  // if they do not fit into the record.
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
        content_.codes[parts->fixed.function] = parts->fixed;
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
    return Fail(ErrorCode::kLimit, "expected at most {} blocks, found {}", kMaxBlocks, in_file);
  }
  // A file that has just grown may have more blocks than the mapped part.
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

namespace {

constexpr uint32_t kMostRole = 255;
static_assert(kTraceReceiver == kReceiverRole && kTraceResult == kResultRole &&
              kTraceFirstArgument == kFirstArgument && kTraceArguments == kMostTypedArguments);

FrameValueRule RuleOf(std::string_view name) {
  if (name == kReceiversValue) return FrameValueRule::kDistinct;
  if (name == kReturnsSelfValue || name == kSameReturnValue) return FrameValueRule::kLeast;
  return FrameValueRule::kSum;
}

// Interns all classes of the trace; the result is by their ids there. The frames' table cuts circles of
// superclasses.
std::unordered_map<uint32_t, ClassId> InternClasses(const TraceContent& content, FrameInterner& frames) {
  std::unordered_map<uint32_t, ClassId> known;
  for (const auto& [id, traced] : content.classes)
    known.emplace(id, frames.InternClass({.name = traced.name, .package = traced.module}));
  for (const auto& [id, traced] : content.classes) {
    const auto above = known.find(traced.superclass_id);
    if (traced.superclass_id == 0 || above == known.end() || above->second == known[id]) continue;
    frames.SetSuperclass(known[id], above->second);
  }
  return known;
}

struct PlacedPoint {
  BuildNode node;
  TracePoint point;
};

// Bounds the numbers of a point, which may be anything in a damaged file.
TracePoint Bounded(TracePoint point) {
  for (uint64_t* value : {&point.input_size, &point.calls, &point.cost, &point.cost_min, &point.cost_max})
    *value = std::min(*value, kMostSum);
  if (!std::isfinite(point.cost_squares) || point.cost_squares < 0) point.cost_squares = 0;
  return point;
}

void AddUp(const TracePoint& from, TracePoint& into) {
  into.calls = BoundedSum(into.calls, from.calls);
  into.cost = BoundedSum(into.cost, from.cost);
  into.cost_min = std::min(into.cost_min, from.cost_min);
  into.cost_max = std::max(into.cost_max, from.cost_max);
  into.cost_squares += from.cost_squares;
}

}  // namespace

void SetTraceFacts(const TraceContent& content, const std::unordered_map<uint32_t, FrameId>& frame_of,
                   FrameInterner& frames, ImportReport& report) {
  const std::unordered_map<uint32_t, ClassId> classes = InternClasses(content, frames);
  // Several functions can have one frame: their hashes are joined.
  std::unordered_map<FrameId, CodeHash> code_of;
  for (const auto& [function, frame] : frame_of) {
    const auto traced = content.functions.find(function);
    if (traced == content.functions.end()) continue;
    const auto its_class = classes.find(traced->second.class_id);
    if (its_class != classes.end()) frames.SetClass(frame, its_class->second);
    CodeHash& code = code_of[frame];
    code = JoinCodes(code, traced->second.code_hash);
  }
  for (const auto& [frame, code] : code_of)
    if (code != kUnknownCode) frames.SetCode(frame, code);

  std::vector<uint32_t> values;
  std::vector<FrameValueRule> rules;
  for (uint32_t i = 0; i < content.header.function_value_count; ++i) {
    const TraceMeasure& measure = content.header.function_values[i];
    rules.push_back(RuleOf(measure.name));
    values.push_back(frames.AddValue(
        {.name = measure.name, .unit = measure.unit, .scale = ScaleOf(measure), .rule = rules.back()}));
  }
  std::vector<std::unordered_map<FrameId, FrameAmount>> amounts(values.size());
  for (const TraceFunctionCell& cell : content.function_cells) {
    const auto frame = frame_of.find(cell.function);
    if (frame == frame_of.end()) {
      if (!content.functions.contains(cell.function))
        report.Skip("facts about a function without a record", 0);
      continue;
    }
    for (uint32_t i = 0; i < values.size(); ++i) {
      if ((cell.known >> i & 1u) == 0) continue;
      const FrameAmount amount{cell.values[i], (cell.at_least >> i & 1u) != 0};
      const auto [known, is_new] = amounts[i].try_emplace(frame->second, amount);
      if (!is_new) known->second = JoinAmounts(known->second, amount, rules[i]);
    }
  }
  for (uint32_t i = 0; i < values.size(); ++i)
    for (const auto& [frame, amount] : amounts[i]) frames.SetValue(frame, values[i], amount);
}

void SetTracePoints(std::span<const TracePoint> points, std::span<const BuildNode> node_of,
                    std::string_view cost_unit, CctBuilder& builder, ImportReport& report) {
  std::vector<PlacedPoint> placed;
  placed.reserve(points.size());
  for (const TracePoint& point : points) {
    if (point.node >= node_of.size() || node_of[point.node] == kNoBuildNode)
      report.Skip("costs by input size of a context that does not exist", point.node * kTraceCellBytes);
    else if (point.calls > 0)
      placed.push_back({node_of[point.node], Bounded(point)});
  }
  if (placed.empty()) return;
  const auto key = [](const PlacedPoint& point) { return std::pair(point.node, point.point.input_size); };
  std::ranges::sort(placed, {}, key);
  JoinEqual(placed, key, [](const PlacedPoint& from, PlacedPoint& into) { AddUp(from.point, into.point); });

  std::vector<BuildNode> nodes;
  nodes.reserve(placed.size());
  for (const PlacedPoint& point : placed) nodes.push_back(point.node);
  std::vector<PointField> fields;
  std::vector<std::vector<uint64_t>> values;
  const auto add = [&](std::string_view name, std::string_view unit, bool is_real, auto value_of) {
    fields.push_back({std::string(name), std::string(unit), is_real});
    std::vector<uint64_t>& column = values.emplace_back();
    column.reserve(placed.size());
    for (const PlacedPoint& point : placed) column.push_back(value_of(point.point));
  };
  add("input", "size", false, [](const TracePoint& point) { return point.input_size; });
  add("calls", "count", false, [](const TracePoint& point) { return point.calls; });
  add("inclusive_min", cost_unit, false, [](const TracePoint& point) { return point.cost_min; });
  add("inclusive_max", cost_unit, false, [](const TracePoint& point) { return point.cost_max; });
  add("inclusive", cost_unit, false, [](const TracePoint& point) { return point.cost; });
  add("inclusive_squares", cost_unit, true,
      [](const TracePoint& point) { return std::bit_cast<uint64_t>(point.cost_squares); });
  builder.SetPoints(std::move(fields), std::move(nodes), std::move(values));
}

void SetTraceTypes(const TraceContent& content, std::span<const BuildNode> node_of, CctBuilder& builder,
                   ImportReport& report) {
  TypeList& types = builder.types();
  for (const TraceTypes& seen : content.types) {
    if (!content.IsNode(seen.node) || seen.node >= node_of.size() || seen.role > kMostRole) {
      report.Skip("types seen in calls of a context that does not exist",
                  uint64_t{seen.node} * kTraceCellBytes);
      continue;
    }
    // A context without counts, such as that of the recorder's calibration, is not in the tree.
    if (node_of[seen.node] == kNoBuildNode) continue;
    const BuildNode node = node_of[seen.node];
    const auto role = static_cast<TypeRole>(seen.role);
    for (uint32_t i = 0; i < kTraceTypesPerCell; ++i) {
      if (seen.type[i] == 0) continue;
      const auto name = content.type_names.find(seen.type[i]);
      const uint32_t type = name == content.type_names.end() ? kOtherTypes : types.NameOf(name->second);
      types.Add({node, role, type, std::min(seen.calls[i], kMostSum)});
    }
    types.Add({node, role, kOtherTypes, std::min(seen.other_calls, kMostSum)});
  }
}

}  // namespace ringscope
