#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "cct/builder.h"

namespace ringscope {

// Finds the contexts of many stacks together, going down all of them a level at a time: in a large tree most
// of the time to find one is the wait for memory, and these waits then overlap. Keeps its lists for the next
// ones.
class ContextFinder {
 public:
  // So many fill the processor's queues and still lie in its nearest cache.
  static constexpr size_t kTogether = 512;

  // `contexts` are those that the stacks begin below, and become their innermost ones. Stack i has size_of(i)
  // frames; frame_at(i, level) is the one at a level, the outermost being 0.
  template <typename SizeOf, typename FrameAt>
  void Find(CctBuilder& builder, std::span<BuildNode> contexts, SizeOf size_of, FrameAt frame_at) {
    open_.resize(contexts.size());
    std::iota(open_.begin(), open_.end(), 0u);
    nodes_.resize(contexts.size());
    frames_.resize(contexts.size());
    for (size_t level = 0; !open_.empty(); ++level) {
      size_t count = 0;
      for (const uint32_t i : open_) {
        if (level == size_of(i)) continue;
        nodes_[count] = contexts[i];
        frames_[count] = frame_at(i, level);
        open_[count++] = i;
      }
      open_.resize(count);
      builder.Children(std::span(nodes_).first(count), std::span(frames_).first(count));
      for (size_t k = 0; k < count; ++k) contexts[open_[k]] = nodes_[k];
    }
  }

 private:
  std::vector<uint32_t> open_;    // the stacks that go on
  std::vector<BuildNode> nodes_;  // of open_
  std::vector<FrameId> frames_;   // of open_
};

}  // namespace ringscope
