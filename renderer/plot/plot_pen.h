#pragma once

#include <string>
#include <utility>

#include "renderer/color/palette.h"
#include "renderer/plot/plot_layout.h"

namespace ringscope {

// Writes the parts of a plot into a batch.
struct PlotPen {
  // In units of the content scale.
  static constexpr float kTextPx = 12.5f;

  const PlotLook& look;  // its measure is there
  const ChartPalette& palette;
  ShapeBatch& batch;

  [[nodiscard]] float Px(float units) const { return units * look.scale; }
  [[nodiscard]] Color Faint(float share) const { return MixColors(palette.background, palette.text, share); }
  [[nodiscard]] float WidthOf(std::string_view text) const { return look.measure(text, Px(kTextPx)); }

  void AddText(float x_px, float y_px, TextAlign align, Color color, std::string text,
               float size = kTextPx) const {
    batch.texts.push_back({.x = static_cast<double>(x_px),
                           .y = static_cast<double>(y_px),
                           .align = align,
                           .size_px = Px(size),
                           .color = color,
                           .text = std::move(text)});
  }
  void AddStroke(double x_px, double y_px, double end_x_px, double end_y_px, Color color, float width) const {
    batch.lines.push_back({x_px, y_px, end_x_px, end_y_px, color, Px(width)});
  }
  // A line of the grid, below all that is drawn of values.
  void AddGround(double x_px, double y_px, double end_x_px, double end_y_px) const {
    batch.ground.push_back({x_px, y_px, end_x_px, end_y_px, Faint(0.1f), Px(1)});
  }
};

}  // namespace ringscope
