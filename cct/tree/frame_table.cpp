#include "cct/tree/frame_table.h"

namespace ringscope {

std::string_view FrameTable::String(uint64_t index) const {
  if (index + 1 >= columns_.string_offset.size()) return {};
  const uint64_t begin = columns_.string_offset[index];
  const uint64_t end = columns_.string_offset[index + 1];
  if (begin >= end || end > columns_.string_bytes.size()) return {};
  const auto bytes = columns_.string_bytes.Contiguous(begin, end);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string_view FrameTable::name(FrameId id) const {
  return id < size() ? String(columns_.name[id]) : std::string_view{};
}

SourceChange FrameTable::source_change(FrameId id) const {
  if (id >= size() || columns_.source_change.empty()) return SourceChange::kUnknown;
  const uint8_t change = columns_.source_change[id];
  return change < kSourceChangeCount ? static_cast<SourceChange>(change) : SourceChange::kUnknown;
}

Frame FrameTable::operator[](FrameId id) const {
  if (id >= size()) return {};
  const uint8_t kind = columns_.kind[id];
  return {.name = String(columns_.name[id]),
          .module = String(columns_.module[id]),
          .file = String(columns_.file[id]),
          .line = columns_.line[id],
          .column = columns_.column[id],
          .kind = kind < kFrameKindCount ? static_cast<FrameKind>(kind) : FrameKind::kUser,
          .source_change = source_change(id)};
}

}  // namespace ringscope
