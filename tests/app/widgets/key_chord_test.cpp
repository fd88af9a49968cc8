#include "app/widgets/key_chord.h"

#include <gtest/gtest.h>

namespace ringscope::key_chord_test {
namespace {

std::string Canonical(std::string_view text) {
  const auto chords = ParseChords(text);
  return chords ? ChordsText(*chords) : "error: " + chords.error().message;
}

TEST(KeyChordTest, TextsAreReadAndWritten) {
  for (const std::string_view text : {"Ctrl+Shift+P",
                                      "Alt+Left, Mouse4",
                                      "?",
                                      "T",
                                      "Shift+T",
                                      "Shift+F3",
                                      "Ctrl++",
                                      "Ctrl+-",
                                      "Ctrl+,",
                                      "Ctrl+,, F2",
                                      ",",
                                      "+, =",
                                      "Ctrl+Alt+Shift+F12",
                                      "Space",
                                      "Ctrl+Space",
                                      "Ctrl+0",
                                      "0, Home",
                                      "\xC3\xA4",
                                      "\xE6\xB8\xAC",
                                      ""}) {
    EXPECT_EQ(Canonical(text), text);
  }
}

TEST(KeyChordTest, OtherSpellingsMeanTheSame) {
  EXPECT_EQ(Canonical("shift + control+p"), "Ctrl+Shift+P");
  EXPECT_EQ(Canonical(" t ,ESCAPE,pgup"), "T, Esc, PageUp");
  EXPECT_EQ(Canonical("Ctrl+Plus, Ctrl+minus, Ctrl+Comma"), "Ctrl++, Ctrl+-, Ctrl+,");
  EXPECT_EQ(Canonical("Shift+?"), "?");  // Shift is how it is typed
  EXPECT_EQ(Canonical("F5, F5"), "F5");
  EXPECT_EQ(Canonical("F5,"), "F5");
}

TEST(KeyChordTest, WhatIsNoKeyIsSaid) {
  for (const std::string_view text :
       {"Ctrl+", "Ctrl+Foo", "Foo", "F13", "Ctrl+\xC3\xA4", "Hyper+A", "\xFF", "A B", "F5 F6", "\x01"}) {
    EXPECT_TRUE(Canonical(text).starts_with("error: expected a key such as Ctrl+Shift+P")) << text;
  }
}

// Any text ends in chords or in an error.
TEST(KeyChordTest, AnyTextIsRead) {
  uint32_t random = 1;
  constexpr std::string_view kParts[] = {"Ctrl", "+", ",", " ", "Shift", "a", "F1", "Mouse4", "\xC3", "++"};
  for (int i = 0; i < 2000; ++i) {
    std::string text;
    for (int part = 0; part < 6; ++part) {
      random = random * 1664525 + 1013904223;
      text += kParts[(random >> 16) % std::size(kParts)];
    }
    const auto chords = ParseChords(text);
    if (!chords) continue;
    EXPECT_EQ(Canonical(ChordsText(*chords)), ChordsText(*chords)) << text;
  }
}

bool IsPressed(std::string_view chord, const KeyPress& press) { return Matches(press, *ParseChord(chord)); }

TEST(KeyChordTest, PressesMatchTheirChords) {
  EXPECT_TRUE(IsPressed("Ctrl+F", {Key::kF, 0, true, false, false}));
  EXPECT_FALSE(IsPressed("Ctrl+F", {Key::kF, 0, true, true, false}));
  EXPECT_FALSE(IsPressed("F", {Key::kF, 0, false, false, false}));  // what it types comes for itself
  EXPECT_TRUE(IsPressed("F", {Key::kNone, U'f', false, false, false}));
  EXPECT_TRUE(IsPressed("F", {Key::kNone, U'F', false, false, false}));  // caps lock
  EXPECT_FALSE(IsPressed("F", {Key::kNone, U'F', false, true, false}));
  EXPECT_TRUE(IsPressed("Shift+F", {Key::kNone, U'F', false, true, false}));
  EXPECT_TRUE(IsPressed("?", {Key::kNone, U'?', false, true, false}));
  EXPECT_TRUE(IsPressed("Ctrl+=", {Key::kEqual, 0, true, true, false}));  // typed as + on some keyboards
  EXPECT_TRUE(IsPressed("Mouse4", {Key::kMouseBack, 0, false, false, false}));
  EXPECT_FALSE(IsPressed("Esc", {Key::kNone, 0, false, false, false}));
}

TEST(KeyChordTest, KeysAreHeldByWhatTheyPrint) {
  EXPECT_TRUE(HoldsDown({Key::kZ, 0, false, false, false}, *ParseChord("Z")));
  EXPECT_FALSE(HoldsDown({Key::kZ, 0, true, false, false}, *ParseChord("Z")));
  EXPECT_FALSE(HoldsDown({Key::kNone, U'z', false, false, false}, *ParseChord("Z")));
  EXPECT_TRUE(HoldsDown({Key::kF9, 0, false, false, false}, *ParseChord("F9")));
}

TEST(KeyChordTest, CapsAreTheKeysOfAChord) {
  using Caps = std::vector<std::string>;
  EXPECT_EQ(ChordCaps(*ParseChord("Ctrl+Shift+P")), (Caps{"Ctrl", "Shift", "P"}));
  EXPECT_EQ(ChordCaps(*ParseChord("Ctrl++")), (Caps{"Ctrl", "+"}));
  EXPECT_EQ(ChordCaps(*ParseChord("Alt+Left")), (Caps{"Alt", "Left"}));
  EXPECT_EQ(ChordCaps(*ParseChord("?")), Caps{"?"});
}

}  // namespace
}  // namespace ringscope::key_chord_test
