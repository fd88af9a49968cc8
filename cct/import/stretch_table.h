#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "cct/base/large_array.h"
#include "cct/tree/builder.h"

namespace ringscope {

// Stretches of stacks that have been walked before: from a context down some frames to a context. A walk over
// one is then one look-up, not one a frame. A builder's contexts stay what they are, so what is in the table
// stays true; it belongs to one builder. Takes 56 to 72 bytes a stretch, of which there are at most as many
// as contexts at every kFrames-th level.
class StretchTable {
 public:
  static constexpr size_t kFrames = 8;
  static constexpr BuildNode kNotFound = 0xffffffffu;
  using Frames = std::array<FrameId, kFrames>;

  StretchTable() : slots_(kFirstSlots) {}

  [[nodiscard]] static uint64_t HashOf(BuildNode begin, const Frames& frames) {
    // Two chains that multiply side by side.
    const Words words = WordsOf(frames);
    uint64_t a = begin + 0x9e3779b97f4a7c15ull;
    uint64_t b = 0xd6e8feb86659fd93ull;
    for (size_t i = 0; i < words.size(); i += 2) {
      a = (a ^ words[i]) * 0x9e3779b97f4a7c15ull;
      b = (b ^ words[i + 1]) * 0xc2b2ae3d27d4eb4full;
      a ^= a >> 32;
      b ^= b >> 29;
    }
    const uint64_t hash = (a ^ (b << 1)) * 0xd6e8feb86659fd93ull;
    return hash ^ hash >> 32;
  }

  // Before Find(), for many stretches in turn, so that the waits for memory overlap: first the one for all
  // of them, then the other.
  void FetchSlot(uint64_t hash) const { __builtin_prefetch(&slots_[PlaceOf(hash)]); }
  void FetchStretch(uint64_t hash) const {
    const Slot& slot = slots_[PlaceOf(hash)];
    if (slot.stretch != kNotFound) __builtin_prefetch(stretches_.data() + slot.stretch);
  }

  // The context at the stretch's end, or kNotFound.
  [[nodiscard]] BuildNode Find(uint64_t hash, BuildNode begin, const Frames& frames) const {
    for (size_t at = PlaceOf(hash);; at = (at + 1) & (slots_.size() - 1)) {
      const Slot& slot = slots_[at];
      if (slot.stretch == kNotFound) return kNotFound;
      if (slot.tag != TagOf(hash)) continue;
      const Stretch& stretch = stretches_[slot.stretch];
      if (stretch.begin == begin && WordsOf(stretch.frames) == WordsOf(frames)) return stretch.end;
    }
  }
  // Where Find() has not found it.
  void Add(uint64_t hash, BuildNode begin, const Frames& frames, BuildNode end);

 private:
  static constexpr size_t kFirstSlots = 1024;  // a power of two
  struct Stretch {
    BuildNode begin, end;
    Frames frames;
  };
  // A slot keeps a part of the hash, so that stretches are looked at almost only when they are equal.
  struct Slot {
    uint32_t tag = 0;
    uint32_t stretch = kNotFound;
  };
  static_assert(sizeof(Frames) % sizeof(uint64_t) == 0);
  using Words = std::array<uint64_t, sizeof(Frames) / sizeof(uint64_t)>;
  [[nodiscard]] static Words WordsOf(const Frames& frames) {
    Words words;
    std::memcpy(words.data(), frames.data(), sizeof words);
    return words;
  }
  [[nodiscard]] static uint32_t TagOf(uint64_t hash) { return static_cast<uint32_t>(hash >> 32); }
  [[nodiscard]] size_t PlaceOf(uint64_t hash) const { return hash & (slots_.size() - 1); }
  void Put(uint64_t hash, uint32_t stretch);

  LargeVector<Slot> slots_;  // at most half full
  LargeVector<Stretch> stretches_;
};

}  // namespace ringscope
