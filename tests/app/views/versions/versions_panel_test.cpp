#include "app/views/versions/versions_panel.h"
#include "app/view/panel.h"

#include <gtest/gtest.h>

#include "app/view/command.h"
#include "app/view/navigation.h"
#include "app/view/panes/panes.h"
#include "tests/app/views/versions/versions_test_state.h"
#include "tests/app/widgets/panel_harness.h"

namespace ringscope::versions::versions_panel_test {
namespace {

// The plot without its drawing.
struct StillPlot : StillChart {
  PlotModel model;
  Plot plot;
  VersionsUi ui;

  void DrawOver(const AppState& state, size_t pane, const PanelRect& chart, ChartOverlay&,
                const PanelContext& ctx) override {
    model = BuildPlotModel(state, *ViewOfPane(state, pane));
    PlotOptions options;
    options.width_px = chart.width;
    options.height_px = chart.height;
    options.look.scale = ctx.scale;
    plot = model.missing.empty() ? BuildPlot(model, options) : Plot{};
    DrawPlotInput(model, plot, pane, chart, ui, ctx);
  }
  void DrawRows(const AppState& state, const PanelContext& ctx) override { DrawPlotRows(state, model, ctx); }
};

class VersionsPanelTest : public ::testing::Test {
 protected:
  VersionsPanelTest() { panels.Show(chart); }
  ChosenExecutions chosen() { return ChosenOf(*ActiveView(state)); }

