#include "app/widgets/imgui_input.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <cfloat>

namespace ringscope {
namespace {

using input::KeyCode;

#if IMGUI_VERSION_NUM < 18700
constexpr ImGuiKey ImGuiKey_KeypadEnter = ImGuiKey_KeyPadEnter;
#endif

// The keys that panels and text fields know.
struct KnownKey {
  KeyCode code;
  ImGuiKey key;
};
constexpr std::array kKnownKeys {
#if IMGUI_VERSION_NUM >= 18700
  KnownKey{KeyCode::kMenu, ImGuiKey_Menu}, KnownKey{KeyCode::kF10, ImGuiKey_F10},
#endif
      KnownKey{KeyCode::kTab, ImGuiKey_Tab}, KnownKey{KeyCode::kLeft, ImGuiKey_LeftArrow},
      KnownKey{KeyCode::kRight, ImGuiKey_RightArrow}, KnownKey{KeyCode::kUp, ImGuiKey_UpArrow},
      KnownKey{KeyCode::kDown, ImGuiKey_DownArrow}, KnownKey{KeyCode::kPageUp, ImGuiKey_PageUp},
      KnownKey{KeyCode::kPageDown, ImGuiKey_PageDown}, KnownKey{KeyCode::kHome, ImGuiKey_Home},
      KnownKey{KeyCode::kEnd, ImGuiKey_End}, KnownKey{KeyCode::kInsert, ImGuiKey_Insert},
      KnownKey{KeyCode::kDelete, ImGuiKey_Delete}, KnownKey{KeyCode::kBackspace, ImGuiKey_Backspace},
      KnownKey{KeyCode::kSpace, ImGuiKey_Space}, KnownKey{KeyCode::kEnter, ImGuiKey_Enter},
      KnownKey{KeyCode::kEscape, ImGuiKey_Escape}, KnownKey{KeyCode::kKeypadEnter, ImGuiKey_KeypadEnter},
      KnownKey{KeyCode::kA, ImGuiKey_A}, KnownKey{KeyCode::kC, ImGuiKey_C}, KnownKey{KeyCode::kV, ImGuiKey_V},
      KnownKey{KeyCode::kX, ImGuiKey_X}, KnownKey{KeyCode::kY, ImGuiKey_Y}, KnownKey{KeyCode::kZ, ImGuiKey_Z},
};

// ImGui 1.87 replaced the arrays of pressed keys by queued events and later took the arrays away.
#if IMGUI_VERSION_NUM >= 18700
ImGuiKey ImGuiKeyOf(KeyCode code) {
  for (const KnownKey& known : kKnownKeys)
    if (known.code == code) return known.key;
  return ImGuiKey_COUNT;
}

void FeedKey(const input::KeyChange& change) {
  if (const ImGuiKey key = ImGuiKeyOf(change.key); key != ImGuiKey_COUNT) {
    ImGui::GetIO().AddKeyEvent(key, change.down);
  }
}
void FeedModifiers(const input::Modifiers& modifiers) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(ImGuiMod_Ctrl, modifiers.ctrl);
  io.AddKeyEvent(ImGuiMod_Shift, modifiers.shift);
  io.AddKeyEvent(ImGuiMod_Alt, modifiers.alt);
}
void FeedMousePosition(float x_px, float y_px) { ImGui::GetIO().AddMousePosEvent(x_px, y_px); }
void FeedMouseButton(int button, bool down) {
  if (button < 3) ImGui::GetIO().AddMouseButtonEvent(button, down);
}
void FeedWheel(float x, float y) { ImGui::GetIO().AddMouseWheelEvent(x, y); }
#else
void FeedKey(const input::KeyChange& change) {
  ImGui::GetIO().KeysDown[static_cast<int>(change.key)] = change.down;
}
void FeedModifiers(const input::Modifiers& modifiers) {
  ImGuiIO& io = ImGui::GetIO();
  io.KeyCtrl = modifiers.ctrl;
  io.KeyShift = modifiers.shift;
  io.KeyAlt = modifiers.alt;
}
void FeedMousePosition(float x_px, float y_px) { ImGui::GetIO().MousePos = {x_px, y_px}; }
void FeedMouseButton(int button, bool down) {
  if (button < 3) ImGui::GetIO().MouseDown[button] = down;
}
void FeedWheel(float x, float y) {
  ImGui::GetIO().MouseWheelH += x;
  ImGui::GetIO().MouseWheel += y;
}
#endif

// A flag that is set for one frame of one context.
struct FrameMark {
  const ImGuiContext* context = nullptr;
  int frame = 0;
  void Set(int at) { *this = {ImGui::GetCurrentContext(), at}; }
  bool IsSet() const { return context == ImGui::GetCurrentContext() && frame == ImGui::GetFrameCount(); }
};
// Kept here because ImGui does not tell a pointer that came into the window from a resting one.
FrameMark last_move;  // set for the frame that takes the event
FrameMark escape_claim;

void MovePointer(float x_px, float y_px) {
  last_move.Set(ImGui::GetFrameCount() + 1);
  FeedMousePosition(x_px, y_px);
}

struct Feed {
  void operator()(const input::MouseMove& move) const { MovePointer(move.x_px, move.y_px); }
  void operator()(const input::MouseLeave&) const { MovePointer(-FLT_MAX, -FLT_MAX); }
  void operator()(const input::MouseButton& button) const { FeedMouseButton(button.button, button.down); }
  void operator()(const input::Wheel& wheel) const { FeedWheel(wheel.x, wheel.y); }
  void operator()(const input::KeyChange& change) const { FeedKey(change); }
  void operator()(const input::Modifiers& modifiers) const { FeedModifiers(modifiers); }
  void operator()(const input::Character& typed) const {
    ImGui::GetIO().AddInputCharacter(static_cast<unsigned int>(typed.character));
  }
  void operator()(const input::DropFiles&) const {}
  void operator()(const input::Focus& focus) const { ImGui::GetIO().AddFocusEvent(focus.focused); }
  void operator()(const input::Close&) const {}
};

}  // namespace

