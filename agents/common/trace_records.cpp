// The records of a trace memory: functions, classes, attributes, names of threads.

#include <algorithm>
#include <bit>

#include "agents/common/thread_tree.h"
#include "agents/common/trace_memory.h"

namespace ringscope {
namespace {

constexpr size_t kMostNameBytes = 32 * 1024;
constexpr size_t kMostPathBytes = 8 * 1024;
constexpr size_t kMostThreadNameBytes = 1000;
constexpr size_t kLeastThreadNameRoom = 64;

uint64_t RoundUp(uint64_t bytes) { return (bytes + 7) / 8 * 8; }

// The part of a text that a record holds; sets `bytes` to its size.
std::string_view Cut(std::string_view text, size_t most_bytes, uint32_t& bytes) {
  text = text.substr(0, most_bytes);
  bytes = static_cast<uint32_t>(text.size());
  return text;
}

}  // namespace

std::byte* TraceMemory::TakeRecord(uint64_t bytes) {
  const uint64_t room = kTraceBlockBytes - sizeof(TraceBlock);
  if (record_block_ == 0 || record_bytes_ + bytes > room) {
    const uint32_t block = TakeBlock(TraceBlockKind::kRecords, record_block_);
    if (block == 0) {
      return nullptr;
    }
    record_block_ = block;
    record_bytes_ = 0;
  }
  return reinterpret_cast<std::byte*>(&BlockAt(record_block_) + 1) + record_bytes_;
}

void TraceMemory::PublishRecord(uint64_t bytes) {
  record_bytes_ += static_cast<uint32_t>(bytes);
  __atomic_store_n(&BlockAt(record_block_).used, record_bytes_, __ATOMIC_RELEASE);
}

template <typename Record>
bool TraceMemory::AddRecord(TraceRecordKind kind, Record& record,
                            std::initializer_list<std::string_view> texts) {
  uint64_t bytes = sizeof(Record);
  for (const std::string_view text : texts) bytes += text.size();
  bytes = RoundUp(bytes);
  record.record = {.kind = kind, .size_bytes = static_cast<uint32_t>(bytes)};
  const TraceLocked locked(record_lock_);
  std::byte* to = TakeRecord(bytes);
  if (to == nullptr) {
    return false;
  }
  *reinterpret_cast<Record*>(to) = record;
  to += sizeof(Record);
  for (const std::string_view text : texts) {
    to += text.copy(reinterpret_cast<char*>(to), text.size());
  }
  PublishRecord(bytes);
  return true;
}

bool TraceMemory::AddFunction(TraceFunctionRecord function, std::string_view name, std::string_view module,
                              std::string_view file) {
  return AddRecord(
      TraceRecordKind::kFunction, function,
      {Cut(name, kMostNameBytes, function.name_bytes), Cut(module, kMostPathBytes, function.module_bytes),
       Cut(file, kMostPathBytes, function.file_bytes)});
}

bool TraceMemory::AddClass(TraceClassRecord added, std::string_view name, std::string_view module) {
  return AddRecord(
      TraceRecordKind::kClass, added,
      {Cut(name, kMostNameBytes, added.name_bytes), Cut(module, kMostPathBytes, added.module_bytes)});
}

bool TraceMemory::AddType(uint32_t id, std::string_view name) {
  TraceTypeRecord type{.id = id};
  return AddRecord(TraceRecordKind::kType, type, {Cut(name, kMostPathBytes, type.name_bytes)});
}

bool TraceMemory::AddAttribute(std::string_view name, std::string_view value) {
  TraceAttributeRecord attribute{};
  return AddRecord(
      TraceRecordKind::kAttribute, attribute,
      {Cut(name, kMostPathBytes, attribute.name_bytes), Cut(value, kMostNameBytes, attribute.value_bytes)});
}

bool TraceMemory::AddModule(TraceModuleRecord module, std::string_view path, std::string_view build_id) {
  return AddRecord(
      TraceRecordKind::kModule, module,
      {Cut(path, kMostPathBytes, module.path_bytes), Cut(build_id, kMostPathBytes, module.build_id_bytes)});
}

bool TraceMemory::AddCode(uint32_t function, uint32_t module, uint64_t offset) {
  TraceCodeRecord code{.function = function, .module = module, .offset = offset};
  return AddRecord(TraceRecordKind::kCode, code, {});
}

void TraceMemory::NameThread(ThreadTree& tree, std::string_view name, uint64_t thread_id) {
  if (tree.root_ == &tree.lost_) {
    return;
  }
  name = name.substr(0, kMostThreadNameBytes);
  const TraceLocked locked(record_lock_);
  TraceThreadRecord* record = tree.name_record_;
  // Names change, and threads come and go: records have room for the next name, or their number would grow
  // without end.
  const bool is_new = record == nullptr || name.size() > tree.name_room_bytes_;
  const uint64_t room = std::max(kLeastThreadNameRoom, std::bit_ceil(name.size()));
  const uint64_t bytes = RoundUp(sizeof(TraceThreadRecord) + room);
  if (is_new) {
    std::byte* const to = TakeRecord(bytes);
    if (to == nullptr) {
      return;
    }
    record = reinterpret_cast<TraceThreadRecord*>(to);
    record->record = {.kind = TraceRecordKind::kThread, .size_bytes = static_cast<uint32_t>(bytes)};
    tree.name_record_ = record;
    tree.name_room_bytes_ = static_cast<uint32_t>(room);
  }
  record->root = tree.CellOf(tree.root_);
  record->thread_id = thread_id;
  record->name_bytes = static_cast<uint32_t>(name.size());
  name.copy(reinterpret_cast<char*>(record + 1), name.size());
  if (is_new) {
    PublishRecord(bytes);
  }
}

TraceFunctionCell* TraceMemory::NewFunctionCell(uint32_t function) {
  const TraceLocked locked(record_lock_);
  const uint32_t cell = TakeCell(function_cells_, TraceBlockKind::kFunctions);
  if (cell == 0) {
    return nullptr;
  }
  auto* const result = reinterpret_cast<TraceFunctionCell*>(file_.base() + uint64_t{cell} * kTraceCellBytes);
  result->function = function;
  PublishCell(cell);
  return result;
}

}  // namespace ringscope
