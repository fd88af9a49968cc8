#include "cct/import/frame_text.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace ringscope {
uint64_t FrameTexts::Hash(std::string_view text) { return XXH3_64bits(text.data(), text.size()); }

uint32_t FrameTexts::Find(std::string_view text, uint64_t hash) const {
  return table_.IndexOf(hash, [&](uint32_t index) { return this->text(index) == text; });
}

uint32_t FrameTexts::Add(std::string_view text, uint64_t hash, FrameId frame) {
  const uint32_t index = size();
  entries_.push_back({bytes_.size(), static_cast<uint32_t>(text.size()), frame});
  bytes_.append(text);
  table_.Add(hash, index);
  return index;
}

}  // namespace ringscope
