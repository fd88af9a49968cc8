#include "app/views/evolution/evolution_panel.h"

#include <array>
#include <cmath>
#include <string_view>

#include "app/charts/diagram/readout_panel.h"
#include "app/view/command.h"
#include "app/views/evolution/evolution.h"
#include "app/widgets/widgets.h"

namespace ringscope::evolution {
namespace {

void DrawText(std::string_view text, const PanelContext& ctx) {
  ImGui::PushFont(ctx.fonts.small);
  ImGui::PushTextWrapPos(0);
  TextColored(ctx.colors().text_dim, text);
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
}

}  // namespace

void DrawEvolutionRows(const AppState& state, const EvolutionModel& model, const PanelContext& ctx) {
  if (!model.missing.empty() || model.boxes.empty()) return;
  DrawText(model.about, ctx);
  for (const LegendLine& line : LegendOf(model, false, ctx.theme)) {
    if (line.color) DrawLegendLine(line, ctx);
  }
  DrawText("A click on a border shows or hides callees.", ctx);
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return;
  const ContextId on = view->selected == kNoContext ? kRootContext : view->selected;
  const float width = (ImGui::GetContentRegionAvail().x - ctx.Px(8)) / 2;
  struct Choice {
    std::string_view title, command;
    Unfolding to;
  };
  constexpr std::array kChoices{Choice{"Hot path", "evolution.hot-path", Unfolding::kHotPath},
                                Choice{"Callees", "evolution.callees", Unfolding::kCallees},
                                Choice{"All below", "evolution.all-below", Unfolding::kAllBelow},
                                Choice{"Hide below", "evolution.hide", Unfolding::kNone}};
  for (size_t k = 0; k < kChoices.size(); ++k) {
    const Choice& choice = kChoices[k];
    if (k % 2 == 1) ImGui::SameLine(0, ctx.Px(8));
    if (ImGui::Button(std::string(choice.title).c_str(), {std::round(width), std::round(ctx.Px(30))}))
      ctx.Emit(Unfold{on, choice.to});
    ctx.Mark(choice.command);
    ItemTooltip(ctx, WithKey(state, "Of what is selected", choice.command));
  }
}

}  // namespace ringscope::evolution
