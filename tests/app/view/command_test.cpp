#include "app/view/command.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/files/documents.h"
#include "app/search/search.h"
#include "app/source/source.h"
#include "app/tables/tables.h"
#include "app/view/navigation.h"
#include "app/view/shell.h"
#include "app/view/steps/steps.h"
#include "app/views/rings/rings.h"
#include "app/window/menus/commands_model.h"
#include "app/window/window_actions.h"
#include "tests/app/app_test_state.h"

namespace ringscope::command_test {
namespace {

template <typename T>
bool Is(const std::optional<Action>& action) {
  return action && action->As<T>() != nullptr;
}

KeyPress Typed(char32_t character, bool shift = false) {
  return {Key::kNone, character, false, shift, false};
}
KeyPress Pressed(Key key, bool ctrl = false, bool shift = false, bool alt = false) {
  return {key, 0, ctrl, shift, alt};
}

class CommandTest : public ::testing::Test {
 protected:
  std::optional<Action> Press(const KeyPress& press, bool typing = false) {
    return ActionForKey(state, press, typing);
  }
  void UseKeys(std::vector<KeyLine> lines) {
    Settings settings = state.settings;
    settings.keys = std::move(lines);
    UseSettings(state, std::move(settings));
  }
  // "back: Alt+Left" of what the list of keys shows.
  std::string Listed(std::string_view title) {
    for (const auto& group : BuildKeyListModel(state).groups) {
      for (const auto& row : group.rows) {
        if (row.title == title) return row.keys;
      }
    }
    return "(not listed)";
  }

  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  const Cct& tree() { return state.views[0].tree(); }
};

// "ChooseTimeline": a name of the code, as renaming leaves it in sentences.
bool HasNameOfCode(std::string_view text) {
  return std::adjacent_find(text.begin(), text.end(), [](char a, char b) {
           return a >= 'a' && a <= 'z' && b >= 'A' && b <= 'Z';
         }) != text.end();
}

TEST(CommandTableTest, EveryCommandIsWhole) {
  std::set<std::string_view> ids, titles;
  for (const Command& command : Commands()) {
    EXPECT_TRUE(ids.insert(command.id).second) << command.id;
    EXPECT_TRUE(titles.insert(command.title).second) << command.title;
    EXPECT_NE(command.action, nullptr) << command.id;
    EXPECT_FALSE(command.group.empty()) << command.id;
    EXPECT_FALSE(HasNameOfCode(command.title)) << command.title;
    EXPECT_EQ(command.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz.-"), std::string_view::npos)
        << command.id;
    const auto chords = ParseChords(command.keys);
    ASSERT_TRUE(chords) << command.id;
    EXPECT_EQ(ChordsText(*chords), command.keys) << "not as it would be written";
    EXPECT_EQ(FindCommand(command.id), &command);
  }
  EXPECT_EQ(FindCommand("view.bak"), nullptr);
}

TEST(CommandTableTest, NoTwoCommandsHaveOneKey) {
  const KeyMap keys = DefaultKeyMap();
  EXPECT_TRUE(keys.notes.empty()) << keys.notes.front();
}

TEST(CommandTableTest, NothingOpenAllowsFewCommandsAndNoneBreaks) {
  const AppState empty, open = StateWith(TreeFromFolded(kWorkedExample));
  std::string available;
  for (const Command& command : Commands()) {
    if (command.action(empty)) available += std::string(command.id) + "\n";
    if (command.why_not == nullptr) continue;
    for (const AppState* state : {&empty, &open})
      EXPECT_FALSE(HasNameOfCode(command.why_not(*state))) << command.why_not(*state);
  }
  EXPECT_EQ(available,
            "file.open\nfile.record\nwindow.theme\nwindow.animations\nwindow.clear\nwindow.keys\nwindow."
            "palette\nwindow."
            "settings\n"
            "window.zoom-in\nwindow.zoom-out\nwindow.quit\n");
}

TEST_F(CommandTest, KeysDoWhatTheListSays) {
  EXPECT_TRUE(Is<action::FocusSearch>(Press(Typed(U'/'))));
  EXPECT_TRUE(Is<action::FocusSearch>(Press(Pressed(Key::kF, true))));
  EXPECT_TRUE(Is<action::ShowOpenDialog>(Press(Pressed(Key::kO, true))));
  EXPECT_TRUE(Is<action::Clear>(Press(Pressed(Key::kEscape))));
  EXPECT_TRUE(Is<action::OpenFile>(Press(Pressed(Key::kF5))));
  EXPECT_TRUE(Is<action::OpenFile>(Press(Pressed(Key::kR, true))));
  const auto mode = Press(Typed(U'3'));
  ASSERT_TRUE(Is<action::SetMode>(mode));
  EXPECT_EQ(mode->As<action::SetMode>()->mode, RingMode::kArea);
  EXPECT_TRUE(Is<action::WalkTo>(Press(Pressed(Key::kLeft))));
  EXPECT_FALSE(Press(Pressed(Key::kPageUp)));
  EXPECT_FALSE(Press(Typed(U'z'))) << "a key that is held is not for here";
  ASSERT_NE(HeldCommand(state, Pressed(Key::kZ)), nullptr);
  EXPECT_EQ(HeldCommand(state, Pressed(Key::kZ))->id, "chart.lens");
}

TEST_F(CommandTest, WhatMakesNoSenseIsNotAvailable) {
  EXPECT_FALSE(Press(Pressed(Key::kLeft, false, false, true)));
  EXPECT_FALSE(Press(Pressed(Key::kMouseBack)));
  EXPECT_FALSE(Press(Pressed(Key::kUp, false, false, true)));
  EXPECT_FALSE(Press(Typed(U'0')));
  const auto no_search = Press(Pressed(Key::kF3));
  ASSERT_TRUE(Is<action::ShowNote>(no_search));
  EXPECT_EQ(no_search->As<action::ShowNote>()->text, "There is no search: search (Ctrl+F)");
  EXPECT_FALSE(Press(Pressed(Key::kTab, true))) << "one tab";
  Do(state, action::ZoomTo{At(tree(), "main;f")});
  EXPECT_TRUE(Is<action::GoBack>(Press(Pressed(Key::kLeft, false, false, true))));
  EXPECT_TRUE(Is<action::GoBack>(Press(Pressed(Key::kMouseBack))));
  EXPECT_TRUE(Is<action::GoToCaller>(Press(Pressed(Key::kUp, false, false, true))));
  EXPECT_TRUE(Is<action::GoToWholeTree>(Press(Typed(U'0'))));
  EXPECT_TRUE(Is<action::GoToWholeTree>(Press(Pressed(Key::kHome))));
  EXPECT_FALSE(Press(Pressed(Key::kRight, false, false, true)));
  Do(state, action::GoBack{});
  EXPECT_TRUE(Is<action::GoForward>(Press(Pressed(Key::kRight, false, false, true))));
  Do(state, action::SetSearchText{"g"});
  const auto previous = Press(Pressed(Key::kF3, false, true));
  ASSERT_TRUE(Is<action::StepMatch>(previous));
  EXPECT_EQ(previous->As<action::StepMatch>()->steps, -1);
}

TEST_F(CommandTest, TypedTextStaysWithTheTextField) {
  Do(state, action::ZoomTo{At(tree(), "main;f")});
  EXPECT_FALSE(Press(Typed(U'1'), true));
  EXPECT_FALSE(Press(Typed(U'/'), true));
  EXPECT_FALSE(Press(Pressed(Key::kHome), true));
  for (const Key key : {Key::kA, Key::kC, Key::kV, Key::kX, Key::kZ, Key::kY, Key::kLeft, Key::kBackspace}) {
    EXPECT_FALSE(Press(Pressed(key, true), true)) << ChordText({key, 0, true, false, false});
  }
  EXPECT_TRUE(Is<action::CopyText>(Press(Pressed(Key::kC, true))));
  EXPECT_TRUE(Is<action::Clear>(Press(Pressed(Key::kEscape), true)));
  EXPECT_TRUE(Is<action::ShowOpenDialog>(Press(Pressed(Key::kO, true), true)));
  EXPECT_TRUE(Is<action::GoBack>(Press(Pressed(Key::kLeft, false, false, true), true)));
}

TEST_F(CommandTest, BehindADialogOnlyWhatClosesItIsHeard) {
  Do(state, action::ShowKeyList{true});
  EXPECT_FALSE(Press(Typed(U'1')));
  EXPECT_FALSE(Press(Pressed(Key::kO, true)));
  EXPECT_TRUE(Is<action::Clear>(Press(Pressed(Key::kEscape))));
  EXPECT_TRUE(Is<action::ShowKeyList>(Press(Pressed(Key::kF1))));
  EXPECT_FALSE(Press(Typed(U'?', true))) << "meant for the filter";
}

TEST_F(CommandTest, SettingsBindOtherKeys) {
  Do(state, action::ZoomTo{At(tree(), "main;f")});
  UseKeys({{"view.back", "Ctrl+Alt+B, \xC3\xA4"}, {"view.caller", ""}});
  EXPECT_TRUE(state.keys.notes.empty());
  EXPECT_TRUE(Is<action::GoBack>(Press(Pressed(Key::kB, true, false, true))));
  EXPECT_TRUE(Is<action::GoBack>(Press(Typed(U'\u00E4'))));
  EXPECT_FALSE(Press(Pressed(Key::kMouseBack)));
  EXPECT_FALSE(Press(Pressed(Key::kUp, false, false, true)));
  EXPECT_EQ(Listed("Back"), "Ctrl+Alt+B, \xC3\xA4");
  EXPECT_EQ(Listed("To the caller"), "(not listed)");
  EXPECT_EQ(KeysOf(state, "view.back"), "Ctrl+Alt+B, \xC3\xA4");
  EXPECT_EQ(WithKey(state, "Back", "view.back"), "Back (Ctrl+Alt+B)");
  EXPECT_EQ(WithKey(state, "To the caller", "view.caller"), "To the caller");
}

TEST_F(CommandTest, TheListOfKeysBeginsWithThoseOfTheView) {
  const KeyListModel model = BuildKeyListModel(state);
  EXPECT_EQ(model.groups[0].name, "This view");
  EXPECT_EQ(model.groups[1].name, "Mouse");
  size_t lens = 0;
  for (const auto& group : model.groups) {
    for (const auto& row : group.rows) lens += static_cast<size_t>(row.command == "chart.lens");
  }
  EXPECT_EQ(lens, 1u);
}

TEST_F(CommandTest, TheListOfKeysIsNarrowedByNameAndKey) {
  const auto titles = [&](std::string_view filter) {
    std::vector<std::string> found;
    for (const auto& group : BuildKeyListModel(state, filter).groups) {
      EXPECT_FALSE(group.rows.empty());
      for (const auto& row : group.rows) found.emplace_back(row.title);
    }
    return found;
  };
  EXPECT_EQ(titles("LIGHT dark"), std::vector<std::string>{"Dark or light"});
  EXPECT_EQ(titles(" alt+left "), std::vector<std::string>{"Back"});
  EXPECT_EQ(titles("fewer or more"), std::vector<std::string>{"Fewer or more layers"});
  EXPECT_EQ(titles("shortcuts"), std::vector<std::string>{"Mouse and keys"}) << "as the palette finds it";
  EXPECT_TRUE(titles("no such thing").empty());
  EXPECT_EQ(titles(""), titles("  "));
}

TEST_F(CommandTest, TheLaterBindingWinsAndIsReported) {
  UseKeys({{"chart.mode.equal", "F7, Ctrl+F"}, {"chart.mode.area", "F7"}});
  const auto mode = Press(Pressed(Key::kF7));
  ASSERT_TRUE(Is<action::SetMode>(mode));
  EXPECT_EQ(mode->As<action::SetMode>()->mode, RingMode::kArea);
  EXPECT_EQ(state.keys.notes,
            (std::vector<std::string>{"Ctrl+F is chart.mode.equal; search.focus no longer has it",
                                      "F7 is chart.mode.area; chart.mode.equal no longer has it"}));
  EXPECT_EQ(KeysOf(state, "search.focus"), "/");
  EXPECT_EQ(BuildKeyListModel(state).notes, state.keys.notes);
}

TEST_F(CommandTest, ExchangedKeysAreNoConflict) {
  UseKeys({{"chart.mode.equal", "3"}, {"chart.mode.area", "1"}});
  EXPECT_TRUE(state.keys.notes.empty());
  UseKeys({{"chart.mode.equal", "F7"}, {"chart.mode.equal", "F9"}});
  EXPECT_TRUE(state.keys.notes.empty());
  EXPECT_EQ(KeysOf(state, "chart.mode.equal"), "F9");
}

TEST_F(CommandTest, WhatCannotBeUsedIsReportedAndKeepsTheDefault) {
  UseKeys({{"view.bak", "F7"}, {"view.back", "Ctrl+Foo"}});
  ASSERT_EQ(state.keys.notes.size(), 2u);
  EXPECT_EQ(state.keys.notes[0], "key.view.bak: there is no such command");
  EXPECT_EQ(state.keys.notes[1],
            "key.view.back: expected a key such as Ctrl+Shift+P, F5 or ?, found 'Ctrl+Foo'");
  EXPECT_EQ(KeysOf(state, "view.back"), "Alt+Left, Mouse4");
}

TEST_F(CommandTest, WhatIsTypedForABoxThatIsAboutToComeIsNoCommand) {
  const auto search = Press(Typed(U'/'));
  ASSERT_TRUE(Is<action::FocusSearch>(search));
  Do(state, *search);
  EXPECT_EQ(state.awaited_box, TextBox::kSearch);
  for (const char32_t letter : {U'i', U't', U'r', U'1', U'/'}) EXPECT_FALSE(Press(Typed(letter)));
  EXPECT_TRUE(Is<action::Clear>(Press(Pressed(Key::kEscape))));
  Do(state, action::KeyboardTaken{});
  EXPECT_TRUE(Is<action::SetMode>(Press(Typed(U'1'))));
  // So for every box that a key opens; what closes it waits for nothing.
  Do(state, action::ShowTransformMenu{true});
  EXPECT_FALSE(Press(Typed(U'i')));
  Do(state, action::ShowTransformMenu{false});
  EXPECT_TRUE(Is<action::AddTransform>(Press(Typed(U'i'))));
  Do(state, action::FocusSearch{});
  Do(state, action::Clear{});
  EXPECT_TRUE(Is<action::AddTransform>(Press(Typed(U'i'))));
}

TEST_F(CommandTest, AKeyThatNeedsAContextSaysSo) {
  for (const char32_t key : {U'f', U'k', U'h', U'd', U'c', U's'}) {
    const auto said = Press(Typed(key));
    ASSERT_TRUE(Is<action::ShowNote>(said));
    EXPECT_EQ(said->As<action::ShowNote>()->text, "Point at a segment, or choose a row, then press the key");
    Do(state, *said);
    EXPECT_EQ(state.note.text, said->As<action::ShowNote>()->text);
  }
  Do(state,
     action::PointAt{Pointed{At(tree(), "main;f"), {At(tree(), "main;f"), At(tree(), "main;f") + 2}, 1}});
  const auto rest = Press(Typed(U'e'));
  ASSERT_TRUE(Is<action::ShowNote>(rest));
  EXPECT_EQ(rest->As<action::ShowNote>()->text, "A rest segment stands for many contexts: click to open it");
  Do(state, action::PointAt{Pointed{At(tree(), "main;f"), {}, kNoContext}});
  EXPECT_TRUE(Is<action::OpenSource>(Press(Typed(U'e'))));
  // Nothing is pointed at or selected: the centre's, where the profile knows it.
  const AppState known = StateWith(TreeFromFolded(kWorkedExample));
  const auto of_centre = FindCommand("tree.source")->action(known);
  ASSERT_TRUE(of_centre && Is<action::OpenSource>(*of_centre));
  EXPECT_EQ(of_centre->As<action::OpenSource>()->context, At(ActiveView(known)->tree(), "main"));
  EXPECT_FALSE(FindCommand("tree.source")->action(StateWith(TreeFromFolded("T:main 1\n"))));
}

TEST_F(CommandTest, KeysOnAGroupDoWhatItsMenuDoesOrSayWhyNot) {
  Do(state, action::ChooseGroup{"file:\"app.cpp\"", false});
  const auto source = Press(Typed(U'e'));
  ASSERT_TRUE(Is<action::OpenSourceOf>(source));
  EXPECT_EQ(tree().frames()[source->As<action::OpenSourceOf>()->function].file, "app.cpp");
  const auto said = [&](const KeyPress& press) {
    const auto note = Press(press);
    return Is<action::ShowNote>(note) ? note->As<action::ShowNote>()->text : "";
  };
  Do(state, action::ChooseGroup{"mod:\"app\"", false});
  EXPECT_EQ(said(Typed(U'e')), "This is no one file: choose a function, or a file");
  EXPECT_EQ(said(Pressed(Key::kDown, false, false, true)),
            "This is in many contexts: point at one of them, or select it");
}

TEST_F(CommandTest, StepsAreAboutTheContextUnderThePointerOrTheSelectedOne) {
  Do(state, action::Select{At(tree(), "main;f;g")});
  const auto focus = Press(Typed(U'f'));
  ASSERT_TRUE(Is<action::AddTransform>(focus));
  EXPECT_EQ(FormatStep(focus->As<action::AddTransform>()->step), "focus \"g\" mod:\"app\"");
  Do(state, action::PointAt{Pointed{At(tree(), "main;h"), {}, kNoContext}});
  const auto drop = Press(Typed(U'd'));
  ASSERT_TRUE(Is<action::AddTransform>(drop));
  EXPECT_EQ(FormatStep(drop->As<action::AddTransform>()->step), "drop \"h\" mod:\"app\"");
  const auto collapse = Press(Typed(U'c'));
  ASSERT_TRUE(Is<action::AddTransform>(collapse));
  EXPECT_EQ(FormatStep(collapse->As<action::AddTransform>()->step), "collapse mod:\"app\"");
}

TEST_F(CommandTest, TheSameStepIsNotAddedTwice) {
  const auto fold = Press(Typed(U'r'));
  ASSERT_TRUE(Is<action::AddTransform>(fold));
  Do(state, *fold);
  EXPECT_FALSE(Press(Typed(U'r')));
  EXPECT_TRUE(Is<action::AddTransform>(Press(Typed(U'R', true))));
  EXPECT_TRUE(Is<action::UndoTransform>(Press(Pressed(Key::kZ, true))));
}

}  // namespace
}  // namespace ringscope::command_test
