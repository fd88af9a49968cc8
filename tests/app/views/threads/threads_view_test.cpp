#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/view/command.h"
#include "app/view/document.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/view/timeline/timeline.h"
#include "app/views/threads/threads.h"
#include "tests/app/views/threads/threads_test_state.h"

namespace ringscope::threads::threads_view_test {
namespace {

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
  EXPECT_EQ(Kind().lacks(view), "") << "its profile has times";
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
      ThreadsModelOf(model.lanes, std::make_shared<const FoundSlices>(found), model.place, colors);
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
  EXPECT_NE(Kind().lacks(*ActiveView(state)), "");
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
}  // namespace ringscope::threads::threads_view_test
