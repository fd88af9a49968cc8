// Callers and callees: what is listed, in which order, and where one goes from there.
#include "app/tables/tables.h"
#include "app/view/navigation.h"
#include "app/view/shell.h"
#include "app/window/window_actions.h"
#include "tests/app/tables/table_case.h"

namespace ringscope::neighbours_test {
namespace {

class NeighboursOfTableTest : public TableTest {};

TEST_F(NeighboursOfTableTest, CallersAndCalleesOverlapInRecursion) {
  DoAll(action::ShowNeighbours{FrameOf("main;g")});
  NeighboursModel model = BuildNeighboursModel(state);
  EXPECT_EQ(model.name, "g");
  EXPECT_EQ(model.self, "540 bytecodes");
  EXPECT_EQ(model.inclusive, "980 bytecodes");
  ASSERT_EQ(model.callers.row_count, 3u);
  EXPECT_EQ(model.callers.title, "3 callers");
  std::map<std::string, double> bars[2];
  for (const NeighbourSide side : {NeighbourSide::kCallers, NeighbourSide::kCallees}) {
    const auto& rows = side == NeighbourSide::kCallers ? model.callers : model.callees;
    for (uint64_t row = 0; row < rows.row_count; ++row) {
      const TableRowModel shown = BuildNeighbourRow(state, BuildNeighboursModel(state), side, row);
      bars[static_cast<size_t>(side)][shown.cells[0].text] = shown.cells[1].bar;
    }
  }
  using Bars = std::map<std::string, double>;
  EXPECT_EQ(bars[0], (Bars{{"f", 0.5}, {"main", 0.5}, {"g", 400.0 / 980}}));
  EXPECT_EQ(bars[1], (Bars{{"h", 440.0 / 980}, {"g", 400.0 / 980}}));
  const NeighbourSums& sums = *view().slots.Get<NeighboursState>().task.result->sums;
  // The same numbers as the table of functions has.
  DoAll(action::ShowTable{GroupBy::kFunction});
  const GroupTable& table = view().slots.Get<TableState>().task.result->sums->table;
  EXPECT_EQ(sums.self[0], table.self[0][sums.group]);
  EXPECT_EQ(sums.inclusive[0], table.inclusive[0][sums.group]);
}

TEST(NeighboursTest, BeginWithTheFunctionThatCostsMost) {
  AppState state = StateWith(TreeFromFolded("a;hot 70\na;b 10\nc;b 20\nc;hot 30\n"));
  ringscope::DoAll(state, action::ShowDockTab{DockTab::kCallers});
  const NeighboursModel model = BuildNeighboursModel(state);
  EXPECT_EQ(model.name, "hot");
  EXPECT_EQ(model.callers.row_count, 2u);
  EXPECT_FALSE(ActiveView(state)->chosen_function) << "nobody chose it";
}

TEST_F(NeighboursOfTableTest, CallersAndCalleesHaveSelfCosts) {
  DoAll(action::ShowNeighbours{FrameOf("main;g")});
  const auto column = [](const NeighboursModel& model) {
    const auto self = std::find_if(model.columns.begin(), model.columns.end(),
                                   [](const TableColumnModel& one) { return one.key == TableKey::kSelf; });
    return static_cast<size_t>(self - model.columns.begin());
  };
  const size_t self = column(BuildNeighboursModel(state));
  ASSERT_LT(self, BuildNeighboursModel(state).columns.size());
  DoAll(action::SortNeighbours{{TableKey::kSelf, true, {}}});
  EXPECT_EQ(BuildNeighboursModel(state).sorted_by, self);
  const NeighbourOutcome& outcome = *view().slots.Get<NeighboursState>().task.result;
  for (const NeighbourSide side : {NeighbourSide::kCallers, NeighbourSide::kCallees}) {
    const NeighbourTable& table = outcome.sums->side[static_cast<size_t>(side)];
    uint64_t before = UINT64_MAX;
    for (uint64_t row = 0; row < outcome.rows[static_cast<size_t>(side)].size(); ++row) {
      const uint64_t value = table.self[0][outcome.rows[static_cast<size_t>(side)][row]];
      EXPECT_LE(value, before);
      before = value;
      const TableCellModel cell =
          BuildNeighbourRow(state, BuildNeighboursModel(state), side, row).cells[self];
      EXPECT_EQ(cell.text, ValueCell(value, outcome.sums->total[0], value, tree().metrics()[0]).text);
    }
  }
  // g calls itself, and what these calls spend is g's own.
  EXPECT_GT(outcome.sums->side[0].self[0][0], 0u);
}

TEST_F(NeighboursOfTableTest, TheCentreFollowsWhatIsChosenAndGoesBack) {
  DoAll(action::ShowDockTab{DockTab::kCallers});
  EXPECT_EQ(BuildNeighboursModel(state).name, "main") << "to begin with, the centre";
  DoAll(action::Select{At(tree(), "main;f;h")});
  EXPECT_EQ(BuildNeighboursModel(state).name, "h");
  const TableRowModel caller =
      BuildNeighbourRow(state, BuildNeighboursModel(state), NeighbourSide::kCallers, 0);
  EXPECT_EQ(caller.cells[0].text, "main");
  DoAll(action::ChooseFunction{FrameOf("main;g")});
  EXPECT_EQ(BuildNeighboursModel(state).name, "g");
  EXPECT_FALSE(BuildNeighboursModel(state).can_go_forward);
  DoAll(action::StepNeighbours{-1});
  EXPECT_EQ(BuildNeighboursModel(state).name, "h");
  EXPECT_EQ(LitFunction(view()), view().functions().FunctionOf(FrameOf("main;h"))) << "it lights up again";
  EXPECT_TRUE(BuildNeighboursModel(state).can_go_forward);
  DoAll(action::StepNeighbours{5});
  EXPECT_EQ(BuildNeighboursModel(state).name, "g");
  DoAll(action::StepNeighbours{-5});
  EXPECT_EQ(BuildNeighboursModel(state).name, "main");
  EXPECT_FALSE(BuildNeighboursModel(state).can_go_back);
  // Another way from here: what was ahead is forgotten.
  DoAll(action::ChooseFunction{FrameOf("main;f")});
  EXPECT_EQ(BuildNeighboursModel(state).name, "f");
  EXPECT_FALSE(BuildNeighboursModel(state).can_go_forward);
  DoAll(action::Clear{});
  EXPECT_EQ(BuildNeighboursModel(state).name, "f") << "stays in the table";
}

TEST_F(NeighboursOfTableTest, AFunctionThatIsNotInTheTreeSaysSo) {
  DoAll(action::ShowNeighbours{FrameOf("main;g")});
  ViewState& changed = state.views[0];
  const LoadedTree other = TreeFromFolded("a;b 1\n");
  changed.history = ViewHistory(RingsPosition({other.tree->NaturalViewRoot(), {}}, RingMode::kLength, 5));
  changed.chosen_function.reset();
  changed.shown = other;
  DoAll(action::PointAt{});
  const NeighboursModel model = BuildNeighboursModel(state);
  EXPECT_EQ(model.name, "g");
  EXPECT_NE(model.message, "");
  EXPECT_EQ(model.callers.row_count, 0u);
}

TEST_F(NeighboursOfTableTest, NeighboursSortWithoutAddingUpAgain) {
  DoAll(action::ShowNeighbours{FrameOf("main;h")});
  const auto sums = view().slots.Get<NeighboursState>().task.result->sums;
  ASSERT_NE(FindTask<NeighbourRequest>(DoAll(action::SortNeighbours{{TableKey::kName, false, {}}})), nullptr);
  EXPECT_EQ(view().slots.Get<NeighboursState>().task.result->sums, sums);
  Names names;
  for (uint64_t row = 0; row < BuildNeighboursModel(state).callers.row_count; ++row)
    names.push_back(
        BuildNeighbourRow(state, BuildNeighboursModel(state), NeighbourSide::kCallers, row).cells[0].text);
  EXPECT_EQ(names, (Names{"f", "g", "main"}));
}

TEST_F(NeighboursOfTableTest, KeysSortCallersAndCalleesAndSayWhereNothingIsSorted) {
  DoAll(action::ShowNeighbours{FrameOf("main;g")});
  const TableOrder before = state.settings.neighbour_order;
  DoAll(*SortOtherWay(state));
  EXPECT_EQ(state.settings.neighbour_order, (TableOrder{before.key, !before.descending, before.metric}));
  DoAll(*SortByNextColumn(state));
  EXPECT_NE(state.settings.neighbour_order.key, before.key);
  EXPECT_EQ(NothingToSort(state), "");
  DoAll(action::ShowDockTab{DockTab::kTree});
  EXPECT_FALSE(SortByNextColumn(state));
  EXPECT_EQ(NothingToSort(state), "This table always has what costs most on top");
  DoAll(action::ShowDock{false});
  EXPECT_FALSE(SortOtherWay(state));
  EXPECT_NE(NothingToSort(state), "");
}

TEST_F(NeighboursOfTableTest, TheTopOfTheTreeIsCountedAsNoCaller) {
  DoAll(action::ShowNeighbours{FrameOf("main")});
  const NeighboursModel model = BuildNeighboursModel(state);
  ASSERT_EQ(model.callers.row_count, 1u);
  EXPECT_EQ(BuildNeighbourRow(state, model, NeighbourSide::kCallers, 0).cells[0].text, "(no caller)");
  EXPECT_EQ(model.callers.title, "0 callers");
  EXPECT_EQ(model.callees.title, "3 callees");
}

}  // namespace
}  // namespace ringscope::neighbours_test
