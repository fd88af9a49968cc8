#include "app/cli/commands/charts_beside.h"

#include <algorithm>
#include <cmath>

#include "cct/base/utf8.h"
#include "renderer/text/name_text.h"

namespace ringscope {
namespace {

constexpr float kTitleSizePx = 13;
constexpr float kTitleMarginPx = 12;

void Put(Image& image, int64_t x, int64_t y, Color color, uint8_t coverage) {
  if (x < 0 || y < 0 || x >= int64_t{image.width_px} || y >= int64_t{image.height_px}) return;
  uint8_t* at = &image.rgba[(static_cast<size_t>(y) * image.width_px + static_cast<size_t>(x)) * 4];
  const Color mixed = MixColors({at[0], at[1], at[2], at[3]}, color, static_cast<float>(coverage) / 255.0f);
  at[0] = mixed.r;
  at[1] = mixed.g;
  at[2] = mixed.b;
}

void DrawTitle(const std::string& title, uint32_t left, uint32_t width, const FontFace& font, Color color,
               Image& image) {
  const auto measure = [&](std::string_view text, float size_px) { return font.Width(text, size_px); };
  const float room = static_cast<float>(width) - 2 * kTitleMarginPx;
  const std::string shown = CutMiddleToFit(title, room, kTitleSizePx, measure);
  if (font.Width(shown, kTitleSizePx) > room) return;  // less than a few letters
  const float baseline = std::round((kChartTitleHeightPx + font.CapHeight(kTitleSizePx)) / 2);
  float pen = static_cast<float>(left) + kTitleMarginPx;
  std::string_view rest = shown;
  while (!rest.empty()) {
    const GlyphImage glyph = font.Rasterize(TakeCodePoint(rest), kTitleSizePx);
    const auto x = std::lround(std::round(pen) + glyph.left_px), y = std::lround(baseline - glyph.top_px);
    for (size_t i = 0; i < glyph.coverage.size(); ++i) {
      Put(image, x + static_cast<int64_t>(i % glyph.width_px), y + static_cast<int64_t>(i / glyph.width_px),
          color, glyph.coverage[i]);
    }
    pen += glyph.advance_px;
  }
}

}  // namespace

Image ChartsBeside(std::span<const TitledChart> charts, Theme theme, const FontFace* font) {
  const bool has_titles = std::any_of(charts.begin(), charts.end(),
                                      [](const TitledChart& chart) { return !chart.title.empty(); });
  const uint32_t title_height_px = has_titles ? kChartTitleHeightPx : 0;
  Image all;
  for (const TitledChart& chart : charts) {
    all.width_px += chart.image.width_px;
    all.height_px = std::max(all.height_px, chart.image.height_px + title_height_px);
  }
  const Color background = PaletteOf(theme).background;
  all.rgba.resize(size_t{all.width_px} * all.height_px * 4);
  for (size_t i = 0; i < all.rgba.size(); i += 4) {
    all.rgba[i] = background.r;
    all.rgba[i + 1] = background.g;
    all.rgba[i + 2] = background.b;
    all.rgba[i + 3] = background.a;
  }
  uint32_t left = 0;
  for (const auto& [title, image] : charts) {
    for (size_t y = 0; y < image.height_px; ++y) {
      const auto row = image.rgba.begin() + static_cast<ptrdiff_t>(y * image.width_px * 4);
      std::copy(row, row + static_cast<ptrdiff_t>(size_t{image.width_px} * 4),
                all.rgba.begin() + static_cast<ptrdiff_t>(((y + title_height_px) * all.width_px + left) * 4));
    }
    if (font != nullptr) DrawTitle(title, left, image.width_px, *font, PaletteOf(theme).text, all);
    left += image.width_px;
  }
  return all;
}

}  // namespace ringscope
