#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/result.h"

namespace ringscope {

// Keys and buttons. The value of a printing key is the ASCII character that the layout prints on it, letters
// as capitals; other keys lie above ASCII, Escape to End and F1 to F12 in the order of GLFW.
enum class Key : uint8_t {
  kNone = 0,
  kSpace = ' ',
  kPlus = '+',
  kComma = ',',
  kMinus = '-',
  kPeriod = '.',
  kSlash = '/',
  k0 = '0',
  kEqual = '=',
  kA = 'A',
  kB = 'B',
  kC = 'C',
  kF = 'F',
  kL = 'L',
  kM = 'M',
  kO = 'O',
  kP = 'P',
  kR = 'R',
  kS = 'S',
  kT = 'T',
  kV = 'V',
  kX = 'X',
  kY = 'Y',
  kZ = 'Z',
  kEscape = 128,
  kEnter,
  kTab,
  kBackspace,
  kInsert,
  kDelete,
  kRight,
  kLeft,
  kDown,
  kUp,
  kPageUp,
  kPageDown,
  kHome,
  kEnd,
  kKeypadEnter,
  kMenu,
  kF1,
  kF2,
  kF3,
  kF4,
  kF5,
  kF6,
  kF7,
  kF8,
  kF9,
  kF10,
  kF11,
  kF12,
  kMouseMiddle,
  kMouseBack,
  kMouseForward,
  kCount
};

// Whether the key types a character: the values up to and including '~'.
[[nodiscard]] constexpr bool Prints(Key key) { return key != Key::kNone && key < Key{127}; }

// One press of a key or button, or one typed character: characters follow the keyboard's layout, so '?' and
// '/' are found where they are printed. A printing key makes two presses, one of the key and one of the
// character; with Ctrl or Alt only that of the key.
struct KeyPress {
  Key key = Key::kNone;
  char32_t character = 0;
  bool ctrl = false;
  bool shift = false;
  bool alt = false;
};

// A binding of a command: a typed character (letters as capitals, with Shift as a modifier), or a key with
// its modifiers.
struct KeyChord {
  Key key = Key::kNone;
  char32_t character = 0;
  bool ctrl = false;
  bool alt = false;
  bool shift = false;
  friend bool operator==(const KeyChord&, const KeyChord&) = default;
};

// Reads "Ctrl+Shift+P", "Alt+Left", "?", "Shift+T", "Mouse4". Ignores blanks around the text and the case of
// words. Errors: kMalformed with the expected form.
[[nodiscard]] Result<KeyChord> ParseChord(std::string_view text);

// Chords separated by commas; empty for blank text. A comma in the place of a key is the comma key: "Ctrl+,,
// F2" is two chords.
[[nodiscard]] Result<std::vector<KeyChord>> ParseChords(std::string_view text);

// The canonical text, for people and for ParseChords(): "Ctrl+Shift+P".
[[nodiscard]] std::string ChordText(const KeyChord& chord);
[[nodiscard]] std::string ChordsText(std::span<const KeyChord> chords);
// The keys to press together, as printed on a keyboard: "Ctrl", "Shift", "P".
[[nodiscard]] std::vector<std::string> ChordCaps(const KeyChord& chord);

// Whether the press is the chord. Ignores the Shift that types a sign.
[[nodiscard]] bool Matches(const KeyPress& press, const KeyChord& chord);

// Whether the press is the chord's key, also for the chord of a typed character. For commands that last as
// long as a key is held.
[[nodiscard]] bool HoldsDown(const KeyPress& press, const KeyChord& chord);

// The keys in force: those of the table of commands, changed by the settings (BuildKeyMap() in command.h).
// Each chord belongs to one command.
struct KeyMap {
  struct Binding {
    KeyChord chord;
    uint16_t command = 0;  // index into Commands()
    friend bool operator==(const Binding&, const Binding&) = default;
  };
  std::vector<Binding> bindings;  // by command, then as written
  // Faults of the settings: unknown commands, unreadable keys, chords bound twice.
  std::vector<std::string> notes;
  friend bool operator==(const KeyMap&, const KeyMap&) = default;
};

// The keys of the table of commands without settings.
[[nodiscard]] KeyMap DefaultKeyMap();

}  // namespace ringscope
