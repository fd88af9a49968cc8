#include "app/details/details_panels.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/view/panel.h"
#include "app/widgets/widgets.h"

namespace ringscope {

namespace {

// The upper left corner of the tooltip. Places near the pointer are tried first, then farther ones, then the
// corners of the chart; the first with the fewest covered points is taken.
ImVec2 PlaceOf(ImVec2 pointer, ImVec2 size, const PanelRect& chart, const IsKeptClear& is_kept_clear,
               const PanelContext& ctx) {
  constexpr int kSamples = 6;  // along each side
  const auto covered = [&](ImVec2 at) {
    int count = 0;
    for (int x = 0; x <= kSamples; ++x) {
      for (int y = 0; y <= kSamples; ++y) {
        count += static_cast<int>(is_kept_clear({at.x + size.x * static_cast<float>(x) / kSamples,
                                                 at.y + size.y * static_cast<float>(y) / kSamples}));
      }
    }
    return count;
  };
  const float right = chart.x + chart.width - 2, bottom = chart.y + chart.height - 2;
  ImVec2 best{chart.x + 2, chart.y + 2};
  int least = (kSamples + 1) * (kSamples + 1) + 1;
  const auto try_at = [&](float x, float y) {
    const ImVec2 at{std::round(std::max(std::min(x, right - size.x), chart.x + 2)),
                    std::round(std::max(std::min(y, bottom - size.y), chart.y + 2))};
    const bool hides_pointer =
        pointer.x >= at.x && pointer.x <= at.x + size.x && pointer.y >= at.y && pointer.y <= at.y + size.y;
    if (least == 0 || hides_pointer) return;
    if (const int count = covered(at); count < least) {
      least = count;
      best = at;
    }
  };
  for (const float away : {16.0f, 48.0f, 96.0f, 160.0f}) {
    const float gap = ctx.Px(away);
    for (const bool below : {true, false}) {
      const float y = below ? pointer.y + gap : pointer.y - gap - size.y;
      try_at(pointer.x + gap, y);
      try_at(pointer.x - gap - size.x, y);
    }
  }
  for (const float y : {chart.y, bottom}) {
    try_at(right, y);
    try_at(chart.x, y);
  }
  return best;
}

}  // namespace

void DrawChartTooltip(const TooltipModel& model, ImVec2 pointer, const PanelRect& chart,
                      const IsKeptClear& is_kept_clear, const PanelContext& ctx) {
  if (!model.visible || !chart.contains(pointer.x, pointer.y)) return;
  const UiColors& colors = ctx.colors();
  ImFont* regular = ctx.fonts.regular;
  ImFont* small = ctx.fonts.small;
  const float pad = ctx.Px(10), gap = ctx.Px(3);
  const float limit = std::min(ctx.Px(460), chart.width - 2 * pad);
  const std::vector<std::string> name = WrapName(regular, model.name, limit).lines;
  const std::string cost = model.value + "   " + model.share + (model.estimated ? "   estimate" : "");
  std::vector<std::string> lines;
  for (const std::string& line : model.chain) lines.push_back(ShortName(small, line, limit));
  for (const std::string& line : model.kind_lines) lines.push_back(FitText(small, line, limit));
  const std::string hint = FitText(small, model.hint, limit);
  float text_width = std::max({TextWidth(small, cost), TextWidth(small, model.difference.sides),
                               TextWidth(small, model.difference.change), TextWidth(small, hint)});
  for (const std::string& line : name) text_width = std::max(text_width, TextWidth(regular, line));
  for (const std::string& line : lines) text_width = std::max(text_width, TextWidth(small, line));
  const float width = std::ceil(text_width + 2 * pad);
  float height =
      2 * ctx.Px(8) + static_cast<float>(name.size()) * (regular->FontSize + gap) + small->FontSize;
  if (!hint.empty()) height += gap + small->FontSize;
  if (!model.difference.sides.empty()) height += 2 * (gap + small->FontSize);
  height += static_cast<float>(lines.size()) * (gap + small->FontSize);
  const ImVec2 at = PlaceOf(pointer, {width, std::ceil(height)}, chart, is_kept_clear, ctx);
  ctx.MarkRect("chart/tooltip", {at.x, at.y, width, std::ceil(height)});

  // Drawn into the foreground, because a window could take the pointer.
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
  if (!model.difference.sides.empty()) {
    DrawTextAt(list, small, {at.x + pad, y}, colors.text_dim, model.difference.sides);
    y += small->FontSize + gap;
    DrawTextAt(list, small, {at.x + pad, y}, colors.text, model.difference.change);
    y += small->FontSize + gap;
  }
  for (const std::string& line : lines) {
    DrawTextAt(list, small, {at.x + pad, y}, colors.text, line);
    y += small->FontSize + gap;
  }
  if (!hint.empty()) DrawTextAt(list, small, {at.x + pad, y}, colors.text_faint, hint);
}

}  // namespace ringscope
