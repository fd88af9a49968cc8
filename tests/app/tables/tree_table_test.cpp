#include "app/tables/tree_table_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "app/commands/context_menu_model.h"
#include "tests/app/app_test_state.h"

namespace ringscope {
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
      text += std::string(2 * shown.depth, ' ') + (shown.selected ? "*" : "") + shown.name + "\n";
    }
    return text;
  }
};

TEST_F(TreeTableTest, TheCentreIsUnfoldedAndItsCalleesAreNot) {
  EXPECT_EQ(Table(), "main\n  f\n  h\n  g\n");
  Do(state, action::ExpandRow{at("main;f")});
  EXPECT_EQ(Table(), "main\n  f\n    g\n    h\n  h\n  g\n");
  const uint64_t serial = view().tree_table.serial;
  Do(state, action::ExpandRow{at("main;f")});
  Do(state, action::ExpandRow{at("main;h;i")});  // calls nothing
  Do(state, action::ExpandRow{kNoContext});
  EXPECT_EQ(view().tree_table.serial, serial);
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
  EXPECT_EQ(f.name, "f");
  EXPECT_EQ(f.module, "app");
  EXPECT_EQ(f.layer, "2");
  EXPECT_TRUE(f.has_callees);
  EXPECT_FALSE(f.expanded);
  EXPECT_EQ(f.inclusive, "0.890 \xC2\xB5s");
  EXPECT_EQ(f.inclusive_share, "27.5 %");
  EXPECT_NEAR(f.inclusive_part, 890.0 / 3238, 1e-9);
  EXPECT_EQ(f.self, "0.180 \xC2\xB5s");
  EXPECT_EQ(f.calls, "1");
  ASSERT_EQ(f.derived.size(), 1u);
  EXPECT_EQ(f.derived[0].substr(0, 3), "98.");  // 890 / 9
  // Shares are of the centre.
  Do(state, action::ZoomTo{at("main;f")});
  rows.Update(view());
  const TreeRowModel root = BuildTreeRow(view(), BuildTreeTableModel(state, view()), rows, 0);
  EXPECT_EQ(root.inclusive_share, "100 %");
  EXPECT_TRUE(root.expanded);
  EXPECT_EQ(root.layer, "2");
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
  EXPECT_TRUE(view().tree_table.expanded.empty());
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
    const auto action = open ? OpenRowAction(view(), model, rows, row.value_or(0))
                             : CloseRowAction(view(), model, rows, row.value_or(0));
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
}  // namespace ringscope
