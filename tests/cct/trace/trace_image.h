#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "cct/trace/trace_layout.h"

namespace ringscope {

// A trace memory made by hand: block 1 has the nodes, block 2 the records, block 3 cells of functions, block
// 4 points.
class TraceImage {
 public:
  TraceImage() : bytes_(5 * kTraceBlockBytes) {
    TraceHeader header{};
    std::memcpy(header.magic, kTraceMagic, sizeof(header.magic));
    header.version = kTraceVersion;
    header.block_count = 5;
    header.state = TraceState::kFinished;
    header.metric_count = 2;
    header.time_metric = 1;
    header.calls_metric = 0;
    header.point_metric = kTraceNoMetric;
    header.start_time_s = 1'700'000'000;
    std::strcpy(header.tool, "test recorder");
    std::strcpy(header.metrics[0].name, "calls");
    std::strcpy(header.metrics[0].unit, "count");
    std::strcpy(header.metrics[1].name, "time");
    std::strcpy(header.metrics[1].unit, "ns");
    header.metrics[0].scale = header.metrics[1].scale = 1;
    Put(0, header);
    for (uint32_t block = 1; block < 5; ++block)
      Put(block * kTraceBlockBytes, TraceBlock{static_cast<TraceBlockKind>(block), 0, {}});
  }

  [[nodiscard]] TraceHeader& header() { return *reinterpret_cast<TraceHeader*>(bytes_.data()); }
  [[nodiscard]] TraceBlock& block(uint32_t index) {
    return *reinterpret_cast<TraceBlock*>(bytes_.data() + index * kTraceBlockBytes);
  }
  [[nodiscard]] TraceNode& node(uint32_t cell) {
    return *reinterpret_cast<TraceNode*>(bytes_.data() + cell * kTraceCellBytes);
  }
  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }
  [[nodiscard]] std::vector<std::byte>& mutable_bytes() { return bytes_; }

  // All of these give the cell.
  uint32_t Thread(std::string_view name, uint64_t id) {
    const uint32_t root = Node(0, kTraceNoFunction, {});
    TraceThreadRecord record{};
    record.record.kind = TraceRecordKind::kThread;
    record.root = root;
    record.thread_id = id;
    record.name_bytes = static_cast<uint32_t>(name.size());
    Record(record, {name});
    return root;
  }
  uint32_t Node(uint32_t caller, uint32_t function, std::initializer_list<uint64_t> values) {
    TraceNode node{};
    node.function = function;
    node.caller = caller;
    std::copy(values.begin(), values.end(), node.values);
    return Cell(1, node);
  }
  void Function(uint32_t id, std::string_view name, std::string_view module = {}, std::string_view file = {},
                uint32_t line = 0, uint32_t class_id = 0, uint64_t code_hash = 0) {
    TraceFunctionRecord record{};
    record.record.kind = TraceRecordKind::kFunction;
    record.id = id;
    record.line = line;
    record.class_id = class_id;
    record.code_hash = code_hash;
    record.name_bytes = static_cast<uint32_t>(name.size());
    record.module_bytes = static_cast<uint32_t>(module.size());
    record.file_bytes = static_cast<uint32_t>(file.size());
    Record(record, {name, module, file});
  }
  void Attribute(std::string_view name, std::string_view value) {
    TraceAttributeRecord record{};
    record.record.kind = TraceRecordKind::kAttribute;
    record.name_bytes = static_cast<uint32_t>(name.size());
    record.value_bytes = static_cast<uint32_t>(value.size());
    Record(record, {name, value});
  }
  void Class(uint32_t id, std::string_view name, std::string_view module, uint32_t superclass_id) {
    TraceClassRecord record{};
    record.record.kind = TraceRecordKind::kClass;
    record.id = id;
    record.superclass_id = superclass_id;
    record.name_bytes = static_cast<uint32_t>(name.size());
    record.module_bytes = static_cast<uint32_t>(module.size());
    Record(record, {name, module});
  }
  void Module(uint32_t id, std::string_view path, std::string_view build_id, uint64_t code_offset,
              uint64_t code_bytes, uint64_t inode) {
    TraceModuleRecord record{};
    record.record.kind = TraceRecordKind::kModule;
    record.id = id;
    record.path_bytes = static_cast<uint32_t>(path.size());
    record.build_id_bytes = static_cast<uint32_t>(build_id.size());
    record.code_offset = code_offset;
    record.code_bytes = code_bytes;
    record.inode = inode;
    Record(record, {path, build_id});
  }
  void Code(uint32_t function, uint32_t module, uint64_t offset) {
    TraceCodeRecord record{};
    record.record.kind = TraceRecordKind::kCode;
    record.function = function;
    record.module = module;
    record.offset = offset;
    Record(record, {});
  }
  void FunctionCell(const TraceFunctionCell& cell) { Cell(3, cell); }
  void Point(const TracePoint& point) { Cell(4, point); }

 private:
  template <typename T>
  void Put(size_t offset_bytes, const T& value) {
    std::memcpy(bytes_.data() + offset_bytes, &value, sizeof(value));
  }
  template <typename T>
  uint32_t Cell(uint32_t block_index, const T& value) {
    const uint32_t cell = block_index * kTraceCellsPerBlock + ++block(block_index).used;
    Put(cell * kTraceCellBytes, value);
    return cell;
  }
  template <typename T>
  void Record(T record, std::initializer_list<std::string_view> texts) {
    const size_t begin = 2 * kTraceBlockBytes + kTraceCellBytes + block(2).used;
    size_t size = sizeof(T);
    for (const std::string_view text : texts) {
      if (!text.empty()) std::memcpy(bytes_.data() + begin + size, text.data(), text.size());
      size += text.size();
    }
    record.record.size_bytes = static_cast<uint32_t>((size + 7) / 8 * 8);
    Put(begin, record);
    block(2).used += record.record.size_bytes;
  }

  std::vector<std::byte> bytes_;
};

}  // namespace ringscope
