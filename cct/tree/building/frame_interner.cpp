#include "cct/tree/building/frame_interner.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <utility>

namespace ringscope {

FrameInterner::FrameInterner(uint64_t max_string_bytes) : max_string_bytes_(max_string_bytes) {
  static_cast<void>(InternText({}));  // string 0 is the empty one
}

FrameId FrameInterner::Intern(const Frame& frame) {
  return InternKey({InternText(frame.name), InternText(frame.module), InternText(frame.file), frame.line,
                    frame.column, static_cast<uint32_t>(frame.kind),
                    static_cast<uint32_t>(frame.source_change)});
}

std::vector<FrameId> FrameInterner::InternAll(const FrameTable& table) {
  const FrameColumns& columns = table.columns();
  // By string of the table. Most name one frame, or very many.
  std::vector<uint32_t> known(columns.string_offset.size(), IndexTable::kNone);
  const auto intern = [&](uint32_t string, std::string_view text) {
    if (string >= known.size()) return InternText(text);
    if (known[string] == IndexTable::kNone) known[string] = InternText(text);
    return known[string];
  };
  // About one name is new with each frame.
  strings_.Reserve(table.size());
  frames_.Reserve(table.size());
  std::vector<FrameId> ids;
  ids.reserve(table.size() + size_t{1});
  for (FrameId id = 0; id < table.size(); ++id) {
    const Frame frame = table[id];
    ids.push_back(InternKey({intern(columns.name[id], frame.name), intern(columns.module[id], frame.module),
                             intern(columns.file[id], frame.file), frame.line, frame.column,
                             static_cast<uint32_t>(frame.kind), static_cast<uint32_t>(frame.source_change)}));
  }
  JoinFacts(table.facts(), ids);
  return ids;
}

FrameId FrameInterner::InternKey(const Key& key) {
  const uint64_t hash = XXH3_64bits(&key, sizeof key);
  IndexTable::Slot& slot = frames_.Find(hash, [&](uint32_t frame) { return keys_[frame] == key; });
  if (slot.index != IndexTable::kNone) return slot.index;
  const FrameId frame = size();
  keys_.push_back(key);
  frames_.Fill(slot, hash, frame);
  return frame;
}

uint32_t FrameInterner::InternText(std::string_view text) {
  if (text.empty() && string_offset_.size() > 1) return 0;
  const uint64_t hash = XXH3_64bits(text.data(), text.size());
  IndexTable::Slot& slot = strings_.Find(hash, [&](uint32_t string) { return text == TextOf(string); });
  if (slot.index != IndexTable::kNone) return slot.index;
  if (text.size() > max_string_bytes_ - string_bytes_.size()) {
    is_over_limit_ = true;
    return 0;
  }
  const auto string = static_cast<uint32_t>(string_offset_.size() - 1);
  string_bytes_.insert(string_bytes_.end(), text.begin(), text.end());
  string_offset_.push_back(string_bytes_.size());
  strings_.Fill(slot, hash, string);
  return string;
}

std::string_view FrameInterner::TextOf(uint32_t string) const {
  return {reinterpret_cast<const char*>(string_bytes_.data()) + string_offset_[string],
          string_offset_[string + size_t{1}] - string_offset_[string]};
}

Frame FrameInterner::operator[](FrameId frame) const {
  const Key& key = keys_[frame];
  return {TextOf(key.name),
          TextOf(key.module),
          TextOf(key.file),
          key.line,
          key.column,
          static_cast<FrameKind>(key.kind),
          static_cast<SourceChange>(key.source_change)};
}

Result<void> FrameInterner::status() const {
  if (has_too_many_values_)
    return Fail(ErrorCode::kLimit, fmt::format("frames have more than {} values", kMaxFrameValues));
  if (!is_over_limit_) return {};
  return Fail(ErrorCode::kLimit, fmt::format("the names take more than {} bytes", max_string_bytes_));
}

OwnedFrames FrameInterner::Take() && {
  OwnedFrames frames;
  for (const Key& key : keys_)
    frames.Add(key.name, key.module, key.file, key.line, key.column, static_cast<uint8_t>(key.kind),
               static_cast<SourceChange>(key.source_change));
  frames.string_offset = std::move(string_offset_);
  frames.string_bytes = std::move(string_bytes_);
  frames.facts = std::move(facts_);
  frames.facts.PadTo(keys_.size());
  return frames;
}

}  // namespace ringscope
