#include "cct/query/metrics/value_runs.h"

#include "cct/base/check.h"

namespace ringscope {
namespace {

// The elements [begin, end) of a column, or nullptr if they are in several pieces.
template <typename T>
const T* WholePiece(const ChunkedColumn<T>& column, uint64_t begin, uint64_t end) {
  const std::span<const T> piece = column.Contiguous(begin, end);
  return piece.size() == end - begin ? piece.data() : nullptr;
}

}  // namespace

void InclusiveOfRun(const Cct& tree, ContextRange run, MetricIndex metric, std::span<uint64_t> out) {
  const uint32_t size = run.size();
  RINGSCOPE_CHECK(out.size() == size);
  const ChunkedColumn<uint64_t>& column = tree.columns().running_inclusive[metric];
  if (const uint64_t* const running = WholePiece(column, run.begin, uint64_t{run.end} + 1)) {
    for (uint32_t k = 0; k < size; ++k) out[k] = running[k + size_t{1}] - running[k];
  } else {
    for (uint32_t k = 0; k < size; ++k) out[k] = tree.Inclusive(run.begin + k, metric);
  }
}

void SelfOfRun(const Cct& tree, ContextRange run, MetricIndex metric, std::span<uint64_t> out) {
  const uint32_t size = run.size();
  const uint32_t n = tree.context_count();
  RINGSCOPE_CHECK(out.size() == size);
  const uint32_t* const first_child =
      WholePiece(tree.columns().first_child, run.begin, uint64_t{run.end} + 1);
  const uint64_t* const running = WholePiece(tree.columns().running_inclusive[metric], 0, uint64_t{n} + 1);
  bool as_it_is = first_child != nullptr && running != nullptr && size > 0;
  if (as_it_is) {
    // Only if Cct::ChildrenOf would clamp nothing.
    as_it_is = first_child[size] <= n;
    for (uint32_t k = 0; k < size; ++k)
      as_it_is &= (first_child[k] > run.begin + k) & (first_child[k] <= first_child[k + size_t{1}]);
  }
  if (!as_it_is) {
    for (uint32_t k = 0; k < size; ++k) out[k] = tree.Self(run.begin + k, metric);
    return;
  }
  // The callees of a context end where those of the next one begin.
  uint64_t callees_begin = running[first_child[0]];
  for (uint32_t k = 0; k < size; ++k) {
    const uint64_t callees_end = running[first_child[k + size_t{1}]];
    const uint64_t* const own = running + run.begin + k;
    out[k] = own[1] - own[0] - (callees_end - callees_begin);
    callees_begin = callees_end;
  }
}

}  // namespace ringscope
