#include "app/compare/compare_panel.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <string_view>

#include "app/compare/compare_actions.h"
#include "app/widgets/dialog.h"
#include "app/widgets/imgui_input.h"
#include "app/widgets/widgets.h"

namespace ringscope {
namespace {

constexpr float kSidesWidth = 250;

void DrawRow(CompareRow& row, size_t index, const PanelContext& ctx) {
  constexpr std::array<std::string_view, 3> kSides{"Neither", "Before", "After"};
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, sides = ctx.Px(kSidesWidth);
  const std::string mark = fmt::format("compare/{}", index);
  ImGui::SetCursorScreenPos({at.x + width - sides, at.y});
  const size_t now = !row.side ? 0 : *row.side == Side::kBefore ? 1 : 2;
  const size_t chosen = SegmentedControl(ctx, mark, kSides, now, sides);
  if (chosen != now)
    row.side = chosen == 0 ? std::nullopt : std::optional(chosen == 1 ? Side::kBefore : Side::kAfter);
  const float bottom = ImGui::GetCursorScreenPos().y;
  DrawTextShort(*ImGui::GetWindowDrawList(), ctx.fonts.regular,
                {at.x, CentredTop(ctx.fonts.regular, at.y, bottom - at.y - ImGui::GetStyle().ItemSpacing.y)},
                width - sides - ctx.Px(12), row.side ? ctx.colors().text : ctx.colors().text_dim, row.name);
}

void Swap(std::vector<CompareRow>& rows) {
  for (CompareRow& row : rows)
    if (row.side) row.side = *row.side == Side::kBefore ? Side::kAfter : Side::kBefore;
}

action::CompareDocuments ActionOf(const CompareDialogUi& ui) {
  action::CompareDocuments compare;
  for (const CompareRow& row : ui.rows) {
    if (row.side == Side::kBefore) compare.before.push_back(row.document);
    if (row.side == Side::kAfter) compare.after.push_back(row.document);
  }
  compare.matching = ui.exact ? Matching::kExact : Matching::kTolerant;
  compare.by_share = ui.by_share;
  return compare;
}

}  // namespace

void DrawCompareDialog(const AppState& state, CompareDialogUi& ui, const PanelContext& ctx) {
  const bool open = state.compare_dialog_open && state.errors.empty();
  if (!open) ui.was_open = false;
  if (!BeginDialog("##compare", open, {ctx.Px(720), 0}, ctx)) return;
  if (!ui.was_open) {
    ui = {.was_open = true, .rows = BuildCompareRows(state), .exact = false, .by_share = false};
  }
  DialogTitle(ctx, "Compare profiles", ctx.colors().text);
  TextWrapped(ctx.colors().text_dim, "Several runs of one version belong on one side: they tell what is chance.");
  ImGui::Dummy({0, ctx.Px(6)});
  for (size_t i = 0; i < ui.rows.size(); ++i) DrawRow(ui.rows[i], i, ctx);
  ImGui::Dummy({0, ctx.Px(2)});
  if (ImGui::Button("Swap before and after", {0, std::round(ctx.Px(30))})) Swap(ui.rows);
  ctx.Mark("compare/swap");
  ImGui::Dummy({0, ctx.Px(4)});
  ImGui::Checkbox("By share of the total, for runs of different lengths", &ui.by_share);
  ctx.Mark("compare/share");
  ImGui::Checkbox("Equal call paths alone: no wrappers in between", &ui.exact);
  ctx.Mark("compare/exact");
  ImGui::Dummy({0, ctx.Px(6)});
  const std::string problem = CompareProblem(ui.rows);
  if (!problem.empty()) {
    TextWrapped(ctx.colors().warning, problem);
    ctx.Mark("compare/problem");
    ImGui::Dummy({0, ctx.Px(6)});
  }
  const DialogAnswer answer = CancelOr(ctx, "compare", "compare", "Compare", problem.empty());
  if (answer.cancelled) ctx.Emit(action::ShowCompareDialog{false});
  const bool entered = KeyPressed(Key::kEnter) || KeyPressed(Key::kKeypadEnter);
  if (problem.empty() && (answer.confirmed || entered)) ctx.Emit(ActionOf(ui));
  EndDialog();
}

}  // namespace ringscope
