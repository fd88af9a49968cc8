#pragma once

#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "renderer/legend/caption.h"

namespace ringscope {

// Puts boxes and text down, from left to right. Borrows all that it is made with.
class CaptionPlacer {
 public:
  static constexpr float kMargin = 14;
  static constexpr float kTitleSize = 15, kTextSize = 12;
  static constexpr float kTitleY = 18, kFactsY = 38;  // middles
  static constexpr float kRow = 20, kFirstRowY = 18;  // of the footer
  static constexpr float kBox = 10, kBoxGap = 6, kEntryGap = 20;

  CaptionPlacer(PlacedCaption& placed, float scale, Theme theme, const MeasureText& measure)
      : placed_(placed), scale_(scale), colors_(PaletteOf(theme)), measure_(measure) {}

  [[nodiscard]] float Px(float units) const { return units * scale_; }
  [[nodiscard]] Color text() const { return colors_.text; }
  [[nodiscard]] Color dim() const { return MixColors(colors_.background, colors_.text, 0.72f); }
  [[nodiscard]] float Width(std::string_view text, float size) const { return measure_(text, Px(size)); }
  [[nodiscard]] float right() const { return static_cast<float>(placed_.width_px) - Px(kMargin); }

  // Cut in its middle where it has no room. Returns how wide it is.
  float Put(std::string_view text, float x, float middle_y, float size, float room, Color color) {
    std::string shown = CutMiddleToFit(text, room, Px(size), measure_);
    const float width = measure_(shown, Px(size));
    if (shown.empty() || width > room) return 0;  // less than a few letters
    placed_.lines.push_back({std::round(x), middle_y, Px(size), color, std::move(shown)});
    return width;
  }

  void PutBox(float x, float middle_y, float width, float height, Color color, PieceStyle pattern = 0,
              Color stripes = {0, 0, 0, 0}) {
    placed_.boxes.push_back(
        {std::round(x), std::round(middle_y - height / 2), width, height, color, pattern, stripes});
  }

  void PutHeader(std::string_view title, std::string_view facts) {
    const float left = Px(kMargin), room = right() - left;
    Put(title, left, Px(kTitleY), kTitleSize, room, text());
    Put(facts, left, Px(kFactsY), kTextSize, room, dim());
  }

 private:
  PlacedCaption& placed_;
  const float scale_;
  const ChartPalette& colors_;
  const MeasureText& measure_;
};

}  // namespace ringscope
