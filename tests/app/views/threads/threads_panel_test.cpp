#include "app/views/threads/threads_panel.h"
#include "app/view/panel.h"
#include "app/view/shell.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "app/view/navigation.h"
#include "app/view/timeline/timeline.h"
#include "tests/app/views/threads/threads_test_state.h"
#include "tests/app/widgets/panel_harness.h"

namespace ringscope::threads::threads_panel_test {
namespace {

// The lanes without their drawing.
struct StillThreads : StillChart {
  ThreadsModel model;
  LaidThreads laid;
  ThreadsUi ui;

  void DrawOver(const AppState& state, size_t pane, const PanelRect& chart, ChartOverlay&,
                const PanelContext& ctx) override {
    const std::shared_ptr<const FoundSlices> before = model.slices;
    const ViewState& view = *ViewOfPane(state, pane);
    ThreadColors colors(TimedTree(state, view), GroupedMode(view.color.mode), ctx.theme);
    model = BuildThreadsModel(state, view, before, colors);
    ShapeBatch batch;
    laid = LayOutThreads(model, {8, 8, chart.width - 12, chart.height - 8}, {}, batch);
    DrawThreadsPanel(model, laid, pane, chart, ui, state.panes[pane].kinds.Get<ThreadsPane>(), ctx);
  }
  void DrawRows(const AppState&, const PanelContext& ctx) override { DrawThreadsRows(model, ctx); }
};

class ThreadsPanelTest : public ::testing::Test {
 protected:
  ThreadsPanelTest() { panels.Show(chart); }
  // In the window, of a time in the lane of a row.
  input::MouseMove Over(double time_ms, size_t row) {
    const PanelRect& pane = panels.layout().charts[0];
    return {pane.x + chart.laid.XOf(time_ms * 1e6), pane.y + chart.laid.TopOf(row) + chart.laid.lane_px / 2};
  }
  // All that was emitted on the way.
  std::vector<Action> DragOver(double from_ms, double to_ms, input::Modifiers modifiers = {}) {
    std::vector<Action> emitted;
    const auto frame = [&](const std::vector<InputEvent>& events) {
      for (Action& action : panels.Frame(events)) emitted.push_back(std::move(action));
    };
    frame({modifiers, Over(from_ms, 0)});
    frame({});
    frame({input::MouseButton{0, true}});
    const input::MouseMove to = Over(to_ms, 0);
    frame({to});
    frame({});
    frame({input::MouseButton{0, false}});
    frame({input::Modifiers{}});
    return emitted;
  }

