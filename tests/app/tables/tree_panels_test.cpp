// The tables of the dock that are about contexts: the tree that unfolds and the list of matches.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "app/search/search.h"
#include "app/tables/table_model.h"
#include "app/tables/tables.h"
#include "app/view/navigation.h"
#include "app/view/shell.h"
#include "tests/app/app_test_state.h"
#include "tests/app/widgets/panel_harness.h"

namespace ringscope::tree_panels_test {
namespace {

using input::KeyCode;

class TreePanelTest : public ::testing::Test {
 protected:
  explicit TreePanelTest(DockTab tab = DockTab::kTree) {
    Do(state, action::ShowDockTab{tab});
    panels = std::make_unique<PanelHarness>(state);
  }
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  std::unique_ptr<PanelHarness> panels;
  const ViewState& view() { return *ActiveView(state); }
  ContextId at(std::string_view path) { return At(view().tree(), path); }

  void ClickAt(float x, float y, int button = 0) {
    panels->Frame({input::MouseMove{x, y}});
    panels->Frame({});
    panels->Frame({input::MouseButton{button, true}});
    panels->Frame({input::MouseButton{button, false}});
    panels->Settle();
  }
  // The arrow of a row that stands `depth` layers below the centre.
  void ClickArrow(int row, int depth) {
    const PanelRect rect = panels->marks().at("tree/row/" + std::to_string(row));
    ClickAt(rect.x + 16 + 14 * static_cast<float>(depth), rect.y + rect.height / 2);
  }
  void Press(KeyCode key) {
    panels->PressKey(key);
    panels->Settle();
  }
  bool Shows(int row) { return panels->has("tree/row/" + std::to_string(row)); }
};

TEST_F(TreePanelTest, ArrowsUnfoldAndFold) {
  EXPECT_TRUE(Shows(3));
  EXPECT_FALSE(Shows(4));  // main, f, h, g
  ClickArrow(1, 1);
  EXPECT_TRUE(Shows(5));
  EXPECT_FALSE(Shows(6));
  EXPECT_EQ(view().selected, kNoContext);
  ClickArrow(1, 1);
  EXPECT_FALSE(Shows(4));
  ClickArrow(0, 0);  // the centre stays unfolded
  EXPECT_TRUE(Shows(3));
}

TEST_F(TreePanelTest, AClickSelectsAndAllFollows) {
  panels->Click("tree/row/2");
  EXPECT_EQ(view().selected, at("main;h"));
  // The pointer lights the chart as long as it is on the row.
  ASSERT_TRUE(view().pointed);
  EXPECT_EQ(view().pointed->context, at("main;h"));
  panels->Frame({input::MouseMove{5, 5}});
  panels->Settle();
  EXPECT_FALSE(view().pointed);
}

TEST_F(TreePanelTest, RowsUnderAPointerThatRestsAreNotPointedAt) {
  panels->Click("tree/row/1");
  ASSERT_TRUE(view().pointed);
  Press(KeyCode::kDown);
  panels->Settle();
  EXPECT_FALSE(view().pointed) << "the selection has the details";
}

TEST_F(TreePanelTest, ATableThatIsClosedPointsAtNothing) {
  panels->Click("tree/row/2");
  ASSERT_TRUE(view().pointed);
  panels->PressKey(KeyCode::kT, {.ctrl = true});
  panels->Settle();
  EXPECT_FALSE(view().pointed);
}

TEST_F(TreePanelTest, WhatTheChartPointsAtIsLeftAlone) {
  Do(state, action::PointAt{Pointed{at("main;g"), {}, kNoContext}, {}});
  panels->Settle();
  ASSERT_TRUE(view().pointed);
  panels->Click("tree/row/1");
  Do(state, action::PointAt{Pointed{at("main;g"), {}, kNoContext}, {}});
  panels->Frame({input::MouseMove{5, 5}});
  panels->Settle();
  ASSERT_TRUE(view().pointed);
  EXPECT_EQ(view().pointed->context, at("main;g"));
}

TEST_F(TreePanelTest, KeysWalkThroughTheTree) {
  panels->Click("tree/row/0");
  Press(KeyCode::kDown);
  EXPECT_EQ(view().selected, at("main;f"));
  Press(KeyCode::kRight);
  Press(KeyCode::kRight);
  EXPECT_EQ(view().selected, at("main;f;g"));
  Press(KeyCode::kUp);
  EXPECT_EQ(view().selected, at("main;f"));
  Press(KeyCode::kLeft);
  EXPECT_FALSE(Shows(4));
  Press(KeyCode::kLeft);
  EXPECT_EQ(view().selected, at("main"));
  Press(KeyCode::kDown);
  Press(KeyCode::kEnter);
  EXPECT_EQ(view().history.current().root.context, at("main;f"));
  EXPECT_TRUE(Shows(2));
  EXPECT_FALSE(Shows(3));  // f, g, h
}

TEST_F(TreePanelTest, TheHotPathIsAButton) {
  panels->Click("tree/share/25 %");
  EXPECT_EQ(state.settings.hot_path_percent, 25);
  panels->Click("tree/hot");
  EXPECT_EQ(view().selected, at("main;f;g;g;h;i"));
  panels->Settle();
  EXPECT_TRUE(Shows(5));
  panels->Click("tree/collapse");
  panels->Settle();
  EXPECT_FALSE(Shows(4));
}

TEST_F(TreePanelTest, TheRightButtonOpensTheMenuOfTheRow) {
  const PanelRect rect = panels->marks().at("tree/row/1");
  ClickAt(rect.x + 80, rect.y + rect.height / 2, 1);
  ASSERT_TRUE(state.context_menu);
  EXPECT_EQ(state.context_menu->on.context, at("main;f"));
  EXPECT_TRUE(panels->has("menu/focus"));
}

TEST_F(TreePanelTest, TheKeyOpensItAndGivesItTheKeyboard) {
  Do(state, action::ShowDock{false});
  panels->Settle();
  EXPECT_FALSE(Shows(0));
  panels->PressKey(KeyCode::kT, {.ctrl = true});
  panels->Settle();
  ASSERT_TRUE(Shows(0));
  Press(KeyCode::kDown);
  Press(KeyCode::kDown);
  EXPECT_EQ(view().selected, at("main;f"));
  panels->PressKey(KeyCode::kT, {.ctrl = true});
  panels->Settle();
  EXPECT_FALSE(Shows(0));
}

TEST(DeepTreePanelTest, TwoHundredThousandLayersUnfoldAtOnce) {
  constexpr uint32_t kLayers = 200'000;
  AppState state = StateWith(WithFunctions(DeepTree(kLayers)));
  Do(state, action::ShowDockTab{DockTab::kTree});
  PanelHarness panels(state);
  panels.Click("tree/hot");
  panels.Settle();
  const ViewState& view = *ActiveView(state);
  EXPECT_EQ(view.tree().LayerOf(view.selected), kLayers);
  EXPECT_EQ(view.slots.Get<TreeTableState>().expanded.size(), kLayers);
  // Its end is in sight.
  EXPECT_TRUE(panels.has("tree/row/" + std::to_string(kLayers)));
  EXPECT_FALSE(panels.has("tree/row/0"));
  panels.PressKey(KeyCode::kHome);
  panels.Settle();
  EXPECT_EQ(view.selected, kRootContext);
  EXPECT_TRUE(panels.has("tree/row/0"));
}

TEST(WideTreePanelTest, AMillionCalleesScrollToAnyOfThem) {
  constexpr uint32_t kCallees = 1'000'000;
  CctBuilder builder;
  builder.AddMetric({"time", "ns", 1});
  for (uint32_t i = 0; i < kCallees; ++i) {
    const std::string name = "f" + std::to_string(i);
    builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame({name, {}, {}, 0, 0, FrameKind::kUser})), 0,
                    1 + i % 1000);
  }
  auto tree = std::move(builder).Finish({});
  ASSERT_TRUE(tree);
  AppState state = StateWith(WithFunctions(*tree));
  Do(state, action::ShowDockTab{DockTab::kTree});
  PanelHarness panels(state);
  EXPECT_TRUE(panels.has("tree/row/1"));
  for (const ContextId context : {ContextId{1}, ContextId{777'777}, ContextId{kCallees}}) {
    panels.Post(action::Select{context});
    EXPECT_TRUE(panels.has("tree/row/" + std::to_string(context)));
  }
}

class MatchesPanelTest : public TreePanelTest {
 protected:
  MatchesPanelTest() : TreePanelTest(DockTab::kMatches) {}
  void Search(const std::string& text) {
    DoAll(state, action::SetSearchText{text});
    panels->Settle();
  }
};

TEST_F(MatchesPanelTest, WithoutASearchItOffersOne) {
  EXPECT_TRUE(panels->has("matches/message"));
  const uint64_t before = state.focus_search_serial;
  panels->Click("matches/search");
  EXPECT_EQ(state.focus_search_serial, before + 1);
  Search("nosuch");
  EXPECT_TRUE(panels->has("matches/message"));
  EXPECT_FALSE(panels->has("matches/search"));
}

TEST_F(MatchesPanelTest, RowsAreSelectedAndGoneTo) {
  Search("g");
  ASSERT_TRUE(panels->has("matches/row/3"));
  EXPECT_FALSE(panels->has("matches/row/4"));
  panels->Click("matches/row/1");
  EXPECT_EQ(view().selected, at("main;f;g"));
  panels->Click("matches/next");
  EXPECT_EQ(view().selected, at("main;g;g"));
  panels->Click("matches/previous");
  EXPECT_EQ(view().selected, at("main;f;g"));
  panels->Click("matches/row/0");
  Press(KeyCode::kDown);
  EXPECT_EQ(view().selected, at("main;f;g"));
  const auto actions = panels->PressKey(KeyCode::kEnter);
  const auto* go = FindAction<action::GoToMatch>(actions);
  ASSERT_NE(go, nullptr);
  EXPECT_EQ(go->context, at("main;f;g"));
}

TEST_F(MatchesPanelTest, TheListDoesNotTakeTheKeyboardFromTheSearchBox) {
  Do(state, action::ShowDock{false});
  panels->Settle();
  panels->PressKey(KeyCode::kL, {.ctrl = true});
  panels->Settle();
  panels->Click("search/text");
  panels->Type("m");
  RunEffects(state, panels->effects());
  panels->Settle();
  ASSERT_TRUE(panels->has("matches/row/0"));
  panels->Type("ain");
  EXPECT_EQ(view().search, "main");
}

TEST_F(MatchesPanelTest, AListThatIsOpenedHasTheKeyboardAndARowThatIsSelected) {
  Do(state, action::ShowDock{false});
  const std::vector<Effect> effects = Do(state, action::SetSearchText{"g"});
  panels->Settle();
  panels->PressKey(KeyCode::kL, {.ctrl = true});
  panels->Settle();
  ASSERT_FALSE(panels->has("matches/row/0"));  // what was found comes a moment later
  RunEffects(state, effects);
  panels->Settle();
  ASSERT_TRUE(panels->has("matches/row/3"));
  EXPECT_EQ(view().selected, MatchAt(state, 0));
  Press(KeyCode::kDown);
  const ContextId second = view().selected;
  EXPECT_EQ(second, MatchAt(state, 1));
  // A match that is selected already stays so.
  panels->PressKey(KeyCode::kL, {.ctrl = true});
  panels->Settle();
  ASSERT_FALSE(state.settings.dock_open);
  panels->PressKey(KeyCode::kL, {.ctrl = true});
  panels->Settle();
  EXPECT_EQ(view().selected, second);
}

TEST_F(MatchesPanelTest, TheSearchPanelOpensAndClosesTheList) {
  Do(state, action::ShowDock{false});
  Search("g");
  panels->Click("search/list");
  panels->Settle();
  EXPECT_TRUE(panels->has("matches/row/0"));
  panels->Click("search/list");
  panels->Settle();
  EXPECT_FALSE(state.settings.dock_open);
}

TEST_F(MatchesPanelTest, WhatIsSelectedElsewhereComesIntoSight) {
  std::string text;
  for (int i = 0; i < 400; ++i)
    text += "main;f" + std::to_string(i) + ";hit " + std::to_string(1000 - i) + "\n";
  state = StateWith(TreeFromFolded(text));
  Do(state, action::ShowDockTab{DockTab::kMatches});
  Search("hit");
  EXPECT_TRUE(panels->has("matches/row/0"));
  Do(state, action::Select{at("main;f300;hit")});
  panels->Settle();
  EXPECT_TRUE(panels->has("matches/row/300"));
  EXPECT_FALSE(panels->has("matches/row/0"));
}

}  // namespace
}  // namespace ringscope::tree_panels_test
