#include "app/view/difference/angle.h"
#include "app/view/panes/panes.h"
#include "tests/app/window/window_harness.h"

namespace ringscope::compare_window_test {
namespace {

using CompareWindowTest = WindowTest;

TEST_F(CompareWindowTest, TwoProfilesAreComparedSideBySide) {
  Open(Write("before.folded", "main;parse 30\nmain;draw 10\n"));
  Open(Write("after.folded", "main;parse 10\nmain;draw 12\n"));
  ASSERT_EQ(state().views.size(), 2u);
  Post(action::ShowBeside{state().views[0].id});
  ASSERT_EQ(state().panes.size(), 2u);
  EXPECT_NE(state().panes[0].view, state().panes[1].view);
  EXPECT_TRUE(state().linked);
  Type("3");
  for (const ViewState& one : state().views) EXPECT_EQ(RingsOf(one.history.current()).mode, RingMode::kArea);
  Keep("feature_before_after");
}

TEST_F(CompareWindowTest, TwoProfilesAreComparedWithoutAMouse) {
  Open(Write("old.folded", "main;f 300\nmain;g 100\nmain;i 60\n"));
  Frame({input::DropFiles{{Write("new.folded", "main;f 200\nmain;h 90\nmain;i 65\n")}}});
  Settle();
  EXPECT_TRUE(viewer->marks().contains("status/offer")) << "to compare it with old.folded";
  Type("v");
  WaitForDialog();
  // Neither, before and back: the keys are about the first row.
  Key(input::KeyCode::kLeft);
  Key(input::KeyCode::kRight);
  Key(input::KeyCode::kEnter);
  WaitForDialog();
  ASSERT_TRUE(AngleOf(view()));
  EXPECT_EQ(AngleOf(view()), ComparedAngle::kLarger);
  EXPECT_EQ(FindDocument(state(), view().document)->title, "old.folded vs new.folded");
  Keep("feature_compare");

  ClickMark("angle/After");
  // Held down, the key plays the sides to and fro, slowly enough to be seen.
  const auto press = [&](bool repeated, double step_s) {
    Frame({input::KeyChange{input::KeyCode::kB, true, repeated}, input::Character{'b'}}, step_s);
    Frame();
    return *AngleOf(view());
  };
  EXPECT_EQ(press(false, 1), ComparedAngle::kBefore);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(press(true, 0.04), ComparedAngle::kBefore);
  EXPECT_EQ(press(true, 0.8), ComparedAngle::kAfter);
  Frame({input::KeyChange{input::KeyCode::kB, false, false}});
  EXPECT_EQ(press(false, 0.01), ComparedAngle::kBefore) << "pressed anew it is heard at once";
  Frame({input::KeyChange{input::KeyCode::kB, false, false}});

  ClickMark("angle/Common");
  EXPECT_EQ(AngleOf(view()), ComparedAngle::kCommon);
  EXPECT_EQ(Rings().batch()->total, 260u);
  EXPECT_EQ(Rings().batch()->circle_units, 555u);
  Keep("feature_compare_common");
  Frame({input::Modifiers{false, true, false}, input::Character{'P'}});
  Frame({input::Modifiers{}});
  Settle();
  EXPECT_NE(view().blame.contexts, nullptr);
  ClickMark("angle/share");
  EXPECT_TRUE(DrawsShares(view()));
  Keep("feature_compare_blame");
}

}  // namespace
}  // namespace ringscope::compare_window_test
