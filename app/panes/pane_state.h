#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "app/core/ids.h"
#include "renderer/layout/view.h"

namespace ringscope {

// One chart in the window: a view in one form. Two panes may show one view (rings and icicle) or two (before
// and after).
struct PaneState {
  ViewId view = 0;
  ChartForm form = ChartForm::kRings;
  float width_px = 1040;
  float height_px = 830;
  uint32_t drawn_layers = 0;  // by its last layout; 0 before the first
  uint32_t layers_below = 0;  // the view root's, the centre included; known with drawn_layers
  std::optional<Lens> lens;   // follows the pointer while the lens is on

  // Both are known again after the next layout.
  void ForgetLayers() { drawn_layers = layers_below = 0; }
};
inline constexpr size_t kMaxPanes = 2;

}  // namespace ringscope
