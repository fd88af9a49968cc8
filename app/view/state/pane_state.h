#pragma once

#include "app/core/ids.h"
#include "app/view/state/kind_values.h"
#include "app/view/state/slots.h"

namespace ringscope {

// One chart in the window. Several panes may show one view (rings and icicle) or each another one (before and
// after).
struct PaneState {
  ViewId view = 0;
  float width_px = 1040;
  float height_px = 830;
  KindValues kinds;     // what kinds of view keep of their charts
  KindValues measured;  // and what these found out when they were laid out
  Slots slots;          // what single rooms remember of it
};

}  // namespace ringscope
