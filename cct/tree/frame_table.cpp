#include "cct/tree/frame_table.h"

#include "cct/tree/frame_facts.h"

namespace ringscope {

const FrameFacts& FrameTable::facts() const {
  static const FrameFacts kNone;
  return columns_.facts == nullptr ? kNone : *columns_.facts;
}

std::string_view FrameTable::String(uint64_t index) const {
  return StringAt(columns_.string_offset, columns_.string_bytes, index);
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
