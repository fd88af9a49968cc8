#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "app/core/effect.h"
#include "app/view/state/app_state.h"
#include "renderer/shapes/plane.h"

namespace ringscope::diagram {

// A pane of this view was moved there.
struct MoveCamera {
  ViewId view = 0;
  PlanePoint center;
  double px_per_unit = 1;
};

// The pointer is on a box of a pane, or on none.
struct PointAtBox {
  size_t pane = 0;
  std::optional<uint64_t> key;        // as DiagramBox has it
  FunctionId function = kNoFunction;  // of the box, if it is one
};

// All of the active view's diagram in sight.
struct FitAll {};

void Do(AppState& state, const MoveCamera& move, action::Effects& effects);
void Do(AppState& state, const FitAll& fit, action::Effects& effects);
void Do(AppState& state, const PointAtBox& point, action::Effects& effects);

// Whether a view's panes look at the same place: there are several, and charts are linked.
[[nodiscard]] bool SharesCamera(const AppState& state, ViewId view);

}  // namespace ringscope::diagram
