#include <gtest/gtest.h>

#include "app/files/recording/recording.h"
#include "app/view/state/apply_task.h"
#include "tests/app/app_test_state.h"
#include "tests/app/widgets/panel_harness.h"

namespace ringscope::record_dialog_test {
namespace {

TEST(RecordDialogTest, ACommandIsTypedAndStarted) {
  AppState state;
  PanelHarness panels(state);
  panels.Click("start/record");
  EXPECT_TRUE(state.record_dialog_open);
  panels.Settle();
  panels.Click("record/command");
  panels.Type("./prog -x");
  panels.Settle();
  const auto actions = panels.Click("record/start");
  const auto* const record = FindAction<action::RecordProgram>(actions);
  ASSERT_NE(record, nullptr);
  EXPECT_EQ(record->command, "./prog -x");
  EXPECT_EQ(record->measure, "cpu");
  EXPECT_FALSE(state.record_dialog_open);
}

TEST(RecordDialogTest, TheLastCommandIsThereAndOthersAreAClickAway) {
  AppState state;
  state.settings.recorded_commands = {"./new", "./old"};
  PanelHarness panels(state);
  panels.Post(action::ShowRecordDialog{true});
  panels.Click("record/last/1");
  panels.Settle();
  const auto actions = panels.Click("record/start");
  const auto* const record = FindAction<action::RecordProgram>(actions);
  ASSERT_NE(record, nullptr);
  EXPECT_EQ(record->command, "./old");
}

TEST(RecordDialogTest, KeysAloneRecordAndLeave) {
  AppState state;
  PanelHarness panels(state);
  panels.Post(action::ShowRecordDialog{true});
  panels.Type("./prog");
  panels.PressKey(input::KeyCode::kTab);
  panels.PressKey(input::KeyCode::kRight);
  panels.PressKey(input::KeyCode::kEnter);
  EXPECT_TRUE(state.record_dialog_open) << "Enter chose what is measured";
  while (panels.marks().find("keyboard") != panels.marks().end()) panels.PressKey(input::KeyCode::kTab);
  panels.Type("/tmp");
  const auto actions = panels.PressKey(input::KeyCode::kEnter);
  const auto* const record = FindAction<action::RecordProgram>(actions);
  ASSERT_NE(record, nullptr);
  EXPECT_EQ(record->command, "./prog");
  EXPECT_EQ(record->measure, "calls");
  EXPECT_EQ(record->folder, "/tmp");
  panels.Post(action::ShowRecordDialog{true});
  panels.PressKey(input::KeyCode::kTab, {.shift = true});
  panels.PressKey(input::KeyCode::kTab, {.shift = true});
  const auto cancelled = panels.PressKey(input::KeyCode::kEnter);
  EXPECT_EQ(FindAction<action::RecordProgram>(cancelled), nullptr);
  EXPECT_FALSE(state.record_dialog_open);
}

TEST(RecordDialogTest, TheNewPlaceOfARecordingIsTyped) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample), "/w/prog.cct");
  PanelHarness panels(state);
  panels.Post(action::ShowMoveDialog{state.documents[0].id});
  panels.PressKey(input::KeyCode::kEnd);
  panels.Type("2");
  const auto actions = panels.PressKey(input::KeyCode::kEnter);
  const auto* const move = FindAction<action::MoveRecording>(actions);
  ASSERT_NE(move, nullptr);
  EXPECT_EQ(move->path, "/w/prog.cct2");
  EXPECT_FALSE(state.record_dialog_open);
}

TEST(RecordDialogTest, ANoteWithAnOfferIsReadWhole) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  PanelHarness panels(state);
  DocumentState& document = state.documents[0];
  action::SetNote(state, "Saved as /w/prog.cct. Recorded with " + std::string(300, 'x') + ". Better: perf",
                  document.id);
  panels.Settle();
  const float bar = panels.layout().status_bar.y;
  EXPECT_GE(panels.marks().find("status/note")->second.y, bar);
  document.slots.Get<RecordedFile>().note = state.note.serial;
  panels.Settle();
  const PanelRect note = panels.marks().find("status/note")->second;
  EXPECT_LT(note.y, bar);
  EXPECT_LE(note.y + note.height, bar);
  panels.Click("status/offer");
  EXPECT_TRUE(state.record_dialog_open);
}

TEST(RecordDialogTest, NothingStartsWithoutACommand) {
  AppState state;
  PanelHarness panels(state);
  panels.Post(action::ShowRecordDialog{true});
  EXPECT_EQ(FindAction<action::RecordProgram>(panels.Click("record/start")), nullptr);
  panels.Click("record/cancel");
  EXPECT_FALSE(state.record_dialog_open);
}

}  // namespace
}  // namespace ringscope::record_dialog_test
