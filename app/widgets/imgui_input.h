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

// Prepares ImGui once after creating its context: names the keys, turns off files and the blinking cursor
// (which would wake a window at rest).
void PrepareImGuiInput();

// How many of the events one frame may take; at least one if there are events. ImGui sees the state of
// buttons and keys once a frame: a press and its release within one frame would be lost, a move after a
// button would put the click elsewhere, and a Shift released right after a key would be missing from that
// key.
[[nodiscard]] size_t EventsForOneFrame(std::span<const InputEvent> events);

// Takes events of the next frame out of `pending`, in order: as many as EventsForOneFrame() says, until
// `wait` says that the text box for the next event has not come up.
void TakeEvents(std::vector<InputEvent>& pending, const std::function<bool()>& wait,
                const std::function<void(const InputEvent&)>& take);

// Holds events back after an Escape that may close the text box with the keyboard: ImGui says only two frames
// later that it wants no text, and until then characters would go to the closed box.
class EscapeWait {
 public:
  // Call before the events of a frame are taken.
  void BeginFrame();
  void Note(const InputEvent& event);
  // Whether events have to wait for the next frame.
  [[nodiscard]] bool waits() const { return frames_ > 0; }

 private:
  int frames_ = 0;
};

// Hands one event to ImGui. Call before ImGui::NewFrame().
void FeedImGui(const InputEvent& event);

// The key press of an event for key bindings; Key::kNone and no character if the event is none. `modifiers`:
// those that were down.
[[nodiscard]] KeyPress KeyPressFrom(const InputEvent& event, const input::Modifiers& modifiers);

// Whether a key that panels know (arrows, Enter, Escape, ...) was pressed in this frame, or, with `repeat`,
// repeats because it is held down.
[[nodiscard]] bool KeyPressed(Key key, bool repeat = true);
[[nodiscard]] inline bool EscapePressed() { return KeyPressed(Key::kEscape, false); }

// Whether the pointer moved or pressed in this frame. An item that moves below a resting pointer is not
// pointed at.
[[nodiscard]] bool PointerActed();

// Called in every frame by a panel that handles Esc itself: Esc is no command then.
void ClaimEscape();
[[nodiscard]] bool EscapeIsClaimed();

// Called in every frame by a list that has the keyboard. The list gets these keys before the commands:
// arrows, page keys, Home, End and Enter without modifiers, Shift+Left and Shift+Right, Ctrl+C and the keys
// that open a menu.
void ClaimListKeys();
[[nodiscard]] bool ListTakesKey(const KeyPress& press);

// The effect of this frame's keys on a list that has the keyboard.
struct ListKeys {
  std::optional<uint64_t> moved_to;              // up and down, page up and down, home and end
  bool activated = false;                        // Enter
  int sideways = 0;                              // Right: 1, Left: -1; also without rows
  int scrolled = 0;                              // Shift+Right: 1, Shift+Left: -1
  bool menu = false;                             // Menu, Shift+F10
  bool copies_name = false, copies_row = false;  // Ctrl+C, Ctrl+Shift+C
};

// For `count` rows, `page` of them in sight, with or without a cursor. `below_box`: a text box above the list
// has the keyboard; the list gets only the keys that a line of text does not need.
[[nodiscard]] ListKeys TakeListKeys(uint64_t count, std::optional<uint64_t> cursor, uint64_t page,
                                    bool below_box);

}  // namespace ringscope
