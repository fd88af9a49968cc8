#include "app/widgets/readout.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/widgets.h"

namespace ringscope {

ImVec2 DrawReadoutFrame(ImVec2 place, ImVec2 size, const PanelRect& area, const PanelContext& ctx) {
  ImVec2 at{place.x + ctx.Px(16), place.y + ctx.Px(14)};
  if (at.x + size.x > area.x + area.width) at.x = place.x - size.x - ctx.Px(16);
  if (at.y + size.y > area.y + area.height) at.y = place.y - size.y - ctx.Px(14);
  at = {std::round(std::max(at.x, area.x + 2)), std::round(std::max(at.y, area.y + 2))};
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const ImVec2 end{at.x + size.x, at.y + size.y};
  list.AddRectFilled(at, end, ctx.colors().panel, ctx.Px(7));
  list.AddRect(at, end, ctx.colors().line, ctx.Px(7));
  ctx.MarkRect("readout", {at.x, at.y, size.x, size.y});
  return at;
}

void DrawReadout(std::span<const std::string> lines, ImVec2 place, const PanelRect& area,
                 const PanelContext& ctx) {
  ImFont* const font = ctx.fonts.small;
  const float line_height = std::round(ctx.Px(18)), pad = ctx.Px(10);
  float width = 0;
  for (const std::string& line : lines) width = std::max(width, TextWidth(font, line));
  width = std::min(width, ctx.Px(460));
  const ImVec2 at = DrawReadoutFrame(
      place, {width + 2 * pad, line_height * static_cast<float>(lines.size()) + ctx.Px(12)}, area, ctx);
  float y = at.y + ctx.Px(6);
  for (size_t k = 0; k < lines.size(); ++k) {
    DrawTextShort(*ImGui::GetForegroundDrawList(), font, {at.x + pad, y}, width,
                  k == 0 ? ctx.colors().text : ctx.colors().text_dim, lines[k]);
    y += line_height;
  }
}

}  // namespace ringscope
