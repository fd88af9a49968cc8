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

// In the order of the control, which is that of ComparedAngle.
constexpr std::array<std::string_view, 6> kLabels{"Before", "After", "Both", "Common", "Larger", "Change"};

// A bar a run, those of the sides in two colours. What is too narrow for all of them shows the first ones.
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

bool DrawComparisonPanel(const AppState& state, const PanelContext& ctx) {
  const AngleModel model = BuildAngleModel(state);
  if (!model.visible) return false;
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::PushFont(ctx.fonts.small);
  TextWrapped(ctx.colors().text_dim, model.total);
  if (!model.runs.empty()) TextWrapped(ctx.colors().text_faint, model.runs);
  ImGui::PopFont();
  ctx.Mark("compared/total");
  ItemTooltip(ctx, model.tooltip);
  const size_t now = model.angle ? static_cast<size_t>(*model.angle) : kLabels.size();
  ImGui::PushFont(ctx.fonts.small);
  const size_t chosen = SegmentedControl(ctx, "angle", kLabels, now, width);
  ImGui::PopFont();
  if (chosen != now) ctx.Emit(action::SetAngle{static_cast<ComparedAngle>(chosen)});
  ItemTooltip(ctx, WithKey(state, "What the angle shows of both sides; flip", "compare.flip"));
  bool by_share = model.by_share;
  if (ImGui::Checkbox("By share: each side fills the chart", &by_share))
    ctx.Emit(action::DrawShares{by_share});
  ctx.Mark("angle/share");
  ItemTooltip(ctx, "Off: the side that costs less leaves a gap");
  DrawRuns(BuildRunsModel(state), width, ctx);
  if (!model.problem.empty()) TextWrapped(ctx.colors().warning, model.problem);
  return true;
}

}  // namespace ringscope
