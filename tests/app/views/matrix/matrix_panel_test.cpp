#include <gtest/gtest.h>

#include "app/charts/chart.h"
#include "tests/app/views/matrix/matrix_test_state.h"
#include "tests/app/widgets/panel_harness.h"

namespace ringscope::matrix {

Result<std::unique_ptr<Chart>> MakeChart(const ChartTools& tools);

namespace {

TEST(MatrixPanel, TwoClicksCompare) {
  AppState state = StateWithMatrix();
  const std::unique_ptr<Chart> chart = MakeChart({}).value();
  PanelHarness panels(state);
  panels.Show(*chart);
  panels.Click("matrix/0/0");
  EXPECT_TRUE(ModelOf(state).cells[0][0].is_chosen);
  panels.Click("matrix/0/2");
  EXPECT_NE(FindRequest<CompareRequest>(panels.effects()), nullptr);
  panels.Click("matrix/rings");
  EXPECT_EQ(&ActiveView(state)->kind(), DefaultViewKind());
}

TEST(MatrixPanel, ItIsDrawnAtAnyWidth) {
  AppState state = StateWithMatrix();
  const std::unique_ptr<Chart> chart = MakeChart({}).value();
  for (const float width : {400.0f, 700.0f, 2600.0f}) {
    PanelHarness panels(state, width, 600);
    panels.Show(*chart);
    EXPECT_TRUE(panels.has("matrix/1/2")) << width;
  }
}

}  // namespace
}  // namespace ringscope::matrix
