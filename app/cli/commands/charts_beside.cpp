#include "app/cli/commands/charts_beside.h"

#include <algorithm>

#include "renderer/gl/image.h"
#include "renderer/text/name_text.h"

namespace ringscope {
namespace {

constexpr float kTitleSizePx = 13;
constexpr float kTitleMarginPx = 12;

void DrawTitle(const std::string& title, uint32_t left, uint32_t width, const FontFace& font, Color color,
               Image& image) {
  const auto measure = [&](std::string_view text, float size_px) { return font.Width(text, size_px); };
  const float room = static_cast<float>(width) - 2 * kTitleMarginPx;
  const std::string shown = CutMiddleToFit(title, room, kTitleSizePx, measure);
  if (font.Width(shown, kTitleSizePx) > room) return;  // less than a few letters
  DrawTextLine(shown, static_cast<float>(left) + kTitleMarginPx, kChartTitleHeightPx / 2.0f, kTitleSizePx, color, font,
               image);
}

}  // namespace

Image ChartsBeside(std::span<const TitledChart> charts, Theme theme, const FontFace* font) {
  const bool has_titles = std::any_of(charts.begin(), charts.end(),
                                      [](const TitledChart& chart) { return !chart.title.empty(); });
  const uint32_t title_height_px = has_titles ? kChartTitleHeightPx : 0;
  uint32_t width_px = 0, height_px = 0;
  for (const TitledChart& chart : charts) {
    width_px += chart.image.width_px;
    height_px = std::max(height_px, chart.image.height_px + title_height_px);
  }
  Image all = FilledImage(width_px, height_px, PaletteOf(theme).background);
  uint32_t left = 0;
  for (const auto& [title, image] : charts) {
    CopyImage(image, left, title_height_px, all);
    if (font != nullptr) DrawTitle(title, left, image.width_px, *font, PaletteOf(theme).text, all);
    left += image.width_px;
  }
  return all;
}

}  // namespace ringscope
