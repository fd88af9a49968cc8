#include "app/views/polymetric/polymetric_panel.h"
#include "app/view/panel.h"

#include <gtest/gtest.h>

#include "tests/app/views/polymetric/polymetric_test_state.h"
#include "tests/app/widgets/panel_harness.h"

namespace ringscope::polymetric::polymetric_panel_test {
namespace {

// The side panel without the drawing.
struct StillBoxes : StillChart {
  TextEdit edit;

  void DrawRows(const AppState& state, const PanelContext& ctx) override {
    const auto answer = AnswerOf<PolymetricWanted>(state, *ActiveView(state));
    std::vector<LegendLine> legend;
    if (answer && answer->found != nullptr) legend = LegendOf(*answer->found, *answer->wanted, ctx.theme);
    DrawPolymetricRows(*ActiveView(state), legend, edit, ctx);
  }
};

class PolymetricPanelTest : public ::testing::Test {
 protected:
  PolymetricPanelTest() { panels.Show(chart); }

  AppState state = StateWithBoxes();
  StillBoxes chart;
  PanelHarness panels{state};
};

TEST_F(PolymetricPanelTest, OffersPresetsMeasuresAndTheText) {
  for (const char* mark :
       {"polymetric/presets/Structure", "polymetric/items", "polymetric/width", "polymetric/width-scale",
        "polymetric/height", "polymetric/tone", "polymetric/dearest/All"})
    EXPECT_TRUE(panels.marks().contains(mark)) << mark;
  EXPECT_FALSE(panels.marks().contains("polymetric/x")) << "of plots alone";
  EXPECT_FALSE(panels.marks().contains("polymetric/text"));
  PanelHarness tall(state, 1280, 1600);
  tall.Show(chart);
  tall.Settle();
  tall.Click("polymetric/advanced");
  tall.Settle();
  EXPECT_TRUE(tall.marks().contains("polymetric/text"));
  tall.Click("polymetric/dearest/All");
  EXPECT_EQ(TextOf(*ActiveView(state)),
            "items class | width log calls | height incl | tone self | libraries shown");
}

TEST_F(PolymetricPanelTest, APresetIsShownByAClick) {
  panels.Click("polymetric/presets/Functions");
  EXPECT_EQ(TextOf(*ActiveView(state)), kPolymetricPresets[3].text);
  panels.Settle();
  EXPECT_TRUE(panels.marks().contains("polymetric/x"));
}

}  // namespace
}  // namespace ringscope::polymetric::polymetric_panel_test
