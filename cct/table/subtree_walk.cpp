#include "cct/table/subtree_walk.h"

namespace ringscope {

uint32_t WalkWorkerCount(const Cct& tree, uint32_t requested) {
  if (requested != 0) return requested;
  // A thread costs as much as some ten thousand contexts.
  constexpr uint32_t kContextsPerWorker = 250'000;
  constexpr uint32_t kMaxWorkers = 16;
  const uint32_t useful = std::clamp(tree.context_count() / kContextsPerWorker, 1u, kMaxWorkers);
  return std::clamp(std::thread::hardware_concurrency(), 1u, useful);
}

}  // namespace ringscope
