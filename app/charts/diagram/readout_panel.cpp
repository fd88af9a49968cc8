#include "app/charts/diagram/readout_panel.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/popup.h"
#include "app/widgets/widgets.h"
#include "renderer/color/palette.h"
#include "renderer/legend/caption.h"

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

namespace {

ImU32 Packed(Color color) { return IM_COL32(color.r, color.g, color.b, color.a); }

void DrawSwatch(const LegendLine& line, ImVec2 at, float side, const PanelContext& ctx) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 to{at.x + side, at.y + side};
  list.AddRectFilled(at, to, Packed(*line.color), ctx.Px(2));
  if (line.stripes.a != 0) {
    list.PushClipRect(at, to, true);
    for (const BoxStripe& stripe : BoxStripes(kStyleNew, side)) {
      list.AddLine({at.x + stripe.x1, at.y + stripe.y1}, {at.x + stripe.x2, at.y + stripe.y2},
                   Packed(line.stripes), stripe.width_px);
    }
    list.PopClipRect();
  }
  // Some colours are hardly others than the background.
  const ChartPalette& palette = PaletteOf(ctx.theme);
  const bool has_border = line.border.a != 0 && line.border_px > 0;
  list.AddRect(at, to, Packed(has_border ? line.border : MixColors(palette.background, palette.text, 0.3f)),
               ctx.Px(2), 0, has_border ? std::max(1.0f, ctx.Px(line.border_px)) : 1.0f);
}

}  // namespace

void DrawLegendLine(const LegendLine& line, const PanelContext& ctx) {
  const float side = std::round(ctx.Px(12));
  if (line.color) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    DrawSwatch(line, {at.x, at.y + std::round((ImGui::GetTextLineHeight() - side) / 2)}, side, ctx);
    ImGui::Dummy({side, ImGui::GetTextLineHeight()});
    ImGui::SameLine();
  }
  TextWrapped(line.is_warning ? ctx.colors().warning : ctx.colors().text_dim, line.text);
}

}  // namespace ringscope
