#include "app/files/saving/saving.h"
#include "app/files/settings_changes.h"
#include "tests/app/views/versions/versions_test_state.h"
#include "tests/app/window/window_harness.h"

namespace ringscope::versions::versions_window_test {
namespace {

using VersionsWindowTest = WindowTest;

TEST_F(VersionsWindowTest, TwoClicksCompareTwoVersions) {
  OpenTree(BuildSeries(TenRuns()).value().tree, "series.cct");
  ASSERT_EQ(&view().kind(), &Kind());
  const Image empty = Shot();
  Keep("versions_dark");
  ClickMark("versions/point/1/2");
  EXPECT_EQ(ChosenOf(view()).chosen, 2u);
  EXPECT_NE(Shot(), empty) << "the choice is seen";
  Key(input::KeyCode::kRight);
  EXPECT_EQ(ChosenOf(view()).cursor, 3u);
  Post(action::SetTheme{Theme::kLight});
  Keep("versions_light");
  Post(DrawPlot{{.is_apart = true}});
  Keep("versions_apart_light");
  Post(DrawPlot{{}});
  viewer->Post(action::SaveAs{folder / "plot.svg"});
  Post(action::SaveAs{folder / "plot.png"});
  EXPECT_GT(fs::file_size(folder / "plot.svg"), 2000u);
  EXPECT_GT(fs::file_size(folder / "plot.png"), 2000u);
  // The second one with Ctrl compares both.
  const PanelRect point = viewer->marks().find("versions/point/1/7")->second;
  MoveTo(point.x + 2, point.y + 2);
  Frame({input::Modifiers{true, false, false}});
  Frame({input::MouseButton{0, true}});
  Frame({input::MouseButton{0, false}});
  Frame({input::Modifiers{}});
  Settle();
  EXPECT_EQ(FindDocument(state(), view().document)->title, "v3 vs v8");
  EXPECT_EQ(view().color.mode, ColorMode::kDifference);
  EXPECT_EQ(&view().kind(), DefaultViewKind());
}

}  // namespace
}  // namespace ringscope::versions::versions_window_test
