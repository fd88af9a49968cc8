#include "app/widgets/key_chord.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cct/base/text/ascii.h"
#include "cct/base/text/utf8.h"

namespace ringscope {
namespace {

struct KeyName {
  std::string_view name;
  Key key;
};

// ChordText() writes the first name of a key.
constexpr std::array kKeyNames{
    KeyName{"Space", Key::kSpace},
    KeyName{"Tab", Key::kTab},
    KeyName{"Left", Key::kLeft},
    KeyName{"Right", Key::kRight},
    KeyName{"Up", Key::kUp},
    KeyName{"Down", Key::kDown},
    KeyName{"PageUp", Key::kPageUp},
    KeyName{"PageDown", Key::kPageDown},
    KeyName{"Home", Key::kHome},
    KeyName{"End", Key::kEnd},
    KeyName{"Insert", Key::kInsert},
    KeyName{"Delete", Key::kDelete},
    KeyName{"Backspace", Key::kBackspace},
    KeyName{"Enter", Key::kEnter},
    KeyName{"Esc", Key::kEscape},
    KeyName{"Menu", Key::kMenu},
    KeyName{"F1", Key::kF1},
    KeyName{"F2", Key::kF2},
    KeyName{"F3", Key::kF3},
    KeyName{"F4", Key::kF4},
    KeyName{"F5", Key::kF5},
    KeyName{"F6", Key::kF6},
    KeyName{"F7", Key::kF7},
    KeyName{"F8", Key::kF8},
    KeyName{"F9", Key::kF9},
    KeyName{"F10", Key::kF10},
    KeyName{"F11", Key::kF11},
    KeyName{"F12", Key::kF12},
    KeyName{"Mouse3", Key::kMouseMiddle},
    KeyName{"Mouse4", Key::kMouseBack},
    KeyName{"Mouse5", Key::kMouseForward},
    KeyName{"Escape", Key::kEscape},
    KeyName{"Return", Key::kEnter},
    KeyName{"Del", Key::kDelete},
    KeyName{"Ins", Key::kInsert},
    KeyName{"PgUp", Key::kPageUp},
    KeyName{"PgDn", Key::kPageDown},
    KeyName{"Plus", Key::kPlus},
    KeyName{"Minus", Key::kMinus},
    KeyName{"Comma", Key::kComma},
};

constexpr bool IsLetter(char32_t c) { return (c >= U'A' && c <= U'Z') || (c >= U'a' && c <= U'z'); }
constexpr char32_t Capital(char32_t c) { return c >= U'a' && c <= U'z' ? c - U'a' + U'A' : c; }

// Takes a modifier's name and its '+' off the front of the text. False if there is none.
bool TakeModifier(std::string_view& text, KeyChord& chord) {
  const size_t plus = text.find('+');
  if (plus == std::string_view::npos || plus == 0) return false;
  const std::string_view word = Trimmed(text.substr(0, plus));
  if (EqualsFolded(word, "Ctrl") || EqualsFolded(word, "Control")) {
    chord.ctrl = true;
  } else if (EqualsFolded(word, "Alt")) {
    chord.alt = true;
  } else if (EqualsFolded(word, "Shift")) {
    chord.shift = true;
  } else {
    return false;
  }
  text.remove_prefix(plus + 1);
  return true;
}

// The end of the first chord of a list: the comma behind it, or the end of the text.
size_t ChordEnd(std::string_view list) {
  bool key_due = true;
  for (size_t i = 0; i < list.size(); ++i) {
    if (list[i] == ',' && !key_due) return i;
    if (list[i] == ' ' || list[i] == '\t') continue;
    // After "Ctrl+" a key is due; after "Ctrl++" it has come.
    key_due = list[i] == '+' && !key_due;
  }
  return list.size();
}

}  // namespace

Result<KeyChord> ParseChord(std::string_view text) {
  text = Trimmed(text);
  const auto unknown = [whole = text] {
    return Fail(ErrorCode::kMalformed, "expected a key such as Ctrl+Shift+P, F5 or ?, found '{}'", whole);
  };
  KeyChord chord;
  while (TakeModifier(text, chord)) {
  }
  text = Trimmed(text);
  if (text.empty()) return unknown();
  for (const KeyName& name : kKeyNames)
    if (EqualsFolded(name.name, text)) chord.key = name.key;
  char32_t character = 0;
  if (chord.key == Key::kNone) {
    std::string_view rest = text;
    character = TakeCodePoint(rest);
    if (!rest.empty() || character <= U' ' || character == 127 || character == U'\uFFFD') return unknown();
  } else if (Prints(chord.key)) {
    character = static_cast<char32_t>(chord.key);
    chord.key = Key::kNone;
  }
  if (character == 0) return chord;
  character = Capital(character);
  if (chord.ctrl || chord.alt) {
    // With Ctrl or Alt no character is typed: the key itself has to be a known one.
    if (character >= 127) return unknown();
    chord.key = static_cast<Key>(character);
  } else {
    chord.character = character;
    if (!IsLetter(character)) chord.shift = false;
  }
  return chord;
}

Result<std::vector<KeyChord>> ParseChords(std::string_view text) {
  std::vector<KeyChord> chords;
  while (!Trimmed(text).empty()) {
    const size_t end = ChordEnd(text);
    RINGSCOPE_ASSIGN(const KeyChord chord, ParseChord(text.substr(0, end)));
    if (std::ranges::find(chords, chord) == chords.end()) chords.push_back(chord);
    text = end < text.size() ? text.substr(end + 1) : std::string_view{};
  }
  return chords;
}

std::vector<std::string> ChordCaps(const KeyChord& chord) {
  std::vector<std::string> caps;
  if (chord.ctrl) caps.emplace_back("Ctrl");
  if (chord.alt) caps.emplace_back("Alt");
  if (chord.shift) caps.emplace_back("Shift");
  const Key key = chord.character == U' ' ? Key::kSpace : chord.key;
  const auto named = std::ranges::find(kKeyNames, key, &KeyName::key);
  // A sign is its own name: the words for some signs are only read.
  if (named != kKeyNames.end() && (key == Key::kSpace || !Prints(key))) {
    caps.emplace_back(named->name);
  } else {
    caps.emplace_back(EncodeUtf8(chord.character != 0 ? chord.character : static_cast<char32_t>(key)).text());
  }
  return caps;
}

std::string ChordText(const KeyChord& chord) { return fmt::format("{}", fmt::join(ChordCaps(chord), "+")); }

std::string ChordsText(std::span<const KeyChord> chords) {
  std::string text;
  for (const KeyChord& chord : chords) {
    if (!text.empty()) text += ", ";
    text += ChordText(chord);
  }
  return text;
}

bool Matches(const KeyPress& press, const KeyChord& chord) {
  if (chord.character != 0) {
    if (press.ctrl || press.alt || Capital(press.character) != chord.character) return false;
    return !IsLetter(chord.character) || press.shift == chord.shift;
  }
  if (press.key == Key::kNone || press.key != chord.key) return false;
  if (press.ctrl != chord.ctrl || press.alt != chord.alt) return false;
  const bool is_sign = Prints(press.key) && !IsLetter(static_cast<char32_t>(press.key));
  return press.shift == chord.shift || (is_sign && !chord.shift);
}

bool HoldsDown(const KeyPress& press, const KeyChord& chord) {
  if (chord.character == 0) return Matches(press, chord);
  return press.key != Key::kNone && static_cast<char32_t>(press.key) == chord.character && !press.ctrl &&
         !press.alt && (!IsLetter(chord.character) || press.shift == chord.shift);
}

}  // namespace ringscope
