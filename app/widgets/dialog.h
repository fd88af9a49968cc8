#pragma once

#include <cstdint>
#include <string_view>

#include "app/widgets/ui.h"

namespace ringscope {

// The keyboard in a dialog, on a page or in a panel. Tab and Shift+Tab go through the marked items of a window
// and its children, arrows to the nearest one in their direction; Enter and Space press the one with the focus,
// around which a ring is drawn. ImGui::PushAllowKeyboardFocus(false) leaves items out. Only the topmost
// window gets the keys.
enum class ReachKeys : uint8_t { kAll, kTabAndEnter, kArrowsAndEnter, kNone };
void BeginReach(const Ui& ui, ReachKeys keys = ReachKeys::kAll);
// Whether Down was pressed and leads to nothing.
bool EndReach();
// The last item has the focus as long as nothing else was given it.
void ReachFirst();
// The text field that has the keyboard takes Tab in this frame.
void ClaimTab();
// Whether Enter was pressed and means the whole dialog, not the button that has the focus.
[[nodiscard]] bool DialogEntered();

// A dialog in the middle of the window with everything behind it shaded. True if its contents are to be
// drawn; then EndDialog() follows. `open` is what the state says. `keys`: those that it leaves to the reach.
[[nodiscard]] bool BeginDialog(const char* title, bool open, ImVec2 size, const Ui& ui,
                               ReachKeys keys = ReachKeys::kAll);
void EndDialog();
// Taller dialogs scroll.
[[nodiscard]] float MostDialogHeight(const Ui& ui);
void DialogTitle(const Ui& ui, std::string_view text, ImU32 color);

// The only answer of a dialog, in its lower right corner. True if clicked.
[[nodiscard]] bool AnswerButton(const Ui& ui, std::string_view mark, const char* label);

// Two answers in a dialog's lower right corner: "Cancel", and what the dialog is for, which Enter means too.
// Their marks are DIALOG/cancel and DIALOG/ID.
struct DialogAnswer {
  bool cancelled = false, confirmed = false;
};
[[nodiscard]] DialogAnswer CancelOr(const Ui& ui, std::string_view dialog, std::string_view id,
                                    const char* label, bool can_confirm);

}  // namespace ringscope