void PrepareImGuiInput() {
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.ConfigInputTextCursorBlink = false;
#if IMGUI_VERSION_NUM < 18700
  for (const KnownKey& known : kKnownKeys) io.KeyMap[known.key] = static_cast<int>(known.code);
#endif
}

size_t EventsForOneFrame(std::span<const InputEvent> events) {
  std::bitset<static_cast<size_t>(KeyCode::kCount)> keys;
  std::bitset<8> buttons;
  std::optional<input::Modifiers> modifiers;
  bool modified = false;  // an event came whose meaning depends on the modifiers
  for (size_t i = 0; i < events.size(); ++i) {
    if (const auto* button = std::get_if<input::MouseButton>(&events[i])) {
      const auto which = static_cast<size_t>(button->button) % buttons.size();
      if (buttons[which]) return i;
      buttons.set(which);
      modified = true;
    } else if (const auto* key = std::get_if<input::KeyChange>(&events[i])) {
      const auto which = static_cast<size_t>(key->key);
      if (keys[which]) return i;
      keys.set(which);
      modified = modified || key->down;
    } else if (std::holds_alternative<input::MouseMove>(events[i])) {
      if (buttons.any()) return i;
    } else if (std::holds_alternative<input::Wheel>(events[i])) {
      modified = true;
    } else if (const auto* held = std::get_if<input::Modifiers>(&events[i])) {
      if (modified && modifiers != *held) return i;
      modifiers = *held;
    }
  }
  return events.size();
}

void TakeEvents(std::vector<InputEvent>& pending, const std::function<bool()>& wait,
                const std::function<void(const InputEvent&)>& take) {
  const size_t at_most = EventsForOneFrame(pending);
  size_t taken = 0;
  while (taken < at_most && !wait()) take(pending[taken++]);
  pending.erase(pending.begin(), pending.begin() + static_cast<ptrdiff_t>(taken));
}

void EscapeWait::BeginFrame() {
  if (frames_ > 0) --frames_;
  if (!ImGui::GetIO().WantTextInput) frames_ = 0;
}

void EscapeWait::Note(const InputEvent& event) {
  const auto* key = std::get_if<input::KeyChange>(&event);
  if (key != nullptr && key->down && key->key == Key::kEscape && ImGui::GetIO().WantTextInput) frames_ = 2;
}

void FeedImGui(const InputEvent& event) { std::visit(Feed{}, event); }

bool KeyPressed(Key key, bool repeat) {
#if IMGUI_VERSION_NUM >= 18700
  const ImGuiKey known = ImGuiKeyOf(key);
  return known != ImGuiKey_COUNT && ImGui::IsKeyPressed(known, repeat);
#else
  return ImGui::IsKeyPressed(static_cast<int>(key), repeat);
#endif
}

