#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "app/view/view_state.h"

namespace ringscope::action {

struct ZoomTo {
  ContextId context = kRootContext;
};
// A run of siblings shares the whole circle.
struct OpenRest {
  ViewRoot root;
};
// Click on the centre: the view root before this one.
struct LeaveCenter {};
struct GoBack {};
struct GoForward {};
struct GoToCaller {};
struct GoToWholeTree {};
// The active view becomes one of that kind.
struct SetKind {
  const ViewKind* kind = DefaultViewKind();
};
struct SetMetric {
  MetricIndex metric = 0;
};
struct PointAt {
  std::optional<Pointed> pointed;
  std::optional<size_t> pane;  // where; the active one by default
};
struct Select {
  ContextId context = kNoContext;
};
// Lights up all contexts of its function.
struct ChooseFunction {
  FrameId frame = 0;
};

}  // namespace ringscope::action
