#include <algorithm>
#include <array>
#include <string_view>

#include "app/commands/command.h"
#include "app/compare/angle_model.h"
#include "app/compare/compare_actions.h"
#include "app/compare/compare_panel.h"
#include "app/widgets/widgets.h"

namespace ringscope {
namespace {

// In the order of the control, which is that of ComparedAngle.
constexpr std::array<std::string_view, 6> kLabels{"Before", "After", "Both", "Common", "Larger", "Change"};

}  // namespace

bool DrawComparisonPanel(const AppState& state, const PanelContext& ctx) {
  const AngleModel model = BuildAngleModel(state);
  if (!model.visible) return false;
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::PushFont(ctx.fonts.small);
  TextWrapped(ctx.colors().text_dim, model.total);
  ImGui::PopFont();
  ctx.Mark("compared/total");
  ItemTooltip(ctx, model.tooltip);
  const size_t now = model.angle ? static_cast<size_t>(*model.angle) : kLabels.size();
  const size_t chosen = SegmentedControl(ctx, "angle", kLabels, now, width);
  if (chosen != now) ctx.Emit(action::SetAngle{static_cast<ComparedAngle>(chosen)});
  ItemTooltip(ctx, WithKey(state, "What the angle shows of both sides; flip", "compare.flip"));
  bool by_share = model.by_share;
  if (ImGui::Checkbox("By share: each side fills the chart", &by_share)) ctx.Emit(action::DrawShares{by_share});
  ctx.Mark("angle/share");
  ItemTooltip(ctx, "Off: the side that costs less leaves a gap");
  if (!model.problem.empty()) TextWrapped(ctx.colors().warning, model.problem);
  return true;
}

}  // namespace ringscope
