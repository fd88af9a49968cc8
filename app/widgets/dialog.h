#pragma once

#include <string_view>

#include "app/widgets/panel_context.h"

namespace ringscope {

// A dialog in the middle of the window with everything behind it shaded. True when its contents shall be
// drawn; then EndDialog() follows. `open` is what the state says.
[[nodiscard]] bool BeginDialog(const char* title, bool open, ImVec2 size, const PanelContext& ctx);
void EndDialog();
// What is higher can be scrolled.
[[nodiscard]] float MostDialogHeight(const PanelContext& ctx);
void DialogTitle(const PanelContext& ctx, std::string_view text, ImU32 color);
// A button in the lower right corner of a dialog.
[[nodiscard]] bool AnswerButton(const PanelContext& ctx, std::string_view mark, const char* label);

}  // namespace ringscope
