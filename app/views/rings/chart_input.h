#pragma once

#include <optional>
#include <vector>

#include "app/core/action.h"
#include "renderer/layout/arc_batch.h"
#include "renderer/layout/picking.h"

namespace ringscope {

enum class MouseButton : uint8_t { kLeft, kRight, kMiddle };

// From the upper left corner of the window.
struct WindowPoint {
  float x_px = 0, y_px = 0;
};

// Turns what the pointer does over the chart into actions. Holds only the press in progress.
// Points are relative to the chart's centre.
class ChartInput {
 public:
  // A press that moved farther than this before its release is no click.
  static constexpr float kClickSlopPx = 3.0f;

  // The pointer moved, or the chart changed under it; no point: it left the chart. `shown` is what the state
  // has as pointed at now; an action comes out only where that is no longer right.
  void Move(const Cct& tree, const ArcBatch& batch, std::optional<ChartPoint> point,
            const std::optional<Pointed>& shown, std::vector<Action>& actions);
  void Press(MouseButton button, ChartPoint point);
  // `place`: of the same point in the window, where a menu opens.
  void Release(const Cct& tree, const ArcBatch& batch, MouseButton button, ChartPoint point,
               WindowPoint place, std::vector<Action>& actions);
  // Positive: away from the user. Fractions (touch pads) add up to steps.
  void Wheel(float steps, std::vector<Action>& actions);

 private:
  struct PressInProgress {
    MouseButton button = MouseButton::kLeft;
    ChartPoint start;
    bool moved = false;
  };
  std::optional<PressInProgress> press_;
  float wheel_rest_ = 0;
};

// What is under a point of the chart.
[[nodiscard]] std::optional<Pointed> PointedAt(const Cct& tree, const ArcBatch& batch, ChartPoint point);

// What a click with the left button there does: a segment becomes the view root, a rest segment is opened,
// the centre leads back. Nothing outside the rings and on self gaps.
[[nodiscard]] std::optional<Action> ClickAction(const Cct& tree, const ArcBatch& batch, ChartPoint point);

}  // namespace ringscope
