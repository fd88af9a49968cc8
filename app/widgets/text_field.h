#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/widgets/ui.h"

namespace ringscope {

// ImGui's text field, for texts that others may replace. ImGui keeps the undo steps of the last field for its
// next use, and would apply them to any text it holds then, even beyond the text's end. So a field begins
// anew after it was left or not shown, or if its text was replaced. A field that Enter leaves and that is
// entered again keeps its cursor.
//
// `mark` is also its id in the current window; ImGui's questions about the last item are about this field.
// `width`: 0: what is left. Returns whether the text was changed, or with
// ImGuiInputTextFlags_EnterReturnsTrue whether Enter was pressed. `completed`: what Tab makes of the text;
// empty: Tab does nothing here.
bool TextField(const Ui& ui, std::string_view mark, const char* hint, float width, std::string& text,
               ImGuiInputTextFlags flags = 0, const std::string& completed = {});
// A field for a number from 0 to kMostInField. Returns the typed number when TextField() returns true.
inline constexpr int kMostInField = 1'000'000'000;
[[nodiscard]] std::optional<int> NumberField(const Ui& ui, std::string_view mark, float width, int number,
                                             ImGuiInputTextFlags flags = 0);

}  // namespace ringscope