  AppState state = StateWithSeries();
  StillPlot chart;
  PanelHarness panels{state};
};

TEST_F(VersionsPanelTest, AClickChoosesAnExecution) {
  panels.Click("versions/point/1/3");
  EXPECT_EQ(chosen().chosen, 3u);
  panels.Click("versions/point/1/8");
  EXPECT_EQ(chosen().chosen, 8u);
  EXPECT_EQ(chosen().before, 3u);
  const std::vector<Action> actions = panels.Click("versions/compare");
  EXPECT_NE(FindAction<CompareChosen>(actions), nullptr);
}

TEST_F(VersionsPanelTest, TheRingsBesideAreThoseOfTheVersionUnderThePointer) {
  panels.Click("versions/point/1/3");
  panels.Click("versions/rings");
  ASSERT_EQ(state.panes.size(), 2u);
  const ViewState& rings = *ViewOfPane(state, PaneBeside(state));
  const std::vector<MetricIndex> columns =
      AnswerOf<Wanted>(state, *ActiveView(state))->found->series.metrics[0].run;
  EXPECT_EQ(&rings.kind(), DefaultViewKind());
  EXPECT_EQ(rings.metric, columns[3]);
  EXPECT_EQ(ActiveView(state)->metric, 0u) << "the plot stays what it is";
  panels.Settle();
  const PanelRect point = panels.marks().find("versions/point/1/8")->second;
  panels.Frame({input::MouseMove{point.x + 2, point.y + 2}});
  panels.Settle();
  EXPECT_EQ(ViewOfPane(state, PaneBeside(state))->metric, columns[8]);
  panels.Frame({input::MouseMove{2, 2}});
  panels.Settle();
  EXPECT_EQ(ViewOfPane(state, PaneBeside(state))->metric, columns[3]) << "the chosen one";
  panels.Click("versions/rings");
  EXPECT_EQ(state.panes.size(), 2u) << "those that are there";
}

TEST_F(VersionsPanelTest, KeysLeadTheRingsFromVersionToVersion) {
  Do(state, MoveCursor{1});
  Do(state, *FindCommand("versions.rings")->action(state));
  ASSERT_EQ(state.panes.size(), 2u);
  const std::vector<MetricIndex> columns =
      AnswerOf<Wanted>(state, *ActiveView(state))->found->series.metrics[0].run;
  EXPECT_EQ(ViewOfPane(state, PaneBeside(state))->metric, columns[0]);
  Do(state, action::WalkTo{action::Walk::kBehind});
  EXPECT_EQ(ViewOfPane(state, PaneBeside(state))->metric, columns[1]);
}

TEST_F(VersionsPanelTest, ADoubleClickOpensTheRingsBeside) {
  panels.Click("versions/point/1/5");
  panels.Click("versions/point/1/5");
  ASSERT_EQ(state.panes.size(), 2u);
  EXPECT_EQ(chosen().chosen, 5u);
  EXPECT_EQ(ViewOfPane(state, PaneBeside(state))->metric,
            AnswerOf<Wanted>(state, *ActiveView(state))->found->series.metrics[0].run[5]);
}

TEST_F(VersionsPanelTest, WithoutAChoiceTheRingsAreWhatTheyWereWhenThePointerLeaves) {
  const ViewId plot = ActiveView(state)->id;
  Do(state, action::DuplicateView{});
  Do(state, action::SetKind{DefaultViewKind()});
  const ViewId rings = ActiveView(state)->id;
  Do(state, action::ActivateView{plot});
  Do(state, action::ShowBeside{rings});
  Do(state, PointAtExecution{state.active_pane, 2});
  EXPECT_NE(FindView(state, rings)->metric, 0u);
  Do(state, PointAtExecution{state.active_pane, 99});
  Do(state, PointAtExecution{state.active_pane, std::nullopt});
  EXPECT_EQ(FindView(state, rings)->metric, 0u);
}

// What is read out leaves most of the plot readable, whatever is known of a version.
TEST(VersionsReadout, ManyAttributesDoNotMakeItWide) {
  std::vector<CompareInput> runs = TenRuns();
  for (CompareInput& run : runs) {
    for (const char* const name : {"author", "branch", "compiler", "machine", "flags", "system", "date"})
      SetAttribute(name, std::string(name) + " with a rather long value that nobody has to read",
                   run.execution);
  }
  AppState state = StateWithSeries(runs);
  StillPlot chart;
  PanelHarness panels(state);
  panels.Show(chart);
  const PanelRect point = panels.marks().find("versions/point/1/8")->second;
  panels.Frame({input::MouseMove{point.x + 2, point.y + 2}});
  panels.Settle();
  ASSERT_TRUE(panels.has("readout"));
  const PanelRect readout = panels.marks().find("readout")->second;
  EXPECT_GT(readout.width, 100);
  EXPECT_LE(readout.width, 402);
  EXPECT_LE(readout.height, 220);
}

TEST_F(VersionsPanelTest, AClickOnANameChoosesTheFunction) {
  panels.Click("versions/name/1");
  EXPECT_EQ(ActiveView(state)->chosen_function, FrameNamed(ActiveView(state)->tree(), "parse"));
  panels.Click("versions/name/0");
  EXPECT_EQ(ActiveView(state)->chosen_function, FrameNamed(ActiveView(state)->tree(), "parse"))
      << "the whole is none";
}

TEST_F(VersionsPanelTest, SwitchesChangeHowItIsDrawn) {
  panels.Click("versions/from-zero");
  EXPECT_FALSE(PlotOf(*ActiveView(state)).from_zero);
  panels.Click("versions/apart");
  EXPECT_TRUE(PlotOf(*ActiveView(state)).is_apart);
  panels.Click("versions/shares");
  EXPECT_TRUE(PlotOf(*ActiveView(state)).by_share);
}

TEST_F(VersionsPanelTest, ItIsDrawnAtAnyWidthAndWithoutASeries) {
  for (const float width : {400.0f, 700.0f, 2600.0f}) {
    PanelHarness other(state, width, 600);
    other.Show(chart);
    other.Settle();
    EXPECT_TRUE(other.has("versions/plot")) << width;
  }
  AppState alone = StateWith(TreeFromFolded("main 3\n"));
  Do(alone, action::SetKind{&Kind()});
  PanelHarness other(alone);
  other.Show(chart);
  other.Settle();
  EXPECT_TRUE(other.has("versions/missing"));
  EXPECT_FALSE(other.has("versions/compare"));
}

}  // namespace
}  // namespace ringscope::versions::versions_panel_test
