// What is done without a mouse: the parts of the window, the lists and the chart with keys alone.
#include <algorithm>

#include "app/tables/tables.h"
#include "app/view/navigation.h"
#include "app/view/shell.h"
#include "app/views/rings/rings.h"
#include "app/window/window_actions.h"
#include "renderer/color/paint.h"
#include "tests/app/window/window_harness.h"

namespace ringscope::window_keyboard_test {
namespace {

using WindowKeyboardTest = WindowTest;

TEST_F(WindowKeyboardTest, TabGoesFromChartToSideToDockAndARingSaysWhere) {
  Open(kExample);
  Post(action::ShowTable{GroupBy::kFunction});
  Post(action::ShowDock{false});
  EXPECT_FALSE(viewer->marks().contains("keyboard"));
  Key(input::KeyCode::kTab);
  EXPECT_EQ(state().keyboard.area, KeyboardArea::kSide);
  EXPECT_TRUE(viewer->marks().contains("keyboard"));
  Keep("keyboard_side");
  Key(input::KeyCode::kTab);
  EXPECT_EQ(state().keyboard.area, KeyboardArea::kChart) << "the dock is closed";
  Post(action::ShowDock{true});
  EXPECT_EQ(state().keyboard.area, KeyboardArea::kDock) << "what is opened has the keyboard";
  EXPECT_FALSE(viewer->marks().contains("keyboard"));
  Key(input::KeyCode::kTab);
  EXPECT_EQ(state().keyboard.area, KeyboardArea::kChart);
  Key(input::KeyCode::kTab, {false, true, false});
  EXPECT_EQ(state().keyboard.area, KeyboardArea::kDock);
  const PanelRect ring = viewer->marks().at("keyboard");
  EXPECT_GE(ring.y, viewer->layout().dock.y);
  Keep("keyboard_dock");
  // The list goes on from its first row.
  Key(input::KeyCode::kDown);
  EXPECT_EQ(tree().frames().name(view().chosen_function.value_or(0)), "main");
  // A click leaves the ring out: the pointer says where one is.
  const PanelRect row = viewer->marks().at("table/row/0");
  Click(row.x + 20, row.y + row.height / 2);
  EXPECT_EQ(state().keyboard.area, KeyboardArea::kDock);
  Post(action::StepKeyboardArea{1});
  EXPECT_EQ(state().keyboard.area, KeyboardArea::kChart);
  Key(input::KeyCode::kDown);
  EXPECT_EQ(view().selected, At("main;f")) << "the chart has the arrows";
}

TEST_F(WindowKeyboardTest, AMenuIsOpenedAndUsedWithKeys) {
  Open(kExample);
  Post(action::ShowTable{GroupBy::kFunction});
  Key(input::KeyCode::kDown);
  Key(input::KeyCode::kDown);
  ASSERT_TRUE(view().chosen_function);
  const std::string name(tree().frames().name(*view().chosen_function));
  Key(input::KeyCode::kF10, {false, true, false});
  ASSERT_TRUE(viewer->marks().contains("menu/source"));
  Keep("keyboard_menu");
  // The centre cannot be done with a function: the keys begin behind it.
  Key(input::KeyCode::kDown);
  Key(input::KeyCode::kDown);
  Key(input::KeyCode::kEnter);
  EXPECT_EQ(FormatPipeline(view().pipeline.wanted), "keep \"" + name + "\"");
  EXPECT_FALSE(state().context_menu);
}

TEST_F(WindowKeyboardTest, TheCallStackIsAListToo) {
  Open(kExample);
  Post(action::Select{At("main;f;g")});
  Key(input::KeyCode::kTab);
  Key(input::KeyCode::kDown);
  Key(input::KeyCode::kDown);
  Key(input::KeyCode::kC, {true, false, false});
  EXPECT_EQ(window->clipboard(), "f");
  Key(input::KeyCode::kC, {true, true, false});
  EXPECT_EQ(window->clipboard().substr(0, 2), "f\t");
  Key(input::KeyCode::kEnter);
  EXPECT_EQ(root(), At("main;f"));
}

TEST_F(WindowKeyboardTest, ArrowsReachWhatStandsAboveTheCallStackAndEscapeLeaves) {
  Open(SourceDir() / "examples" / "tsc.cpuprofile.gz");
  ASSERT_EQ(tree().metric_count(), 2u);
  Key(input::KeyCode::kDown);
  Key(input::KeyCode::kDown);
  const ContextId selected = view().selected;
  const auto ring_is_at = [&](const std::string& mark) {
    const PanelRect ring = viewer->marks().at("keyboard"), item = viewer->marks().at(mark);
    return ring.x == item.x && ring.y == item.y && ring.width == item.width;
  };
  Key(input::KeyCode::kTab);
  Key(input::KeyCode::kDown);
  Key(input::KeyCode::kUp);
  EXPECT_TRUE(ring_is_at("metric/0")) << "the one that is drawn";
  Keep("keyboard_metric");
  Key(input::KeyCode::kDown);
  EXPECT_TRUE(ring_is_at("metric/1"));
  Key(input::KeyCode::kEnter);
  EXPECT_EQ(view().metric, 1u);
  Key(input::KeyCode::kUp);
  Key(input::KeyCode::kUp);
  EXPECT_TRUE(ring_is_at("metrics/derive"));
  for (int i = 0; i < 8 && !ring_is_at("search/help"); ++i) Key(input::KeyCode::kUp);
  Key(input::KeyCode::kLeft);
  Type("g");
  EXPECT_EQ(view().search, "g");
  for (int i = 0; i < 12 && !ring_is_at("metric/1"); ++i) Key(input::KeyCode::kDown);
  Key(input::KeyCode::kDown);
  Key(input::KeyCode::kC, {true, false, false});
  EXPECT_EQ(window->clipboard(), tree().frames().name(tree().FrameOf(selected)))
      << "the first row of the call stack";
  Key(input::KeyCode::kEscape);
  EXPECT_EQ(state().keyboard.area, KeyboardArea::kChart);
  EXPECT_EQ(view().search, "g");
  EXPECT_EQ(view().selected, selected);
}

TEST_F(WindowKeyboardTest, TextThatIsTypedEndsWhatARestingPointerPointsAt) {
  Open(kExample);
  const Place place = PlaceOf(At("main;f"));
  MoveTo(place.x, place.y);
  Settle();
  ASSERT_TRUE(view().pointed);
  Type("/");
  EXPECT_TRUE(view().pointed) << "nothing is typed yet";
  Type("g");
  ASSERT_EQ(view().search, "g");
  EXPECT_FALSE(view().pointed);
  EXPECT_FALSE(viewer->marks().contains("chart/tooltip"));
  Type("x");
  EXPECT_FALSE(view().pointed) << "although the matches changed";
  MoveTo(place.x + 1, place.y);
  Settle();
  ASSERT_TRUE(view().pointed);
  EXPECT_EQ(view().pointed->context, At("main;f"));
  // A click needs no move.
  Type("y");
  ASSERT_FALSE(view().pointed);
  Frame({input::MouseButton{0, true}}, 0.4);
  Frame({input::MouseButton{0, false}});
  Settle();
  EXPECT_EQ(root(), At("main;f"));
}

TEST_F(WindowKeyboardTest, TextTypedIntoTheListOfCommandsLeavesTheirSubject) {
  Open(kExample);
  const Place place = PlaceOf(At("main;f"));
  MoveTo(place.x, place.y);
  Settle();
  Post(action::ShowPalette{});
  Type("keep");
  ASSERT_TRUE(view().pointed);
  EXPECT_EQ(view().pointed->context, At("main;f"));
}

TEST_F(WindowKeyboardTest, ArrowsWalkAllFormsAndOutlineWhereOneIs) {
  Open(kExample);
  for (const auto& [word, form] : kFormWords) {
    viewer->Post(action::SetForm{form});
    Post(action::Select{});
    Key(input::KeyCode::kDown);
    Key(input::KeyCode::kRight);
    EXPECT_EQ(view().selected, At("main;h"));
    Key(input::KeyCode::kDown);
    EXPECT_EQ(view().selected, At("main;h;i"));
    Key(input::KeyCode::kUp);
    Key(input::KeyCode::kLeft);
    EXPECT_EQ(view().selected, At("main;f"));
    Keep("keyboard_walk_" + std::string(word));
  }
}

TEST_F(WindowKeyboardTest, TheHotPathIsOutlinedUntilItIsDropped) {
  Open(kExample);
  Post(action::SetHotPathShare{25});
  const Image with = Shot();
  Keep("hot_path");
  ASSERT_TRUE(viewer->marks().contains("highlight/hot-path"));
  ClickMark("highlight/hot-path");
  EXPECT_FALSE(state().settings.outline_hot_path);
  MoveTo(5, 5);
  Settle();
  const Image without = Shot();
  EXPECT_NE(with.rgba, without.rgba);
  // The key goes there with as many layers as it takes.
  viewer->Post(action::CompressChains{false});
  Post(action::SetDepth{2});
  Type("p");
  EXPECT_EQ(view().selected, At("main;f;g;g;h;i"));
  const ArcBatch& batch = *Rings().batch();
  EXPECT_NE(std::find(batch.context.begin(), batch.context.end(), view().selected), batch.context.end())
      << "it is drawn";
}

}  // namespace
}  // namespace ringscope::window_keyboard_test
