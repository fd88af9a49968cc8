#include "app/charts/diagram/readout_panel.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/readout.h"
#include "app/widgets/widgets.h"

namespace ringscope {

void DrawBoxReadout(const BoxReadout& readout, const PanelRect& chart, const PanelContext& ctx) {
  if (readout.title.empty()) return;
  ImFont *const regular = ctx.fonts.regular, *const small = ctx.fonts.small;
  const float pad = ctx.Px(10), gap = ctx.Px(14), line_height = std::round(ctx.Px(18));
  float name = 0, value = 0;
  for (const auto& row : readout.rows) {
    name = std::max(name, TextWidth(small, row.first));
    value = std::max(value, TextWidth(small, row.second));
  }
  const float most = std::max(chart.width - 4 * pad, ctx.Px(40));
  const float inner =
      std::min(std::max(TextWidth(regular, readout.title), name + gap + value), std::min(most, ctx.Px(520)));
  const float height = ctx.Px(14) + line_height * static_cast<float>(1 + readout.rows.size());
  const ImVec2 at = DrawReadoutFrame(ImGui::GetIO().MousePos, {inner + 2 * pad, height}, chart, ctx);
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  float y = at.y + ctx.Px(7);
  DrawTextAt(list, regular, {at.x + pad, y}, ctx.colors().text, ShortName(regular, readout.title, inner));
  for (const auto& row : readout.rows) {
    y += line_height;
    DrawTextAt(list, small, {at.x + pad, y}, ctx.colors().text_dim, row.first);
    DrawTextShort(list, small, {at.x + pad + name + gap, y}, inner - name - gap, ctx.colors().text,
                  row.second);
  }
}

}  // namespace ringscope
