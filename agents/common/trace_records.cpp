// The records of a trace memory: functions, classes, attributes, names of threads.

#include <string.h>

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
bool TraceMemory::AddRecord(TraceRecordKind kind, Record record,
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
    // The address of an empty text may be none.
    if (!text.empty()) memcpy(to, text.data(), text.size());
    to += text.size();
  }
  PublishRecord(bytes);
  return true;
}

bool TraceMemory::AddFunction(const TraceFunction& function) {
  const std::string_view name = function.name.substr(0, kMostNameBytes);
  const std::string_view module = function.module.substr(0, kMostPathBytes);
  const std::string_view file = function.file.substr(0, kMostPathBytes);
  return AddRecord(TraceRecordKind::kFunction,
                   TraceFunctionRecord{.id = function.id,
                                       .class_id = function.class_id,
                                       .line = function.line,
                                       .frame_kind = function.frame_kind,
                                       .code_hash = function.code_hash,
                                       .name_bytes = static_cast<uint32_t>(name.size()),
                                       .module_bytes = static_cast<uint32_t>(module.size()),
                                       .file_bytes = static_cast<uint32_t>(file.size())},
                   {name, module, file});
}

bool TraceMemory::AddClass(const TraceClass& added) {
  const std::string_view name = added.name.substr(0, kMostNameBytes);
  const std::string_view module = added.module.substr(0, kMostPathBytes);
  return AddRecord(TraceRecordKind::kClass,
                   TraceClassRecord{.id = added.id,
                                    .superclass_id = added.superclass_id,
                                    .name_bytes = static_cast<uint32_t>(name.size()),
                                    .module_bytes = static_cast<uint32_t>(module.size())},
                   {name, module});
}

bool TraceMemory::AddType(uint32_t id, std::string_view name) {
  name = name.substr(0, kMostPathBytes);
  return AddRecord(TraceRecordKind::kType,
                   TraceTypeRecord{.id = id, .name_bytes = static_cast<uint32_t>(name.size())}, {name});
}

bool TraceMemory::AddAttribute(std::string_view name, std::string_view value) {
  name = name.substr(0, kMostPathBytes);
  value = value.substr(0, kMostNameBytes);
  return AddRecord(TraceRecordKind::kAttribute,
                   TraceAttributeRecord{.name_bytes = static_cast<uint32_t>(name.size()),
                                        .value_bytes = static_cast<uint32_t>(value.size())},
                   {name, value});
}

bool TraceMemory::AddModule(const TraceModule& module) {
  const std::string_view path = module.path.substr(0, kMostPathBytes);
  const std::string_view build_id = module.build_id.substr(0, kMostPathBytes);
  return AddRecord(TraceRecordKind::kModule,
                   TraceModuleRecord{.id = module.id,
                                     .path_bytes = static_cast<uint32_t>(path.size()),
                                     .build_id_bytes = static_cast<uint32_t>(build_id.size()),
                                     .code_offset = module.code_offset,
                                     .code_bytes = module.code_bytes,
                                     .inode = module.inode},
                   {path, build_id});
}

bool TraceMemory::AddCode(uint32_t function, uint32_t module, uint64_t offset) {
  return AddRecord(TraceRecordKind::kCode,
                   TraceCodeRecord{.function = function, .module = module, .offset = offset}, {});
}

void TraceMemory::NameThread(ThreadTree& tree, std::string_view name, uint64_t thread_id) {
  if (tree.root_ == &tree.lost_) {
    return;
  }
  name = name.substr(0, kMostThreadNameBytes);
  const TraceLocked locked(record_lock_);
  TraceThreadRecord* record = tree.name_record_;
  // Names change, and threads come and go: their records have room for the next one, or there would be ever
  // more.
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
  if (!name.empty()) memcpy(record + 1, name.data(), name.size());
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
