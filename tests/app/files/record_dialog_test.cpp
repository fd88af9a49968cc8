#include <gtest/gtest.h>

#include "app/files/recording/recording.h"
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
  Do(state, action::ShowRecordDialog{true});
  panels.Settle();
  panels.Click("record/last/1");
  panels.Settle();
  const auto actions = panels.Click("record/start");
  const auto* const record = FindAction<action::RecordProgram>(actions);
  ASSERT_NE(record, nullptr);
  EXPECT_EQ(record->command, "./old");
}

TEST(RecordDialogTest, NothingStartsWithoutACommand) {
  AppState state;
  PanelHarness panels(state);
  Do(state, action::ShowRecordDialog{true});
  panels.Settle();
  EXPECT_EQ(FindAction<action::RecordProgram>(panels.Click("record/start")), nullptr);
  panels.Click("record/cancel");
  EXPECT_FALSE(state.record_dialog_open);
}

}  // namespace
}  // namespace ringscope::record_dialog_test