  AppState state = StateWithThreads();
  StillThreads chart;
  PanelHarness panels{state};
};

TEST_F(ThreadsPanelTest, AClickOnALaneOrItsNameSelectsTheThread) {
  panels.Click("threads/lane/1");
  EXPECT_EQ(ActiveView(state)->selected, At(ActiveView(state)->tree(), "main"));
  panels.Frame({Over(300, 0)});
  panels.Settle();
  panels.Frame({input::MouseButton{0, true}});
  panels.Frame({input::MouseButton{0, false}});
  panels.Settle();
  EXPECT_EQ(ActiveView(state)->selected, At(ActiveView(state)->tree(), "worker"));
}

TEST_F(ThreadsPanelTest, TheRightButtonOpensTheMenuOfTheThread) {
  panels.Frame({Over(300, 1)});
  panels.Settle();
  panels.Frame({input::MouseButton{1, true}});
  const std::vector<Action> emitted = panels.Frame({input::MouseButton{1, false}});
  const auto* menu = FindAction<action::OpenRowMenu>(emitted);
  ASSERT_NE(menu, nullptr);
  EXPECT_EQ(menu->on.context, At(ActiveView(state)->tree(), "main"));
}

TEST_F(ThreadsPanelTest, DraggingWithShiftChoosesARangeOfTimeForTheTree) {
  const std::vector<Action> emitted = DragOver(200, 400, {.shift = true});
  const auto* set = FindAction<action::SetTimeRange>(emitted);
  ASSERT_NE(set, nullptr);
  ASSERT_TRUE(set->range);
  EXPECT_NEAR(static_cast<double>(set->range->begin_ns), 200e6, 3e6);
  EXPECT_NEAR(static_cast<double>(set->range->end_ns), 400e6, 3e6);
  const std::vector<TransformStep>& steps = ActiveView(state)->pipeline.wanted.steps;
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_EQ(steps[0].kind, TransformKind::kTime);
}

TEST_F(ThreadsPanelTest, TheWheelEnlargesAtThePointer) {
  panels.Frame({Over(250, 0)});
  panels.Settle();
  const double at = chart.laid.TimeAt(chart.laid.XOf(250e6));
  std::vector<Action> emitted = panels.Frame({input::Wheel{0, 3}});
  ASSERT_NE(FindAction<LookAt>(emitted), nullptr);
  DoAndFind(state, action::Unselect{});
  panels.Settle();
  const Window window = WindowOf(PlaceOf(*ActiveView(state)).window, chart.model.lanes->lanes.span_ns);
  EXPECT_LT(window.length_ns(), 700 * kMs);
  EXPECT_NEAR(chart.laid.TimeAt(chart.laid.XOf(250e6)), at, 1e6);
  const PanelRect& pane = panels.layout().charts[0];
  EXPECT_NEAR(pane.x + chart.laid.XOf(250e6), Over(250, 0).x_px, 1);
}

TEST_F(ThreadsPanelTest, DraggingMovesWhatIsSeen) {
  DoAndFind(state, LookAt{{200 * kMs, 400 * kMs}, 0});
  panels.Settle();
  const std::vector<Action> emitted = DragOver(350, 300);
  EXPECT_EQ(FindAction<action::SetTimeRange>(emitted), nullptr);
  const TimeRange window = PlaceOf(*ActiveView(state)).window;
  EXPECT_NEAR(static_cast<double>(window.begin_ns), 250e6, 1e6)
      << "the time that was dragged stays at the pointer";
  EXPECT_NEAR(static_cast<double>(window.end_ns), 450e6, 1e6);
}

TEST_F(ThreadsPanelTest, TheSidePanelOrdersThreads) {
  EXPECT_FALSE(panels.has("threads/states")) << "the profile tells none";
  panels.Click("threads/order/Name");
  EXPECT_EQ(PlaceOf(*ActiveView(state)).order, ThreadOrder::kName);
  EXPECT_EQ(NamesOf(ModelOf(state)), (std::vector<std::string>{"main", "worker"}));
}

TEST(ThreadsPanel, KeysScrollAsFarAsThereAreLanes) {
  std::vector<Sampled> samples;
  for (uint64_t thread = 0; thread < 100; ++thread)
    samples.push_back({thread, "t" + std::to_string(thread), {"work"}, 1});
  AppState state = StateWithThreads(TreeOf(samples));
  StillThreads chart;
  PanelHarness panels{state};
  panels.Show(chart);
  ASSERT_LT(chart.laid.shown, 90u);
  const auto most = static_cast<uint32_t>(100 - chart.laid.shown);
  for (int k = 0; k < 150; ++k) DoAndFind(state, action::WalkTo{action::Walk::kCallee});
  EXPECT_EQ(PlaceOf(*ActiveView(state)).first_row, most);
  DoAndFind(state, action::WalkTo{action::Walk::kCaller});
  panels.Settle();
  EXPECT_EQ(chart.laid.first_row, most - 1);
  // In a pane that became higher.
  DoAndFind(state, LookAt{{}, most});
  DoAndFind(state, LanesShown{0, 90});
  DoAndFind(state, action::WalkTo{action::Walk::kCaller});
  EXPECT_EQ(PlaceOf(*ActiveView(state)).first_row, 9u);
}

TEST_F(ThreadsPanelTest, KeysThatShowNothingElseAreNoSteps) {
  const ViewPosition before = ActiveView(state)->history.current();
  const bool could_go_back = ActiveView(state)->history.can_go_back();
  for (const action::Walk to :
       {action::Walk::kCallee, action::Walk::kCaller, action::Walk::kBefore, action::Walk::kBehind})
    DoAndFind(state, action::WalkTo{to});
  EXPECT_EQ(ActiveView(state)->history.current(), before);
  EXPECT_EQ(ActiveView(state)->history.can_go_back(), could_go_back);
}

TEST_F(ThreadsPanelTest, ThePaneSaysOnceHowManyLanesItShows) {
  EXPECT_EQ(state.panes[0].kinds.Get<ThreadsPane>().shown, 2u);
  EXPECT_EQ(FindAction<LanesShown>(panels.Settle()), nullptr);
}

}  // namespace
}  // namespace ringscope::threads::threads_panel_test
