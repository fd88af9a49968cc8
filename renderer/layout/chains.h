#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cct/tree/cct.h"
#include "renderer/layout/arc_batch.h"

namespace ringscope {

// A chain is a path of contexts of which each but the last has one callee and no self cost in the view's
// metric, so that all have the same inclusive value: drawn ring by ring, they tell one number many times. The
// view root and the caller of an opened run are in none. A chain is as long as the tree has it, whatever the
// depth limit, but a piece stands for at most kMostContextsOfChain: what is left of a longer one is the next
// piece. Two contexts are the least.
inline constexpr uint32_t kMostContextsOfChain = 1000;
// Contexts that all chains of a layout have together: it is the pixels that bound the work of a layout. What
// comes behind, ring by ring, is not compressed.
inline constexpr uint32_t kMostContextsOfChains = 1u << 18;

// The context that follows in a chain; behind a thread or a process none does: their ring is for them. O(1).
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

  // Of the pieces of the next layer, behind which there are no others yet. Nothing where the view compresses
  // no chains.
  void GatherLayer();
  // Behind the last layer.
  void Finish();

 private:
  // Appends the chain that begins at a piece to the batch; how many contexts it has.
  uint32_t AppendChain(ContextId head);
  [[nodiscard]] bool IsOpened(uint32_t chain_begin) const;

  const Cct& tree_;
  ArcBatch& batch_;
  std::vector<ContextId> opened_;  // sorted
  // Of each piece of the last layer and of the one before: how many contexts of an opened chain follow.
  std::vector<uint32_t> following_, following_before_;
  uint32_t layer_begin_ = 0, layer_begin_before_ = 0;
  bool full_ = false;
};

}  // namespace ringscope
