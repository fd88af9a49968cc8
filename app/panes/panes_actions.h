#pragma once

#include <cstddef>
#include <optional>

#include "app/core/ids.h"
#include "renderer/layout/view.h"

namespace ringscope::action {

// In the active pane.
struct ActivateView {
  ViewId view = 0;
};
// Another tab of the active view.
struct DuplicateView {};
// The document goes with its last view.
struct CloseView {
  ViewId view = 0;
};
struct ActivatePane {
  size_t pane = 0;
};
// Opens the second pane, or changes what it shows.
struct ShowBeside {
  ViewId view = 0;
  ChartForm form = ChartForm::kRings;
};
struct ClosePane {
  size_t pane = 0;
};
// Of the active pane.
struct SetForm {
  ChartForm form = ChartForm::kRings;
};
struct SetLinked {
  bool linked = true;
};
struct ShowLens {
  bool on = true;
};
struct MoveLens {
  size_t pane = 0;
  std::optional<Lens> lens;
};
// What the layout made of the depth limit, the centre included.
struct LayersDrawn {
  size_t pane = 0;
  uint32_t count = 0;
};
struct ResizeChart {
  size_t pane = 0;
  float width_px = 0;
  float height_px = 0;
};

}  // namespace ringscope::action
