#include "tests/app/views/polymetric/polymetric_test_state.h"
#include "tests/app/window/window_harness.h"

namespace ringscope::polymetric {
namespace {

using PolymetricWindowTest = WindowTest;

TEST_F(PolymetricWindowTest, ShowsStructureAndBehavior) {
  ASSERT_TRUE(WriteCctFile(*TreeFromFolded(kProgram).tree, folder / "run.cct"));
  Open(folder / "run.cct");
  const Image rings = Shot();
  viewer->Post(ShowText{std::string(kPolymetricPresets[0].text)});
  Settle();
  ASSERT_EQ(&ActiveView(state())->kind(), &Kind());
  const Image structure = Shot();
  EXPECT_NE(structure, rings);
  Keep("structure_dark");
  viewer->Post(ShowBehavior{});
  Settle();
  EXPECT_NE(Shot(), structure);
  viewer->Post(action::SetTheme{Theme::kLight});
  Settle();
  Keep("behavior_light");
  viewer->Post(action::SaveAs{folder / "boxes.svg"});
  viewer->Post(action::SaveAs{folder / "boxes.png"});
  Settle();
  EXPECT_GT(fs::file_size(folder / "boxes.svg"), 1000u);
  EXPECT_GT(fs::file_size(folder / "boxes.png"), 1000u);
}

}  // namespace
}  // namespace ringscope::polymetric
