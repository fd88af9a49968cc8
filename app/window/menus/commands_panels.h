#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "app/view/panel.h"
#include "app/view/state/app_state.h"
#include "app/window/menus/commands_model.h"

namespace ringscope {

// The values that the palette keeps while it is open.
struct CommandPaletteUi {
  bool was_open = false;
  std::string text;
  size_t row = 0;  // the selected row
  bool scroll_to_row = false;
  bool wants_keyboard = false;  // the text box lost the keyboard to a row that does nothing
};

// A box to type a command's name into, with the matching commands below.
void DrawCommandPalette(const AppState& state, CommandPaletteUi& ui, const PanelContext& ctx);

// The values that the list of keys keeps while it is open.
struct KeyListUi {
  bool was_open = false;
  std::string filter;
};

// The dialog with the list of mouse gestures and keys.
void DrawKeyListDialog(const AppState& state, KeyListUi& ui, const PanelContext& ctx);

struct ContextMenuUi {
  uint64_t serial = 0;                  // of the menu that was drawn last
  std::optional<uint64_t> cursor = {};  // the entry that the keyboard has reached
};

// Draws the menu. Emits the actions of the chosen entry, and an action when the menu closes.
void DrawContextMenu(const ContextMenuModel& model, bool open, ContextMenuUi& ui, const PanelContext& ctx);

}  // namespace ringscope
