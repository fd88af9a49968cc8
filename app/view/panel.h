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

// The context of a panel besides its model: that of its widgets, and the list of its actions.
struct PanelContext : Ui {
  std::vector<Action>* actions = nullptr;
  void Emit(Action action) const { actions->push_back(std::move(action)); }
};

// A button with an icon that emits one action.
template <typename ActionType>
void ActionButton(const PanelContext& ctx, std::string_view mark, Icon icon, std::string_view tooltip,
                  const ActionType& action, bool enabled = true, bool on = false) {
  if (IconButton(ctx, mark, icon, tooltip, enabled, on)) ctx.Emit(action);
}

// An ActionButton to the right of the last item.
void NextActionButton(const PanelContext& ctx, const auto&... button) {
  ImGui::SameLine();
  ActionButton(ctx, button...);
}

// Opens a menu at a place of the window.
void OpenMenu(const PanelContext& ctx, ImVec2 at, ContextMenuState menu);

// Call after a text field: tells a state that awaits `box` that the field has the keyboard.
void TakeKeyboard(const AppState& state, TextBox box, const PanelContext& ctx);

// Whether a key belongs to a menu, or to a list with the keyboard, instead of a command.
[[nodiscard]] bool MenuTakesKey(const AppState& state, const KeyPress& press);

}  // namespace ringscope
