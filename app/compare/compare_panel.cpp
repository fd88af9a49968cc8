#include "app/compare/compare_panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "app/compare/compare.h"
#include "app/widgets/dialog.h"
#include "app/widgets/imgui_input.h"
#include "app/widgets/text_field.h"
#include "app/widgets/widgets.h"
#include "cct/base/text/ascii.h"

namespace ringscope {
namespace {

constexpr float kSidesWidth = 250;

// The controls below the rows, in the order of the cursor.
enum Below : size_t { kSwap, kShare, kExact, kBelowCount };

// A frame around the row or control that the keys act on.
void DrawCursor(ImVec2 at, ImVec2 end, const PanelContext& ctx) {
  const float inset = ctx.Px(4);
  ImGui::GetWindowDrawList()->AddRect({at.x - inset, at.y - inset / 2}, {end.x + inset, end.y + inset / 2},
                                      ctx.colors().accent, ctx.Px(6), 0, ctx.Px(1.5f));
}

// The pressed choice goes to every row that the pointer is dragged over: several runs get a side at once.
void DragChoice(CompareRow& row, ImVec2 at, float width, float height, CompareDialogUi& ui) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    ui.dragged.reset();
    return;
  }
  const bool is_over = io.MousePos.y >= at.y && io.MousePos.y < at.y + height;
  const float part = (io.MousePos.x - at.x) / width;
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) && is_over && part >= 0 && part < 1)
    ui.dragged = static_cast<size_t>(part * 3);
  if (!ui.dragged || !is_over) return;
  row.side.reset();
  MoveToSide(row, static_cast<int>(*ui.dragged));
}

void DrawRow(CompareRow& row, size_t index, CompareDialogUi& ui, const PanelContext& ctx) {
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
  const float height = bottom - at.y - ImGui::GetStyle().ItemSpacing.y;
  DragChoice(row, {at.x + width - sides, at.y}, sides, height, ui);
  if (ui.cursor == index) DrawCursor(at, {at.x + width, at.y + height}, ctx);
  DrawTextShort(*ImGui::GetWindowDrawList(), ctx.fonts.regular,
                {at.x, CentredTop(ctx.fonts.regular, at.y, bottom - at.y - ImGui::GetStyle().ItemSpacing.y)},
                width - sides - ctx.Px(12), row.side ? ctx.colors().text : ctx.colors().text_dim, row.name);
}

void Swap(std::vector<CompareRow>& rows);

// Up and down go through rows and controls, left and right give a profile to a side, Space presses a control.
void TakeKeys(CompareDialogUi& ui) {
  const size_t rows = ui.rows.size(), count = rows + kBelowCount;
  if (KeyPressed(Key::kDown)) ui.cursor = std::min(ui.cursor + 1, count - 1);
  if (KeyPressed(Key::kUp)) ui.cursor -= ui.cursor > 0 ? 1 : 0;
  if (ui.cursor < rows) {
    if (KeyPressed(Key::kLeft)) MoveToSide(ui.rows[ui.cursor], -1);
    if (KeyPressed(Key::kRight)) MoveToSide(ui.rows[ui.cursor], 1);
  } else if (KeyPressed(Key::kSpace, false)) {
    if (ui.cursor == rows + kSwap) Swap(ui.rows);
    if (ui.cursor == rows + kShare) ui.by_share = !ui.by_share;
    if (ui.cursor == rows + kExact) ui.exact = !ui.exact;
  }
}

void Swap(std::vector<CompareRow>& rows) {
  for (CompareRow& row : rows)
    if (row.side) row.side = *row.side == Side::kBefore ? Side::kAfter : Side::kBefore;
}

// The fields for the sources of both versions, side by side.
void DrawSources(SideSources& source, const PanelContext& ctx) {
  const float width = (ImGui::GetContentRegionAvail().x - ctx.Px(12)) / 2;
  ImGui::Dummy({0, ctx.Px(4)});
  TextWrapped(
      ctx.colors().text_dim,
      "Source of both versions, to see which functions changed: a folder, or repository@revision of git");
  TextField(ctx, "compare/source-before", "Before: project@v1.0", width, source.before);
  ImGui::SameLine(0, ctx.Px(12));
  TextField(ctx, "compare/source-after", "After: project@HEAD", width, source.after);
}

