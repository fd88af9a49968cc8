#pragma once

#include <optional>
#include <vector>

#include "app/core/action.h"
#include "app/view/state/view_state.h"
#include "app/widgets/input_event.h"
#include "renderer/layout/arc_batch.h"
#include "renderer/layout/picking.h"

namespace ringscope {

// Turns clicks and the wheel over rings into actions. Keeps only the press in progress. Points are relative
// to the chart's centre.
class ChartInput {
 public:
  // A press that moved farther than this before its release is not a click.
  static constexpr float kClickSlopPx = 3.0f;
  // A second click at the same place within this time is ignored: the first one moved its target away.
  static constexpr double kDoubleClickS = 0.3;

  // Sets the time of the next events, on any steady clock.
  void SetTime(double now_s) { now_s_ = now_s; }

  void Press(MouseButton button, ChartPoint point);
  void Drag(ChartPoint point);
  // `place`: the same point in the window, where a menu opens.
  void Release(const Cct& tree, const ArcBatch& batch, MouseButton button, ChartPoint point,
               WindowPoint place, std::vector<Action>& actions);
  // Positive: away from the user. Fractions (touch pads) add up to steps.
  void Wheel(float steps, const ArcBatch& batch, ChartPoint point, std::vector<Action>& actions);
  // Enlarges at the point, as smoothly as the wheel turns. Beyond the strongest lens the context there
  // becomes the centre; turned back without a lens, the wheel leaves the centre.
  void Enlarge(float steps, const Cct& tree, const ArcBatch& batch, ChartPoint point,
               std::vector<Action>& actions);

 private:
  struct PressInProgress {
    MouseButton button = MouseButton::kLeft;
    ChartPoint start;
    bool moved = false;
  };
  std::optional<PressInProgress> press_;
  double now_s_ = 0;
  struct {
    double at_s = -1e9;
    ChartPoint point;
  } last_click_;  // the last click with an effect
  float wheel_rest_ = 0;
};

// The context, run or chain under a point of the chart.
[[nodiscard]] std::optional<Pointed> PointedAt(const Cct& tree, const ArcBatch& batch, ChartPoint point);

// The action of a click with the left button: a segment becomes the view root, a rest segment or a compressed
// chain is opened, the centre leads back. std::nullopt outside the rings and on self gaps.
[[nodiscard]] std::optional<Action> ClickAction(const Cct& tree, const ArcBatch& batch, ChartPoint point);

}  // namespace ringscope
