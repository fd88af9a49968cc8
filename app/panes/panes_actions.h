#pragma once

#include <cstddef>

#include "app/core/ids.h"

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
// In the pane beside the active one; in a new one where there is none, or `in_new_pane`.
struct ShowBeside {
  ViewId view = 0;
  bool in_new_pane = false;
};
struct ClosePane {
  size_t pane = 0;
};
struct SetLinked {
  bool linked = true;
};

}  // namespace ringscope::action
