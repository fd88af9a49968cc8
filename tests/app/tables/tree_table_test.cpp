#include "app/tables/tables.h"
#include "app/tables/tree_table_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "app/view/navigation.h"
#include "app/view/shell.h"
#include "app/view/steps/steps.h"
#include "app/views/rings/rings.h"
#include "app/window/menus/commands_model.h"
#include "app/window/window_actions.h"
#include "tests/app/app_test_state.h"
#include "tests/app/tables/find_cell.h"

namespace ringscope::tree_table_test {
namespace {

class TreeTableTest : public ::testing::Test {
 protected:
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  ViewState& view() { return *ActiveView(state); }
  const Cct& tree() { return view().tree(); }
  ContextId at(std::string_view path) { return At(tree(), path); }

  // The rows as text, two blanks a layer.
  std::string Table() {
    TreeRows rows;
    rows.Update(view());
    const TreeTableModel model = BuildTreeTableModel(state, view());
    std::string text;
    for (uint64_t row = 0; row < rows.size(); ++row) {
      const TreeRowModel shown = BuildTreeRow(view(), model, rows, row);
      text += std::string(2 * shown.depth, ' ') + (shown.selected ? "*" : "") + shown.cells[0].text + "\n";
    }
    return text;
  }
};

TEST_F(TreeTableTest, TheCentreIsUnfoldedAndItsCalleesAreNot) {
  EXPECT_EQ(Table(), "main\n  f\n  h\n  g\n");
  Do(state, action::ExpandRow{at("main;f")});
  EXPECT_EQ(Table(), "main\n  f\n    g\n    h\n  h\n  g\n");
  const uint64_t serial = view().slots.Get<TreeTableState>().serial;
  Do(state, action::ExpandRow{at("main;f")});
  Do(state, action::ExpandRow{at("main;h;i")});  // calls nothing
  Do(state, action::ExpandRow{kNoContext});
  EXPECT_EQ(view().slots.Get<TreeTableState>().serial, serial);
  // What was unfolded below a folded row comes back with it.
  Do(state, action::ExpandRow{at("main;f;h")});
  Do(state, action::ExpandRow{at("main;f"), false});
  EXPECT_EQ(Table(), "main\n  f\n  h\n  g\n");
  Do(state, action::ExpandRow{at("main;f")});
  EXPECT_EQ(Table(), "main\n  f\n    g\n    h\n      i\n  h\n  g\n");
  Do(state, action::CollapseTree{});
  EXPECT_EQ(Table(), "main\n  f\n  h\n  g\n");
}

TEST_F(TreeTableTest, RowsSayWhatTheyCost) {
  TreeRows rows;
  rows.Update(view());
  state.settings.derived_metrics.push_back(*ParseDerivedMetric("per call = time / calls"));
  const TreeTableModel model = BuildTreeTableModel(state, view());
  ASSERT_EQ(model.calls, MetricIndex{1});
  const TreeRowModel f = BuildTreeRow(view(), model, rows, 1);
  EXPECT_EQ(f.context, at("main;f"));
  const auto cell = [&](const TreeRowModel& row, std::string_view id) { return *FindCell(model, row, id); };
  EXPECT_EQ(cell(f, "name").text, "f");
  EXPECT_EQ(cell(f, "module").text, "app");
  EXPECT_EQ(cell(f, "layer").text, "2");
  EXPECT_TRUE(f.has_callees);
  EXPECT_FALSE(f.expanded);
  EXPECT_EQ(cell(f, "inclusive").text, "0.890 \xC2\xB5s");
  EXPECT_EQ(cell(f, "inclusive").share, "27.5 %");
  EXPECT_NEAR(cell(f, "inclusive").bar, 890.0 / 3238, 1e-9);
  EXPECT_EQ(cell(f, "self").text, "0.180 \xC2\xB5s");
  EXPECT_EQ(cell(f, "calls").text, "1");
  EXPECT_EQ(cell(f, "derived0").text.substr(0, 3), "98.");  // 890 / 9
  // Shares are of the centre.
  Do(state, action::ZoomTo{at("main;f")});
  rows.Update(view());
  const TreeRowModel root = BuildTreeRow(view(), BuildTreeTableModel(state, view()), rows, 0);
  EXPECT_EQ(cell(root, "inclusive").share, "100 %");
  EXPECT_EQ(cell(root, "inclusive").share_of_total, "27.5 %");
  EXPECT_TRUE(root.expanded);
  EXPECT_EQ(cell(root, "layer").text, "2");
}

TEST_F(TreeTableTest, TheHotPathGoesOnWhileEnoughIsLeft) {
  // Shares on the way: f 27.5 % of main; g 55 % of f, g 41 % of it, h 55 % of it, i 45 % of it.
  Do(state, action::SetHotPathShare{25});
  Do(state, action::ExpandHotPath{});
  EXPECT_TRUE(DockShows(state, DockTab::kTree));
  EXPECT_EQ(Table(), "main\n  f\n    g\n      g\n        h\n          *i\n      h\n    h\n  h\n  g\n");
  Do(state, action::CollapseTree{});
  Do(state, action::SetHotPathShare{50});
  Do(state, action::Select{});
  Do(state, action::ExpandHotPath{});
  EXPECT_EQ(Table(), "*main\n  f\n  h\n  g\n");
  Do(state, action::ExpandHotPath{at("main;f")});
  EXPECT_EQ(Table(), "main\n  f\n    *g\n    h\n  h\n  g\n");
  // From the selected row on; what lies elsewhere than below the centre counts for nothing.
  Do(state, action::SetHotPathShare{25});
  Do(state, action::ExpandHotPath{});
  EXPECT_EQ(view().selected, at("main;f;g;g;h;i"));
  Do(state, action::ZoomTo{at("main;h")});
  Do(state, action::ExpandHotPath{at("main;f")});
  EXPECT_EQ(view().selected, at("main;h;i"));
  EXPECT_EQ(Table(), "h\n  *i\n");
}

TEST_F(TreeTableTest, WhatIsSelectedElsewhereIsUnfoldedWhereTheTableIsShown) {
  Do(state, action::Select{at("main;f;h;i")});
  EXPECT_TRUE(view().slots.Get<TreeTableState>().expanded.empty());
  Do(state, action::ShowDockTab{DockTab::kTree});
  EXPECT_EQ(Table(), "main\n  f\n    g\n    h\n      *i\n  h\n  g\n");
  // Folding a caller of it lasts, until it is selected anew.
  Do(state, action::ExpandRow{at("main;f"), false});
  Do(state, action::PointAt{});
  EXPECT_EQ(Table(), "main\n  f\n  h\n  g\n");
  Do(state, action::ShowInTree{at("main;f;h;i")});
  EXPECT_EQ(Table(), "main\n  f\n    g\n    h\n      *i\n  h\n  g\n");
  // From another place one goes to where it is.
  Do(state, action::ZoomTo{at("main;g")});
  Do(state, action::ShowInTree{at("main;f;g")});
  EXPECT_EQ(view().history.current().root.context, at("main"));
  EXPECT_EQ(view().selected, at("main;f;g"));
}

TEST_F(TreeTableTest, WhatWasUnfoldedStaysSoInATransformedTree) {
  Do(state, action::ExpandRow{at("main;f")});
  Do(state, action::ExpandRow{at("main;f;h")});
  Do(state, action::ExpandRow{at("main;g")});
  DoAll(state, action::SetPipelineText{"drop g"});
  ASSERT_EQ(at("main;g"), kNoContext);
  EXPECT_EQ(Table(), "main\n  h\n  f\n    h\n      i\n");
  DoAll(state, action::UndoTransform{});
  EXPECT_EQ(Table(), "main\n  f\n    g\n    h\n      i\n  h\n  g\n");
}

TEST_F(TreeTableTest, RightAndLeftWalkThroughTheTree) {
  Do(state, action::ShowDockTab{DockTab::kTree});
  TreeRows rows;
  const auto press = [&](bool open) {
    rows.Update(view());
    const TreeTableModel model = BuildTreeTableModel(state, view());
    const auto row = rows.Find(view().selected);
    const auto action =
        open ? OpenRowAction(rows, row.value_or(0)) : CloseRowAction(view(), model, rows, row.value_or(0));
    if (action) Do(state, *action);
    return action.has_value();
  };
  Do(state, action::Select{at("main;f")});
  EXPECT_TRUE(press(true));
  EXPECT_EQ(view().selected, at("main;f"));
  EXPECT_TRUE(press(true));
  EXPECT_EQ(view().selected, at("main;f;g"));
  EXPECT_TRUE(press(false));
  EXPECT_EQ(view().selected, at("main;f"));
  EXPECT_TRUE(press(false));
  EXPECT_EQ(Table(), "main\n  *f\n  h\n  g\n");
  EXPECT_TRUE(press(false));
  EXPECT_EQ(view().selected, at("main"));
  EXPECT_FALSE(press(false));  // the centre cannot be folded
  // A context that calls nothing does not open.
  Do(state, action::Select{at("main;h;i")});
  EXPECT_FALSE(press(true));
}

TEST_F(TreeTableTest, AFilterLeavesMatchesWithTheirCallers) {
  Do(state, action::ShowDockTab{DockTab::kTree});
  Do(state, action::ExpandRow{at("main;h")});
  DoAll(state, action::SetTreeFilter{"g"});
  EXPECT_EQ(Table(), "main\n  f\n    g\n      g\n  g\n    g\n");
  EXPECT_EQ(TreeCountText(view(), 6, ""), "4 matches");
  // What calls no match does not unfold.
  TreeRows rows;
  rows.Update(view());
  EXPECT_FALSE(rows.HasRowsBelow(at("main;g;g")));
  EXPECT_FALSE(rows.Find(at("main;h")));
  Do(state, action::ExpandRow{at("main;f"), false});
  EXPECT_EQ(Table(), "main\n  f\n  g\n    g\n");
  // The rows stay while the next text is typed, also where it is no query yet.
  DoAll(state, action::SetTreeFilter{"(g"});
  EXPECT_EQ(Table(), "main\n  f\n  g\n    g\n");
  EXPECT_EQ(TreeCountText(view(), 4, ""), view().slots.Get<TreeTableState>().filter_problem);
  EXPECT_NE(view().slots.Get<TreeTableState>().filter_problem, "");
  DoAll(state, action::SetTreeFilter{"i self>300"});
  EXPECT_EQ(Table(), "main\n  h\n    i\n");
  DoAll(state, action::SetTreeFilter{"nosuch"});
  EXPECT_EQ(Table(), "");
  // Without it everything is as it was before.
  Do(state, action::Clear{});
  EXPECT_EQ(view().slots.Get<TreeTableState>().filter, "");
  EXPECT_EQ(Table(), "main\n  f\n  h\n    i\n  g\n");
}

TEST_F(TreeTableTest, AFilterThatFailsOnThisTreeSaysWhyAndIsTriedAgain) {
  Do(state, action::ShowDockTab{DockTab::kTree});
  DoAll(state, action::SetTreeFilter{"self(rate)>1"});
  EXPECT_NE(TreeFilterProblem(view().slots.Get<TreeTableState>()), "");
  EXPECT_EQ(TreeCountText(view(), 4, ""), TreeFilterProblem(view().slots.Get<TreeTableState>()));
  EXPECT_EQ(Table(), "main\n  f\n  h\n  g\n");
  // What it asks for may come with a derived metric.
  state.settings.derived_metrics.push_back(*ParseDerivedMetric("rate = time / calls"));
  DoAll(state, action::ShowDockTab{DockTab::kTree});
  EXPECT_EQ(TreeFilterProblem(view().slots.Get<TreeTableState>()), "");
}

TEST_F(TreeTableTest, WhatIsSelectedUnfoldsOnceMoreWhenTheFilterGoes) {
  Do(state, action::ShowDockTab{DockTab::kTree});
  Do(state, action::Select{at("main;f;h")});
  EXPECT_EQ(Table(), "main\n  f\n    g\n    *h\n  h\n  g\n");
  DoAll(state, action::SetTreeFilter{"g"});
  Do(state, action::Select{at("main;f;h;i")});
  DoAll(state, action::SetTreeFilter{""});
  EXPECT_EQ(Table(), "main\n  f\n    g\n    h\n      *i\n  h\n  g\n");
}

TEST_F(TreeTableTest, AFilterFollowsTheTree) {
  Do(state, action::ShowDockTab{DockTab::kTree});
  DoAll(state, action::SetTreeFilter{"i"});
  EXPECT_EQ(Table(),
            "main\n  f\n    g\n      g\n        h\n          i\n      h\n        i\n    h\n      i\n"
            "  h\n    i\n  g\n    g\n      h\n        i\n    h\n      i\n");
  DoAll(state, action::SetPipelineText{"drop g"});
  EXPECT_EQ(Table(), "main\n  h\n    i\n  f\n    h\n      i\n");
}

TEST_F(TreeTableTest, TheHotPathIsKnownToTheChart) {
  const auto path = [&] {
    std::string text;
    if (view().hot_path.contexts == nullptr) return std::string("none");
    for (const ContextId context : *view().hot_path.contexts)
      text += std::string(tree().FrameAt(context).name) + " ";
    return text;
  };
  Do(state, action::SetHotPathShare{25});
  EXPECT_EQ(path(), "f g g h i ");
  Do(state, action::SetHotPathShare{45});
  EXPECT_EQ(path(), "");
  Do(state, action::ZoomTo{at("main;h")});
  EXPECT_EQ(path(), "i ");
  Do(state, action::OutlineHotPath{false});
  EXPECT_EQ(path(), "none");
}

TEST_F(TreeTableTest, TheHotPathShowsAsManyLayersAsItNeeds) {
  SetChartSize(state, 0, 900, 900);
  Do(state, action::SetHotPathShare{25});
  Do(state, action::CompressChains{false});
  Do(state, action::SetDepth{2});
  Do(state, action::ExpandHotPath{});
  EXPECT_EQ(view().selected, at("main;f;g;g;h;i"));
  EXPECT_EQ(view().history.current().root.context, at("main"));
  EXPECT_EQ(RingsOf(view()).depth_limit, 6u);
}

TEST_F(TreeTableTest, TheMenuOfAPieceLeadsToItsRow) {
  Do(state, action::OpenContextMenu{{at("main;f;h"), {}, kNoContext}, 10, 10});
  const ContextMenuModel menu = BuildContextMenuModel(state);
  const auto entry = std::find_if(menu.entries.begin(), menu.entries.end(),
                                  [](const auto& one) { return one.id == "tree-table"; });
  ASSERT_NE(entry, menu.entries.end());
  ASSERT_EQ(entry->actions.size(), 1u);
  Do(state, entry->actions[0]);
  EXPECT_EQ(Table(), "main\n  f\n    g\n    *h\n  h\n  g\n");
}

}  // namespace
}  // namespace ringscope::tree_table_test
