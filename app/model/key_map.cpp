#include "app/model/key_map.h"

#include <array>

namespace ringscope {
namespace {

using State = const AppState&;
using Maybe = std::optional<Action>;

constexpr KeyPress Chord(Key key, bool ctrl = false, bool alt = false, bool shift = false) {
  return {key, 0, ctrl, shift, alt};
}
constexpr KeyPress Char(char32_t character) { return {Key::kNone, character, false, false, false}; }

constexpr std::array kBack{Chord(Key::kLeft, false, true), Chord(Key::kMouseBack)};
constexpr std::array kForward{Chord(Key::kRight, false, true), Chord(Key::kMouseForward)};
constexpr std::array kCaller{Chord(Key::kUp, false, true)};
constexpr std::array kWhole{Char(U'0'), Chord(Key::kHome)};
constexpr std::array kEqual{Char(U'1')};
constexpr std::array kLength{Char(U'2')};
constexpr std::array kArea{Char(U'3')};
constexpr std::array kDeeper{Char(U'+'), Char(U'=')};
constexpr std::array kShallower{Char(U'-')};
constexpr std::array kSearch{Chord(Key::kF, true), Char(U'/')};
constexpr std::array kNext{Chord(Key::kF3)};
constexpr std::array kPrevious{Chord(Key::kF3, false, false, true)};
constexpr std::array kClear{Chord(Key::kEscape)};
constexpr std::array kOpen{Chord(Key::kO, true)};
constexpr std::array kSave{Chord(Key::kS, true)};
constexpr std::array kClose{Chord(Key::kW, true)};
constexpr std::array kTab{Chord(Key::kTab, true)};
constexpr std::array kKeys{Char(U'?')};
constexpr std::array kQuit{Chord(Key::kQ, true)};
constexpr std::array kTheme{Char(U't')};

Maybe NextTab(State state) {
  const ViewState* active = ActiveView(state);
  if (active == nullptr || state.views.size() < 2) return std::nullopt;
  const auto at = static_cast<size_t>(active - state.views.data());
  return action::ActivateView{state.views[(at + 1) % state.views.size()].id};
}

Maybe CloseActive(State state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return std::nullopt;
  return action::CloseView{view->id};
}

Maybe OtherTheme(State state) {
  return action::SetTheme{state.settings.theme == Theme::kDark ? Theme::kLight : Theme::kDark};
}

constexpr std::string_view kMoving = "Moving", kChart = "Chart", kFind = "Search", kFile = "Files and window";

const std::array kBindings{
    KeyBinding{kMoving, "Click a segment", "make it the centre", {}, nullptr},
    KeyBinding{kMoving, "Click a rest segment", "open it over the whole circle", {}, nullptr},
    KeyBinding{kMoving, "Click the centre", "back to the centre before", {}, nullptr},
    KeyBinding{kMoving, "Alt+Left, mouse 4", "back", kBack, [](State) -> Maybe { return action::GoBack{}; }},
    KeyBinding{kMoving, "Alt+Right, mouse 5", "forward", kForward,
               [](State) -> Maybe { return action::GoForward{}; }},
    KeyBinding{kMoving, "Alt+Up", "to the caller", kCaller,
               [](State) -> Maybe { return action::GoToCaller{}; }},
    KeyBinding{kMoving, "0, Home", "whole tree", kWhole,
               [](State) -> Maybe { return action::GoToWholeTree{}; }},
    KeyBinding{kChart, "Wheel", "fewer or more layers", {}, nullptr},
    KeyBinding{kChart, "+, -", "one layer more, one less", kDeeper,
               [](State) -> Maybe { return action::ChangeDepth{1}; }},
    KeyBinding{kChart, "", "", kShallower, [](State) -> Maybe { return action::ChangeDepth{-1}; }},
    KeyBinding{kChart, "1", "equal: callees share the angle", kEqual,
               [](State) -> Maybe { return action::SetMode{RingMode::kEqual}; }},
    KeyBinding{kChart, "2", "length: angle shows inclusive cost", kLength,
               [](State) -> Maybe { return action::SetMode{RingMode::kLength}; }},
    KeyBinding{kChart, "3", "area: area shows inclusive cost", kArea,
               [](State) -> Maybe { return action::SetMode{RingMode::kArea}; }},
    KeyBinding{kChart, "Right click a segment", "keep it in the details", {}, nullptr},
    KeyBinding{kFind, "Ctrl+F, /", "search functions", kSearch,
               [](State) -> Maybe { return action::FocusSearch{}; }},
    KeyBinding{kFind, "Enter, F3", "next match", kNext, [](State) -> Maybe { return action::StepMatch{1}; }},
    KeyBinding{kFind, "Shift+Enter, Shift+F3", "previous match", kPrevious,
               [](State) -> Maybe { return action::StepMatch{-1}; }},
    KeyBinding{kFind, "Esc", "close, clear search or selection", kClear,
               [](State) -> Maybe { return action::Clear{}; }},
    KeyBinding{kFile, "Ctrl+O, drop a file", "open a profile", kOpen,
               [](State) -> Maybe { return action::ShowOpenDialog{true}; }},
    KeyBinding{kFile, "Ctrl+S", "save a view, a picture, or the tree in another format", kSave,
               [](State) -> Maybe { return action::ShowSaveDialog{true}; }},
    KeyBinding{kFile, "Ctrl+W", "close the profile", kClose, CloseActive},
    KeyBinding{kFile, "Ctrl+Tab", "next profile", kTab, NextTab},
    KeyBinding{kFile, "t", "dark or light", kTheme, OtherTheme},
    KeyBinding{kFile, "?", "this list", kKeys,
               [](State state) -> Maybe { return action::ShowKeyList{!state.key_list_open}; }},
    KeyBinding{kFile, "Ctrl+Q", "quit", kQuit, [](State) -> Maybe { return action::Quit{}; }},
};

bool Matches(const KeyPress& pressed, const KeyPress& bound) {
  if (bound.character != 0) {
    // Shift is part of how a character is typed.
    return pressed.character == bound.character && !pressed.ctrl && !pressed.alt;
  }
  return pressed.key != Key::kNone && pressed.key == bound.key && pressed.ctrl == bound.ctrl &&
         pressed.alt == bound.alt && pressed.shift == bound.shift;
}

// Keys that mean something to a text field stay with it.
bool ReachesPastTextField(const KeyPress& press) {
  return press.character == 0 &&
         (press.ctrl || press.alt || press.key == Key::kEscape || press.key == Key::kF3 ||
          press.key == Key::kMouseBack || press.key == Key::kMouseForward);
}

}  // namespace

std::span<const KeyBinding> KeyBindings() { return kBindings; }

std::optional<Action> ActionForKey(const AppState& state, const KeyPress& press, bool typing) {
  if (typing && !ReachesPastTextField(press)) return std::nullopt;
  for (const KeyBinding& binding : kBindings) {
    for (const KeyPress& bound : binding.presses) {
      if (Matches(press, bound)) return binding.action(state);
    }
  }
  return std::nullopt;
}

}  // namespace ringscope
