// The palette, the menu at the pointer, the list of keys and the settings, drawn without a window.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "app/files/saving/saving.h"
#include "app/view/command.h"
#include "app/view/shell.h"
#include "app/views/rings/rings.h"
#include "tests/app/app_test_state.h"
#include "tests/app/widgets/panel_harness.h"
#include "tests/temporary_folder.h"

namespace ringscope::command_panels_test {
namespace {

using CommandPanelsTest = ExampleTest;

constexpr input::Modifiers kCtrlShift{true, true, false};

TEST_F(CommandPanelsTest, APaletteRowIsFoundByTypingAndRunByEnter) {
  PanelHarness panels(state);
  panels.PressKey(input::KeyCode::kP, kCtrlShift);
  EXPECT_TRUE(state.palette_open);
  panels.Settle();
  panels.Type("area");
  EXPECT_TRUE(panels.has("palette/Area mode: area shows inclusive cost"));
  const auto actions = panels.PressKey(input::KeyCode::kEnter);
  ASSERT_NE(FindAction<action::SetMode>(actions), nullptr);
  EXPECT_EQ(RingsOf(ActiveView(state)->history.current()).mode, RingMode::kArea);
  EXPECT_FALSE(state.palette_open);
  panels.Settle();
  EXPECT_FALSE(panels.has("palette/text"));
}

TEST_F(CommandPanelsTest, ArrowsChooseAndTheListIsEmptyAgainNextTime) {
  PanelHarness panels(state);
  panels.PressKey(input::KeyCode::kP, kCtrlShift);
  panels.Settle();
  panels.Type("metric: calls");
  panels.PressKey(input::KeyCode::kEnter);
  EXPECT_EQ(ActiveView(state)->metric, 1u);
  panels.PressKey(input::KeyCode::kP, kCtrlShift);
  panels.Settle();
  EXPECT_FALSE(panels.has("palette/Metric: calls")) << "what was typed before is forgotten";
}

TEST_F(CommandPanelsTest, WhatIsNotAvailableDoesNothing) {
  PanelHarness panels(state);
  for (const bool clicked : {false, true}) {
    panels.PressKey(input::KeyCode::kP, kCtrlShift);
    panels.Settle();
    panels.Type("back");
    if (clicked) {
      panels.Click("palette/Back");
    } else {
      panels.PressKey(input::KeyCode::kEnter);
    }
    EXPECT_TRUE(state.palette_open);
    EXPECT_EQ(state.note.text, "Not available now: Back");
    // What is typed then is meant for the box still.
    panels.Settle();
    panels.Type("area");
    EXPECT_TRUE(panels.has("palette/Area mode: area shows inclusive cost"));
    panels.PressKey(input::KeyCode::kEscape);
    EXPECT_FALSE(state.palette_open);
    state.note = {};
  }
}

TEST_F(CommandPanelsTest, DigitsTypedIntoThePaletteAreNoModes) {
  PanelHarness panels(state);
  panels.PressKey(input::KeyCode::kP, kCtrlShift);
  panels.Settle();
  panels.Type("3?");
  EXPECT_EQ(RingsOf(ActiveView(state)->history.current()).mode, RingMode::kLength);
  EXPECT_FALSE(state.key_list_open);
}

TEST_F(CommandPanelsTest, TheMenuDoesWhatItsEntrySaysAndCloses) {
  PanelHarness panels(state);
  panels.Post(action::OpenContextMenu{{At(tree(), "main;f;g"), {}, kNoContext}, 300, 300});
  ASSERT_TRUE(panels.has("menu/focus"));
  ASSERT_TRUE(panels.has("menu/copy-path"));
  panels.Click("menu/hide");
  EXPECT_FALSE(state.context_menu);
  EXPECT_EQ(FormatPipeline(ActiveView(state)->pipeline.wanted), "hide \"g\" mod:\"app\"");
  panels.Settle();
  EXPECT_FALSE(panels.has("menu/focus"));
}

TEST_F(CommandPanelsTest, AClickElsewhereOrEscapeClosesTheMenu) {
  PanelHarness panels(state);
  panels.Post(action::OpenContextMenu{{At(tree(), "main;f;g"), {}, kNoContext}, 300, 300});
  panels.Frame({input::MouseMove{30, 500}});
  panels.Frame({input::MouseButton{0, true}});
  panels.Frame({input::MouseButton{0, false}});
  panels.Settle();
  EXPECT_FALSE(state.context_menu);
  panels.Post(action::OpenContextMenu{{At(tree(), "main;f;g"), {}, kNoContext}, 300, 300});
  panels.PressKey(input::KeyCode::kEscape);
  panels.Settle();
  EXPECT_FALSE(state.context_menu);
  EXPECT_FALSE(panels.has("menu/focus"));
}

TEST_F(CommandPanelsTest, TheMenuStaysInsideALowWindow) {
  PanelHarness panels(state, 1280, 720);
  panels.Post(action::OpenContextMenu{{At(tree(), "main;f;g"), {}, kNoContext}, 300, 400});
  const PanelRect last = panels.marks().at("menu/copy-path");
  EXPECT_LE(last.y + last.height, 720);
  EXPECT_GE(panels.marks().at("menu/focus").y, 0);
}

TEST_F(CommandPanelsTest, TheMenuIsGoneWithItsTree) {
  PanelHarness panels(state);
  panels.Post(action::OpenContextMenu{{At(tree(), "main;f;g"), {}, kNoContext}, 300, 300});
  const LoadedTree other = TreeFromFolded("a 1\n");
  state.views[0].history =
      ViewHistory(RingsPosition({other.tree->NaturalViewRoot(), {}}, RingMode::kLength, 5));
  state.views[0].shown = other;
  panels.Settle();
  EXPECT_FALSE(state.context_menu);
  EXPECT_FALSE(panels.has("menu/focus"));
  panels.Click("mode/Area");
  EXPECT_EQ(RingsOf(ActiveView(state)->history.current()).mode, RingMode::kArea)
      << "nothing lies over it any more";
}

TEST_F(CommandPanelsTest, ARemappedKeyActsAndIsShown) {
  Settings settings = state.settings;
  settings.keys = {{"chart.mode.area", "Ctrl+Alt+F9"}, {"nonsense", "F1"}};
  UseSettings(state, settings);
  PanelHarness panels(state);
  panels.PressKey(input::KeyCode::kF9, {true, false, true});
  EXPECT_EQ(RingsOf(ActiveView(state)->history.current()).mode, RingMode::kArea);
  panels.Type("2");
  EXPECT_EQ(RingsOf(ActiveView(state)->history.current()).mode, RingMode::kLength);
  panels.Type("3");
  EXPECT_EQ(RingsOf(ActiveView(state)->history.current()).mode, RingMode::kLength) << "no longer its key";
  panels.Type("?");
  panels.Settle();
  EXPECT_TRUE(panels.has("keys/close"));
  panels.Click("keys/close");
  EXPECT_FALSE(state.key_list_open);
}

TEST_F(CommandPanelsTest, SettingsAreChangedAndSaved) {
  PanelHarness panels(state);
  panels.PressKey(input::KeyCode::kComma, {true, false, false});
  EXPECT_TRUE(state.settings_open);
  panels.Settle();
  panels.Click("settings/theme/Light");
  EXPECT_EQ(state.settings.theme, Theme::kLight);
  panels.Click("settings/larger");
  EXPECT_EQ(state.settings.zoom_percent, 110);
  panels.Click("settings/mode/Equal");
  EXPECT_EQ(state.settings.mode, RingMode::kEqual);
  panels.Click("settings/all-layers");
  EXPECT_EQ(state.settings.depth_limit, kAllLayers);
  panels.Click("settings/editor");
  panels.Type("vi {file}");
  EXPECT_EQ(state.settings.editor_command, "vi {file}");
  panels.Click("settings/map/add");
  panels.Settle();
  panels.Click("settings/map/0/from");
  panels.Type("/build");
  panels.Click("settings/map/0/to");
  panels.Type("~/src");
  EXPECT_EQ(state.settings.path_mappings, (std::vector<PathMapping>{{"/build", "~/src"}}));
  panels.Click("settings/folder/add");
  panels.Settle();
  panels.Click("settings/folder/0");
  panels.Type("/usr/src");
  EXPECT_EQ(state.settings.source_folders, std::vector<std::string>{"/usr/src"});
  panels.Click("settings/map/0/remove");
  EXPECT_TRUE(state.settings.path_mappings.empty());
  panels.Settle();
  panels.Click("settings/close");
  EXPECT_FALSE(state.settings_open);
  const effect::SaveSettings* saved = nullptr;
  for (const Effect& effect : panels.effects()) {
    if (const auto* save = effect.As<effect::SaveSettings>()) saved = save;
  }
  ASSERT_NE(saved, nullptr);
  EXPECT_EQ(saved->settings, state.settings);
}

TEST_F(CommandPanelsTest, SavingAsksBeforeItReplaces) {
  const test::TemporaryFolder temporary;
  const std::filesystem::path& folder = temporary.path();
  state.documents[0].path = folder / "x.folded";
  std::ofstream(folder / "x.png") << "something";
  PanelHarness panels(state);
  panels.PressKey(input::KeyCode::kS, {true, false, false});
  ASSERT_TRUE(state.save_dialog_open);
  panels.Settle();
  // The box has the keyboard.
  panels.PressKey(input::KeyCode::kEnter);
  RunEffects(state, panels.effects());
  EXPECT_TRUE(state.save_dialog_open);
  panels.Settle();
  const auto again = panels.PressKey(input::KeyCode::kEnter);
  ASSERT_NE(FindAction<action::SaveAs>(again), nullptr);
  EXPECT_EQ(FindAction<action::SaveAs>(again)->path, folder / "x.png");
  EXPECT_FALSE(FindAction<action::SaveAs>(again)->asks);
  EXPECT_FALSE(state.save_dialog_open);
}

// Faster than ImGui lets go of the box.
TEST_F(CommandPanelsTest, AKeyRightAfterEscOfABoxIsNotLost) {
  PanelHarness panels(state);
  for (const int frames_between : {0, 1, 2}) {
    panels.PressKey(input::KeyCode::kS, {true, false, false});
    panels.Settle();
    ASSERT_TRUE(state.save_dialog_open);
    const bool legend = state.settings.legend_open;
    std::vector<InputEvent> events{input::KeyChange{input::KeyCode::kEscape, true, false},
                                   input::KeyChange{input::KeyCode::kEscape, false, false}};
    for (int i = 0; i < frames_between; ++i) {
      panels.Frame(events);
      events.clear();
    }
    events.push_back(input::KeyChange{input::KeyCode::kL, true, false});
    events.push_back(input::Character{U'l'});
    events.push_back(input::KeyChange{input::KeyCode::kL, false, false});
    panels.Frame(events);
    panels.Settle();
    EXPECT_FALSE(state.save_dialog_open);
    EXPECT_NE(state.settings.legend_open, legend) << frames_between;
    panels.Settle();
  }
}

TEST_F(CommandPanelsTest, WhatCouldNotBeSavedIsTypedOn) {
  PanelHarness panels(state);
  panels.PressKey(input::KeyCode::kS, {true, false, false});
  panels.Settle();
  EXPECT_FALSE(panels.has("save/why-not"));
  const std::string typed = "/nowhere/mine.png";
  panels.Type(typed);
  ASSERT_NE(FindAction<action::SaveAs>(panels.PressKey(input::KeyCode::kEnter)), nullptr);
  RunEffects(state, panels.effects());
  panels.Settle();
  EXPECT_FALSE(state.save_dialog_open);
  panels.Post(action::SaveFinished{state.jobs.empty() ? JobId{0} : state.jobs.back().id, typed,
                                   Fail(ErrorCode::kIo, "no such folder")});
  panels.PressKey(input::KeyCode::kEnter);  // closes the message
  panels.Settle();
  ASSERT_TRUE(state.save_dialog_open);
  ASSERT_TRUE(state.errors.empty());
  const auto again = panels.PressKey(input::KeyCode::kEnter);
  const auto* save = FindAction<action::SaveAs>(again);
  ASSERT_NE(save, nullptr);
  EXPECT_EQ(save->path, typed);
}

TEST_F(CommandPanelsTest, ANameWithoutAKnownEndingSaysWhyItCannotBeSaved) {
  PanelHarness panels(state);
  panels.PressKey(input::KeyCode::kS, {true, false, false});
  panels.Settle();
  EXPECT_FALSE(panels.has("save/why-not"));
  panels.Type("x.doc");
  panels.Settle();
  EXPECT_TRUE(panels.has("save/why-not"));
}

TEST_F(CommandPanelsTest, TheInterfaceZoomsByKey) {
  PanelHarness panels(state);
  panels.PressKey(input::KeyCode::kPlus, {true, true, false});
  EXPECT_EQ(state.settings.zoom_percent, 110);
  panels.PressKey(input::KeyCode::kMinus, {true, false, false});
  panels.PressKey(input::KeyCode::kMinus, {true, false, false});
  EXPECT_EQ(state.settings.zoom_percent, 90);
  panels.PressKey(input::KeyCode::k0, {true, false, false});
  EXPECT_EQ(state.settings.zoom_percent, 100);
}

}  // namespace
}  // namespace ringscope::command_panels_test
