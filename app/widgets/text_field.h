#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/widgets/ui.h"

namespace ringscope {

// ImGui's text field for a text that the program may replace. ImGui keeps the undo steps of the last field
// for its next use, and would apply them to any text of that use, even beyond the text's end. So the field
// gets another ImGui id after it lost the keyboard or was not shown, or if its text was replaced. A field
// that was left with Enter keeps its id and its cursor.
//
// `mark` is the field's id in the current window, too; the field is ImGui's last item. `width`: 0: the rest
// of the row. Returns whether the text was changed, or with ImGuiInputTextFlags_EnterReturnsTrue whether
// Enter was pressed. `completed`: the text after Tab; empty: Tab does nothing here.
bool TextField(const Ui& ui, std::string_view mark, const char* hint, float width, std::string& text,
               ImGuiInputTextFlags flags = 0, const std::string& completed = {});
// A field for a number from 0 to kMostInField. Returns the typed number when TextField() returns true.
inline constexpr int kMostInField = 1'000'000'000;
[[nodiscard]] std::optional<int> NumberField(const Ui& ui, std::string_view mark, float width, int number,
                                             ImGuiInputTextFlags flags = 0);

}  // namespace ringscope
