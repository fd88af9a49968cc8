#pragma once

#include <cstddef>
#include <string>

#include "app/core/app_state.h"
#include "app/widgets/panel_context.h"

namespace ringscope {

// What the palette keeps while it is open.
struct CommandPaletteUi {
  bool was_open = false;
  std::string text;
  size_t row = 0;  // the chosen one
  bool scroll_to_row = false;
  bool wants_keyboard = false;  // the text box lost it to a row that does nothing
};

// A box to type a command's name into, with those that fit below it.
void DrawCommandPalette(const AppState& state, CommandPaletteUi& ui, const PanelContext& ctx);

}  // namespace ringscope
