#include "app/files/saving/saving.h"
#include "app/files/settings_changes.h"
#include "tests/app/views/versions/versions_test_state.h"
#include "tests/app/window/window_harness.h"

namespace ringscope::versions::versions_window_test {
namespace {

using VersionsWindowTest = WindowTest;

TEST_F(VersionsWindowTest, TwoClicksCompareTwoVersions) {
  ASSERT_TRUE(WriteCctFile(*BuildSeries(TenRuns()).value().tree, folder / "series.cct"));
  Open(folder / "series.cct");
  ASSERT_EQ(&ActiveView(state())->kind(), &Kind());
  const Image empty = Shot();
  Keep("versions_dark");
  ClickMark("versions/point/1/2");
  EXPECT_EQ(ChosenOf(*ActiveView(state())).chosen, 2u);
  EXPECT_NE(Shot(), empty) << "the choice is seen";
  Key(input::KeyCode::kRight);
  EXPECT_EQ(ChosenOf(*ActiveView(state())).cursor, 3u);
  viewer->Post(action::SetTheme{Theme::kLight});
  Settle();
  Keep("versions_light");
  viewer->Post(DrawPlot{{.is_apart = true}});
  Settle();
  Keep("versions_apart_light");
  viewer->Post(DrawPlot{{}});
  Settle();
  viewer->Post(action::SaveAs{folder / "plot.svg"});
  viewer->Post(action::SaveAs{folder / "plot.png"});
  Settle();
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
  EXPECT_EQ(FindDocument(state(), ActiveView(state())->document)->title, "v3 vs v8");
  EXPECT_EQ(ActiveView(state())->color.mode, ColorMode::kDifference);
  EXPECT_EQ(&ActiveView(state())->kind(), DefaultViewKind());
}

}  // namespace
}  // namespace ringscope::versions::versions_window_test
