// The table widget alone, in a window of its own without a display.
#include "app/view/table/table_view.h"
#include "app/view/panel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "app/tables/tables.h"
#include "app/view/state/apply.h"
#include "app/view/table/table_layout.h"
#include "app/widgets/imgui_input.h"
#include "app/widgets/widgets.h"

namespace ringscope::table_view_test {
namespace {

class TableViewTest : public ::testing::Test {
 protected:
  static constexpr PanelRect kRect{20, 30, 600, 300};

  TableViewTest() : imgui_(ImGui::CreateContext()) {
    ImGui::SetCurrentContext(imgui_);
    PrepareImGuiInput();
    ApplyUiStyle(Theme::kDark, 1);
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    ImGuiIO& io = ImGui::GetIO();
    io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    ImFont* font = io.Fonts->Fonts[0];
    ctx.fonts = {font, font, font, font};
    ctx.marks = &marks;
    ctx.actions = &actions;
    spec.mark = "list";
    spec.settings = &state.settings;
    spec.columns = columns;
    spec.row_count = 10;
    spec.empty = "Nothing here";
    spec.row = [this](uint64_t row) {
      // Rows are made to be measured, and after a jump once more: what is drawn comes last.
      if (!drawn.empty() && row != drawn.back() + 1) drawn.clear();
      drawn.push_back(row);
      TableRow made;
      made.cells.resize(columns.size());
      made.cells[0].text = "row " + std::to_string(row);
      made.cells[0].arrow = row % 2 == 0 ? TableArrow::kClosed : TableArrow::kOpen;
      made.cells[1].text = std::to_string(row * 7);
      made.cells[1].bar = 0.5;
      return made;
    };
  }
  ~TableViewTest() override { ImGui::DestroyContext(imgui_); }

  TableEvents Frame(const std::vector<InputEvent>& input = {}) {
    for (const InputEvent& event : input) FeedImGui(event);
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {800, 600};
    io.DeltaTime = delta_s;
    marks.clear();
    drawn.clear();
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({800, 600});
    ImGui::Begin("window", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoNav);
    TableEvents events = DrawTable(spec, ui, kRect, ctx);
    ImGui::End();
    ImGui::Render();
    for (const Action& action : std::exchange(actions, {})) Apply(state, action, effects);
    return events;
  }
  TableEvents ClickAt(float x, float y, int button = 0) {
    Frame({input::MouseMove{x, y}});
    Frame();
    const TableEvents pressed = Frame({input::MouseButton{button, true}});
    const TableEvents released = Frame({input::MouseButton{button, false}});
    return button == 0 ? released : pressed;
  }
  TableEvents Click(const std::string& mark, int button = 0) {
    if (!marks.contains(mark)) {
      ADD_FAILURE() << mark << " is not drawn";
      return {};
    }
    const PanelRect at = marks[mark];
    return ClickAt(at.x + at.width / 2, at.y + at.height / 2, button);
  }
  TableEvents Press(input::KeyCode key) {
    const TableEvents events = Frame({input::KeyChange{key, true, false}});
    Frame({input::KeyChange{key, false, false}});
    return events;
  }

  ImGuiContext* imgui_;
  MarkedItems marks;
  std::vector<Action> actions;
  AppState state;
  std::vector<Effect> effects;
  PanelContext ctx;
  std::vector<TableColumn> columns{{"name", "Name", "", 100, true, false, true},
                                   {"cost", "Cost", "", 120, false, true, true},
                                   {"note", "Note", "", 80, false, false, false}};
  TableSpec spec;
  TableUi ui;
  std::vector<uint64_t> drawn;
  float delta_s = 1.0f;  // no two clicks are a double click
};

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

TEST_F(TableViewTest, HeadingsSortAndTurnRound) {
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

TEST_F(TableViewTest, LongHeadingsTakeTwoLines) {
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

TEST_F(TableViewTest, HeadingsKeepTheWordThatTellsThemApart) {
  using Lines = std::vector<std::string>;
  const auto lines = [&](std::string_view title) {
    return HeadingLines(ctx.fonts.small, title, TextWidth(ctx.fonts.small, "xxxxxxxxxxxx") + 0.1f);
  };
  EXPECT_EQ(lines("Inclusive"), (Lines{"Inclusive"}));
  EXPECT_EQ(lines("allocated in new TLABs"), (Lines{"allocated", "in new TLABs"}));
  EXPECT_EQ(lines("allocated in new TLABs Self"), (Lines{"allocated in", "new TL\xE2\x80\xA6 Self"}));
  EXPECT_EQ(lines("allocated_in_new_TLABs"), (Lines{"alloca\xE2\x80\xA6TLABs"}));
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

// Each row stands below the one before it.
TEST_F(TableViewTest, TheIndentLeavesHalfOfTheColumnToTheName) {
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

TEST_F(TableViewTest, WhatACellSaysStaysInItsColumn) {
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

TEST_F(TableViewTest, ColumnsAreResizedAndSetBack) {
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

TEST_F(TableViewTest, ColumnsThatDoNotFitAreReachedSideways) {
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

TEST_F(TableViewTest, NamesTakeWhatTheyNeedOfTheRoomThatNumbersLeave) {
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

TEST_F(TableViewTest, TheHeadingsOfferTheColumns) {
  const std::vector<TableChoice> choices{
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
TEST_F(TableViewTest, NoNumberIsCut) {
  columns[0].width = 110;
  columns[1].has_bars = true;
  columns[1].share_titles = {"of total", "of centre"};
  spec.row = [&](uint64_t row) {
    TableRow made;
    made.cells.resize(columns.size());
    made.cells[0].text = std::string(60, 'n');
    made.cells[1].text = row == 0 ? "+150,768,000 instructions" : "27,600 instructions";
    made.cells[1].shares = {"54.2 %", "5.44 %"};
    return made;
  };
  // What the cost column shows in a table of this width.
  const auto shown = [&](float width) {
    const TablePlacement place =
        LayOutTable(spec, MakeShownRows(spec, ui, kRect.height, ctx), ui, {0, 0, width, kRect.height}, ctx);
    const TablePlacement::Span& cost = place.columns[1];
    const std::string number = InForm("+150,768,000 instructions", cost.form);
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

TEST_F(TableViewTest, KeysScrollTheColumns) {
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
