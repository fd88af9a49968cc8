#include "app/views/evolution/evolution_panel.h"

#include <array>
#include <cmath>
#include <string_view>

#include "app/commands/command.h"
#include "app/views/evolution/evolution_actions.h"
#include "app/widgets/widgets.h"

namespace ringscope::evolution {
namespace {

struct LegendRow {
  std::string_view name;
  DifferenceKind kind;
  SourceChange source = SourceChange::kUnknown;
};
constexpr std::array kRows{
    LegendRow{"slower, source changed", DifferenceKind::kMore, SourceChange::kChanged},
    LegendRow{"slower, source not known", DifferenceKind::kMore},
    LegendRow{"slower, same source", DifferenceKind::kMore, SourceChange::kSame},
    LegendRow{"faster, source changed", DifferenceKind::kLess, SourceChange::kChanged},
    LegendRow{"faster, source not known", DifferenceKind::kLess},
    LegendRow{"faster, same source", DifferenceKind::kLess, SourceChange::kSame},
    LegendRow{"new", DifferenceKind::kNew},
    LegendRow{"gone", DifferenceKind::kGone},
    LegendRow{"the same, or within noise", DifferenceKind::kWithinNoise},
};

void DrawLegendRow(const LegendRow& row, const PanelContext& ctx) {
  const float line = std::round(ctx.Px(19)), side = std::round(ctx.Px(11));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Color color = EvolutionColor(row.kind, row.source, ctx.theme);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float top = at.y + std::round((line - side) / 2);
  list.AddRectFilled({at.x, top}, {at.x + side, top + side}, IM_COL32(color.r, color.g, color.b, 255),
                     ctx.Px(2));
  DrawTextAt(list, ctx.fonts.small,
             {at.x + side + ctx.Px(8), at.y + std::round((line - ctx.fonts.small->FontSize) / 2)},
             ctx.colors().text, row.name);
  ImGui::Dummy({ImGui::GetContentRegionAvail().x, line});
}

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
  for (const LegendRow& row : kRows) DrawLegendRow(row, ctx);
  DrawText("A thick border: it has callees that are not shown. A click on the border shows or hides them.",
           ctx);
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
