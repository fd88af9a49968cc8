#include "app/charts/diagram/readout_panel.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/popup.h"
#include "app/widgets/widgets.h"
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
  // Some colours hardly differ from the background.
  const ChartPalette& palette = PaletteOf(ctx.theme);
  const bool has_border = line.border.a != 0 && line.border_px > 0;
  list.AddRect(at, to, Packed(has_border ? line.border : MixColors(palette.background, palette.text, 0.3f)),
               ctx.Px(2), 0, has_border ? std::max(1.0f, ctx.Px(line.border_px)) : 1.0f);
}

// Draws sample boxes with their values. The sizes have the same ratios as in the picture.
void DrawSamples(const LegendLine& line, const PanelContext& ctx) {
  constexpr float kPart = 0.6f;
  constexpr size_t kMostSamples = 4;
  const float other = ctx.Px(9), gap = ctx.Px(6), right = ImGui::GetContentRegionMax().x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = right - ImGui::GetCursorPosX();
  float height = ctx.fonts.small->FontSize;
  for (const LegendSample& sample : line.samples)
    height = std::max(height, line.is_height ? ctx.Px(kPart * static_cast<float>(sample.size)) : other);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  float x = 0;
  // Always the largest, then smaller ones that look different and have room.
  float before = 1e9f;
  size_t drawn = 0;
  for (auto sample = line.samples.rbegin(); sample != line.samples.rend(); ++sample) {
    const float side = ctx.Px(kPart * static_cast<float>(sample->size));
    if (side > 0.85f * before || drawn == kMostSamples) continue;
    const ImVec2 size = line.is_height ? ImVec2{other, side} : ImVec2{side, other};
    const float width = size.x + gap + TextWidth(ctx.fonts.small, sample->text) + 2 * gap;
    if (x > 0 && x + width > room) break;
    before = side;
    ++drawn;
    const float top = at.y + (line.is_height ? height - size.y : std::round((height - size.y) / 2));
    list.AddRectFilled({at.x + x, top}, {at.x + x + size.x, top + size.y}, ctx.colors().text_faint);
    DrawTextAt(list, ctx.fonts.small, {at.x + x + size.x + gap, at.y + height - ctx.fonts.small->FontSize},
               ctx.colors().text_dim, sample->text);
    x += width;
  }
  ImGui::Dummy({room, height});
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
  if (!line.samples.empty()) DrawSamples(line, ctx);
}

}  // namespace ringscope
