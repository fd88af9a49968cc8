#include <cmath>

#include "app/view/panel.h"
#include "app/view/steps/costly_steps.h"
#include "app/view/steps/pipeline_panel.h"
#include "app/view/steps/steps_actions.h"
#include "app/widgets/dialog.h"
#include "app/widgets/widgets.h"

namespace ringscope {

void DrawCostlyDialog(const AppState& state, const PanelContext& ctx) {
  const CostlyModel model = BuildCostlyModel(state);
  if (!BeginDialog("##costly", model.visible && state.errors.empty(), {ctx.Px(520), 0}, ctx)) return;
  DialogTitle(ctx, model.title, ctx.colors().text);
  TextWrapped(ctx.colors().text_dim, model.text);
  ImGui::Dummy({0, ctx.Px(10)});
  using action::CostlyAnswer;
  if (ImGui::Button("Invert all of it", {0, std::round(ctx.Px(32))})) ctx.Emit(action::AnswerCostly{CostlyAnswer::kAsItIs});
  ctx.Mark("costly/all");
  ImGui::SameLine();
  const DialogAnswer answer = CancelOr(ctx, "costly", "prune", model.prune_label.c_str(), true);
  if (answer.cancelled) ctx.Emit(action::AnswerCostly{CostlyAnswer::kCancel});
  if (answer.confirmed) ctx.Emit(action::AnswerCostly{CostlyAnswer::kPruneFirst});
  EndDialog();
}

}  // namespace ringscope
