#pragma once

#include <cstdint>
#include <string_view>

#include "app/widgets/ui.h"

namespace ringscope {

// The keyboard in a dialog, on a page or in a panel. Tab and Shift+Tab go through the marked items of a
// window and its children, arrows go to the nearest item in their direction; Enter and Space press the item
// with the focus, which has a ring around it. ImGui::PushAllowKeyboardFocus(false) leaves items out. Only the
// topmost window gets the keys.
enum class ReachKeys : uint8_t { kAll, kTabAndEnter, kArrowsAndEnter, kNone };
void BeginReach(const Ui& ui, ReachKeys keys = ReachKeys::kAll);
// Whether Down was pressed and there is no item below (ReachKeys::kArrowsAndEnter).
bool EndReach();
// Gives the focus to the last drawn item unless another item has been given it.
void ReachFirst();
// Says that the text field with the keyboard takes Tab in this frame.
void ClaimTab();
// Whether Enter was pressed and means the whole dialog instead of the button with the focus.
[[nodiscard]] bool DialogEntered();

// A dialog in the middle of the window; everything behind is shaded. If true, the caller draws the contents
// and calls EndDialog(). `open`: whether the state has the dialog open. `keys`: the keys for BeginReach().
[[nodiscard]] bool BeginDialog(const char* title, bool open, ImVec2 size, const Ui& ui,
                               ReachKeys keys = ReachKeys::kAll);
void EndDialog();
// Dialogs with more contents scroll.
[[nodiscard]] float MostDialogHeight(const Ui& ui);
void DialogTitle(const Ui& ui, std::string_view text);

// The only answer of a dialog, in its lower right corner. True if clicked.
[[nodiscard]] bool AnswerButton(const Ui& ui, std::string_view mark, const char* label);

// Two answers in a dialog's lower right corner: "Cancel", and `label`, which Enter confirms, too. Their marks
// are DIALOG/cancel and DIALOG/ID.
struct DialogAnswer {
  bool cancelled = false, confirmed = false;
};
[[nodiscard]] DialogAnswer DialogButtons(const Ui& ui, std::string_view dialog, std::string_view id,
                                         const char* label, bool can_confirm);

}  // namespace ringscope