void DrawRules(std::string& rules, const PanelContext& ctx) {
  ImGui::Dummy({0, ctx.Px(4)});
  TextWrapped(
      ctx.colors().text_dim,
      "Rules for names, a file that also keeps which renames were accepted; without it the built-in ones");
  TextField(ctx, "compare/rules", "/home/me/compare.rules", 0, rules);
}

action::CompareDocuments ActionOf(const CompareDialogUi& ui) {
  action::CompareDocuments compare;
  for (const CompareRow& row : ui.rows) {
    if (row.side == Side::kBefore) compare.before.push_back(row.document);
    if (row.side == Side::kAfter) compare.after.push_back(row.document);
  }
  compare.matching = ui.exact ? Matching::kExact : Matching::kTolerant;
  compare.by_share = ui.by_share;
  compare.source = {std::string(Trimmed(ui.source.before)), std::string(Trimmed(ui.source.after))};
  return compare;
}

}  // namespace

void DrawCompareDialog(const AppState& state, CompareDialogUi& ui, const PanelContext& ctx) {
  const bool open = state.compare_dialog_open && state.errors.empty();
  if (!open) ui.was_open = false;
  if (!BeginDialog("##compare", open, {ctx.Px(720), 0}, ctx, ReachKeys::kTabAndEnter)) return;
  if (!ui.was_open) {
    ui = {.was_open = true,
          .rows = BuildCompareRows(state),
          .exact = false,
          .by_share = false,
          .source = {},
          .rules = state.settings.compare_rules,
          .was_asked = false,
          .cursor = 0,
          .dragged = {}};
  }
  TakeKeys(ui);
  DialogTitle(ctx, "Compare profiles");
  TextWrapped(
      ctx.colors().text_dim,
      "Several runs of one version belong on one side: they show the noise. Arrow keys choose, and a choice "
      "can be dragged over several rows.");
  ImGui::Dummy({0, ctx.Px(6)});
  for (size_t i = 0; i < ui.rows.size(); ++i) DrawRow(ui.rows[i], i, ui, ctx);
  ImGui::Dummy({0, ctx.Px(2)});
  const auto mark_cursor = [&](Below below) {
    if (ui.cursor == ui.rows.size() + below)
      DrawCursor(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), ctx);
  };
  if (TextButton(ctx, "compare/swap", "Swap before and after", {0, std::round(ctx.Px(30))})) Swap(ui.rows);
  mark_cursor(kSwap);
  ImGui::Dummy({0, ctx.Px(4)});
  Checkbox(ctx, "compare/share", "By share of the total, for runs of different lengths", ui.by_share);
  mark_cursor(kShare);
  Checkbox(ctx, "compare/exact", "Equal call paths alone: no wrappers in between", ui.exact);
  mark_cursor(kExact);
  DrawSources(ui.source, ctx);
  DrawRules(ui.rules, ctx);
  ImGui::Dummy({0, ctx.Px(6)});
  std::string problem = CompareProblem(ui.rows);
  if (problem.empty() && ui.source.before.empty() != ui.source.after.empty())
    problem = "The source of both versions is needed, or of neither";
  ui.was_asked &= !problem.empty();
  if (ui.was_asked) {
    TextWrapped(ctx.colors().warning, problem);
    ctx.Mark("compare/problem");
    ImGui::Dummy({0, ctx.Px(6)});
  }
  const DialogAnswer answer = DialogButtons(ctx, "compare", "compare", "Compare", true);
  if (answer.cancelled) ctx.Emit(action::ShowCompareDialog{false});
  ui.was_asked |= answer.confirmed;
  if (problem.empty() && ui.was_asked) {
    ctx.Emit(action::SetRulesFile{std::string(Trimmed(ui.rules))});
    ctx.Emit(ActionOf(ui));
  }
  EndDialog();
}

}  // namespace ringscope
