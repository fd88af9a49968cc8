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

// The only answer of a dialog, in its lower right corner. True when clicked.
[[nodiscard]] bool AnswerButton(const PanelContext& ctx, std::string_view mark, const char* label);

// Two answers in its lower right corner: "Cancel", and the one that the dialog is for. Their marks are
// DIALOG/cancel and DIALOG/ID.
struct DialogAnswer {
  bool cancelled = false, confirmed = false;
};
[[nodiscard]] DialogAnswer CancelOr(const PanelContext& ctx, std::string_view dialog, std::string_view id,
                                    const char* label, bool can_confirm);

}  // namespace ringscope
