#include <gtest/gtest.h>

#include <cmath>

#include "app/files/documents.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/view/panes/panes.h"
#include "app/window/window_actions.h"
#include "tests/app/app_test_state.h"
#include "tests/app/widgets/panel_harness.h"

namespace ringscope::panes_test {
namespace {

using PanesTest = ExampleTest;

TEST_F(PanesTest, TabsSwitchAndClose) {
  OpenMore(state, "/p/second", TreeFromFolded("x;y 1\n"));
  PanelHarness panels(state);
  panels.Click("tab/0");
  EXPECT_EQ(ActiveView(state), &state.views[0]);
  panels.Settle();
  panels.Click("tab/0/close");
  EXPECT_EQ(state.views.size(), 1u);
}

TEST_F(PanesTest, TheFormIsChosenAndBothStandSideBySide) {
  PanelHarness panels(state);
  panels.Settle();
  panels.Click("form/Icicle");
  EXPECT_EQ(RingsOf(*ActivePane(state)).form, ChartForm::kIcicle);
  EXPECT_FALSE(panels.has("pane/0"));
  panels.Click("form/Both");
  ASSERT_EQ(state.panes.size(), 2u);
  EXPECT_EQ(RingsOf(state.panes[1]).form, ChartForm::kRings);
  panels.Settle();
  EXPECT_TRUE(panels.has("pane/0"));
  // One view has nothing to be linked with.
  EXPECT_FALSE(panels.has("pane/link"));
  panels.Click("pane/1");
  EXPECT_EQ(state.active_pane, 1u);
  panels.Click("pane/0/close");
  ASSERT_EQ(state.panes.size(), 1u);
  EXPECT_EQ(RingsOf(*ActivePane(state)).form, ChartForm::kRings);
}

TEST_F(PanesTest, ThreeChartsStandSideBySide) {
  Do(state, action::DuplicateView{});
  Do(state, action::ShowBeside{state.views[0].id});
  Do(state, action::ShowBeside{state.views[0].id, true});
  PanelHarness panels(state);
  panels.Settle();
  ASSERT_EQ(panels.layout().charts.size(), 3u);
  EXPECT_TRUE(panels.has("pane/link"));
  panels.Click("pane/2");
  EXPECT_EQ(state.active_pane, 2u);
  panels.Click("pane/1/close");
  EXPECT_EQ(state.panes.size(), 2u);
  EXPECT_EQ(state.active_pane, 1u) << "it moved to the left with its chart";
}

TEST_F(PanesTest, AnotherProfileIsShownBesideAndUnlinked) {
  state = StateWith(TreeFromFolded(kWorkedExample), "/p/a");
  OpenMore(state, "/p/b", TreeFromFolded("main;f 1\n"));
  PanelHarness panels(state);
  panels.Settle();
  EXPECT_FALSE(panels.has("tab/1/beside"));
  panels.Click("tab/0/beside");
  ASSERT_EQ(state.panes.size(), 2u);
  EXPECT_EQ(state.panes[1].view, state.views[0].id);
  panels.Settle();
  panels.Click("pane/link");
  EXPECT_FALSE(state.linked);
  panels.Click("pane/1/close");
  EXPECT_EQ(state.panes.size(), 1u);
}

TEST_F(PanesTest, TheLensHasAButton) {
  PanelHarness panels(state);
  panels.Settle();
  panels.Click("top/lens");
  EXPECT_TRUE(LensOn(state));
  panels.Click("top/lens");
  EXPECT_FALSE(LensOn(state));
}

TEST(WindowLayoutTest, AreasTileTheWindow) {
  for (const float scale : {1.0f, 1.5f, 2.0f}) {
    for (const bool tabs : {false, true}) {
      for (const float dock : {0.0f, 250.0f}) {
        for (const size_t panes : {1u, 2u, 3u, 5u}) {
          const WindowLayout layout = BuildWindowLayout({1440, 900, scale, 400, dock, tabs, panes});
          ASSERT_EQ(layout.charts.size(), panes);
          EXPECT_EQ(layout.tabs.height + layout.top_bar.height + layout.pane_headers[0].height +
                        layout.charts[0].height + layout.dock.height + layout.status_bar.height,
                    900);
          EXPECT_EQ(layout.dock.height > 0, dock > 0);
          EXPECT_EQ(layout.charts.back().x + layout.charts.back().width, layout.side_panel.x);
          EXPECT_EQ(layout.side_panel.x + layout.side_panel.width, 1440);
          EXPECT_EQ(layout.pane_headers[0].y, layout.top_bar.y + layout.top_bar.height);
          EXPECT_EQ(layout.charts[0].y, layout.pane_headers[0].y + layout.pane_headers[0].height);
          EXPECT_EQ(layout.pane_headers[0].height > 0, panes > 1);
          EXPECT_EQ(layout.dock.y, layout.charts[0].y + layout.charts[0].height);
        }
      }
    }
  }
  const WindowLayout tiny = BuildWindowLayout({1, 1, 1, 400, 300, true, 2});
  for (const PanelRect& chart : tiny.charts) {
    EXPECT_GE(chart.width, 1);
    EXPECT_GE(chart.height, 1);
  }
}

TEST_F(PanesTest, ALegendThatIsTheAnswerStandsAtTheLeftOfRings) {
  WindowLayoutSpec spec{
      .width_px = 1440, .height_px = 900, .side_panel_width = 400, .strips = {{.left = 268}}};
  for (const float scale : {1.0f, 1.5f}) {
    spec.scale = scale;
    spec.width_px = 1440 * scale;
    spec.height_px = 900 * scale;
    const WindowLayout layout = BuildWindowLayout(spec);
    EXPECT_EQ(layout.charts[0].x, std::round(268 * scale));
    EXPECT_EQ(layout.charts[0].x + layout.charts[0].width, layout.side_panel.x);
  }
  spec.scale = 1;
  spec.height_px = 900;
  spec.width_px = 1200;  // rings would become less than three quarters as high
  EXPECT_EQ(BuildWindowLayout(spec).charts[0].x, 0);
  spec.width_px = 2560;
  spec.height_px = 1440;
  spec.dock_width = 300;
  spec.most_dock_width = 900;
  const WindowLayout wide = BuildWindowLayout(spec);
  EXPECT_EQ(wide.charts[0].x, 268) << "the dock takes no more than what both leave";
  EXPECT_GE(wide.charts[0].width, 0.85f * wide.charts[0].height);
}

TEST_F(PanesTest, TheDockLiesAtTheRightInWideWindows) {
  state.settings.dock_open = true;
  const auto layout = [&](float width, float height, float scale = 1) {
    return BuildWindowLayout(LayoutSpecOf(state, width, height, scale));
  };
  EXPECT_FALSE(layout(1440, 900).dock_at_right) << "exactly 1.6";
  EXPECT_TRUE(layout(1441, 900).dock_at_right);
  EXPECT_FALSE(layout(1024, 600).dock_at_right) << "wide, but too small for both";
  for (const float scale : {1.0f, 2.0f}) {
    const WindowLayout wide = layout(1920 * scale, 1080 * scale, scale);
    EXPECT_TRUE(wide.dock_at_right);
    EXPECT_EQ(wide.charts[0].x + wide.charts[0].width, wide.dock.x);
    EXPECT_EQ(wide.dock.x + wide.dock.width, wide.side_panel.x);
    EXPECT_EQ(wide.dock.height, wide.body.height - wide.kinds.height);
    EXPECT_EQ(wide.charts[0].height, wide.dock.height);
    EXPECT_GE(wide.charts[0].width, wide.charts[0].height - scale) << "rings lose nothing";
    EXPECT_GE(wide.dock.width, kUsualDockWidth * scale);
  }
  EXPECT_GT(layout(2560, 1440).dock.width, layout(1920, 1080).dock.width);
  state.settings.dock_place = DockPlace::kBelow;
  EXPECT_FALSE(layout(2560, 1440).dock_at_right);
  state.settings.dock_place = DockPlace::kRight;
  EXPECT_TRUE(layout(800, 900).dock_at_right);
  EXPECT_GE(layout(800, 900).charts[0].width, layout(800, 900).dock.width - 1);
  state.settings.dock_open = false;
  EXPECT_FALSE(layout(2560, 1440).dock_at_right) << "tabs alone lie below";
}

TEST_F(PanesTest, TheDockAtTheRightIsAsWideAsItWasMade) {
  state.settings.dock_open = true;
  state.settings.dock_place = DockPlace::kRight;
  PanelHarness panels(state);
  panels.Settle();
  const PanelRect splitter = panels.marks().find("dock/splitter")->second;
  EXPECT_GT(splitter.height, splitter.width);
  Do(state, action::SetDockWidth{300});
  const WindowLayout narrow = BuildWindowLayout(LayoutSpecOf(state, 2560, 1440, 1));
  EXPECT_EQ(narrow.dock.width, 300);
  // Also one that is as wide as the usual one.
  Do(state, action::SetDockWidth{kUsualDockWidth});
  EXPECT_EQ(BuildWindowLayout(LayoutSpecOf(state, 2560, 1440, 1)).dock.width, kUsualDockWidth);
  Do(state, action::SetDockWidth{1});
  EXPECT_EQ(state.settings.dock_width, kLeastDockWidth);
  state.settings.dock_width = 1;  // from a settings file
  EXPECT_EQ(BuildWindowLayout(LayoutSpecOf(state, 2560, 1440, 1)).dock.width, kLeastDockWidth);
}

TEST_F(PanesTest, TheDockBelowLeavesHalfOfTheBodyToTheCharts) {
  state.settings.dock_open = true;
  state.settings.dock_place = DockPlace::kBelow;
  state.settings.dock_height = 2000;
  const WindowLayout layout = BuildWindowLayout(LayoutSpecOf(state, 1440, 900, 1));
  EXPECT_GT(layout.dock.height, 200);
  EXPECT_GE(layout.charts[0].height, layout.dock.height - 1);
}

TEST_F(PanesTest, ManyTabsKeepTheirNamesAndStandInAList) {
  for (int i = 0; i < 40; ++i) Do(state, action::DuplicateView{});
  PanelHarness panels(state, 1024, 700);
  panels.Settle();
  ASSERT_TRUE(panels.has("tab/40")) << "the shown one is in sight";
  EXPECT_FALSE(panels.has("tab/0"));
  EXPECT_GE(panels.marks().find("tab/40")->second.width, 90);
  panels.Click("tabs/list");
  panels.Settle();
  panels.Click("tab/list/0");
  panels.Settle();
  EXPECT_TRUE(panels.has("tab/0"));
  EXPECT_FALSE(panels.has("tab/40"));
}

TEST_F(PanesTest, AnotherKindDoesNotStandThereTwice) {
  Do(state, action::ShowOtherForm{});
  ASSERT_EQ(state.panes.size(), 2u);
  Do(state, action::SetKind{FindViewKind("summary")});
  EXPECT_EQ(state.panes.size(), 1u);
  Do(state, action::SetKind{FindViewKind("rings")});
  ASSERT_EQ(state.panes.size(), 2u);
  EXPECT_EQ(RingsOf(state.panes[1]).form, ChartForm::kIcicle);
  Do(state, action::SetKind{FindViewKind("summary")});
  Do(state, action::SetForm{ChartForm::kRings});
  EXPECT_EQ(state.panes.size(), 1u) << "one form was chosen meanwhile";
}

TEST_F(PanesTest, TheFormIsRemembered) {
  Do(state, action::SetForm{ChartForm::kIcicle});
  EXPECT_EQ(state.settings.forms, ShownForms::kIcicle);
  Do(state, action::ShowOtherForm{});
  EXPECT_EQ(state.settings.forms, ShownForms::kBoth);
}

TEST_F(PanesTest, TabsAreAsWideAsTheirNamesWhereThereIsRoom) {
  for (const char* path : {"/p/a_profile_with_a_long_name_of_the_run_before",
                           "/p/a_profile_with_a_long_name_of_the_run_after"}) {
    OpenMore(state, path, TreeFromFolded(kWorkedExample));
  }
  PanelHarness wide(state, 1380, 860);
  wide.Settle();
  EXPECT_GT(wide.marks().find("tab/1")->second.width,
            ImGui::CalcTextSize("a_profile_with_a_long_name_of_the_run_before").x);
  PanelHarness narrow(state, 640, 480);
  narrow.Settle();
  const PanelRect last = narrow.marks().find("tab/2/close")->second;
  EXPECT_LE(last.x + last.width, 640);
}

TEST_F(PanesTest, AChartThatCannotFollowSaysSoOnTop) {
  OpenMore(state, "/p/other", TreeFromFolded("main 1\nmain;x 2\n"));
  Do(state, action::ShowBeside{state.views[0].id});
  PanelHarness panels(state);
  panels.Settle();
  EXPECT_FALSE(panels.has("chart/not-followed"));
  panels.Post(action::ZoomTo{At(ActiveView(state)->tree(), "main;x")});
  ASSERT_TRUE(panels.has("chart/not-followed"));
  const PanelRect said = panels.marks().find("chart/not-followed")->second, chart = panels.layout().charts[1];
  EXPECT_GE(said.x, chart.x);
  EXPECT_LE(said.x + said.width, chart.x + chart.width);
}

TEST_F(PanesTest, ANarrowWindowLeavesTwoThirdsToTheChart) {
  EXPECT_EQ(BuildWindowLayout(LayoutSpecOf(state, 1380, 860, 1)).side_panel.width, 400);
  EXPECT_LE(BuildWindowLayout(LayoutSpecOf(state, 1000, 700, 1)).side_panel.width, 320);
  EXPECT_EQ(BuildWindowLayout(LayoutSpecOf(state, 800, 600, 1)).side_panel.width, 300);
  EXPECT_LE(BuildWindowLayout(LayoutSpecOf(state, 500, 400, 1)).side_panel.width, 200);
  // Someone who made it wider wants it so.
  state.settings.side_panel_width = 500;
  EXPECT_EQ(BuildWindowLayout(LayoutSpecOf(state, 1000, 700, 1)).side_panel.width, 400);
}

}  // namespace
}  // namespace ringscope::panes_test
