#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "cct/tree/cct.h"
#include "cct/tree/metric_sides.h"

namespace ringscope {

// What a table of contexts is sorted by, the largest first: in a comparison the size of the difference of
// inclusive costs, else the inclusive cost. The tree must outlive the order. O(1) a context.
class ContextOrder {
 public:
  ContextOrder() = default;
  ContextOrder(const Cct& tree, MetricIndex metric)
      : tree_(&tree), metric_(metric), sides_(SidesOf(tree.metrics(), metric)) {}
  [[nodiscard]] uint64_t operator()(ContextId context) const {
    if (!sides_) return tree_->Inclusive(context, metric_);
    const uint64_t before = tree_->Inclusive(context, sides_->before),
                   after = tree_->Inclusive(context, sides_->after);
    return std::max(before, after) - std::min(before, after);
  }
  [[nodiscard]] bool is_of_difference() const { return sides_.has_value(); }

 private:
  const Cct* tree_ = nullptr;
  MetricIndex metric_ = 0;
  std::optional<MetricSides> sides_;
};

}  // namespace ringscope
