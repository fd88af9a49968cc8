#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cct/tree/cct.h"
#include "renderer/layout/arc_batch.h"

namespace ringscope {

// A chain is a path of contexts of which each but the last has one callee and no self cost in the view's
// metric, so that all have the same inclusive value: drawn ring by ring, they tell one number many times. The
// view root and the caller of an opened run are never in a chain. A chain has at least two contexts and is as
// long as in the tree, whatever the depth limit, but a piece stands for at most kMostContextsOfChain: the
// rest of a longer chain is the next piece.
inline constexpr uint32_t kMostContextsOfChain = 1000;
// The most contexts of all chains of a layout, whose work the pixels bound. Chains beyond the limit, counted
// ring by ring, are not compressed.
inline constexpr uint32_t kMostContextsOfChains = 1u << 18;

// The next context of a chain; std::nullopt at its end, and behind a thread or a process, which keeps its own
// ring. O(1).
[[nodiscard]] inline std::optional<ContextId> NextInChain(const Cct& tree, ContextId context,
                                                          MetricIndex metric) {
  const ContextRange children = tree.ChildrenOf(context);
  if (children.size() != 1 || tree.Inclusive(context, metric) != tree.Inclusive(children.begin, metric))
    return std::nullopt;
  if (IsThread(tree.FrameAt(context).kind)) return std::nullopt;
  return children.begin;
}

// Finds the chains of a batch while it is laid out, layer by layer.
class ChainGatherer {
 public:
  ChainGatherer(const Cct& tree, ArcBatch& batch);

  // Gathers the chains of the next layer's pieces, which must be the last pieces so far. Does nothing if the
  // view compresses no chains.
  void GatherLayer();
  // Call after the last layer.
  void Finish();

 private:
  // Appends the chain that begins at a piece to the batch; returns its number of contexts.
  uint32_t AppendChain(ContextId head);
  [[nodiscard]] bool IsOpened(uint32_t chain_begin) const;

  const Cct& tree_;
  ArcBatch& batch_;
  std::vector<ContextId> opened_;  // sorted
  // For each piece of the last layer and of the layer before: how many contexts of an opened chain follow.
  std::vector<uint32_t> following_, following_before_;
  uint32_t layer_begin_ = 0, layer_begin_before_ = 0;
  bool full_ = false;
};

}  // namespace ringscope
