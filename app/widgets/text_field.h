#pragma once

#include <imgui.h>

#include <optional>
#include <string>

namespace ringscope {

// ImGui's text field, for texts that others may replace. ImGui keeps the undo steps of the field that was
// typed in last, also for its next use, and applies them to whatever it holds then: beyond its end, if need
// be. So a field that was left, was not shown, or holds another text than it knew begins anew. What Enter
// leaves, and comes back to, keeps its cursor.
//
// `id` is one of the window that is drawn, and ImGui's questions about the last item are about this one.
// Returns whether the text was changed, or with ImGuiInputTextFlags_EnterReturnsTrue whether Enter was
// pressed.
bool TextField(const char* id, const char* hint, std::string& text, ImGuiInputTextFlags flags = 0);
// Of a number from 0 to kMostInField. Returns the one that was typed, where TextField() returns true.
inline constexpr int kMostInField = 1'000'000'000;
[[nodiscard]] std::optional<int> NumberField(const char* id, int number, ImGuiInputTextFlags flags = 0);

}  // namespace ringscope
