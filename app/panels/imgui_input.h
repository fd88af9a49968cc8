#pragma once

#include "app/model/key_map.h"
#include "app/panels/input_event.h"

namespace ringscope {

// Once after creating the ImGui context: which keys are which, no files of its own, no blinking cursor (a
// window at rest shall not wake up).
void PrepareImGuiInput();

// Hands one event to ImGui. Call before ImGui::NewFrame().
void FeedImGui(const InputEvent& event);

// The key press a chord or typed character means to key bindings; Key::kNone and no character where it means
// nothing. `modifiers` are those that were down.
[[nodiscard]] KeyPress KeyPressFrom(const InputEvent& event, const input::Modifiers& modifiers);

// Whether Escape was pressed in this frame.
[[nodiscard]] bool EscapePressed();

}  // namespace ringscope
