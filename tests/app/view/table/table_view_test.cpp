// Rows of the table widget: which are made, and what pointer and keys do to them.
#include "app/view/table/table_view.h"

#include <algorithm>

#include "tests/app/view/table/table_view_case.h"

namespace ringscope::table_view_test {
namespace {

class TableViewTest : public TableViewCase {};

TEST_F(TableViewTest, OnlyRowsInSightAreMade) {
  spec.row_count = 10'000'000;
  Frame();
  Frame();
  ASSERT_FALSE(drawn.empty());
  EXPECT_EQ(drawn.front(), 0u);
  EXPECT_LT(drawn.size(), 20u);
}

TEST_F(TableViewTest, AHundredMillionRowsScrollExactly) {
  spec.row_count = 100'000'000;
  Frame();
  for (const uint64_t row : {99'999'999ull, 50'000'000ull, 12'345'678ull, 16'777'217ull, 0ull}) {
    ui.scroll_to = row;
    Frame();
    EXPECT_TRUE(std::find(drawn.begin(), drawn.end(), row) != drawn.end()) << row;
    EXPECT_LT(drawn.size(), 20u);
    const std::string mark = "list/row/" + std::to_string(row);
    ASSERT_TRUE(marks.contains(mark));
    EXPECT_EQ(Click(mark).chosen, row);
  }
  // Row by row, far beyond what a float of pixels can tell apart.
  ui.top = 16'777'215;
  Frame({input::MouseMove{100, 100}});
  for (int notch = 1; notch <= 3; ++notch) {
    Frame({input::Wheel{0, -1}});
    EXPECT_EQ(drawn.front(), 16'777'215u + 3u * static_cast<unsigned>(notch));
  }
}

TEST_F(TableViewTest, TheScrollBarReachesBothEnds) {
  spec.row_count = 10'000'000;
  Frame();
  const float x = kRect.x + kRect.width - 5;
  Frame({input::MouseMove{x, kRect.y + 60}});
  Frame();
  Frame({input::MouseButton{0, true}});
  Frame({input::MouseMove{x, kRect.y + kRect.height + 500}});
  Frame();
  EXPECT_EQ(drawn.back(), 9'999'999u);
  Frame({input::MouseMove{x, -50}});
  Frame();
  EXPECT_EQ(drawn.front(), 0u);
  Frame({input::MouseButton{0, false}});
}

TEST_F(TableViewTest, HoldingTheGripStillMovesNothing) {
  spec.row_count = 100'000'000;
  ui.top = 33'333'333;
  Frame();
  Frame();
  const float x = kRect.x + kRect.width - 5;
  // The grip is as small as can be here: find it.
  const float room = kRect.height - TableHeadHeight(ctx);
  const float y = kRect.y + TableHeadHeight(ctx) + (room - 28) / 3 + 14;
  Frame({input::MouseMove{x, y}});
  Frame();
  Frame({input::MouseButton{0, true}});
  Frame();
  EXPECT_EQ(ui.top, 33'333'333);
  Frame({input::MouseButton{0, false}});
}

TEST_F(TableViewTest, RowsAreHoveredClickedAndActivated) {
  Frame();
  EXPECT_EQ(Click("list/row/3").chosen, 3u);
  EXPECT_EQ(Frame().hovered, 3u);
  EXPECT_EQ(Click("list/row/4", 1).menu, 4u);
  delta_s = 0.05f;
  Click("list/row/2");
  const TableEvents pressed = Frame({input::MouseButton{0, true}});
  EXPECT_EQ(pressed.activated, 2u);
  Frame({input::MouseButton{0, false}});
  Frame({input::MouseLeave{}});
  EXPECT_EQ(Frame().hovered, std::nullopt);
}

TEST_F(TableViewTest, APressThatEndsOnAnotherRowChoosesNone) {
  Frame();
  const PanelRect three = marks["list/row/3"], five = marks["list/row/5"];
  Frame({input::MouseMove{three.x + 200, three.y + 5}});
  Frame();
  Frame({input::MouseButton{0, true}});
  Frame({input::MouseMove{five.x + 200, five.y + 5}});
  EXPECT_EQ(Frame({input::MouseButton{0, false}}).chosen, std::nullopt);
}

TEST_F(TableViewTest, ArrowsUnfoldRows) {
  Frame();
  const PanelRect row = marks["list/row/2"];
  TableEvents events = ClickAt(row.x + 15, row.y + row.height / 2);
  EXPECT_EQ(events.opened, 2u);
  EXPECT_EQ(events.chosen, std::nullopt);
  const PanelRect next = marks["list/row/3"];
  EXPECT_EQ(ClickAt(next.x + 15, next.y + next.height / 2).closed, 3u);
  Click("list/row/6");
  spec.uses_sideways = true;
  EXPECT_EQ(Press(input::KeyCode::kRight).opened, 6u);
  EXPECT_EQ(Press(input::KeyCode::kLeft).closed, 6u);
}

TEST_F(TableViewTest, KeysMoveOnceTheListHasTheKeyboard) {
  spec.row_count = 1000;
  Frame();
  EXPECT_EQ(Press(input::KeyCode::kDown).chosen, std::nullopt) << "not its keyboard yet";
  Click("list/row/3");
  EXPECT_EQ(Press(input::KeyCode::kDown).chosen, 4u);
  EXPECT_EQ(Press(input::KeyCode::kUp).chosen, 3u);
  EXPECT_EQ(Press(input::KeyCode::kEnd).chosen, 999u);
  EXPECT_EQ(drawn.back(), 999u);
  EXPECT_EQ(Press(input::KeyCode::kDown).chosen, 999u);
  const auto page = Press(input::KeyCode::kPageUp).chosen;
  ASSERT_TRUE(page);
  EXPECT_LT(*page, 995u);
  EXPECT_EQ(Press(input::KeyCode::kHome).chosen, 0u);
  EXPECT_EQ(drawn.front(), 0u);
  EXPECT_EQ(Press(input::KeyCode::kEnter).activated, 0u);
  // What is selected elsewhere is where the keys go on.
  spec.selected = 500;
  Frame();
  EXPECT_EQ(Press(input::KeyCode::kDown).chosen, 501u);
}

TEST_F(TableViewTest, TheKeysOfAListAreNoCommands) {
  Frame();
  const KeyPress home = KeyPressFrom(input::KeyChange{input::KeyCode::kHome, true, false}, {});
  EXPECT_FALSE(ListTakesKey(home));
  Click("list/row/3");
  Frame();
  EXPECT_TRUE(ListTakesKey(home));
  EXPECT_FALSE(ListTakesKey(KeyPressFrom(input::KeyChange{input::KeyCode::kHome, true, false}, {true})));
  ClickAt(790, 590);
  Frame();
  Frame();
  EXPECT_FALSE(ListTakesKey(home)) << "the keyboard went elsewhere";
}

TEST_F(TableViewTest, AnEmptyListSaysSo) {
  spec.row_count = 0;
  Frame();
  const int with_text = ImGui::GetDrawData()->TotalVtxCount;
  spec.empty = {};
  Frame();
  EXPECT_LT(ImGui::GetDrawData()->TotalVtxCount, with_text);
  EXPECT_TRUE(drawn.empty());
  ui.cursor = 7;  // of a list that was longer
  ui.take_focus = true;
  Frame();
  EXPECT_EQ(Press(input::KeyCode::kEnter).activated, std::nullopt);
}

TEST_F(TableViewTest, KeysCopyTheRowAndOpenItsMenu) {
  spec.row = [](uint64_t row) {
    TableRow made;
    made.cells.resize(3);
    made.cells[0] = {.text = "row " + std::to_string(row), .is_name = true};
    made.cells[1] = {.text = "7 ms", .shares = {"1 %", "2 %"}};
    return made;
  };
  ui.take_focus = true;
  Frame();
  Frame();
  Press(input::KeyCode::kDown);
  Press(input::KeyCode::kDown);
  const auto copied = [&](bool shift) {
    effects.clear();
    Frame({input::Modifiers{true, shift, false}, input::KeyChange{input::KeyCode::kC, true, false}});
    Frame({input::KeyChange{input::KeyCode::kC, false, false}, input::Modifiers{}});
    for (const Effect& effect : effects)
      if (const auto* copy = effect.As<effect::CopyToClipboard>()) return copy->text;
    return std::string();
  };
  EXPECT_EQ(copied(false), "row 1");
  EXPECT_EQ(copied(true), "row 1\t7 ms\t1 %\t2 %\t");
  const TableEvents menu = Press(input::KeyCode::kMenu);
  EXPECT_EQ(menu.menu, 1u);
  EXPECT_EQ(menu.menu_row, "row 1\t7 ms\t1 %\t2 %\t");
  const PanelRect row = marks["list/row/1"];
  EXPECT_NEAR(menu.menu_at.y, row.y + row.height, 1);
  EXPECT_TRUE(ListTakesKey({.key = Key::kC, .ctrl = true}));
  EXPECT_TRUE(ListTakesKey({.key = Key::kF10, .shift = true}));
  EXPECT_FALSE(ListTakesKey({.key = Key::kDown, .shift = true}));
}

}  // namespace
}  // namespace ringscope::table_view_test
