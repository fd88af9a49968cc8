#include "app/view/panel.h"

#include "app/view/shell.h"
#include "app/widgets/imgui_input.h"
#include "app/widgets/popup.h"

namespace ringscope {

void OpenMenu(const PanelContext& ctx, ImVec2 at, ContextMenuState menu) {
  menu.x_px = at.x;
  menu.y_px = at.y;
  ctx.Emit(std::move(menu));
}

void TakeKeyboard(const AppState& state, TextBox box, const PanelContext& ctx) {
  // ImGui wants text one frame after the field is active; until then letters would be commands.
  if (state.awaited_box == box && ImGui::IsItemActive() && ImGui::GetIO().WantTextInput)
    ctx.Emit(action::KeyboardTaken{});
}

bool MenuTakesKey(const AppState& state, const KeyPress& press) {
  if (!DialogOpen(state) && ListTakesKey(press)) return true;
  if (press.key == Key::kEscape && !DialogOpen(state) && EscapeIsClaimed()) return true;
  // An open menu keeps Escape and Tab, except below a dialog, which the state closes.
  const bool is_menus = press.key == Key::kEscape || press.key == Key::kTab;
  return is_menus && !DialogOpen(state) && MenuOpen();
}

}  // namespace ringscope
