#include "app/charts/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/view/kind/kind_answers.h"
#include "app/widgets/widgets.h"

namespace ringscope {

void DrawStartAgain(const ViewState& view, const PanelRect& chart, const PanelContext& ctx) {
  if (!IsStopped(view)) return;
  // Below the middle, where it stands why there is nothing.
  const float width = std::round(std::min(ctx.Px(120), chart.width)), height = std::round(ctx.Px(32));
  const PanelRect area{std::round(chart.x + (chart.width - width) / 2),
                       std::round(chart.y + chart.height / 2 + ctx.Px(40)), width, height};
  if (!chart.contains(area.x, area.y + height)) return;
  BeginArea(ctx, fmt::format("##start-again{}", view.id).c_str(), area, IM_COL32_BLACK_TRANS, {0, 0});
  if (ImGui::Button("Start again", {width, height})) ctx.Emit(StartAgain{});
  ctx.Mark("view/start-again");
  EndArea();
}

}  // namespace ringscope
