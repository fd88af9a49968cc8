#include "app/details/details_panels.h"

#include <fmt/format.h>

#include <cmath>

#include "app/widgets/widgets.h"

namespace ringscope {
namespace {

// More metrics than this scroll.
constexpr size_t kVisibleRows = 6;

void DrawRow(const MetricRow& row, bool choosable, const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = std::round(ctx.Px(28));
  const auto [at, max, clicked, hovered] = ClickableRow(ctx, fmt::format("metric/{}", row.metric),
                                                        {width, height}, row.active && choosable, choosable);
  ItemTooltip(ctx, fmt::format("{}: {} in total, {} ({}) in the centre", row.name, row.total, row.view_value,
                               row.view_share));
  const float text_y = CentredTop(ctx.fonts.regular, at.y, height);
  const float pad = choosable ? ctx.Px(10) : 0;
  const float total_width = TextWidth(ctx.fonts.regular, row.total);
  DrawTextShort(list, ctx.fonts.regular, {at.x + pad, text_y}, width - total_width - 2 * pad - ctx.Px(12),
                row.active ? colors.text : colors.text_dim, row.name);
  DrawTextRight(list, ctx.fonts.regular, max.x - pad, text_y, row.active ? colors.text : colors.text_dim,
                row.total);
  if (clicked && choosable && !row.active) ctx.Emit(action::SetMetric{row.metric});
}

}  // namespace

void DrawMetricsPanel(const MetricsModel& model, const PanelContext& ctx) {
  if (model.rows.empty()) return;
  const ImVec2 heading = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  SectionHeading(ctx, model.rows.size() == 1 ? "METRIC" : "METRICS");
  const ImVec2 below = ImGui::GetCursorScreenPos();
  const float side = std::round(ctx.Px(30));
  ImGui::SetCursorScreenPos({heading.x + width - side, heading.y - ctx.Px(8)});
  ActionButton(ctx, "metrics/derive", Icon::kPlus, "Derived metrics: computed from others by a formula",
               action::ShowDerivedMetrics{true});
  ImGui::SetCursorScreenPos(below);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  const bool scrolls = model.rows.size() > kVisibleRows;
  if (scrolls) ImGui::BeginChild("metrics", {0, std::round(ctx.Px(28)) * (kVisibleRows + 0.5f)});
  // A metric that a key chose may stand anywhere.
  ImGuiStorage& known = *ImGui::GetStateStorage();
  const ImGuiID in_sight = ImGui::GetID("metric in sight");
  for (const MetricRow& row : model.rows) {
    DrawRow(row, model.rows.size() > 1, ctx);
    if (!scrolls || !row.active || known.GetInt(in_sight, -1) == static_cast<int>(row.metric)) continue;
    known.SetInt(in_sight, static_cast<int>(row.metric));
    const float top = ImGui::GetWindowPos().y;
    const bool is_whole =
        ImGui::GetItemRectMin().y >= top && ImGui::GetItemRectMax().y <= top + ImGui::GetWindowHeight();
    if (!is_whole) ImGui::SetScrollHereY(0.5f);
  }
  if (scrolls) ImGui::EndChild();
  ImGui::PopStyleVar();
}

}  // namespace ringscope
