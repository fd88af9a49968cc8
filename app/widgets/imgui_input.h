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

// Prepares ImGui once after creating its context: which keys are which, no files, no blinking cursor (which
// would wake a window at rest).
void PrepareImGuiInput();

// How many of the events one frame may take. ImGui sees the state of buttons and keys once a frame: a press
// and its release within one frame would be lost, a move after a button would make the click elsewhere, and a
// Shift released right after a key would be missing from that key. At least one if there are events.
[[nodiscard]] size_t EventsForOneFrame(std::span<const InputEvent> events);

// Takes events of the next frame out of `pending`, in order: as many as EventsForOneFrame() says, up to the
// first for which `wait` says that the text box it is meant for has not come up.
void TakeEvents(std::vector<InputEvent>& pending, const std::function<bool()>& wait,
                const std::function<void(const InputEvent&)>& take);

// Escape may close the text box that has the keyboard, and ImGui says only two frames later that it wants no
// text: what is typed right after would go to a box that is gone.
class EscapeWait {
 public:
  // Called before the events of a frame are taken.
  void BeginFrame();
  void Note(const InputEvent& event);
  // Whether events have to wait for the next frame.
  [[nodiscard]] bool waits() const { return frames_ > 0; }

 private:
  int frames_ = 0;
};

// Hands one event to ImGui. Call before ImGui::NewFrame().
void FeedImGui(const InputEvent& event);

// The key press that an event means to key bindings; Key::kNone and no character if it means nothing.
// `modifiers`: those that were down.
[[nodiscard]] KeyPress KeyPressFrom(const InputEvent& event, const input::Modifiers& modifiers);

// Whether a key that panels know (arrows, Enter, Escape, ...) was pressed in this frame, or repeats while it
// is held down.
[[nodiscard]] bool KeyPressed(Key key, bool repeat = true);
[[nodiscard]] inline bool EscapePressed() { return KeyPressed(Key::kEscape, false); }

// Whether the pointer did something in this frame. What moves below a resting pointer is not pointed at.
[[nodiscard]] bool PointerActed();

// Called in every frame by whatever Esc would end: Esc is no command then.
void ClaimEscape();
[[nodiscard]] bool EscapeIsClaimed();

// Called in every frame by a list that has the keyboard, which then gets, before the commands: arrows, page
// keys, Home, End and Enter without modifiers, Shift+Left and Shift+Right, Ctrl+C and the keys that open a
// menu.
void ClaimListKeys();
[[nodiscard]] bool ListTakesKey(const KeyPress& press);

// What the keys of this frame do to a list that has the keyboard.
struct ListKeys {
  std::optional<uint64_t> moved_to;              // up and down, page up and down, home and end
  bool activated = false;                        // Enter
  int sideways = 0;                              // Right: 1, Left: -1; also without rows
  int scrolled = 0;                              // Shift+Right: 1, Shift+Left: -1
  bool menu = false;                             // Menu, Shift+F10
  bool copies_name = false, copies_row = false;  // Ctrl+C, Ctrl+Shift+C
};

// For `count` rows, `page` of them in sight, with or without a cursor. `below_box`: a text box above the list
// has the keyboard, and leaves it the keys that a line of text does not need.
[[nodiscard]] ListKeys TakeListKeys(uint64_t count, std::optional<uint64_t> cursor, uint64_t page,
                                    bool below_box);

}  // namespace ringscope
