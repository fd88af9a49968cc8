#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/result.h"

namespace ringscope {

// Keys and buttons. A key that prints is the ASCII character its layout prints on it, letters as capitals;
// the others lie above ASCII.
enum class Key : uint8_t {
  kNone = 0,
  kSpace = ' ',
  kPlus = '+',
  kComma = ',',
  kMinus = '-',
  kPeriod = '.',
  kSlash = '/',
  k0 = '0',
  k1 = '1',
  k2 = '2',
  k3 = '3',
  k9 = '9',
  kEqual = '=',
  kA = 'A',
  kB,
  kC,
  kD,
  kE,
  kF,
  kG,
  kH,
  kI,
  kJ,
  kK,
  kL,
  kM,
  kN,
  kO,
  kP,
  kQ,
  kR,
  kS,
  kT,
  kU,
  kV,
  kW,
  kX,
  kY,
  kZ,
  kTab = 128,
  kLeft,
  kRight,
  kUp,
  kDown,
  kPageUp,
  kPageDown,
  kHome,
  kEnd,
  kInsert,
  kDelete,
  kBackspace,
  kEnter,
  kEscape,
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
// '/' are found where they are printed. A key that prints is heard twice, as its key and as what it types;
// together with Ctrl or Alt it types nothing.
struct KeyPress {
  Key key = Key::kNone;
  char32_t character = 0;
  bool ctrl = false;
  bool shift = false;
  bool alt = false;
};

// What can be bound to a command: a typed character (letters as capitals, Shift kept apart), or a key with
// its modifiers.
struct KeyChord {
  Key key = Key::kNone;
  char32_t character = 0;
  bool ctrl = false;
  bool alt = false;
  bool shift = false;
  friend bool operator==(const KeyChord&, const KeyChord&) = default;
};

// Reads "Ctrl+Shift+P", "Alt+Left", "?", "Shift+T", "Mouse4". Blanks around it and the case of words do not
// matter. Errors: kMalformed with what was expected.
[[nodiscard]] Result<KeyChord> ParseChord(std::string_view text);

// Several, separated by commas; blank text is none. A comma where a key is due is the comma key: "Ctrl+,, F2"
// is two chords.
[[nodiscard]] Result<std::vector<KeyChord>> ParseChords(std::string_view text);

// The canonical text, for people and for ParseChords(): "Ctrl+Shift+P".
[[nodiscard]] std::string ChordText(const KeyChord& chord);
[[nodiscard]] std::string ChordsText(std::span<const KeyChord> chords);
// The keys that are pressed together, as they are printed on a keyboard: "Ctrl", "Shift", "P".
[[nodiscard]] std::vector<std::string> ChordCaps(const KeyChord& chord);

// Whether the press is the chord. Shift that is needed to type a sign does not count against it.
[[nodiscard]] bool Matches(const KeyPress& press, const KeyChord& chord);

// Whether the press is the chord's key going down, also where the chord is of a typed character: for commands
// that last as long as a key is held.
[[nodiscard]] bool HoldsDown(const KeyPress& press, const KeyChord& chord);

// The keys in force: those of the table of commands with what the settings change about them (BuildKeyMap()
// in command.h). Every chord belongs to one command.
struct KeyMap {
  struct Binding {
    KeyChord chord;
    uint16_t command = 0;  // index into Commands()
    friend bool operator==(const Binding&, const Binding&) = default;
  };
  std::vector<Binding> bindings;  // by command, then as written
  // What is odd about the settings: unknown commands, unreadable keys, chords bound twice.
  std::vector<std::string> notes;
  friend bool operator==(const KeyMap&, const KeyMap&) = default;
};

// The keys of the table of commands, with no settings.
[[nodiscard]] KeyMap DefaultKeyMap();

}  // namespace ringscope
