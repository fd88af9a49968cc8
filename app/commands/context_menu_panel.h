#pragma once

#include <cstdint>

#include "app/commands/context_menu_model.h"
#include "app/widgets/panel_context.h"

namespace ringscope {

struct ContextMenuUi {
  uint64_t serial = 0;  // of the menu that was drawn last
};

// The menu at the pointer. Emits what its entries do, and that it was closed.
void DrawContextMenu(const ContextMenuModel& model, bool open, ContextMenuUi& ui, const PanelContext& ctx);

}  // namespace ringscope
