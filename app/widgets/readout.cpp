#include "app/widgets/readout.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/widgets.h"

namespace ringscope {

ImVec2 DrawReadoutFrame(ImVec2 place, ImVec2 size, const PanelRect& area, const Ui& ui) {
  ImVec2 at{place.x + ui.Px(16), place.y + ui.Px(14)};
  if (at.x + size.x > area.x + area.width) at.x = place.x - size.x - ui.Px(16);
  if (at.y + size.y > area.y + area.height) at.y = place.y - size.y - ui.Px(14);
  at = {std::round(std::max(at.x, area.x + 2)), std::round(std::max(at.y, area.y + 2))};
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const ImVec2 end{at.x + size.x, at.y + size.y};
  list.AddRectFilled(at, end, ui.colors().panel, ui.Px(7));
  list.AddRect(at, end, ui.colors().line, ui.Px(7));
  ui.MarkRect("readout", {at.x, at.y, size.x, size.y});
  return at;
}

void DrawReadout(std::span<const std::string> lines, ImVec2 place, const PanelRect& area,
                 const Ui& ui) {
  ImFont* const font = ui.fonts.small;
  const float line_height = std::round(ui.Px(18)), pad = ui.Px(10);
  float width = 0;
  for (const std::string& line : lines) width = std::max(width, TextWidth(font, line));
  width = std::min(width, ui.Px(460));
  const ImVec2 at = DrawReadoutFrame(
      place, {width + 2 * pad, line_height * static_cast<float>(lines.size()) + ui.Px(12)}, area, ui);
  float y = at.y + ui.Px(6);
  for (size_t k = 0; k < lines.size(); ++k) {
    DrawTextShort(*ImGui::GetForegroundDrawList(), font, {at.x + pad, y}, width,
                  k == 0 ? ui.colors().text : ui.colors().text_dim, lines[k]);
    y += line_height;
  }
}

}  // namespace ringscope
