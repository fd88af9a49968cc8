// The tables below the charts, drawn without a window.
#include <gtest/gtest.h>

#include "app/source/source.h"
#include "app/tables/table_model.h"
#include "app/tables/tables.h"
#include "app/view/navigation.h"
#include "app/view/shell.h"
#include "cct/tree/building/builder.h"
#include "tests/app/app_test_state.h"
#include "tests/app/widgets/panel_harness.h"

namespace ringscope::dock_panels_test {
namespace {

class DockPanelsTest : public ::testing::Test {
 protected:
  AppState state = StateWith(TreeFromFolded(kWorkedExample));

  const ViewState& view() { return *ActiveView(state); }
  FrameId FrameOf(std::string_view path) { return view().tree().FrameOf(At(view().tree(), path)); }

  void Settle(PanelHarness& panels) {
    for (int round = 0; round < 3; ++round) {
      panels.Settle();
      const std::vector<Effect> news(panels.effects().begin() + static_cast<ptrdiff_t>(taken_),
                                     panels.effects().end());
      taken_ = panels.effects().size();
      RunEffects(state, news);
    }
  }
  void Show(GroupBy by) { DoAll(state, action::ShowTable{by}); }
  static void Move(PanelHarness& panels, std::string_view mark) {
    const PanelRect at = panels.marks().find(mark)->second;
    panels.Frame({input::MouseMove{at.x + at.width / 2, at.y + at.height / 2}});
    panels.Frame();
  }

  size_t taken_ = 0;
};

TEST_F(DockPanelsTest, EveryRowIsDrawnAndAHeadingSorts) {
  Show(GroupBy::kFunction);
  PanelHarness panels(state);
  EXPECT_TRUE(panels.has("table/row/4"));
  EXPECT_FALSE(panels.has("table/row/5"));
  panels.Click("table/head/name");
  EXPECT_EQ(state.settings.table_order, (TableOrder{TableKey::kName, false, {}}));
  Settle(panels);
  EXPECT_EQ(BuildTableRow(state, BuildTableModel(state), 0).cells[0].text, "f");
  panels.Click("table/head/name");
  EXPECT_TRUE(state.settings.table_order.descending);
  panels.Click("table/head/contexts");
  EXPECT_EQ(state.settings.table_order, (TableOrder{TableKey::kContexts, true, {}}));
}

TEST_F(DockPanelsTest, ARowLightsUpWhileThePointerIsOnItAndStaysLitByAClick) {
  Show(GroupBy::kFunction);
  PanelHarness panels(state);
  Move(panels, "table/row/1");
  EXPECT_EQ(view().hovered_function, FrameOf("main;h"));
  panels.Frame({input::MouseMove{5, 300}});
  panels.Frame();
  EXPECT_EQ(view().hovered_function, std::nullopt);
  panels.Click("table/row/3");
  EXPECT_EQ(view().chosen_function, FrameOf("main;g"));
  EXPECT_EQ(LitFunction(view()), view().functions().FunctionOf(FrameOf("main;g")));
}

TEST_F(DockPanelsTest, TheNumberOfRowsIsNeverCut) {
  Show(GroupBy::kFunction);
  const std::string count = BuildTableModel(state).count;
  ASSERT_EQ(count, "5 functions");
  for (float width = 500; width < 1300; width += 8) {
    PanelHarness panels(state, width, 700);
    panels.Settle();
    const auto counts = panels.marks().find("table/counts");
    if (counts == panels.marks().end()) continue;
    const float whole = ImGui::CalcTextSize(count.c_str()).x, number = ImGui::CalcTextSize("5").x;
    EXPECT_TRUE(counts->second.width >= whole || counts->second.width <= number) << width;
  }
}

TEST_F(DockPanelsTest, ADoubleClickShowsCallersAndCallees) {
  Show(GroupBy::kFunction);
  PanelHarness panels(state);
  panels.Click("table/row/3");
  panels.Frame({input::MouseButton{0, true}});
  panels.Frame({input::MouseButton{0, false}});
  EXPECT_EQ(state.settings.dock_tab, DockTab::kCallers);
  Settle(panels);
  EXPECT_EQ(BuildNeighboursModel(state).name, "g");
  ASSERT_TRUE(panels.has("callers/row/0"));
  ASSERT_TRUE(panels.has("callees/row/0"));
  // A click on a row makes its function the centre.
  const TableRowModel callee =
      BuildNeighbourRow(state, BuildNeighboursModel(state), NeighbourSide::kCallees, 0);
  panels.Click("callees/row/0");
  Settle(panels);
  EXPECT_EQ(BuildNeighboursModel(state).name, callee.cells[0].text);
  panels.Click("callers/back");
  Settle(panels);
  EXPECT_EQ(BuildNeighboursModel(state).name, "g");
  panels.Click("callers/forward");
  Settle(panels);
  EXPECT_EQ(BuildNeighboursModel(state).name, callee.cells[0].text);
}

TEST_F(DockPanelsTest, KeysMoveChooseAndGoToTheCallers) {
  Show(GroupBy::kFunction);
  PanelHarness panels(state);
  panels.Click("table/row/0");
  panels.PressKey(input::KeyCode::kDown);
  EXPECT_EQ(view().chosen_function, FrameOf("main;h"));
  panels.Post(action::ZoomTo{At(view().tree(), "main;f")});
  panels.PressKey(input::KeyCode::kHome);
  EXPECT_EQ(view().history.current().root.context, At(view().tree(), "main;f"))
      << "Home is the list's while it has the keyboard";
  panels.PressKey(input::KeyCode::kEnter);
  EXPECT_EQ(state.settings.dock_tab, DockTab::kCallers);
}

// Without its file the list of lines that have cost goes to the line of what is selected, as the file does.
TEST_F(DockPanelsTest, TheLineOfTheSelectedContextComesIntoSightWithoutTheFile) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  for (uint32_t line = 1; line <= 300; ++line) {
    const std::string name = "f" + std::to_string(line);
    const Frame frame{.name = name, .file = "/gone/a.c", .line = line};
    builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame(frame)), 0, 1000 - line);
  }
  state = StateWith(WithFunctions(std::move(builder).Finish({}).value()));
  const auto open = [&](std::string_view path) { DoAll(state, action::OpenSource{At(view().tree(), path)}); };
  open("f250");
  PanelHarness panels(state);
  panels.Settle();
  EXPECT_TRUE(panels.has("source/row/249"));
  EXPECT_FALSE(panels.has("source/row/0"));
  for (const std::string_view head : {"source/head/self", "source/head/inclusive", "source/head/line"})
    EXPECT_TRUE(panels.has(head)) << head;
  open("f2");
  panels.Settle();
  EXPECT_TRUE(panels.has("source/row/1"));
  EXPECT_FALSE(panels.has("source/row/249"));
}

