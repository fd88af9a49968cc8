// Columns of the table widget: headings, widths, and what gives way where there is little room.
#include "app/view/table/table_view.h"

#include <algorithm>

#include "app/tables/tables.h"
#include "tests/app/view/table/table_view_case.h"

namespace ringscope::table_view_test {
namespace {

class TableColumnsTest : public TableViewCase {};

TEST_F(TableColumnsTest, HeadingsSortAndTurnRound) {
  Frame();
  TableEvents events = Click("list/head/cost");
  EXPECT_EQ(events.sort_by, 1u);
  EXPECT_TRUE(events.descending) << "numbers begin with the largest";
  spec.sorted_by = 1;
  spec.descending = true;
  Frame();
  events = Click("list/head/cost");
  EXPECT_EQ(events.sort_by, 1u);
  EXPECT_FALSE(events.descending);
  events = Click("list/head/name");
  EXPECT_EQ(events.sort_by, 0u);
  EXPECT_FALSE(events.descending) << "names begin with A";
  EXPECT_EQ(Click("list/head/note").sort_by, std::nullopt);
}

TEST_F(TableColumnsTest, LongHeadingsTakeTwoLines) {
  Frame();
  EXPECT_EQ(marks["list/head/cost"].height, TableHeadHeight(ctx));
  const float row = marks["list/row/0"].y;
  columns[1].title = "allocated in new TLABs Self";
  Frame();
  EXPECT_EQ(marks["list/head/cost"].height, TableHeadHeight(ctx) + ctx.fonts.small->FontSize);
  EXPECT_EQ(marks["list/row/0"].y, row + ctx.fonts.small->FontSize);
  columns[1].title = "allocated_in_new_TLABs";
  Frame();
  EXPECT_EQ(marks["list/head/cost"].height, TableHeadHeight(ctx)) << "there is nothing to part it at";
}

TEST_F(TableColumnsTest, HeadingsKeepTheWordThatTellsThemApart) {
  using Lines = std::vector<std::string>;
  const auto lines = [&](std::string_view title) {
    return HeadingLines(ctx.fonts.small, title, TextWidth(ctx.fonts.small, "xxxxxxxxxxxx") + 0.1f);
  };
  EXPECT_EQ(lines("Inclusive"), (Lines{"Inclusive"}));
  EXPECT_EQ(lines("allocated in new TLABs"), (Lines{"allocated", "in new TLABs"}));
  EXPECT_EQ(lines("allocated in new TLABs Self"), (Lines{"allocated in", "new TL\xE2\x80\xA6 Self"}));
  EXPECT_EQ(lines("allocated_in_new_TLABs"), (Lines{"alloca\xE2\x80\xA6TLABs"}));
}

// Each row stands below the one before it.
TEST_F(TableColumnsTest, TheIndentLeavesHalfOfTheColumnToTheName) {
  for (int i = 0; i < 4; ++i)
    columns.push_back({"extra" + std::to_string(i), "Extra", "", 100, false, false, true});
  spec.columns = columns;
  spec.row_count = 2000;
  spec.row = [this](uint64_t row) {
    TableRow made;
    made.cells.resize(columns.size());
    made.cells[0].text = "row";
    made.cells[0].arrow = TableArrow::kClosed;
    made.cells[0].indent = static_cast<double>(row) * 4;
    return made;
  };
  ui.top = 1000;
  Frame();
  Frame();
  const PanelRect name = marks["list/head/name"];
  ASSERT_EQ(name.width, 100);
  uint64_t last = 1000;
  while (marks.contains("list/row/" + std::to_string(last + 1))) ++last;
  const auto opened = [&](uint64_t row, float x) {
    const PanelRect at = marks["list/row/" + std::to_string(row)];
    return ClickAt(name.x + x, at.y + 2).opened;
  };
  EXPECT_EQ(opened(last, 49), last);
  EXPECT_EQ(opened(last, 51), std::nullopt) << "there the name begins";
  EXPECT_EQ(opened(last - 1, 45), last - 1) << "its caller stands before it";
  EXPECT_EQ(opened(last - 1, 47), std::nullopt);
  EXPECT_EQ(opened(1001, 23), 1001u) << "from the edge on";
  EXPECT_EQ(opened(1001, 25), std::nullopt);
  // Where all have room they stand where they always do.
  ui.top = 0;
  Frame();
  EXPECT_EQ(opened(3, 8 + 4 * 3 + 1), 3u);
}

TEST_F(TableColumnsTest, WhatACellSaysStaysInItsColumn) {
  columns[0].stretches = false;
  spec.settings = nullptr;
  spec.columns = columns;
  spec.row = [this](uint64_t) {
    TableRow made;
    made.cells.resize(columns.size());
    made.cells[0].text = "row";
    made.cells[0].arrow = TableArrow::kOpen;
    return made;
  };
  columns[0].width = 16;  // less than the arrow's own room
  Frame();
  Frame();
  const PanelRect name = marks["list/head/name"];
  const ImDrawData& data = *ImGui::GetDrawData();
  bool clipped = false;
  for (int i = 0; i < data.CmdListsCount; ++i) {
    for (const ImDrawCmd& command : data.CmdLists[i]->CmdBuffer)
      clipped = clipped || (command.ClipRect.x == name.x && command.ClipRect.z == name.x + name.width);
  }
  EXPECT_TRUE(clipped);
}

TEST_F(TableColumnsTest, ColumnsAreResizedAndSetBack) {
  const auto row = spec.row;
  spec.row = [&](uint64_t index) {
    TableRow made = row(index);
    made.cells[0].text.assign(200, 'x');
    return made;
  };
  Frame();
  const float before = marks["list/head/cost"].width;
  const PanelRect edge = marks["list/edge/cost"];
  const float x = edge.x + edge.width / 2, y = edge.y + edge.height / 2;
  Frame({input::MouseMove{x, y}});
  Frame();
  Frame({input::MouseButton{0, true}});
  Frame({input::MouseMove{x - 40, y}});
  Frame({input::MouseButton{0, false}});
  Frame();
  EXPECT_EQ(marks["list/head/cost"].width, before + 40);
  const float sum =
      marks["list/head/name"].width + marks["list/head/cost"].width + marks["list/head/note"].width;
  EXPECT_EQ(sum, kRect.width) << "the name gives the room";
  EXPECT_EQ(ColumnWidthOf(state.settings, "list/cost"), before + 40) << "and it is remembered";
  EXPECT_EQ(ColumnWidthOf(state.settings, "list/name"), 0);
  const auto saved = std::count_if(effects.begin(), effects.end(),
                                   [](const Effect& one) { return one.Is<effect::SaveSettings>(); });
  EXPECT_EQ(saved, 1) << "written once, when the drag ended";

  delta_s = 0.05f;
  const PanelRect moved = marks["list/edge/cost"];
  for (int i = 0; i < 2; ++i) {
    Frame({input::MouseMove{moved.x + moved.width / 2, moved.y + moved.height / 2}});
    Frame({input::MouseButton{0, true}});
    Frame({input::MouseButton{0, false}});
  }
  Frame();
  EXPECT_EQ(marks["list/head/cost"].width, before);
  EXPECT_TRUE(state.settings.column_widths.empty());
}

TEST_F(TableColumnsTest, ColumnsThatDoNotFitAreReachedSideways) {
  for (int i = 0; i < 8; ++i) {
    columns.push_back({"extra" + std::to_string(i), "Extra", "", 100, false, false, true});
  }
  spec.columns = columns;
  Frame();
  EXPECT_EQ(marks["list/head/name"].width, 100);
  EXPECT_GT(marks["list/head/extra7"].x, kRect.x + kRect.width);
  Frame({input::MouseMove{300, 100}});
  for (int i = 0; i < 30; ++i) Frame({input::Wheel{-1, 0}});
  EXPECT_EQ(marks["list/head/extra7"].x + marks["list/head/extra7"].width, kRect.x + kRect.width);
  EXPECT_EQ(marks["list/head/name"].x, kRect.x) << "the first column stays";
}

TEST_F(TableColumnsTest, NamesTakeWhatTheyNeedOfTheRoomThatNumbersLeave) {
  std::string name = "row";
  spec.row = [&](uint64_t) {
    TableRow made;
    made.cells.resize(columns.size());
    made.cells[0].text = name;
    made.cells[1].text = "7";
    return made;
  };
  Frame();
  EXPECT_EQ(marks["list/head/name"].width, 100) << "its least width is enough";
  EXPECT_EQ(marks["list/head/cost"].x, kRect.x + 100) << "numbers stand near their names";
  // Then the edge of the name moves, and the columns behind it grow to the right.
  EXPECT_TRUE(marks.contains("list/edge/name"));
  const float number = marks["list/head/cost"].width;
  name = "a_much_longer_name_of_a_function";
  Frame();
  EXPECT_GE(marks["list/head/name"].width, TextWidth(ctx.fonts.regular, name));
  EXPECT_LT(marks["list/head/name"].width, TextWidth(ctx.fonts.regular, name) + 40);
  name = "row";
  Frame();
  EXPECT_GT(marks["list/head/name"].width, 200) << "columns stand still while rows scroll";
  name.assign(200, 'x');
  Frame();
  EXPECT_EQ(marks["list/head/name"].width, kRect.width - number - 80);
  EXPECT_FALSE(marks.contains("list/edge/name"));
}

TEST_F(TableColumnsTest, TheHeadingsOfferTheColumns) {
  const std::vector<ColumnChoice> choices{
      {"bars", "Bars", true, action::SetTableColumns{{.bars = false}}, false},
      {"total", "Total", false, action::SetTableColumns{{.of_total = true}}, true}};
  spec.choices = choices;
  Frame();
  Click("list/head/cost", 1);
  Frame();
  ASSERT_TRUE(marks.contains("list/column/bars"));
  Click("list/column/bars");
  EXPECT_FALSE(state.settings.table_columns.bars);
  ASSERT_TRUE(marks.contains("list/column/total")) << "one mostly chooses several";
  Press(input::KeyCode::kEscape);
  Frame();
  EXPECT_FALSE(marks.contains("list/column/total"));
  Click("list/columns");
  Frame();
  EXPECT_TRUE(marks.contains("list/column/total"));
}

// What is too wide gives way: bars, shares, digits, and never a part of a number.
TEST_F(TableColumnsTest, NoNumberIsCut) {
  columns[0].width = 110;
  columns[1].has_bars = true;
  columns[1].share_titles = {"of total", "of centre"};
  spec.row = [&](uint64_t row) {
    TableRow made;
    made.cells.resize(columns.size());
    made.cells[0].text = "name";
    made.cells[1].text = row == 0 ? "+150,768,000 instructions" : "27,600 instructions";
    made.cells[1].shares = {"54.2 %", "5.44 %"};
    return made;
  };
  // What the cost column shows in a table of this width.
  const auto shown = [&](float width) {
    const TablePlacement place =
        LayOutTable(spec, MakeShownRows(spec, ui, kRect.height, ctx), ui, {0, 0, width, kRect.height}, ctx);
    const TablePlacement::Span& cost = place.columns[1];
    const std::string number = NumberInForm("+150,768,000 instructions", cost.form);
    const float taken =
        TextWidth(ctx.fonts.regular, number) + 66 * static_cast<float>(cost.shares) + cost.bar;
    EXPECT_GE(cost.width, taken) << width;
    return std::to_string(static_cast<int>(cost.bar)) + "|" + std::to_string(cost.shares) + "|" + number;
  };
  const float wide = 110 + 80 + TextWidth(ctx.fonts.regular, "+150,768,000") + 16 + 2 * 66 + 56;
  EXPECT_EQ(shown(wide), "56|2|+150,768,000");
  EXPECT_EQ(shown(wide - 30), "26|2|+150,768,000");
  EXPECT_EQ(shown(wide - 50), "0|2|+150,768,000") << "too narrow to say anything";
  EXPECT_EQ(shown(wide - 60), "0|1|+150,768,000");
  EXPECT_EQ(shown(wide - 56 - 66 - 1), "0|0|+150,768,000");
  EXPECT_EQ(shown(wide - 56 - 2 * 66 - 1), "0|0|+150.77 M");
  EXPECT_EQ(shown(60), "0|0|+151 M") << "the rest is reached sideways";
  // Nor by who made the column narrow.
  state.settings.column_widths = {{"list/cost", kMinColumnWidth}};
  EXPECT_EQ(shown(wide), "0|0|+151 M");
}

TEST_F(TableColumnsTest, BarsGiveTheirRoomToNames) {
  columns[1].has_bars = true;
  std::string name(30, 'n');
  spec.row = [&](uint64_t) {
    TableRow made;
    made.cells.resize(columns.size());
    made.cells[0].text = name;
    made.cells[1].text = "27,600";
    return made;
  };
  const auto laid_out = [&](float width) {
    return LayOutTable(spec, MakeShownRows(spec, ui, kRect.height, ctx), ui, {0, 0, width, kRect.height}, ctx)
        .columns;
  };
  const auto wide = laid_out(1000);
  const float whole = wide[0].width, all = whole + wide[1].width + wide[2].width;
  ASSERT_GT(whole, columns[0].width);
  EXPECT_EQ(laid_out(all)[1].bar, 56);
  EXPECT_EQ(laid_out(all - 30)[1].bar, 26);
  EXPECT_EQ(laid_out(all - 30)[0].width, whole);
  EXPECT_EQ(laid_out(all - 56)[1].bar, 0);
  EXPECT_EQ(laid_out(all - 56)[0].width, whole);
  name = "n";
  ui = {};
  EXPECT_EQ(laid_out(all - 56)[1].bar, 56) << "short names need no more room";
}

// A heading wider than the numbers below it leaves them nothing to give.
TEST_F(TableColumnsTest, NumbersBelowAWideHeadingKeepTheirDigits) {
  columns[1].title = "Inclusive";
  spec.row = [&](uint64_t row) {
    TableRow made;
    made.cells.resize(columns.size());
    made.cells[0].text = std::string(60, 'n');
    made.cells[1].text = row == 0 ? "2,049" : "488";
    return made;
  };
  const TablePlacement place =
      LayOutTable(spec, MakeShownRows(spec, ui, kRect.height, ctx), ui, {0, 0, 100, kRect.height}, ctx);
  ASSERT_GT(place.overflow, 0) << "all that can give way gives way";
  EXPECT_EQ(NumberInForm("2,049", place.columns[1].form), "2,049");
  EXPECT_EQ(NumberInForm("488", place.columns[1].form), "488");
}

TEST_F(TableColumnsTest, KeysScrollTheColumns) {
  columns.push_back({"wide", "Wide", "", 700, false, false, true});
  spec.columns = columns;
  ui.take_focus = true;
  Frame();
  Frame();
  Press(input::KeyCode::kRight);
  EXPECT_GT(ui.left_px, 0);
  const float once = ui.left_px;
  Frame({input::Modifiers{false, true, false}});
  Press(input::KeyCode::kRight);
  EXPECT_GT(ui.left_px, once);
  Frame({input::Modifiers{}});
  Press(input::KeyCode::kLeft);
  EXPECT_EQ(ui.left_px, once);
  // Where the keys mean something for the rows, they leave the columns alone.
  spec.uses_sideways = true;
  EXPECT_EQ(Press(input::KeyCode::kLeft).sideways, -1);
  EXPECT_EQ(ui.left_px, once);
}

}  // namespace
}  // namespace ringscope::table_view_test
