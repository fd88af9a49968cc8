#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/commands/command.h"
#include "app/documents/document.h"
#include "app/timeline/timeline_actions.h"
#include "app/view/view_actions.h"
#include "app/views/threads/threads_actions.h"
#include "app/views/threads/threads_kind.h"
#include "app/views/threads/threads_panel.h"
#include "app/views/view_kind.h"

#include "tests/app/app_test_state.h"
#include "tests/app/widgets/panel_harness.h"

namespace ringscope::threads {
namespace {

constexpr uint64_t kMs = 1'000'000;

struct Sampled {
  uint64_t at_ms;
  std::string thread;  // empty: none
  std::vector<std::string> stack;
  uint64_t cost_ms;
};

CctPtr TreeOf(const std::vector<Sampled>& samples) {
  CctBuilder builder;
  builder.AddMetric({"time", "ns", 1});
  SampleList list;
  list.valued = {0};
  list.values.resize(1);
  for (const Sampled& sample : samples) {
    BuildNode node = kBuildRoot;
    if (!sample.thread.empty())
      node = builder.Child(node, builder.InternFrame({.name = sample.thread, .kind = FrameKind::kThread}));
    for (const std::string& name : sample.stack) {
      const bool is_state = name.starts_with("state: ");
      node = builder.Child(
          node,
          builder.InternFrame({.name = name, .kind = is_state ? FrameKind::kThread : FrameKind::kUser}));
    }
    builder.AddSelf(node, 0, sample.cost_ms * kMs);
    list.Add(sample.at_ms * kMs, node);
    list.values[0].Add(sample.cost_ms * kMs);
  }
  builder.SetSamples(std::vector<SampleList>(1, std::move(list)));
  return std::move(builder).Finish({}).value();
}

// "worker" parses for the first half of a second and draws for the other; "main" waits for a tenth of the
// time.
CctPtr Tree() {
  std::vector<Sampled> samples;
  for (uint64_t ms = 0; ms < 1000; ++ms) {
    samples.push_back({ms, "worker", {"run", ms < 500 ? "parse" : "draw"}, 1});
    if (ms % 10 == 0) samples.push_back({ms, "main", {"wait"}, 1});
  }
  return TreeOf(samples);
}

// What jobs of this kind would deliver, and what follows from that.
void DoAndFind(AppState& state, Action action) {
  std::vector<Effect> effects = Do(state, std::move(action));
  for (size_t k = 0; k < effects.size(); ++k) {
    const Effect effect = effects[k];  // the list grows
    const auto* start = effect.As<effect::StartTask>();
    if (start == nullptr) continue;
    const auto asks = [&](const auto* of) { return of != nullptr; };
    if (!asks(std::any_cast<std::shared_ptr<const WantedLanes>>(&start->request)) &&
        !asks(std::any_cast<std::shared_ptr<const WantedSlices>>(&start->request)))
      continue;
    for (const Action& made : Deliver(*start)) Apply(state, made, effects);
  }
}
AppState StateWithThreads(CctPtr tree = Tree()) {
  AppState state = StateWith(WithFunctions(std::move(tree)), "/p/run.perf");
  DoAndFind(state, action::SetKind{&Kind()});
  return state;
}
ThreadsModel ModelOf(const AppState& state, Theme theme = Theme::kDark) {
  const ViewState& view = *ActiveView(state);
  CctPtr tree = TimedTree(state, view);
  if (tree == nullptr) tree = view.shown.tree;
  ThreadColors colors(tree, GroupedMode(view.color.mode), theme);
  return BuildThreadsModel(state, view, nullptr, colors);
}
std::vector<std::string> NamesOf(const ThreadsModel& model) {
  std::vector<std::string> names;
  for (const LaneRow& row : model.rows) names.push_back(row.name);
  return names;
}
LaidThreads Laid(const ThreadsModel& model, ShapeBatch& batch, float height_px = 700) {
  return LayOutThreads(model, {0, 0, 1000, height_px}, {}, batch);
}

TEST(ThreadsView, EachThreadHasALaneTheBusiestFirst) {
  const AppState state = StateWithThreads();
  const ThreadsModel model = ModelOf(state);
  EXPECT_EQ(model.missing, "");
  EXPECT_EQ(NamesOf(model), (std::vector<std::string>{"worker", "main"}));
  EXPECT_EQ(model.rows[0].cost, "1.00 s, 90.9 %");
  EXPECT_EQ(model.title, "time of 2 threads over 999 ms");
  EXPECT_EQ(model.about,
            "Colour: the function that was on top the most in 5 ms; a full lane: all of the time");
  ASSERT_EQ(model.legend.size(), 3u);
  EXPECT_EQ(model.legend[2].name, "wait") << "on top for the least time";
}

TEST(ThreadsView, ASliceIsAsHighAsItsThreadRanAndSaysWhatWasOnTop) {
  const AppState state = StateWithThreads();
  const ThreadsModel model = ModelOf(state);
  const auto slice = SliceAt(model, 100.5e6);
  ASSERT_TRUE(slice);
  EXPECT_EQ(
      SliceLines(model, model.rows[0], *slice),
      (std::vector<std::string>{"worker", "100 ms to 105 ms", "time: 5.00 ms, 100 % of the time (5 samples)",
                                "most: parse, 5.00 ms (100 %)"}));
  EXPECT_EQ(SliceLines(model, model.rows[0], *SliceAt(model, 700e6))[3], "most: draw, 5.00 ms (100 %)");
  EXPECT_EQ(SliceLines(model, model.rows[1], *SliceAt(model, 107e6))[2], "no samples");
  EXPECT_FALSE(SliceAt(model, 5e12));
  ShapeBatch batch;
  const LaidThreads laid = Laid(model, batch);
  float highest = 0;
  for (const ShapeRect& rect : batch.rects) highest = std::max(highest, static_cast<float>(rect.height));
  EXPECT_NEAR(highest, laid.lane_px, 6) << "all of a lane but its edge";
}

TEST(ThreadsView, WhatIsChosenLightsUpAndTheThreadOfWhatIsSelectedIsMarked) {
  AppState state = StateWithThreads();
  const Cct& tree = ActiveView(state)->tree();
  DoAndFind(state, action::Select{At(tree, "worker;run;parse")});
  ThreadsModel model = ModelOf(state);
  EXPECT_EQ(model.lit_name, "parse");
  EXPECT_EQ(model.chosen_row, 0u);
  EXPECT_EQ(SliceLines(model, model.rows[0], *SliceAt(model, 100e6)).back(),
            "in and below parse: 5.00 ms (100 %)");
  EXPECT_EQ(SliceLines(model, model.rows[0], *SliceAt(model, 700e6)).back(),
            "in and below parse: 0 ns (0 %)");
  DoAndFind(state, action::Select{At(tree, "main")});
  model = ModelOf(state);
  EXPECT_EQ(model.lit_name, "") << "a thread has its lane";
  EXPECT_EQ(model.chosen_row, 1u);
}

TEST(ThreadsView, ARangeOfTimeKeepsTheLanesAndTheirThreads) {
  AppState state = StateWithThreads();
  DoAll(state, action::SetTimeRange{TimeRange{600 * kMs, 700 * kMs}});
  DoAndFind(state, action::Unselect{});
  const ViewState& view = *ActiveView(state);
  EXPECT_FALSE(view.tree().has_times());
  EXPECT_TRUE(Kind().suits(view)) << "its profile has times";
  const ThreadsModel model = ModelOf(state);
  EXPECT_EQ(NamesOf(model), (std::vector<std::string>{"worker", "main"}));
  EXPECT_EQ(model.rows[0].value, 1000 * kMs) << "of all of the time";
  EXPECT_EQ(model.chosen, (TimeRange{600 * kMs, 700 * kMs}));
  EXPECT_EQ(model.rows[0].subject.context, At(view.tree(), "worker")) << "in the tree of the range";
}

TEST(ThreadsView, EnlargedItHasFinerSlices) {
  AppState state = StateWithThreads();
  DoAndFind(state, LookAt{{100 * kMs, 120 * kMs}, 0});
  const ThreadsModel model = ModelOf(state);
  EXPECT_EQ(model.window.from_ns, 100 * kMs);
  EXPECT_EQ(model.window.length_ns(), 20 * kMs);
  EXPECT_LE(model.slices->slices.slice_ns, kMs);
  EXPECT_LE(model.slices->slices.begin_ns, 100 * kMs);
  DoAndFind(state, *FindCommand("view.whole-tree")->action(state));
  EXPECT_EQ(PlaceOf(*ActiveView(state)).window, TimeRange{}) << "0 shows all of the time";
  DoAndFind(state, action::GoBack{});
  EXPECT_EQ(PlaceOf(*ActiveView(state)).window, TimeRange{}) << "turns of a wheel are one step";
}

std::vector<std::string> LegendOf(const ThreadsModel& model) {
  std::vector<std::string> names;
  for (const LegendName& one : model.legend) names.push_back(one.name);
  return names;
}

TEST(ThreadsView, WhatIsNotSeenIsNeitherNamedNorWritten) {
  AppState state = StateWithThreads();
  DoAndFind(state, LookAt{{470 * kMs, 490 * kMs}, 0});
  ThreadsModel model = ModelOf(state);
  const ThreadSlices& slices = model.slices->slices;
  ASSERT_GT(slices.BeginOf(slices.slices), 500 * kMs)
      << "more slices than are seen, with what is drawn in them";
  EXPECT_EQ(LegendOf(model), (std::vector<std::string>{"parse", "wait"}));
  EXPECT_EQ(model.seen_names, 2u);
  const std::string csv = ThreadsCsv(model);
  EXPECT_NE(csv.find("parse"), std::string::npos);
  EXPECT_EQ(csv.find("draw"), std::string::npos) << csv;
  for (const char* beyond : {"worker,490000000,", "worker,469000000,"})
    EXPECT_EQ(csv.find(beyond), std::string::npos) << csv;
  // Moved a little, with the same slices.
  ThreadsPlace place = model.place;
  place.window = {485 * kMs, 510 * kMs};
  ShowPlace(place, model);
  EXPECT_EQ(LegendOf(model), (std::vector<std::string>{"parse", "draw", "wait"}));
}

TEST(ThreadsView, LanesAreAsHighAsWhatIsSeen) {
  AppState state = StateWithThreads();
  DoAndFind(state, LookAt{{470 * kMs, 490 * kMs}, 0});
  const ThreadsModel model = ModelOf(state);
  FoundSlices found = *model.slices;
  const SeenSlices seen = SeenSlicesOf(found.slices, model.window);
  ASSERT_GT(seen.begin, 0u);
  ASSERT_LT(seen.end, found.slices.slices);
  for (uint32_t slice = seen.begin; slice < seen.end; ++slice) {
    for (uint32_t row = 0; row < found.slices.rows; ++row)
      found.slices.cells[size_t{row} * found.slices.slices + slice].value = 10;
  }
  ThreadColors colors(model.lanes->tree, ColorMode::kFunction, Theme::kDark);
  const ThreadsModel low =
      ThreadsModelOf({model.lanes, std::make_shared<const FoundSlices>(found), model.place}, colors);
  EXPECT_EQ(low.rows[0].full, 10);
}

TEST(ThreadsView, TimesAtTheEndOfAllTimeAreWrittenAsTheyAre) {
  constexpr uint64_t kEnd = ~uint64_t{0};
  ThreadsModel model;
  FoundSlices found;
  found.slices.begin_ns = kEnd - 50;
  found.slices.slice_ns = 100;
  found.slices.slices = found.slices.rows = 1;
  found.slices.cells.resize(1);
  found.slices.cells[0].samples = 1;
  model.slices = std::make_shared<const FoundSlices>(found);
  model.window = {kEnd - 40, kEnd};
  model.rows.resize(1);
  model.rows[0].name = "a";
  EXPECT_NE(ThreadsCsv(model).find("a,18446744073709551565,18446744073709551615,"), std::string::npos)
      << ThreadsCsv(model);
  EXPECT_EQ(SliceLines(model, model.rows[0], 0)[1], TimeText(kEnd - 50) + " to " + TimeText(kEnd));
}

TEST(ThreadsView, WindowsStayWithinTheTimeAndAreNeverEmpty) {
  EXPECT_EQ(RangeOf(-50, 2e9, 1'000'000'000), TimeRange{});
  const TimeRange tiny = RangeOf(500.2, 500.3, 1'000'000'000);
  EXPECT_EQ(WindowOf(tiny, 1'000'000'000).length_ns(), 100u);
  const Window end = WindowOf({5'000, 9'000}, 1'000);
  EXPECT_EQ(end.from_ns, 999u);
  EXPECT_EQ(end.until_ns, 1'000u);
  const TimeRange last = RangeOf(950, 2'000, 1'000);
  EXPECT_EQ(last, TimeRange{}) << "longer than all";
  EXPECT_EQ(RangeOf(900, 1'100, 1'000), (TimeRange{800, TimeRange::kOpenEnd})) << "as long, but within";
}

TEST(ThreadsView, SlicesAreRoundAndFitTheirPixelsOfAnyTime) {
  ThreadLanes lanes;
  lanes.lanes.push_back({});
  for (uint64_t span :
       {uint64_t{1}, uint64_t{37}, uint64_t{1'000'003}, uint64_t{9'876'543'210}, ~uint64_t{0}}) {
    lanes.span_ns = span;
    lanes.lanes[0].samples = 100;
    lanes.lanes[0].last_ns = span - 1;
    for (const TimeRange& range : {TimeRange{}, TimeRange{span / 3, span / 2 + 1}}) {
      WantedSlices wanted;
      ChooseSlices(lanes, range, 1200, wanted);
      uint64_t mantissa = wanted.slice_ns;
      while (mantissa % 10 == 0) mantissa /= 10;
      EXPECT_TRUE(mantissa == 1 || mantissa == 2 || mantissa == 5) << wanted.slice_ns;
      EXPECT_LE(wanted.slices, 1200u / 2 + 130) << span;
      const Window window = WindowOf(range, span);
      EXPECT_LE(wanted.begin_ns, window.from_ns);
      __extension__ using Wide = unsigned __int128;
      EXPECT_GE(Wide{wanted.begin_ns} + Wide{wanted.slice_ns} * wanted.slices, Wide{window.until_ns}) << span;
    }
  }
}

TEST(ThreadsView, ThreadsWithoutRoomScrollAndThoseBeyondTheMostAreOneLane) {
  std::vector<Sampled> samples;
  for (uint64_t thread = 0; thread < kMostLanes + 44; ++thread) {
    for (uint64_t k = 0; k < 3; ++k)
      samples.push_back(
          {k * 400, "t" + std::to_string(thread), {"work"}, 1 + (thread < 10 ? thread + 1 : 0)});
  }
  AppState state = StateWithThreads(TreeOf(samples));
  const ThreadsModel model = ModelOf(state);
  ASSERT_EQ(model.rows.size(), kMostLanes + 1u);
  const LaneRow& rest = model.rows.back();
  EXPECT_EQ(rest.name, "44 more threads");
  EXPECT_EQ(rest.value, 44 * 3 * kMs);
  EXPECT_EQ(rest.samples, 44u * 3);
  uint64_t all = 0, of_slices = 0;
  for (const LaneRow& row : model.rows) all += row.value;
  for (const ThreadSlice& cell : model.slices->slices.cells) of_slices += cell.value;
  EXPECT_EQ(all, state.documents[0].opened.tree->Total(0)) << "nothing is left out";
  EXPECT_EQ(of_slices, all);
  ShapeBatch batch;
  const LaidThreads laid = Laid(model, batch);
  EXPECT_LT(laid.shown, model.rows.size());
  EXPECT_EQ(laid.first_row, 0u);
  for (int k = 0; k < 1000; ++k) DoAndFind(state, action::WalkTo{action::Walk::kCallee});
  const LaidThreads scrolled = Laid(ModelOf(state), batch);
  EXPECT_EQ(scrolled.first_row + scrolled.shown, model.rows.size()) << "down to the last one";
}

TEST(ThreadsView, StatesHaveColoursWhereTheProfileTellsThem) {
  std::vector<Sampled> samples;
  for (uint64_t ms = 0; ms < 100; ++ms)
    samples.push_back({ms, "worker", {ms < 50 ? "state: STATE_RUNNABLE" : "state: STATE_SLEEPING", "f"}, 1});
  AppState state = StateWithThreads(TreeOf(samples));
  EXPECT_EQ(NamesOf(ModelOf(state)), std::vector<std::string>{"worker"}) << "a state is no thread";
  ThreadsPlace place = PlaceOf(*ActiveView(state));
  place.by_state = true;
  DoAndFind(state, DrawThreads{place});
  const ThreadsModel model = ModelOf(state);
  EXPECT_EQ(SliceLines(model, model.rows[0], *SliceAt(model, 10e6)).back().substr(0, 20),
            "most: STATE_RUNNABLE");
  ASSERT_EQ(model.legend.size(), 2u);
  EXPECT_NE(model.legend[0].color, model.legend[1].color);
}

TEST(ThreadsView, WhatCannotBeShownIsSaid) {
  AppState state = StateWith(TreeFromFolded("T:a;f 3\n"), "/p/a.folded");
  DoAndFind(state, action::SetKind{&Kind()});
  EXPECT_EQ(ModelOf(state).missing.substr(0, 61),
            "This profile does not say when its samples were taken, so thr");
  EXPECT_FALSE(Kind().suits(*ActiveView(state)));
  ShapeBatch batch;
  EXPECT_EQ(Laid(ModelOf(state), batch).shown, 0u);
  EXPECT_TRUE(batch.texts.empty());
}

TEST(ThreadsView, ValuesAreWrittenAsAreDrawn) {
  AppState state = StateWithThreads(TreeOf({{0, "a, \"b\"", {"f"}, 2}, {3, "", {"g"}, 1}}));
  const std::string csv = ThreadsCsv(ModelOf(state));
  EXPECT_EQ(csv.substr(0, csv.find('\n')), "thread,begin_ns,end_ns,value,samples,top,top_value,lit_value");
  EXPECT_NE(csv.find("\"a, \"\"b\"\"\",0,"), std::string::npos) << csv;
  EXPECT_NE(csv.find("(no thread),"), std::string::npos) << csv;
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 3);
}

// The lanes without their drawing.
struct StillThreads : Chart {
  ThreadsModel model;
  LaidThreads laid;
  ThreadsUi ui;

  void Update(const AppState&, size_t, float, double) override {}
  void Forget() override {}
  Result<WritePicture> TakePicture(const std::filesystem::path&,
                                   const std::optional<PictureWords>&) const override {
    return WritePicture();
  }
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
  ThreadsPanelTest() {
    panels.Show(chart);
    panels.Settle();
  }
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

TEST_F(ThreadsPanelTest, DraggingChoosesARangeOfTimeForTheTree) {
  const std::vector<Action> emitted = DragOver(200, 400);
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

TEST_F(ThreadsPanelTest, DraggingWithShiftMovesWhatIsSeen) {
  DoAndFind(state, LookAt{{200 * kMs, 400 * kMs}, 0});
  panels.Settle();
  const std::vector<Action> emitted = DragOver(350, 300, {.shift = true});
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
  panels.Settle();
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

TEST(ThreadsSaved, WhatIsSeenIsReadBack) {
  SavedKind saved;
  ThreadsPlace place{ThreadOrder::kStart, true, {1'500'000'000, TimeRange::kOpenEnd}, 0};
  saved.place.Set(place);
  std::string text;
  WriteRows(Kind().saved, saved, text);
  EXPECT_EQ(text, "threads_order = start\nthreads_by_state = on\nthreads_window = 1.5s..\n");
  SavedKind again;
  for (const auto& [name, value] :
       {std::pair{"threads_order", "start"}, {"threads_by_state", "on"}, {"threads_window", "1.5s.."}}) {
    const auto* row = FindRow(Kind().saved, name);
    ASSERT_NE(row, nullptr);
    ASSERT_TRUE(row->read(name, value, again));
  }
  EXPECT_EQ(again, saved);
  EXPECT_FALSE(FindRow(Kind().saved, "threads_window")->read("threads_window", "1s..2s x", again));
}

}  // namespace
}  // namespace ringscope::threads
