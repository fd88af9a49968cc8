#pragma once

#include "app/core/app_state.h"
#include "cct/tree/cct.h"
#include "renderer/layout/view.h"

namespace ringscope {

// Inclusive value of what lies at the centre: a context, or an opened run of siblings.
[[nodiscard]] inline uint64_t ViewTotal(const Cct& tree, const ViewRoot& root, MetricIndex metric) {
  return root.is_run() ? tree.Inclusive(root.run, metric) : tree.Inclusive(root.context, metric);
}

[[nodiscard]] inline uint64_t ViewTotal(const Cct& tree, const ViewState& view) {
  return ViewTotal(tree, view.history.current().root, view.metric);
}

}  // namespace ringscope
