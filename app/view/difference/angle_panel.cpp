#include "app/view/view_panels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "app/view/command.h"
#include "app/view/difference/angle.h"
#include "app/view/difference/difference_model.h"
#include "app/view/panel.h"
#include "app/widgets/widgets.h"

namespace ringscope {
namespace {

// In the order of ComparedAngle.
constexpr std::array<std::string_view, 6> kLabels{"Before", "After", "Both", "Common", "Larger", "Change"};
constexpr std::array<std::string_view, 6> kAngles{
    "The angle is the cost before: new contexts have none",
    "The angle is the cost after: gone contexts have none",
    "The angle is the cost before and the cost after together",
    "The angle is the common cost: the smaller one of each context's self costs",
    "The angle is the larger one of each context's self costs: new and gone contexts stand beside each other",
    "The angle is the difference, more or less alike: contexts of equal cost have none"};

// A bar a run, with a colour a side. A panel too narrow for all bars shows the first ones.
void DrawRuns(const RunsModel& model, float width, const PanelContext& ctx) {
  if (model.bars.empty()) return;
  const float height = std::round(ctx.Px(38)), gap = ctx.Px(2), side_gap = ctx.Px(8);
  const auto count = static_cast<float>(model.bars.size());
  const float each = std::clamp((width - side_gap) / count - gap, ctx.Px(2), ctx.Px(24));
  ImGui::PushFont(ctx.fonts.small);
  const ImVec2 title_at = ImGui::GetCursorScreenPos();
  ImGui::Dummy({width, ctx.fonts.small->FontSize});
  DrawTextShort(*ImGui::GetWindowDrawList(), ctx.fonts.small, title_at, width, ctx.colors().text_faint,
                model.text);
  ImGui::PopFont();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::Dummy({width, height});
  ctx.Mark("compared/runs");
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const RunBar* pointed = nullptr;
  float x = at.x;
  for (size_t run = 0; run < model.bars.size() && x + each <= at.x + width; ++run) {
    const RunBar& bar = model.bars[run];
    if (run > 0 && bar.side != model.bars[run - 1].side) x += side_gap;
    const float top = at.y + (height - ctx.Px(1)) * (1 - bar.height);
    const bool is_pointed = ImGui::IsMouseHoveringRect({x, at.y}, {x + each + gap, at.y + height});
    if (is_pointed) pointed = &bar;
    const ImU32 color = bar.side == Side::kAfter ? ctx.colors().accent : ctx.colors().text_dim;
    list.AddRectFilled({x, std::min(top, at.y + height - 1)}, {x + each, at.y + height}, color, ctx.Px(1.5f));
    x += each + gap;
  }
  ItemTooltip(ctx, pointed != nullptr ? pointed->text : model.text);
}

}  // namespace

void DrawComparisonStrip(const AppState& state, float room_px, const PanelContext& ctx) {
  const AngleModel model = BuildAngleModel(state);
  if (!model.visible) return;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::PushFont(ctx.fonts.small);
  const float angles = std::min(room_px, SegmentsWidth(ctx, kLabels));
  const size_t now = model.angle ? static_cast<size_t>(*model.angle) : kLabels.size();
  std::array<std::string, kAngles.size()> tips;
  for (size_t i = 0; i < tips.size(); ++i)
    tips[i] =
        i < 2 ? WithKey(state, std::string(kAngles[i]) + "; flip", "compare.flip") : std::string(kAngles[i]);
  const size_t chosen = SegmentedControl(ctx, "angle", kLabels, now, angles, 1, tips);
  if (chosen != now) ctx.Emit(action::SetAngle{static_cast<ComparedAngle>(chosen)});
  float x = at.x + angles + ctx.Px(12);
  constexpr std::string_view kByShare = "By share";
  const float height = std::round(ctx.Px(30));
  if (const float width = CheckboxWidth(kByShare); x + width <= at.x + room_px) {
    ImGui::SetCursorScreenPos({x, at.y + std::round((height - ImGui::GetFrameHeight()) / 2)});
    bool by_share = model.by_share;
    if (Checkbox(ctx, "angle/share", kByShare.data(), by_share,
                 "Each side fills the chart; off: the side that costs less leaves a gap"))
      ctx.Emit(action::DrawShares{by_share});
    x += width + ctx.Px(16);
  }
  const float room = at.x + room_px - x;
  if (room >= ctx.Px(120)) {
    const bool has_problem = !model.problem.empty();
    ImGui::SetCursorScreenPos({x, CentredTop(ctx.fonts.small, at.y, height)});
    const std::string& text = has_problem ? model.problem : model.total;
    const bool fits = has_problem || TextWidth(ctx.fonts.small, text) <= room;
    TextColored(has_problem ? ctx.colors().warning : ctx.colors().text_dim,
                FitTextEnd(ctx.fonts.small,
                           fits                                               ? text
                           : TextWidth(ctx.fonts.small, model.change) <= room ? model.change
                                                                              : model.share,
                           room));
    ctx.Mark("compared/total");
    ItemTooltip(ctx, text + "\n" + model.tooltip);
  }
  ImGui::PopFont();
}

void DrawComparedRuns(const AppState& state, const PanelContext& ctx) {
  const AngleModel model = BuildAngleModel(state);
  if (!model.visible || model.runs.empty()) return;
  ImGui::Dummy({0, ctx.Px(4)});
  ImGui::PushFont(ctx.fonts.small);
  TextWrapped(ctx.colors().text_faint, model.runs);
  ImGui::PopFont();
  DrawRuns(BuildRunsModel(state), ImGui::GetContentRegionAvail().x, ctx);
}

}  // namespace ringscope
