#include "app/details/details_panels.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/view/panel.h"
#include "app/widgets/widgets.h"

namespace ringscope {

void DrawChartTooltip(const TooltipModel& model, ImVec2 pointer, const PanelRect& chart,
                      const PanelContext& ctx) {
  if (!model.visible || !chart.contains(pointer.x, pointer.y)) return;
  const UiColors& colors = ctx.colors();
  ImFont* regular = ctx.fonts.regular;
  ImFont* small = ctx.fonts.small;
  const float pad = ctx.Px(10), gap = ctx.Px(3);
  const float limit = std::min(ctx.Px(460), chart.width - 2 * pad);
  const std::vector<std::string> name = WrapName(regular, model.name, limit).lines;
  const std::string cost = model.value + "   " + model.share + (model.estimated ? "   estimate" : "");
  std::vector<std::string> chain;  // and what the kind of view says
  for (const std::string& line : model.chain) chain.push_back(ShortName(small, line, limit));
  for (const std::string& line : model.kind_lines)
    chain.push_back(FitText(small, small->FontSize, line, limit));
  const std::string difference = FitText(small, small->FontSize, model.difference, limit);
  const std::string hint = FitText(small, small->FontSize, model.hint, limit);
  float text_width = std::max({TextWidth(small, cost), TextWidth(small, difference), TextWidth(small, hint)});
  for (const std::string& line : name) text_width = std::max(text_width, TextWidth(regular, line));
  for (const std::string& line : chain) text_width = std::max(text_width, TextWidth(small, line));
  const float width = std::ceil(text_width + 2 * pad);
  float height =
      2 * ctx.Px(8) + static_cast<float>(name.size()) * (regular->FontSize + gap) + small->FontSize;
  if (!hint.empty()) height += gap + small->FontSize;
  if (!difference.empty()) height += gap + small->FontSize;
  height += static_cast<float>(chain.size()) * (gap + small->FontSize);
  ImVec2 at{pointer.x + ctx.Px(16), pointer.y + ctx.Px(18)};
  if (at.x + width > chart.x + chart.width) at.x = pointer.x - width - ctx.Px(10);
  if (at.y + height > chart.y + chart.height) at.y = pointer.y - height - ctx.Px(10);
  at.x = std::round(std::max(at.x, chart.x + 2));
  at.y = std::round(std::max(at.y, chart.y + 2));

  // Drawn straight into the foreground: no window of its own that could take the pointer.
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const ImVec2 max{at.x + width, at.y + std::ceil(height)};
  list.AddRectFilled(at, max, colors.panel, ctx.Px(7));
  list.AddRect(at, max, colors.line, ctx.Px(7));
  float y = at.y + ctx.Px(8);
  for (const std::string& line : name) {
    DrawTextAt(list, regular, {at.x + pad, y}, colors.text, line);
    y += regular->FontSize + gap;
  }
  DrawTextAt(list, small, {at.x + pad, y}, colors.text_dim, cost);
  y += small->FontSize + gap;
  if (!difference.empty()) {
    DrawTextAt(list, small, {at.x + pad, y}, colors.text, difference);
    y += small->FontSize + gap;
  }
  for (const std::string& line : chain) {
    DrawTextAt(list, small, {at.x + pad, y}, colors.text, line);
    y += small->FontSize + gap;
  }
  if (!hint.empty()) DrawTextAt(list, small, {at.x + pad, y}, colors.text_faint, hint);
}

}  // namespace ringscope
