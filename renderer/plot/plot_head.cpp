#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "renderer/plot/plot_legend.h"
#include "renderer/plot/plot_pen.h"

namespace ringscope {
namespace {

// In units of the content scale.
constexpr float kTitlePx = 14.5f, kHeadLineHeight = 19, kInset = 8;
constexpr size_t kMostRows = 3;

// In rows that end at spaces; the last of kMostRows has the rest, cut where that is too long.
std::vector<std::string> RowsOf(std::string_view text, float room_px, const PlotPen& pen) {
  std::vector<std::string> rows;
  while (!text.empty()) {
    size_t end = text.size();
    if (rows.size() + 1 < kMostRows) {
      while (pen.WidthOf(text.substr(0, end)) > room_px) {
        const size_t space = text.rfind(' ', end - 1);
        if (space == std::string_view::npos || space == 0) break;
        end = space;
      }
    }
    rows.push_back(CutToFit(text.substr(0, end), room_px, pen.Px(PlotPen::kTextPx), pen.look.measure));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return rows;
}

}  // namespace

float AddPlotHead(const std::string& title, const std::string& about, const PixelBox& area,
                  const PlotLook& look, ShapeBatch& batch, const PlotColorScale& colors) {
  PlotLook drawn = look;
  if (!drawn.measure) drawn.measure = AverageSansWidth;
  const PlotPen pen{drawn, PaletteOf(drawn.theme), batch};
  const float room = area.right_px - area.left_px - pen.Px(2 * kInset);
  float top = area.top_px;
  const auto line = [&](std::string text, float size, Color color) {
    top += pen.Px(kHeadLineHeight);
    pen.AddText(area.left_px + pen.Px(kInset), top - pen.Px(kHeadLineHeight / 2), TextAlign::kLeft, color,
                std::move(text), size);
  };
  if (!title.empty())
    line(CutToFit(title, room, pen.Px(kTitlePx), drawn.measure), kTitlePx, pen.palette.text);
  for (std::string& row : RowsOf(about, room, pen)) line(std::move(row), PlotPen::kTextPx, pen.Faint(0.7f));
  return top + AddColorRow(colors, area, top, pen) - area.top_px;
}

}  // namespace ringscope
