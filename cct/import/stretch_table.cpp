#include "cct/import/stretch_table.h"

namespace ringscope {

void StretchTable::Add(uint64_t hash, BuildNode begin, const Frames& frames, BuildNode end) {
  if ((stretches_.size() + 1) * 2 > slots_.size()) {
    slots_.assign(slots_.size() * 2, {});
    for (size_t i = 0; i < stretches_.size(); ++i)
      Put(HashOf(stretches_[i].begin, stretches_[i].frames), static_cast<uint32_t>(i));
  }
  Put(hash, static_cast<uint32_t>(stretches_.size()));
  stretches_.push_back({begin, end, frames});
}

void StretchTable::Put(uint64_t hash, uint32_t stretch) {
  size_t at = PlaceOf(hash);
  while (slots_[at].stretch != kNotFound) at = (at + 1) & (slots_.size() - 1);
  slots_[at] = {TagOf(hash), stretch};
}

}  // namespace ringscope