TEST_F(DockPanelsTest, AKeyFiltersAndTheListGetsTheKeyboardBack) {
  PanelHarness panels(state);
  const input::Modifiers ctrl_shift{true, true, false};
  panels.PressKey(input::KeyCode{'F'}, ctrl_shift);
  Settle(panels);
  EXPECT_TRUE(DockShows(state, DockTab::kFunctions));
  panels.Type("i");
  Settle(panels);
  EXPECT_EQ(view().slots.Get<TableState>().filter, "i");
  ASSERT_EQ(BuildTableModel(state).row_count, 2u) << "main and i";
  panels.PressKey(input::KeyCode::kDown);
  EXPECT_EQ(view().chosen_function, FrameOf("main"));
  Settle(panels);
  // The keyboard is in the list: this is a command.
  panels.Type("l");
  EXPECT_EQ(view().slots.Get<TableState>().filter, "i");
  panels.PressKey(input::KeyCode::kEnd);
  EXPECT_EQ(view().chosen_function, FrameOf("main;h;i"));
  panels.PressKey(input::KeyCode{'F'}, ctrl_shift);
  panels.Type("f");
  Settle(panels);
  EXPECT_EQ(view().slots.Get<TableState>().filter, "f");
  panels.PressKey(input::KeyCode::kEscape);
  Settle(panels);
  EXPECT_EQ(state.keyboard.area, KeyboardArea::kDock);
  panels.PressKey(input::KeyCode::kHome);
  EXPECT_EQ(view().chosen_function, FrameOf("main"));
}

