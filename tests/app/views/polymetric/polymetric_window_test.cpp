#include "app/charts/diagram/diagram.h"
#include "app/files/saving/saving.h"
#include "app/files/settings_changes.h"
#include "app/view/panes/panes.h"
#include "cct/compare/tree_comparison.h"
#include "tests/app/views/polymetric/polymetric_test_state.h"
#include "tests/app/window/window_harness.h"

namespace ringscope::polymetric::polymetric_window_test {
namespace {

using PolymetricWindowTest = WindowTest;

TEST_F(PolymetricWindowTest, ShowsStructureAndBehavior) {
  OpenTree(TreeFromFolded(kProgram).tree, "run.cct");
  const Image rings = Shot();
  Post(ShowText{std::string(kPolymetricPresets[0].text)});
  ASSERT_EQ(&view().kind(), &Kind());
  const Image structure = Shot();
  EXPECT_NE(structure, rings);
  Keep("structure_dark");
  Post(ShowBehavior{});
  EXPECT_NE(Shot(), structure);
  Post(action::SetTheme{Theme::kLight});
  Keep("behavior_light");
  viewer->Post(action::SaveAs{folder / "boxes.svg"});
  Post(action::SaveAs{folder / "boxes.png"});
  EXPECT_GT(fs::file_size(folder / "boxes.svg"), 1000u);
  EXPECT_GT(fs::file_size(folder / "boxes.png"), 1000u);
}

TEST_F(PolymetricWindowTest, AnOverviewInTheCornerMovesThePartInSight) {
  OpenTree(TreeFromFolded(kProgram).tree, "run.cct");
  Post(ShowBehavior{});
  const PanelRect chart = viewer->layout().charts[0];
  Frame({input::MouseMove{chart.x + 40, chart.y + 40}, input::Wheel{0, 8}});
  Settle();
  const Image before = Shot();
  Keep("overview_dark");
  // Into its middle.
  const float x = chart.x + chart.width - 40, y = chart.y + chart.height - 30;
  Frame({input::MouseMove{x, y}, input::MouseButton{0, true}});
  Frame({input::MouseMove{x - 15, y - 5}});
  Frame({input::MouseButton{0, false}});
  Settle();
  EXPECT_NE(Shot(), before);
  Keep("overview_moved_dark");
}

// The pixels of a pane's chart.
std::vector<uint8_t> PartOf(const Image& image, const PanelRect& chart) {
  std::vector<uint8_t> part;
  for (auto y = static_cast<uint32_t>(chart.y); y < static_cast<uint32_t>(chart.y + chart.height); ++y) {
    const auto left = static_cast<uint32_t>(chart.x), right = static_cast<uint32_t>(chart.x + chart.width);
    const auto row = image.rgba.begin() + static_cast<ptrdiff_t>(size_t{y} * image.width_px * 4);
    part.insert(part.end(), row + left * 4, row + right * 4);
  }
  return part;
}

TEST_F(PolymetricWindowTest, BothSidesLookAtTheSamePlaceWhileLinked) {
  const CompareInput before[] = {{TreeFromFolded(kProgram).tree, {.name = "v1"}}};
  const CompareInput after[] = {
      {TreeFromFolded("main 5\nmain;p.List.add 20\nmain;q.Log.write 60\n").tree, {.name = "v2"}}};
  ASSERT_TRUE(WriteCctFile(*CompareTrees(before, after).value().tree, folder / "both.cct"));
  Open(folder / "both.cct");
  Post(ShowText{std::string(FindPolymetricPreset("behavior")->text)});
  Post(ShowSides{});
  ASSERT_EQ(state().panes.size(), 2u);
  Keep("sides_dark");
  const PanelRect left = viewer->layout().charts[0], right = viewer->layout().charts[1];
  const auto wheel = [&] {
    Frame({input::MouseMove{left.x + left.width / 3, left.y + left.height / 2}, input::Wheel{0, 2}});
    Settle();
  };
  const std::vector<uint8_t> whole = PartOf(Shot(), right);
  wheel();
  const std::vector<uint8_t> enlarged = PartOf(Shot(), right);
  EXPECT_NE(enlarged, whole) << "it follows";
  Post(action::SetLinked{false});
  wheel();
  EXPECT_EQ(PartOf(Shot(), right), enlarged) << "it goes its own way";
}

// How many bytes differ by more than rounding does.
size_t Differing(const std::vector<uint8_t>& a, const std::vector<uint8_t>& b) {
  if (a.size() != b.size()) return std::max(a.size(), b.size());
  size_t count = 0;
  for (size_t k = 0; k < a.size(); ++k) count += std::abs(int{a[k]} - int{b[k]}) > 2;
  return count;
}

// A drag moves boxes that are drawn already, as long as there are any beyond the edges.
TEST_F(PolymetricWindowTest, ADraggedChartShowsWhatAnewOneWould) {
  std::string folded;
  for (int k = 0; k < 60; ++k)
    folded += "main;c.C" + std::to_string(k) + ".f " + std::to_string(k * k + 1) + "\n";
  OpenTree(TreeFromFolded(folded).tree, "run.cct");
  Post(ShowText{"items function | height incl | width log self"});
  const PanelRect chart = viewer->layout().charts[0];
  const float x = chart.x + chart.width / 2, y = chart.y + chart.height / 2;
  Frame({input::MouseMove{x, y}, input::Wheel{0, 5}});
  Settle();
  const std::vector<uint8_t> before = PartOf(Shot(), chart);
  const auto drag = [&](std::initializer_list<std::pair<float, float>> places) {
    Frame({input::MouseMove{x, y}});
    Frame({input::MouseButton{0, true}});
    for (const auto& [right, down] : places) Frame({input::MouseMove{x + right, y + down}});
    Frame({input::MouseButton{0, false}});
    Frame({input::MouseMove{x, y}});
    Settle();
    return PartOf(Shot(), chart);
  };
  // Away and back: within what is drawn beyond the edges, and outside of it.
  const std::vector<uint8_t> beside = drag({{20, 9}, {150, 60}});
  EXPECT_GT(Differing(beside, before), 1000u);
  EXPECT_EQ(Differing(drag({{-100, -10}, {-150, -60}}), before), 0u);
  EXPECT_EQ(Differing(drag({{700, 0}, {700, 500}, {-700, -500}, {150, 60}}), beside), 0u);
  EXPECT_EQ(Differing(drag({{-150.3f, -59.6f}}), before), 0u) << "by whole pixels";
  Post(diagram::FitAll{});
  const std::vector<uint8_t> whole = PartOf(Shot(), chart);
  EXPECT_GT(Differing(whole, before), 1000u);
  Frame({input::MouseMove{x, y}, input::Wheel{0, 5}});
  Settle();
  EXPECT_EQ(Differing(PartOf(Shot(), chart), before), 0u) << "all of it was in sight, as in the beginning";
  // Another look is drawn anew.
  drag({{150, 60}});
  Post(action::SetTheme{Theme::kLight});
  Post(action::SetTheme{Theme::kDark});
  EXPECT_EQ(Differing(PartOf(Shot(), chart), beside), 0u);
}

}  // namespace
}  // namespace ringscope::polymetric::polymetric_window_test
