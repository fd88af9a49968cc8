#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "cct/base/system/large_array.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/building/index_table.h"

namespace ringscope {

// Finds the contexts of many stacks together by walking down all of them side by side: in a large tree, a
// search mostly waits for memory, and these waits then overlap. Remembers stretches: a stretch leads from one
// context over kFrames frames to another, and takes one look-up instead of one a frame. A builder's contexts
// never change, so stretches stay valid; always use one finder with the same builder. Takes 51 to 63 bytes a
// stretch; there are at most as many stretches as contexts on every kFrames-th layer.
class ContextFinder {
 public:
  // Stacks to find at a time: enough to fill the processor's queues, few enough for its nearest cache.
  static constexpr size_t kTogether = 512;

  // `contexts` has the context that each stack begins below, and receives its innermost context. Stack i has
  // size_of(i) frames; frame_at(i, level) is the frame at a level, 0 for the outermost.
  template <typename SizeOf, typename FrameAt>
  void Find(CctBuilder& builder, std::span<BuildNode> contexts, SizeOf size_of, FrameAt frame_at) {
    going_.clear();
    for (uint32_t i = 0; i < contexts.size(); ++i) going_.push_back(i);
    for (size_t level = 0; !going_.empty(); level += kFrames) {
      // Part the stacks that have a whole further stretch from those that end before.
      ending_.clear();
      size_t count = 0;
      for (const uint32_t i : going_) {
        if (size_of(i) - level >= kFrames)
          going_[count++] = i;
        else
          ending_.push_back(i);
      }
      going_.resize(count);
      FindStretches(builder, contexts, level, frame_at);
      for (size_t at = level; !ending_.empty(); ++at) {
        std::erase_if(ending_, [&](uint32_t i) { return at == size_of(i); });
        GoDown(builder, contexts, ending_, [&](size_t, uint32_t i) { return frame_at(i, at); });
      }
    }
  }

 private:
  static constexpr size_t kFrames = 8;
  using Frames = std::array<FrameId, kFrames>;
  static_assert(sizeof(Frames) % sizeof(uint64_t) == 0);
  using Words = std::array<uint64_t, sizeof(Frames) / sizeof(uint64_t)>;
  struct Stretch {
    BuildNode begin, end;
    Frames frames;
  };

  [[nodiscard]] static Words WordsOf(const Frames& frames) {
    Words words;
    std::memcpy(words.data(), frames.data(), sizeof words);
    return words;
  }

  [[nodiscard]] static uint64_t HashOf(BuildNode begin, const Frames& frames) {
    // Two independent chains, so that the processor overlaps their multiplications.
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

  // The index in stretches_, or IndexTable::kNone.
  [[nodiscard]] uint32_t StretchOf(uint64_t hash, BuildNode begin, const Frames& frames) const {
    return table_.IndexOf(hash, [&](uint32_t index) {
      const Stretch& stretch = stretches_[index];
      return stretch.begin == begin && WordsOf(stretch.frames) == WordsOf(frames);
    });
  }

  // Goes down one stretch from `level` in all stacks of going_.
  template <typename FrameAt>
  void FindStretches(CctBuilder& builder, std::span<BuildNode> contexts, size_t level, FrameAt frame_at) {
    const size_t count = going_.size();
    frames_of_.resize(count);
    hashes_.resize(count);
    missing_.clear();
    begins_.clear();
    on_their_way_.clear();
    // Fetch the slots of all stacks, then their stretches, so that these waits overlap too.
    for (size_t k = 0; k < count; ++k) {
      for (size_t at = 0; at < kFrames; ++at) frames_of_[k][at] = frame_at(going_[k], level + at);
      hashes_[k] = HashOf(contexts[going_[k]], frames_of_[k]);
      __builtin_prefetch(&table_.FirstOf(hashes_[k]));
    }
    for (size_t k = 0; k < count; ++k) {
      const uint32_t first = table_.FirstOf(hashes_[k]).index;
      if (first != IndexTable::kNone) __builtin_prefetch(stretches_.data() + first);
    }
    for (size_t k = 0; k < count; ++k) {
      BuildNode& context = contexts[going_[k]];
      const uint32_t known = StretchOf(hashes_[k], context, frames_of_[k]);
      if (known != IndexTable::kNone) {
        context = stretches_[known].end;
        continue;
      }
      missing_.push_back(static_cast<uint32_t>(k));
      begins_.push_back(context);
      on_their_way_.push_back(going_[k]);
    }
    for (size_t at = 0; at < kFrames; ++at) {
      GoDown(builder, contexts, on_their_way_,
             [&](size_t place, uint32_t) { return frames_of_[missing_[place]][at]; });
    }
    for (size_t place = 0; place < missing_.size(); ++place) {
      const uint32_t k = missing_[place];
      // Several stacks may miss the same stretch.
      if (StretchOf(hashes_[k], begins_[place], frames_of_[k]) != IndexTable::kNone) continue;
      table_.Add(hashes_[k], static_cast<uint32_t>(stretches_.size()));
      stretches_.push_back({begins_[place], contexts[going_[k]], frames_of_[k]});
    }
  }

  // Goes down one level in some stacks; frame_of(index in `stacks`, stack) is the frame.
  template <typename FrameOf>
  void GoDown(CctBuilder& builder, std::span<BuildNode> contexts, std::span<const uint32_t> stacks,
              FrameOf frame_of) {
    nodes_.resize(stacks.size());
    frames_.resize(stacks.size());
    for (size_t place = 0; place < stacks.size(); ++place) {
      nodes_[place] = contexts[stacks[place]];
      frames_[place] = frame_of(place, stacks[place]);
    }
    builder.Children(nodes_, frames_);
    for (size_t place = 0; place < stacks.size(); ++place) contexts[stacks[place]] = nodes_[place];
  }

  IndexTable table_;  // of stretches_
  LargeVector<Stretch> stretches_;
  std::vector<uint32_t> going_, ending_;  // stacks with a whole further stretch, and the others
  std::vector<Frames> frames_of_;         // by index in going_: the frames of its stretch
  std::vector<uint64_t> hashes_;          // by index in going_: the hash of its stretch
  std::vector<uint32_t> missing_;         // indices in going_ of unknown stretches
  std::vector<uint32_t> on_their_way_;    // by index in missing_: the stack
  std::vector<BuildNode> begins_;         // by index in missing_: the context above its stretch
  std::vector<BuildNode> nodes_;
  std::vector<FrameId> frames_;
};

}  // namespace ringscope
