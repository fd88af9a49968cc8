#include "app/view/panel.h"
#include "app/view/shell.h"
#include "app/window/menus/commands_panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "app/widgets/dialog.h"
#include "app/widgets/imgui_input.h"
#include "app/widgets/text_field.h"
#include "app/widgets/widgets.h"
#include "app/window/menus/commands_model.h"
#include "app/window/window_actions.h"

namespace ringscope {
namespace {

constexpr float kWidth = 640;
constexpr float kRowHeight = 30;
constexpr size_t kRowsShown = 12;

// Draws the title with the typed letters in the accent colour.
void DrawTitle(ImDrawList& list, ImVec2 at, float width, const PaletteModel::Row& row,
               const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  ImFont* font = ctx.fonts.regular;
  const ImU32 color = row.action ? colors.text : colors.text_faint;
  const std::string shown = FitText(font, row.title, width);
  list.AddText(font, font->FontSize, at, color, shown.data(), shown.data() + shown.size());
  if (!row.action || shown != row.title) return;
  const std::string_view title = row.title;
  for (const uint32_t hit : row.hits) {
    if (hit >= title.size() || static_cast<unsigned char>(title[hit]) >= 0x80) continue;
    const float x = at.x + TextWidth(font, title.substr(0, hit));
    list.AddText(font, font->FontSize, {x, at.y}, colors.accent, &title[hit], &title[hit] + 1);
  }
}

// Moves the selected row by keys that the text field does not use.
void MoveChoice(CommandPaletteUi& ui, size_t count) {
  const auto move = [&](ptrdiff_t by, bool wraps) {
    if (count == 0) return;
    const auto last = static_cast<ptrdiff_t>(count) - 1;
    ptrdiff_t row = static_cast<ptrdiff_t>(ui.row) + by;
    if (row < 0) row = wraps ? last : 0;
    if (row > last) row = wraps ? 0 : last;
    ui.row = static_cast<size_t>(row);
    ui.scroll_to_row = true;
  };
  if (KeyPressed(Key::kDown)) move(1, true);
  if (KeyPressed(Key::kUp)) move(-1, true);
  if (KeyPressed(Key::kPageDown)) move(static_cast<ptrdiff_t>(kRowsShown) - 1, false);
  if (KeyPressed(Key::kPageUp)) move(1 - static_cast<ptrdiff_t>(kRowsShown), false);
}

void DrawRow(const PaletteModel::Row& row, size_t index, float group_width, CommandPaletteUi& ui, bool& run,
             const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float height = std::round(ctx.Px(kRowHeight));
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::PushID(static_cast<int>(index));
  const auto [at, max, clicked, hovered] =
      ClickableRow(ctx, "palette/" + row.title, {width, height}, index == ui.row, row.action.has_value());
  ImGui::PopID();
  if (clicked) {
    ui.row = index;
    run = true;
  }
  if (!row.command.empty()) ItemTooltip(ctx, "For the settings file: key." + row.command + " = ...");
  const float pad = ctx.Px(10);
  const float y = CentredTop(ctx.fonts.regular, at.y, height);
  const float small_y = CentredTop(ctx.fonts.small, at.y, height);
  float right = max.x - pad;
  DrawTextRight(list, ctx.fonts.small, right, small_y, colors.text_faint, row.group);
  right -= group_width;
  const std::string keys = FitText(ctx.fonts.small, row.keys, width * 0.4f);
  DrawTextRight(list, ctx.fonts.small, right, small_y, row.action ? colors.text_dim : colors.text_faint,
                keys);
  right -= TextWidth(ctx.fonts.small, keys) + pad;
  DrawTitle(list, {at.x + pad, y}, right - at.x - pad, row, ctx);
}

}  // namespace

void DrawCommandPalette(const AppState& state, CommandPaletteUi& ui, const PanelContext& ctx) {
  const bool open = state.palette_open && state.errors.empty();
  if (!state.palette_open) ui.was_open = false;
  if (!BeginDialog("##palette", open, {ctx.Px(kWidth), 0}, ctx, ReachKeys::kNone)) return;
  if (!ui.was_open) {
    ui = {};
    ui.was_open = true;
    ui.wants_keyboard = true;
  }
  if (std::exchange(ui.wants_keyboard, false)) ImGui::SetKeyboardFocusHere();
  if (TextField(ctx, "palette/text", "Type what you want to do", 0, ui.text)) {
    ui.row = 0;
    ui.scroll_to_row = true;
  }
  TakeKeyboard(state, TextBox::kPalette, ctx);
  const PaletteModel model = BuildPaletteModel(state, ui.text);
  ui.row = std::min(ui.row, model.rows.empty() ? 0 : model.rows.size() - 1);
  MoveChoice(ui, model.rows.size());
  bool run = KeyPressed(Key::kEnter) || KeyPressed(Key::kKeypadEnter);

  float group_width = 0;
  for (const PaletteModel::Row& row : model.rows)
    group_width = std::max(group_width, TextWidth(ctx.fonts.small, row.group));
  group_width += ctx.Px(16);
  const float height = std::round(ctx.Px(kRowHeight));
  const float room = std::max(height, ImGui::GetIO().DisplaySize.y - ctx.Px(150));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  // The list has a fixed height, so that the box stays in place while the user types.
  ImGui::BeginChild("rows", {0, std::min(height * static_cast<float>(kRowsShown), room)});
  if (model.rows.empty()) TextColored(ctx.colors().text_faint, "No command matches");
  if (std::exchange(ui.scroll_to_row, false)) ScrollToRow(ui.row, height);
  DrawRowsInSight(model.rows.size(), height,
                  [&](size_t row) { DrawRow(model.rows[row], row, group_width, ui, run, ctx); });
  ImGui::EndChild();
  ImGui::PopStyleVar();
  if (run && ui.row < model.rows.size() && model.rows[ui.row].action) {
    ctx.Emit(action::ShowPalette{false});
    ctx.Emit(*model.rows[ui.row].action);
  } else if (run) {
    ui.wants_keyboard = true;
    if (ui.row < model.rows.size())
      ctx.Emit(action::ShowNote{fmt::format("Not available now: {}", model.rows[ui.row].title)});
  }
  EndDialog();
}

}  // namespace ringscope
