#include "cct/table/subtree_walk.h"

#include "cct/base/workers.h"

namespace ringscope {

uint32_t WalkWorkerCount(const Cct& tree, uint32_t requested) {
  if (requested != 0) return requested;
  // A thread costs as much as some ten thousand contexts.
  constexpr uint32_t kContextsPerWorker = 250'000;
  constexpr uint32_t kMaxWorkers = 16;
  return ThreadsWorth(tree.context_count(), kContextsPerWorker, kMaxWorkers);
}

}  // namespace ringscope
