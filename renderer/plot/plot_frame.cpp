#include "renderer/plot/plot_layout.h"

namespace ringscope {

double PlotFrame::XPx(double value) const {
  const auto left = static_cast<double>(box.left_px), right = static_cast<double>(box.right_px);
  return left + x.ShareOf(value) * (right - left);
}
double PlotFrame::YPx(double value) const {
  const auto top = static_cast<double>(box.top_px), bottom = static_cast<double>(box.bottom_px);
  return bottom - y.ShareOf(value) * (bottom - top);
}
double PlotFrame::XAt(double x_px) const {
  const auto left = static_cast<double>(box.left_px), right = static_cast<double>(box.right_px);
  return x.ValueAt((x_px - left) / (right - left));
}
double PlotFrame::YAt(double y_px) const {
  const auto top = static_cast<double>(box.top_px), bottom = static_cast<double>(box.bottom_px);
  return y.ValueAt((bottom - y_px) / (bottom - top));
}
bool PlotFrame::Holds(double x_px, double y_px) const {
  // Half a pixel for rounding.
  return x_px >= static_cast<double>(box.left_px) - 0.5 && x_px <= static_cast<double>(box.right_px) + 0.5 &&
         y_px >= static_cast<double>(box.top_px) - 0.5 && y_px <= static_cast<double>(box.bottom_px) + 0.5;
}

}  // namespace ringscope
