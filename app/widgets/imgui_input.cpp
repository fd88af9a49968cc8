#include "app/widgets/imgui_input.h"

#include <imgui.h>

#include <bitset>
#include <cfloat>
#include <optional>

namespace ringscope {
namespace {

using input::KeyCode;

ImGuiKey ImGuiKeyOf(KeyCode key) {
  switch (key) {
    case KeyCode::kTab:
      return ImGuiKey_Tab;
    case KeyCode::kLeft:
      return ImGuiKey_LeftArrow;
    case KeyCode::kRight:
      return ImGuiKey_RightArrow;
    case KeyCode::kUp:
      return ImGuiKey_UpArrow;
    case KeyCode::kDown:
      return ImGuiKey_DownArrow;
    case KeyCode::kPageUp:
      return ImGuiKey_PageUp;
    case KeyCode::kPageDown:
      return ImGuiKey_PageDown;
    case KeyCode::kHome:
      return ImGuiKey_Home;
    case KeyCode::kEnd:
      return ImGuiKey_End;
    case KeyCode::kInsert:
      return ImGuiKey_Insert;
    case KeyCode::kDelete:
      return ImGuiKey_Delete;
    case KeyCode::kBackspace:
      return ImGuiKey_Backspace;
    case KeyCode::kSpace:
      return ImGuiKey_Space;
    case KeyCode::kEnter:
      return ImGuiKey_Enter;
    case KeyCode::kEscape:
      return ImGuiKey_Escape;
#if IMGUI_VERSION_NUM >= 18700
    case KeyCode::kKeypadEnter:
      return ImGuiKey_KeypadEnter;
#else
    case KeyCode::kKeypadEnter:
      return ImGuiKey_KeyPadEnter;
#endif
    case KeyCode::kA:
      return ImGuiKey_A;
    case KeyCode::kC:
      return ImGuiKey_C;
    case KeyCode::kV:
      return ImGuiKey_V;
    case KeyCode::kX:
      return ImGuiKey_X;
    case KeyCode::kY:
      return ImGuiKey_Y;
    case KeyCode::kZ:
      return ImGuiKey_Z;
    default:
      return ImGuiKey_COUNT;
  }
}

// ImGui 1.87 replaced the arrays of pressed keys by queued events and later took the arrays away.
#if IMGUI_VERSION_NUM >= 18700
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

struct Feed {
  void operator()(const input::MouseMove& move) const { FeedMousePosition(move.x_px, move.y_px); }
  void operator()(const input::MouseLeave&) const { FeedMousePosition(-FLT_MAX, -FLT_MAX); }
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
  for (int code = 1; code < static_cast<int>(KeyCode::kCount); ++code) {
    const ImGuiKey key = ImGuiKeyOf(static_cast<KeyCode>(code));
    if (key != ImGuiKey_COUNT) io.KeyMap[key] = code;
  }
#endif
}

size_t EventsForOneFrame(std::span<const InputEvent> events) {
  std::bitset<static_cast<size_t>(KeyCode::kCount)> keys;
  std::bitset<8> buttons;
  std::optional<input::Modifiers> modifiers;
  bool modified = false;  // something came whose meaning the modifiers decide
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

void ClaimListKeys() {
#if IMGUI_VERSION_NUM >= 18900
  ImGui::SetNextFrameWantCaptureKeyboard(true);
#else
  ImGui::CaptureKeyboardFromApp(true);
#endif
}

bool ListTakesKey(const KeyPress& press) {
  if (!ImGui::GetIO().WantCaptureKeyboard || press.ctrl || press.alt || press.shift) return false;
  switch (press.key) {
    case Key::kUp:
    case Key::kDown:
    case Key::kLeft:
    case Key::kRight:
    case Key::kPageUp:
    case Key::kPageDown:
    case Key::kHome:
    case Key::kEnd:
    case Key::kEnter:
      return true;
    default:
      return false;
  }
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

}  // namespace ringscope
