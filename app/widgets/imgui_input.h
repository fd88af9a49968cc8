#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "app/widgets/input_event.h"
#include "app/widgets/key_chord.h"

namespace ringscope {

// Once after creating the ImGui context: which keys are which, no files of its own, no blinking cursor (a
// window at rest shall not wake up).
void PrepareImGuiInput();

// How many of the events one frame may take. ImGui sees the state of buttons and keys once a frame, so a
// press and its release within one frame would be no press at all, a button and a move after it would be a
// click elsewhere, and a key pressed with Shift would be one without it where Shift is released right after.
// At least one event of any that are there.
[[nodiscard]] size_t EventsForOneFrame(std::span<const InputEvent> events);

// Takes events of the next frame out of `pending`, in order: as many as EventsForOneFrame() says, and none
// once `wait` says that what follows is for a text box which has not come up.
void TakeEvents(std::vector<InputEvent>& pending, const std::function<bool()>& wait,
                const std::function<void(const InputEvent&)>& take);

// Escape may close the text box that has the keyboard, and ImGui says only two frames later that no text is
// wanted any more: what is typed right behind it would go to a box that is gone.
class EscapeWait {
 public:
  // Before the events of a frame are taken.
  void BeginFrame();
  void Note(const InputEvent& event);
  // Whether events have to wait for the next frame.
  [[nodiscard]] bool waits() const { return frames_ > 0; }

 private:
  int frames_ = 0;
};

// Hands one event to ImGui. Call before ImGui::NewFrame().
void FeedImGui(const InputEvent& event);

// The key press a chord or typed character means to key bindings; Key::kNone and no character where it means
// nothing. `modifiers` are those that were down.
[[nodiscard]] KeyPress KeyPressFrom(const InputEvent& event, const input::Modifiers& modifiers);

// Whether a key that panels know (arrows, Enter, Escape, ...) was pressed in this frame, or repeats while it
// is held down.
[[nodiscard]] bool KeyPressed(Key key, bool repeat = true);
[[nodiscard]] inline bool EscapePressed() { return KeyPressed(Key::kEscape, false); }

// Whether the pointer did something in this frame: what comes to lie under one that rests is not pointed at.
[[nodiscard]] bool PointerActed();

// What Esc is about to end says so in every frame: it is no command then.
void ClaimEscape();
[[nodiscard]] bool EscapeIsClaimed();

// A list that has the keyboard says so in every frame: arrows, page keys, Home, End and Enter without
// modifiers, Shift+Left and Shift+Right, Ctrl+C and what opens a menu are its own then, not the commands'.
void ClaimListKeys();
[[nodiscard]] bool ListTakesKey(const KeyPress& press);

// What the keys of this frame do to a list that has the keyboard.
struct ListKeys {
  std::optional<uint64_t> moved_to;              // up and down, page up and down, home and end
  bool activated = false;                        // Enter
  int sideways = 0;                              // Right: 1, Left: -1; also where there is no row
  int scrolled = 0;                              // the same with Shift
  bool menu = false;                             // Menu, Shift+F10
  bool copies_name = false, copies_row = false;  // Ctrl+C, Ctrl+Shift+C
};

// Of `count` rows, `page` of them in sight, with the cursor on one or none. `below_box`: a text box above it
// has the keyboard, and shares with it the keys that a line of text does not need.
[[nodiscard]] ListKeys TakeListKeys(uint64_t count, std::optional<uint64_t> cursor, uint64_t page,
                                    bool below_box);

}  // namespace ringscope
