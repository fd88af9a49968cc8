#pragma once

#include <string_view>

#include "app/widgets/ui.h"

namespace ringscope {

// A dialog in the middle of the window with everything behind it shaded. True if its contents are to be
// drawn; then EndDialog() follows. `open` is what the state says.
[[nodiscard]] bool BeginDialog(const char* title, bool open, ImVec2 size, const Ui& ui);
void EndDialog();
// Taller dialogs scroll.
[[nodiscard]] float MostDialogHeight(const Ui& ui);
void DialogTitle(const Ui& ui, std::string_view text, ImU32 color);

// The only answer of a dialog, in its lower right corner. True if clicked.
[[nodiscard]] bool AnswerButton(const Ui& ui, std::string_view mark, const char* label);

// Two answers in a dialog's lower right corner: "Cancel", and what the dialog is for. Their marks are
// DIALOG/cancel and DIALOG/ID.
struct DialogAnswer {
  bool cancelled = false, confirmed = false;
};
[[nodiscard]] DialogAnswer CancelOr(const Ui& ui, std::string_view dialog, std::string_view id,
                                    const char* label, bool can_confirm);

}  // namespace ringscope
