#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "cct/base/large_array.h"
#include "cct/tree/builder.h"
#include "cct/tree/index_table.h"

namespace ringscope {

// Stretches of stacks that have been walked before: from a context down some frames to a context. A walk over
// one is then one look-up, not one a frame. A builder's contexts stay what they are, so what is in the table
// stays true; it belongs to one builder. Takes 51 to 63 bytes a stretch, of which there are at most as many
// as contexts at every kFrames-th level.
class StretchTable {
 public:
  static constexpr size_t kFrames = 8;
  static constexpr BuildNode kNotFound = IndexTable::kNone;
  using Frames = std::array<FrameId, kFrames>;

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
  void FetchSlot(uint64_t hash) const { __builtin_prefetch(&table_.FirstOf(hash)); }
  void FetchStretch(uint64_t hash) const {
    const uint32_t stretch = table_.FirstOf(hash).index;
    if (stretch != IndexTable::kNone) __builtin_prefetch(stretches_.data() + stretch);
  }

  // The context at the stretch's end, or kNotFound.
  [[nodiscard]] BuildNode Find(uint64_t hash, BuildNode begin, const Frames& frames) const {
    const uint32_t found = table_.IndexOf(hash, [&](uint32_t index) {
      const Stretch& stretch = stretches_[index];
      return stretch.begin == begin && WordsOf(stretch.frames) == WordsOf(frames);
    });
    return found == IndexTable::kNone ? kNotFound : stretches_[found].end;
  }
  // Where Find() has not found it.
  void Add(uint64_t hash, BuildNode begin, const Frames& frames, BuildNode end) {
    table_.Add(hash, static_cast<uint32_t>(stretches_.size()));
    stretches_.push_back({begin, end, frames});
  }

 private:
  struct Stretch {
    BuildNode begin, end;
    Frames frames;
  };
  static_assert(sizeof(Frames) % sizeof(uint64_t) == 0);
  using Words = std::array<uint64_t, sizeof(Frames) / sizeof(uint64_t)>;
  [[nodiscard]] static Words WordsOf(const Frames& frames) {
    Words words;
    std::memcpy(words.data(), frames.data(), sizeof words);
    return words;
  }

  IndexTable table_;
  LargeVector<Stretch> stretches_;
};

}  // namespace ringscope
