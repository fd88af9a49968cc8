#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/widgets/key_chord.h"

namespace ringscope {

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
