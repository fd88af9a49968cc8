#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cct/tree/building/builder.h"

namespace ringscope {

// The contexts of one function, until its callees have theirs.
struct UnfoldedContexts {
  static constexpr uint32_t kNone = 0xffffffffu;

  std::vector<BuildNode> nodes;
  std::vector<uint64_t> exact;    // by context: the columns, a bit each, whose inclusive cost is known
  std::vector<bool> calls_known;  // by context: its calls by arcs were not divided
  std::vector<bool> below_cut;    // by context: below the frame of callers that are not told apart
  std::vector<uint64_t> weights;  // by context, then column; sums from the first context on once complete
  uint32_t cut = kNone;           // the one right below the cut frame

  [[nodiscard]] size_t size() const { return nodes.size(); }
  void Add(BuildNode node, uint64_t exact_columns, bool knows_calls, bool is_below_cut,
           std::span<const uint64_t> column_weights) {
    nodes.push_back(node);
    exact.push_back(exact_columns);
    calls_known.push_back(knows_calls);
    below_cut.push_back(is_below_cut);
    weights.insert(weights.end(), column_weights.begin(), column_weights.end());
  }
};

// Divides numbers among the contexts of a function by their weights, so that the parts add up exactly.
class CallGraphShares {
 public:
  // Sums up the weights. The last of `columns` is that of calls. False where that leaves the range of the
  // type.
  [[nodiscard]] bool Begin(UnfoldedContexts& contexts, size_t columns, size_t weight_column);
  // What comes to the contexts up to and with `index`, to the nearest.
  [[nodiscard]] uint64_t UpTo(size_t index, size_t column, uint64_t value) const;
  [[nodiscard]] uint64_t Weight(size_t index, size_t column) const {
    const uint64_t before = index == 0 ? 0 : contexts_->weights[(index - 1) * columns_ + column];
    return contexts_->weights[index * columns_ + column] - before;
  }
  [[nodiscard]] uint64_t Total(size_t column) const {
    return contexts_->weights[(contexts_->size() - 1) * columns_ + column];
  }

 private:
  const UnfoldedContexts* contexts_ = nullptr;
  size_t columns_ = 0;
  std::vector<uint32_t> source_;  // by column: whose weights divide it
};

}  // namespace ringscope
