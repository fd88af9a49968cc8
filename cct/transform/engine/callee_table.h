#pragma once

#include <cstdint>
#include <utility>

#include "cct/base/system/large_array.h"
#include "cct/transform/engine/new_contexts.h"
#include "cct/tree/cct.h"

namespace ringscope {

// Callees by caller and frame, for callers with too many for a linear search. Open addressing; at most half
// full. 16 bytes a place.
class CalleeTable {
 public:
  void Add(uint32_t caller, FrameId frame, uint32_t callee) {
    if (2 * (used_ + 1) > places_.size()) Grow();
    Place& place = places_[PlaceOf(KeyOf(caller, frame))];
    used_ += place.callee == kNoNewContext ? 1 : 0;
    place = {KeyOf(caller, frame), callee};
  }

  // kNoNewContext if there is no such callee.
  [[nodiscard]] uint32_t Find(uint32_t caller, FrameId frame) const {
    return places_.empty() ? kNoNewContext : places_[PlaceOf(KeyOf(caller, frame))].callee;
  }

 private:
  struct Place {
    uint64_t key = 0;
    uint32_t callee = kNoNewContext;
  };

  [[nodiscard]] static uint64_t KeyOf(uint32_t caller, FrameId frame) {
    return uint64_t{caller} << 32 | frame;
  }
  // The place of the key, or the free place for it.
  [[nodiscard]] size_t PlaceOf(uint64_t key) const {
    const size_t mask = places_.size() - 1;
    // Fibonacci hashing: the upper bits of the product depend on all of the key.
    size_t at = (key * 0x9e3779b97f4a7c15u) >> 32 & mask;
    while (places_[at].callee != kNoNewContext && places_[at].key != key) at = (at + 1) & mask;
    return at;
  }
  void Grow() {
    LargeVector<Place> old(places_.empty() ? 1024 : 2 * places_.size());
    std::swap(old, places_);
    for (const Place& place : old) {
      if (place.callee != kNoNewContext) places_[PlaceOf(place.key)] = place;
    }
  }

  LargeVector<Place> places_;  // a power of two
  size_t used_ = 0;
};

}  // namespace ringscope
