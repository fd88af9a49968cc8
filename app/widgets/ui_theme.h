#pragma once

#include <imgui.h>

#include "renderer/color/color.h"

namespace ringscope {

// A colour as Dear ImGui packs it.
[[nodiscard]] inline ImU32 Packed(Color color) { return IM_COL32(color.r, color.g, color.b, color.a); }
[[nodiscard]] inline Color Opaque(ImU32 color) {
  const auto channel = [&](int shift) { return static_cast<uint8_t>(color >> shift); };
  return {channel(IM_COL32_R_SHIFT), channel(IM_COL32_G_SHIFT), channel(IM_COL32_B_SHIFT)};
}

// The colours of everything around the chart.
struct UiColors {
  ImU32 background;  // behind the chart; equal to the chart's own
  ImU32 panel;       // side panel, bars
  ImU32 raised;      // fields and buttons on a panel
  ImU32 raised_hover;
  ImU32 raised_active;
  ImU32 line;  // hairlines between areas
  ImU32 text;
  ImU32 text_dim;     // second-rank text
  ImU32 text_faint;   // hints, disabled
  ImU32 accent;       // the one colour that means "active"
  ImU32 accent_soft;  // its background
  ImU32 on_accent;    // text on accent
  ImU32 bar;          // share bars behind rows
  ImU32 good, warning, bad;
  ImU32 shade;  // over everything behind a dialog
};

[[nodiscard]] const UiColors& UiColorsOf(Theme theme);

// The one ImGui style of the application, at a content scale (1 = 96 dpi).
void ApplyUiStyle(Theme theme, float scale);

// Sizes in units of the content scale.
struct UiMetrics {
  static constexpr float kTopBarHeight = 48;
  static constexpr float kTabRowHeight = 34;
  static constexpr float kStatusBarHeight = 28;
  static constexpr float kDockTabsHeight = 34;
  static constexpr float kPaneHeaderHeight = 28;
  static constexpr float kKindBarHeight = 36;
  static constexpr float kChipRowHeight = 38;
  static constexpr float kTimelineHeight = 46;
  static constexpr float kPanelPadding = 16;
  static constexpr float kFontSize = 15;
  static constexpr float kSmallFontSize = 12.5f;
  static constexpr float kTitleFontSize = 20;
};

}  // namespace ringscope