bool PointerActed() { return last_move.IsSet() || ImGui::GetIO().MouseWheel != 0 || ImGui::IsAnyMouseDown(); }

void ClaimEscape() { escape_claim.Set(ImGui::GetFrameCount()); }
bool EscapeIsClaimed() { return escape_claim.IsSet(); }

void ClaimListKeys() {
#if IMGUI_VERSION_NUM >= 18900
  ImGui::SetNextFrameWantCaptureKeyboard(true);
#else
  ImGui::CaptureKeyboardFromApp(true);
#endif
}

bool ListTakesKey(const KeyPress& press) {
  if (!ImGui::GetIO().WantCaptureKeyboard || press.alt) return false;
  if (press.ctrl) return press.key == Key::kC;
  if (press.shift) return press.key == Key::kF10 || press.key == Key::kLeft || press.key == Key::kRight;
  constexpr std::array kTaken{Key::kUp,       Key::kDown, Key::kLeft, Key::kRight, Key::kPageUp,
                              Key::kPageDown, Key::kHome, Key::kEnd,  Key::kEnter, Key::kMenu};
  return std::ranges::find(kTaken, press.key) != kTaken.end();
}

KeyPress KeyPressFrom(const InputEvent& event, const input::Modifiers& modifiers) {
  KeyPress press;
  press.ctrl = modifiers.ctrl;
  press.shift = modifiers.shift;
  press.alt = modifiers.alt;
  if (const auto* change = std::get_if<input::KeyChange>(&event); change != nullptr && change->down) {
    press.key = change->key == Key::kKeypadEnter ? Key::kEnter : change->key;
  } else if (const auto* typed = std::get_if<input::Character>(&event)) {
    press.character = typed->character;
  } else if (const auto* button = std::get_if<input::MouseButton>(&event);
             button != nullptr && button->down) {
    if (button->button == 2) press.key = Key::kMouseMiddle;
    if (button->button == 3) press.key = Key::kMouseBack;
    if (button->button == 4) press.key = Key::kMouseForward;
  }
  return press;
}

namespace {

std::optional<uint64_t> MovedTo(uint64_t count, std::optional<uint64_t> cursor, uint64_t page,
                                bool below_box) {
  const auto last = static_cast<int64_t>(count - 1);
  const int64_t now = cursor ? std::min(static_cast<int64_t>(*cursor), last) : -1;
  const auto step = static_cast<int64_t>(std::max<uint64_t>(page, 1));
  int64_t next = now;
  if (KeyPressed(Key::kDown)) next = now + 1;
  if (KeyPressed(Key::kUp)) next = now - 1;
  if (KeyPressed(Key::kPageDown)) next = std::max<int64_t>(now, 0) + step;
  if (KeyPressed(Key::kPageUp)) next = now - step;
  if (!below_box && KeyPressed(Key::kHome)) next = 0;
  if (!below_box && KeyPressed(Key::kEnd)) next = last;
  if (next == now) return std::nullopt;
  return static_cast<uint64_t>(std::clamp<int64_t>(next, 0, last));
}

}  // namespace

ListKeys TakeListKeys(uint64_t count, std::optional<uint64_t> cursor, uint64_t page, bool below_box) {
  ListKeys keys;
  const ImGuiIO& io = ImGui::GetIO();
  const bool plain = !io.KeyCtrl && !io.KeyAlt && !io.KeyShift;
  const bool shift = io.KeyShift && !io.KeyCtrl && !io.KeyAlt;
  const int sideways = below_box ? 0 : (KeyPressed(Key::kRight) ? 1 : 0) - (KeyPressed(Key::kLeft) ? 1 : 0);
  if (plain) keys.sideways = sideways;
  if (shift) keys.scrolled = sideways;
  if (count == 0) return keys;
  if (plain) keys.moved_to = MovedTo(count, cursor, page, below_box);
  if (!cursor || *cursor >= count) return keys;
  keys.activated = plain && (KeyPressed(Key::kEnter, false) || KeyPressed(Key::kKeypadEnter, false));
  if (below_box) return keys;
  keys.menu = (plain && KeyPressed(Key::kMenu, false)) || (shift && KeyPressed(Key::kF10, false));
  const bool copies = io.KeyCtrl && !io.KeyAlt && KeyPressed(Key::kC, false);
  keys.copies_name = copies && !io.KeyShift;
  keys.copies_row = copies && io.KeyShift;
  return keys;
}

}  // namespace ringscope
