#include "cct/import/frame_text.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstring>

namespace ringscope {
namespace {

constexpr size_t kFirstSlotCount = 1024;

uint32_t HighHalf(uint64_t hash) { return static_cast<uint32_t>(hash >> 32); }

}  // namespace

FrameTexts::FrameTexts() : slots_(kFirstSlotCount) {}

uint64_t FrameTexts::Hash(std::string_view text) { return XXH3_64bits(text.data(), text.size()); }

uint32_t FrameTexts::Find(std::string_view text, uint64_t hash) const {
  const size_t mask = slots_.size() - 1;
  for (size_t position = hash & mask;; position = (position + 1) & mask) {
    const Slot& slot = slots_[position];
    if (slot.index == kNotFound) return kNotFound;
    if (slot.hash_high != HighHalf(hash)) continue;
    const Entry& entry = entries_[slot.index];
    if (std::string_view(bytes_.data() + entry.offset_bytes, entry.size_bytes) == text) {
      return slot.index;
    }
  }
}

uint32_t FrameTexts::Add(std::string_view text, uint64_t hash, FrameId frame) {
  if ((entries_.size() + 1) * 2 > slots_.size()) Grow();
  const uint32_t index = size();
  entries_.push_back({bytes_.size(), static_cast<uint32_t>(text.size()), frame});
  hashes_.push_back(hash);
  bytes_.append(text);
  const size_t mask = slots_.size() - 1;
  size_t position = hash & mask;
  while (slots_[position].index != kNotFound) position = (position + 1) & mask;
  slots_[position] = {HighHalf(hash), index};
  return index;
}

void FrameTexts::Grow() {
  std::vector<Slot> slots(slots_.size() * 2);
  const size_t mask = slots.size() - 1;
  for (uint32_t index = 0; index < size(); ++index) {
    size_t position = hashes_[index] & mask;
    while (slots[position].index != kNotFound) position = (position + 1) & mask;
    slots[position] = {HighHalf(hashes_[index]), index};
  }
  slots_ = std::move(slots);
}

}  // namespace ringscope