TEST_F(DockPanelsTest, TheKeyOfAShownTableGivesItTheKeyboard) {
  Show(GroupBy::kFunction);
  PanelHarness panels(state);
  Settle(panels);
  ASSERT_EQ(state.keyboard.area, KeyboardArea::kChart);
  panels.Frame({input::Modifiers{false, true, false}, input::Character{U'F'}});
  panels.Frame({input::Modifiers{}});
  Settle(panels);
  EXPECT_EQ(state.keyboard.area, KeyboardArea::kDock);
  panels.PressKey(input::KeyCode::kDown);
  EXPECT_EQ(view().chosen_function, FrameOf("main"));
  EXPECT_EQ(view().selected, kNoContext) << "the chart's selection stays";
}

TEST_F(DockPanelsTest, KeysBeginInTheCallers) {
  PanelHarness panels(state);
  DoAll(state, action::ShowNeighbours{FrameOf("main;g")});
  Settle(panels);
  panels.PressKey(input::KeyCode::kDown);
  const auto first_of = [&](NeighbourSide side) {
    return BuildNeighbourRow(state, BuildNeighboursModel(state), side, 0).frame;
  };
  EXPECT_EQ(view().hovered_function, first_of(NeighbourSide::kCallers));
  panels.PressKey(input::KeyCode::kRight);
  panels.PressKey(input::KeyCode::kDown);
  EXPECT_EQ(view().hovered_function, first_of(NeighbourSide::kCallees));
}

TEST_F(DockPanelsTest, AKeyFiltersTheTree) {
  DoAll(state, action::ShowDockTab{DockTab::kTree});
  PanelHarness panels(state);
  panels.PressKey(input::KeyCode{'F'}, {true, true, false});
  panels.Type("g");
  EXPECT_EQ(view().slots.Get<TreeTableState>().filter, "g");
  DoAll(state, action::ShowDockTab{DockTab::kCallers});
  panels.PressKey(input::KeyCode{'F'}, {true, true, false});
  EXPECT_EQ(state.note.text, "Functions and the tree have a filter; show one of them");
}

TEST_F(DockPanelsTest, TypingFilters) {
  Show(GroupBy::kFunction);
  PanelHarness panels(state);
  panels.Click("table/filter");
  panels.Type("main");
  EXPECT_EQ(view().slots.Get<TableState>().filter, "main");
  Settle(panels);
  EXPECT_TRUE(panels.has("table/row/0"));
  EXPECT_FALSE(panels.has("table/row/1"));
  panels.PressKey(input::KeyCode::kDown);
  EXPECT_EQ(view().chosen_function, FrameOf("main")) << "from the box into the list";
  panels.PressKey(input::KeyCode::kEscape);
  EXPECT_EQ(view().slots.Get<TableState>().filter, "");
  EXPECT_TRUE(view().chosen_function) << "one press takes away one thing";
}

TEST_F(DockPanelsTest, OtherGroupingsSearchForWhatIsClicked) {
  Show(GroupBy::kFunction);
  PanelHarness panels(state);
  panels.Click("table/by/Module");
  EXPECT_EQ(state.settings.table_by, GroupBy::kModule);
  Settle(panels);
  panels.Click("table/row/0");
  EXPECT_EQ(view().search, "mod:\"app\"");
  EXPECT_EQ(BuildTableModel(state).selected, 0u);
  const auto before = state.settings.dock_tab;
  panels.PressKey(input::KeyCode::kEnter);
  EXPECT_EQ(state.settings.dock_tab, before) << "modules have no callers here";
}

TEST_F(DockPanelsTest, ARightClickOffersWhatCanBeDoneWithTheFunction) {
  Show(GroupBy::kFunction);
  PanelHarness panels(state);
  const PanelRect row = panels.marks().find("table/row/3")->second;
  panels.Frame({input::MouseMove{row.x + 50, row.y + 5}});
  panels.Frame();
  panels.Frame({input::MouseButton{1, true}});
  panels.Frame({input::MouseButton{1, false}});
  panels.Settle();
  ASSERT_TRUE(panels.has("menu/callers"));
  ASSERT_TRUE(panels.has("menu/copy-name"));
  ASSERT_TRUE(panels.has("menu/source"));
  panels.Click("menu/hide");
  EXPECT_EQ(FormatPipeline(view().pipeline.wanted), "hide \"g\" mod:\"app\"");
}

