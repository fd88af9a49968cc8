#include <gtest/gtest.h>

#include "tests/app/views/summary/summary_test_state.h"
#include "tests/app/widgets/panel_harness.h"

namespace ringscope::summary {

Result<std::unique_ptr<Chart>> MakeChart(const ChartTools& tools);

namespace {

class SummaryPanelTest : public ::testing::Test {
 protected:
  SummaryPanelTest() { panels.Show(*chart); }
  const ViewState& view() { return *ActiveView(state); }

  AppState state = StateWithSummary();
  std::unique_ptr<Chart> chart = MakeChart({}).value();
  PanelHarness panels{state};
};

TEST_F(SummaryPanelTest, AClickOnAFunctionLightsIt) {
  panels.Click("summary/1/0");
  EXPECT_EQ(view().chosen_function, view().tree().FrameOf(At(view().tree(), "main")));
  EXPECT_EQ(&view().kind(), &Kind());
  panels.Click("summary/1/1");
  EXPECT_EQ(view().chosen_function, view().tree().FrameOf(At(view().tree(), "main;h")));
}

TEST_F(SummaryPanelTest, ADoubleClickShowsItInTheRings) {
  panels.Click("summary/1/1");
  panels.Frame({input::MouseButton{0, true}});
  panels.Frame({input::MouseButton{0, false}});
  EXPECT_EQ(&view().kind(), DefaultViewKind());
  EXPECT_EQ(view().chosen_function, view().tree().FrameOf(At(view().tree(), "main;h")));
}

TEST_F(SummaryPanelTest, AButtonLeadsBackToTheRings) {
  panels.Click("summary/rings");
  EXPECT_EQ(&view().kind(), DefaultViewKind());
}

TEST_F(SummaryPanelTest, ValuesBelowEachOtherHaveOneForm) {
  AppState long_values = StateWith(TreeFromFolded("main;a 123456789012\nmain;b 7776000\n", "instructions"));
  DoAndSumUp(long_values, action::SetKind{&Kind()});
  PanelHarness narrow(long_values, 700, 600);
  narrow.Show(*chart);
  narrow.Settle();
  // "123.46 G" and "0.01 G", not "7,776,000".
  ASSERT_TRUE(narrow.has("summary/1/1/value"));
  EXPECT_LE(narrow.marks().find("summary/1/1/value")->second.width,
            narrow.marks().find("summary/1/0/value")->second.width);
}

TEST_F(SummaryPanelTest, ItIsDrawnAtAnyWidth) {
  for (const float width : {400.0f, 700.0f, 2600.0f}) {
    PanelHarness other(state, width, 600);
    other.Show(*chart);
    other.Settle();
    EXPECT_TRUE(other.has("summary/1/0")) << width;
  }
}

}  // namespace
}  // namespace ringscope::summary
