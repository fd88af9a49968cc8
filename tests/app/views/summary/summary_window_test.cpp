#include "app/files/settings_changes.h"
#include "app/views/summary/summary.h"
#include "tests/app/window/window_harness.h"

namespace ringscope::summary_window_test {
namespace {

using SummaryWindowTest = WindowTest;

TEST_F(SummaryWindowTest, ShowsThePageAndGoesBackToTheRings) {
  Open(kJavac);
  Frame({input::Modifiers{false, true, false}, input::Character{U'S'}, input::Modifiers{}});
  Settle();
  EXPECT_EQ(&view().kind(), &summary::Kind());
  ASSERT_NE(viewer->marks().find("summary/1/0"), viewer->marks().end());
  Keep("summary_dark");
  const float top = viewer->marks().find("summary/1/0")->second.y;
  ClickMark("summary/1/0");
  EXPECT_TRUE(view().chosen_function.has_value());
  Post(action::SetTheme{Theme::kLight});
  Frame({input::Wheel{0, -100}});
  Settle();
  Keep("summary_light");
  EXPECT_LT(viewer->marks().find("summary/1/0")->second.y, top) << "the page scrolls";
  Frame({input::Wheel{0, 100}});
  Settle();
  ClickMark("summary/rings");
  EXPECT_EQ(viewer->marks().find("summary/1/0"), viewer->marks().end());
  EXPECT_NE(Rings().batch(), nullptr);
}

}  // namespace
}  // namespace ringscope::summary_window_test
