#include "app/view/panel.h"
#include "app/view/shell.h"
#include "app/window/menus/commands_panels.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/widgets/imgui_input.h"
#include "app/widgets/popup.h"
#include "app/widgets/widgets.h"

namespace ringscope {
namespace {

constexpr const char* kPopup = "##context_menu";
constexpr float kKeyGap = 28;  // the least gap between title and key
constexpr float kMaxWidth = 460;

float WidthOf(const ContextMenuModel& model, const PanelContext& ctx) {
  float width = ctx.Px(250);
  for (const auto& entry : model.entries) {
    float needed = TextWidth(ctx.fonts.regular, entry.title);
    if (!entry.key.empty()) needed += ctx.Px(kKeyGap) + TextWidth(ctx.fonts.small, entry.key);
    width = std::max(width, needed);
  }
  for (const std::string* text : {&model.name, &model.detail}) {
    width = std::max(width, TextWidth(ctx.fonts.regular, *text));
  }
  return std::round(std::min({width, ctx.Px(kMaxWidth), ImGui::GetIO().DisplaySize.x - ctx.Px(24)}));
}

void DrawHeading(const ContextMenuModel& model, float width, const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const std::string name = ShortName(ctx.fonts.regular, model.name, width);
  DrawTextAt(list, ctx.fonts.regular, at, colors.text, name);
  const float below = at.y + ctx.Px(3) + ctx.fonts.regular->FontSize;
  DrawTextShort(list, ctx.fonts.small, {at.x, below}, width, colors.text_faint, model.detail);
  ImGui::Dummy({width, ctx.fonts.regular->FontSize + ctx.fonts.small->FontSize + ctx.Px(6)});
}

// The next entry with actions from `to` on, in the direction of the keys; `from` if there is none.
std::optional<uint64_t> NextEntry(const ContextMenuModel& model, std::optional<uint64_t> from, uint64_t to) {
  const bool up = from && to < *from;
  for (uint64_t at = to; at < model.entries.size(); at = up ? at - 1 : at + 1) {
    if (!model.entries[at].actions.empty()) return at;
  }
  return from;
}

bool DrawEntry(const ContextMenuModel::Entry& entry, float width, bool has_cursor, const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float height = std::round(ctx.Px(27));
  const bool enabled = !entry.actions.empty();
  if (has_cursor) {
    const ImVec2 from = ImGui::GetCursorScreenPos();
    list.AddRectFilled({from.x - ctx.Px(8), from.y}, {from.x + width + ctx.Px(8), from.y + height},
                       colors.accent_soft, ctx.Px(5));
  }
  const auto [at, max, clicked, hovered] =
      MenuItemRow(ctx, "menu/" + std::string(entry.id), {width, height}, enabled);
  const float key_width = entry.key.empty() ? 0 : TextWidth(ctx.fonts.small, entry.key) + ctx.Px(6);
  DrawTextShort(list, ctx.fonts.regular, {at.x, CentredTop(ctx.fonts.regular, at.y, height)},
                width - key_width, enabled ? colors.text : colors.text_faint, entry.title);
  DrawTextRight(list, ctx.fonts.small, max.x, CentredTop(ctx.fonts.small, at.y, height), colors.text_faint,
                entry.key);
  return clicked;
}

}  // namespace

void DrawContextMenu(const ContextMenuModel& model, bool open, ContextMenuUi& ui, const PanelContext& ctx) {
  if (!open || model.entries.empty()) {
    if (open) ctx.Emit(action::CloseContextMenu{});
    // The state has closed the menu, or its view shows another tree.
    if (BeginMenuPopup(kPopup, {model.x_px, model.y_px}, ctx)) {
      ImGui::CloseCurrentPopup();
      EndMenuPopup();
    }
    return;
  }
  if (ui.serial != model.serial) {
    ui.serial = model.serial;
    ui.cursor.reset();
    ImGui::OpenPopup(kPopup);
  }
  if (BeginMenuPopup(kPopup, {model.x_px, model.y_px}, ctx)) {
    const float width = WidthOf(model, ctx);
    DrawHeading(model, width, ctx);
    MenuLine(ctx, width);
    ClaimListKeys();
    const ListKeys keys = TakeListKeys(model.entries.size(), ui.cursor, 1, false);
    if (keys.moved_to) ui.cursor = NextEntry(model, ui.cursor, *keys.moved_to);
    for (size_t i = 0; i < model.entries.size(); ++i) {
      const ContextMenuModel::Entry& entry = model.entries[i];
      if (entry.begins_group) MenuLine(ctx, width);
      const bool chosen = ui.cursor == i && keys.activated;
      if (!DrawEntry(entry, width, ui.cursor == i, ctx) && !chosen) continue;
      ctx.Emit(action::CloseContextMenu{});
      for (const Action& action : entry.actions) ctx.Emit(action);
      ImGui::CloseCurrentPopup();
    }
    EndMenuPopup();
  }
  // A click elsewhere, or Escape, closed the popup.
  if (!ImGui::IsPopupOpen(kPopup)) ctx.Emit(action::CloseContextMenu{});
}

}  // namespace ringscope
