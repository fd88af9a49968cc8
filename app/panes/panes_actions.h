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

}  // namespace ringscope::action
