#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "app/core/action.h"
#include "app/view/state/app_state.h"
#include "app/widgets/key_chord.h"
#include "app/widgets/ui.h"
#include "app/widgets/widgets.h"

namespace ringscope {

// What every panel gets besides its model: its widgets, and where to put its actions.
struct PanelContext : Ui {
  std::vector<Action>* actions = nullptr;
  void Emit(Action action) const { actions->push_back(std::move(action)); }
};

// A button with an icon that does one thing.
template <typename ActionType>
void ActionButton(const PanelContext& ctx, std::string_view mark, Icon icon, std::string_view tooltip,
                  const ActionType& action, bool enabled = true, bool on = false) {
  if (IconButton(ctx, mark, icon, tooltip, enabled, on)) ctx.Emit(action);
}

// An ActionButton to the right of what was drawn last.
void NextActionButton(const PanelContext& ctx, const auto&... button) {
  ImGui::SameLine();
  ActionButton(ctx, button...);
}

// Opens a menu at a place of the window.
void OpenMenu(const PanelContext& ctx, ImVec2 at, ContextMenuState menu);

// Called after a text field: tells a waiting state that the field has the keyboard.
void TakeKeyboard(const AppState& state, TextBox box, const PanelContext& ctx);

// Whether a key belongs to a menu or a list with the keyboard, and not to a command.
[[nodiscard]] bool MenuTakesKey(const AppState& state, const KeyPress& press);

}  // namespace ringscope