TEST_F(DockPanelsTest, WhatIsSelectedInTheChartComesIntoSight) {
  std::string lines;
  for (int i = 0; i < 400; ++i)
    lines += "f" + std::to_string(1000 + i) + " " + std::to_string(1000 - i) + "\n";
  state = StateWith(TreeFromFolded(lines));
  Show(GroupBy::kFunction);
  PanelHarness panels(state);
  EXPECT_FALSE(panels.has("table/row/300"));
  panels.Post(action::Select{At(view().tree(), "f1300")});
  EXPECT_TRUE(panels.has("table/row/300"));
  // Scrolled away by hand it stays away.
  const PanelRect row = panels.marks().find("table/row/300")->second;
  panels.Frame({input::MouseMove{row.x + 50, row.y + 5}});
  for (int i = 0; i < 50; ++i) panels.Frame({input::Wheel{0, 5}});
  panels.Settle();
  EXPECT_TRUE(panels.has("table/row/0"));
  EXPECT_FALSE(panels.has("table/row/300"));
}

TEST_F(DockPanelsTest, TheMenuOfAContextLeadsToTheTables) {
  PanelHarness panels(state);
  panels.Post(action::OpenContextMenu{{At(view().tree(), "main;f;g"), {}, kNoContext}, 300, 100});
  panels.Click("menu/table");
  EXPECT_EQ(state.settings.dock_tab, DockTab::kFunctions);
  EXPECT_TRUE(state.settings.dock_open);
  Settle(panels);
  EXPECT_EQ(BuildTableModel(state).selected, 3u);
  panels.Post(action::OpenContextMenu{{At(view().tree(), "main;f"), {}, kNoContext}, 300, 100});
  panels.Click("menu/callers");
  Settle(panels);
  EXPECT_EQ(BuildNeighboursModel(state).name, "f");
}

TEST_F(DockPanelsTest, KeysAndCommandsLeadToTheTables) {
  PanelHarness panels(state);
  const auto type = [&](char32_t letter) {
    panels.Frame({input::Modifiers{false, true, false}, input::Character{letter}});
    panels.Frame({input::Modifiers{}});
  };
  type(U'F');
  EXPECT_TRUE(DockShows(state, DockTab::kFunctions));
  Settle(panels);
  type(U'C');
  EXPECT_TRUE(DockShows(state, DockTab::kCallers));
  Settle(panels);
  EXPECT_EQ(BuildNeighboursModel(state).name, "main");
}

TEST_F(DockPanelsTest, EverySizeIsDrawn) {
  for (const float width : {400.0f, 1280.0f, 2560.0f}) {
    for (const GroupBy by : {GroupBy::kFunction, GroupBy::kThread}) {
      Show(by);
      PanelHarness panels(state, width, 400);
      Settle(panels);
      EXPECT_TRUE(panels.has("table/rows"));
      Do(state, action::ShowDockTab{DockTab::kCallers});
      Settle(panels);
      EXPECT_GT(panels.vertex_count(), 0);
    }
  }
}

TEST_F(DockPanelsTest, CountsAreToldInFewerWordsWhereThereIsLessRoom) {
  CctBuilder builder;
  (void)builder.AddMetric({"Ir", "instructions", 1});
  builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame({.name = "f"})), 0, 4);
  ImportReport report;
  report.estimated.push_back({"Ir", 1, 4});
  state = StateWith(WithFunctions(*std::move(builder).Finish(report)));
  Show(GroupBy::kFunction);
  const TableModel model = BuildTableModel(state);
  EXPECT_EQ(model.total, "4 instructions in all, partly an estimate");
  EXPECT_EQ(model.short_total, "~4 instructions");
  const auto width_in = [&](float window) {
    PanelHarness panels(state, window, 600);
    Settle(panels);
    const PanelRect counts = panels.marks().find("table/counts")->second;
    EXPECT_LE(counts.x + counts.width, panels.layout().dock.x + panels.layout().dock.width);
    return counts.width;
  };
  EXPECT_LT(width_in(600), width_in(1380) * 0.75f);
}

}  // namespace
}  // namespace ringscope::dock_panels_test
