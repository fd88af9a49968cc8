#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "renderer/plot/plot_layout.h"
#include "renderer/plot/value_axis.h"

namespace ringscope {

// Binary logarithms by a table of 256 parts of an octave and a polynomial between them: for millions of
// points a frame, several times faster than std::log2. Off by at most 1e-13, relative to the result or, near
// 0, to 1.
class FastLog2 {
 public:
  FastLog2() {
    for (size_t k = 0; k < kParts; ++k) {
      const double middle = 1 + (static_cast<double>(k) + 0.5) / kParts;
      inverse_[k] = 1 / middle;
      log_[k] = std::log2(middle);
    }
  }
  // Finite only if `value` is above 0 and finite.
  [[nodiscard]] double operator()(double value) const {
    if (!(value >= std::numeric_limits<double>::min() && value <= std::numeric_limits<double>::max()))
      return value > 0 ? std::log2(value) : std::numeric_limits<double>::quiet_NaN();
    const auto bits = std::bit_cast<uint64_t>(value);
    const auto exponent = static_cast<double>(static_cast<int>(bits >> 52) - 1023);
    const double mantissa = std::bit_cast<double>((bits & kMantissa) | kOne);
    const size_t part = bits >> (52 - kPartBits) & (kParts - 1);
    // Below 1 / 512 either way, so that the next term is below 1e-16.
    const double r = mantissa * inverse_[part] - 1;
    const double ln = r * (1 + r * (-1.0 / 2 + r * (1.0 / 3 + r * (-1.0 / 4 + r * (1.0 / 5)))));
    return exponent + log_[part] + ln * kLog2OfE;
  }

 private:
  static constexpr int kPartBits = 8;
  static constexpr size_t kParts = size_t{1} << kPartBits;
  static constexpr uint64_t kMantissa = (uint64_t{1} << 52) - 1, kOne = uint64_t{1023} << 52;
  static constexpr double kLog2OfE = 1.4426950408889634;
  std::array<double, kParts> inverse_{}, log_{};
};

// The table that all users share.
[[nodiscard]] inline const FastLog2& SharedLog2() {
  static const FastLog2 kLog;
  return kLog;
}

// The place of a value on an axis of some scale, in units of equal length; on a linear axis the value itself.
// Not finite for a value without a place.
class AxisPlace {
 public:
  explicit AxisPlace(const AxisRange& range)
      : scale_(range.scale), inverse_linear_(1 / range.linear_until), log_(&SharedLog2()) {}
  [[nodiscard]] double operator()(double value) const {
    if (scale_ == AxisScale::kLinear) return value;
    if (scale_ == AxisScale::kLog) return (*log_)(value);
    return std::copysign((*log_)(1 + std::abs(value) * inverse_linear_), value);
  }

 private:
  AxisScale scale_;
  double inverse_linear_;
  const FastLog2* log_;
};

// The places of an axis' values in pixels: AxisRange::ShareOf() for many values, prepared once for the axis,
// then one multiplication a value.
class PixelScale {
 public:
  PixelScale(const AxisRange& range, double low_px, double high_px) : place_(range), base_px_(low_px) {
    first_ = place_(range.low);
    factor_ = (high_px - low_px) / (place_(range.high) - first_);
  }
  // Not finite for a value without a place.
  [[nodiscard]] double operator()(double value) const { return AtPlace(place_(value)); }
  // `place`: of AxisPlace().
  [[nodiscard]] double AtPlace(double place) const { return base_px_ + (place - first_) * factor_; }

 private:
  AxisPlace place_;
  double base_px_, first_ = 0, factor_ = 0;
};

// The places of points in a plot, for millions of them.
[[nodiscard]] inline PixelScale XScaleOf(const PlotFrame& frame) {
  return {frame.x, frame.left(), frame.right()};
}
[[nodiscard]] inline PixelScale YScaleOf(const PlotFrame& frame) {
  return {frame.y, frame.bottom(), frame.top()};
}

// The bounds of PlotFrame::Holds(): half a pixel more than the box, for rounding.
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
