#include "app/widgets/text_field.h"

#include <gtest/gtest.h>

#include "app/view/steps/steps.h"
#include "app/views/rings/rings.h"
#include "tests/app/app_test_state.h"
#include "tests/app/widgets/panel_harness.h"

namespace ringscope::text_field_test {
namespace {

using input::KeyCode;

constexpr input::Modifiers kCtrl{.ctrl = true};

class TextFieldTest : public ::testing::Test {
 protected:
  void UndoAndRedo(PanelHarness& panels) {
    panels.PressKey(KeyCode::kZ, kCtrl);
    panels.PressKey(KeyCode::kY, kCtrl);
    panels.Settle();
  }

  AppState state = StateWith(TreeFromFolded(kWorkedExample));
};

// A step typed into the menu, left by one key, and the menu opened again: its box is empty, and there is
// nothing to undo in it.
TEST_F(TextFieldTest, WhatWasTypedBeforeIsNotDoneAgainInAnotherText) {
  for (const KeyCode leave : {KeyCode::kEscape, KeyCode::kEnter}) {
    PanelHarness panels(state);
    panels.Settle();
    panels.Frame({input::Character{U'a'}});
    panels.Settle();
    panels.Type("invert");
    panels.PressKey(leave);
    panels.Settle();
    panels.Frame({input::Character{U'a'}});
    panels.Settle();
    ASSERT_TRUE(panels.has("transform/text"));
    UndoAndRedo(panels);
    // A box that is empty has no problem.
    EXPECT_FALSE(panels.has("transform/text/problem"));
    panels.Type("depth 3");
    panels.PressKey(KeyCode::kEnter);
    panels.Settle();
    EXPECT_EQ(FormatPipeline(ActiveView(state)->pipeline.wanted),
              leave == KeyCode::kEnter ? "invert | depth 3" : "depth 3");
    Do(state, action::SetPipeline{});
  }
}

TEST_F(TextFieldTest, WhatIsTypedIsUndoneAndDoneAgain) {
  PanelHarness panels(state);
  panels.Settle();
  panels.Frame({input::Character{U'/'}});
  panels.Settle();
  panels.Type("it");
  EXPECT_EQ(ActiveView(state)->search, "it");
  panels.PressKey(KeyCode::kZ, kCtrl);
  EXPECT_EQ(ActiveView(state)->search, "i");
  panels.PressKey(KeyCode::kY, kCtrl);
  EXPECT_EQ(ActiveView(state)->search, "it");
}

TEST_F(TextFieldTest, ATextThatWasTakenAwayIsNotUndone) {
  PanelHarness panels(state);
  panels.Settle();
  panels.Click("search/text");
  panels.Type("some long words");
  panels.Click("search/clear");
  panels.Settle();
  panels.Click("search/text");
  UndoAndRedo(panels);
  EXPECT_EQ(ActiveView(state)->search, "");
}

TEST_F(TextFieldTest, TheNumberOfLayersIsAnotherTextWhenItIsAnotherNumber) {
  PanelHarness panels(state);
  panels.Settle();
  panels.Click("depth/number");
  panels.Type("1234");
  panels.PressKey(KeyCode::kEscape);
  for (int i = 0; i < 2; ++i) {
    panels.Settle();
    panels.Click("depth/number");
    UndoAndRedo(panels);
    panels.PressKey(KeyCode::kEnter);
    Do(state, action::SetDepth{2});
  }
  EXPECT_EQ(RingsOf(ActiveView(state)->history.current()).depth_limit, 2u);
}

}  // namespace
}  // namespace ringscope::text_field_test
