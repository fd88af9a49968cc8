#pragma once

#include "renderer/plot/pixel_scale.h"
#include "renderer/plot/plot_layout.h"

// Where points lie in a plot, for millions of them.
namespace ringscope {

[[nodiscard]] inline PixelScale XScaleOf(const PlotFrame& frame) {
  return {frame.x, static_cast<double>(frame.box.left_px), static_cast<double>(frame.box.right_px)};
}
[[nodiscard]] inline PixelScale YScaleOf(const PlotFrame& frame) {
  return {frame.y, static_cast<double>(frame.box.bottom_px), static_cast<double>(frame.box.top_px)};
}

// PlotFrame::Holds(): half a pixel more, for rounding.
struct Sight {
  double left, right, top, bottom;
  explicit Sight(const PixelBox& box)
      : left(static_cast<double>(box.left_px) - 0.5),
        right(static_cast<double>(box.right_px) + 0.5),
        top(static_cast<double>(box.top_px) - 0.5),
        bottom(static_cast<double>(box.bottom_px) + 0.5) {}
  [[nodiscard]] bool HoldsY(double y_px) const { return y_px >= top && y_px <= bottom; }
};

}  // namespace ringscope
