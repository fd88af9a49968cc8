// The tables of a comparison.
#include "app/search/search.h"
#include "app/tables/columns.h"
#include "app/tables/table_model.h"
#include "app/tables/tables.h"
#include "app/tables/tree_table_model.h"
#include "app/view/colors/derived_model.h"
#include "app/view/navigation.h"
#include "app/view/shell.h"
#include "cct/tree/building/builder.h"
#include "tests/app/compare/compare_case.h"
#include "tests/app/tables/find_cell.h"

namespace ringscope::compared_tables_test {
namespace {

// Name, before, after, difference, difference in per cent; the rest where somebody asks for it.
TEST_F(CompareTest, TablesOfComparisonsBeginWithWhatMatters) {
  CompareBoth();
  DoAll(state, action::ShowTable{GroupBy::kFunction});
  const auto titles = [](const TableHead& head) {
    std::string text;
    for (const TableColumnModel& column : head.columns) text += column.title + "|";
    return text;
  };
  EXPECT_EQ(titles(BuildTableModel(state)), "Function|Self before|Self after|Self difference|Self %|");
  EXPECT_EQ(titles(BuildTreeTableModel(state, view(), true)), "Function|Before|After|Difference|%|");
  EXPECT_EQ(titles(BuildNeighboursModel(state)), "|Before|After|Difference|%|");
  const auto row = [&](uint64_t index) {
    const TableModel table = BuildTableModel(state);
    std::string text;
    for (const TableCellModel& cell : BuildTableRow(state, table, index).cells) text += cell.text + "|";
    return text;
  };
  EXPECT_EQ(row(0),
            "f|300 ns|200 ns|\xE2\x88\x92"
            "100 ns|\xE2\x88\x92"
            "33.3 %|");
  EXPECT_EQ(row(1),
            "g|100 ns|0 ns|\xE2\x88\x92"
            "100 ns|gone|");
  EXPECT_EQ(row(2), "h|0 ns|50 ns|+50 ns|new|");
  DoAll(state, action::SortTable{{TableKey::kSelfPercent, true, {}}});
  EXPECT_EQ(row(0).substr(0, 1), "h") << "what is new is more than any part of what was";
  const auto choose = [&](std::string_view mark) {
    for (const ColumnChoice& choice : ColumnChoices(state.settings, view().tree(), view().metric))
      if (choice.mark == mark) return DoAll(state, choice.action), choice.on;
    ADD_FAILURE() << mark;
    return false;
  };
  EXPECT_FALSE(choose("both-costs"));
  EXPECT_EQ(titles(BuildTableModel(state)),
            "Function|Self before|Self after|Self difference|Self %|"
            "Inclusive before|Inclusive after|Inclusive difference|Inclusive %|");
  EXPECT_TRUE(choose("both-costs"));
  choose("metric/time@change");
  EXPECT_EQ(titles(BuildTableModel(state)),
            "Function|Self before|Self after|Self difference|Self %|time@change Self|");
  EXPECT_EQ(state.settings.table_columns, TableColumns{}) << "other profiles keep theirs";
}

TEST_F(CompareTest, TablesHaveBothSidesAndTheDifference) {
  CompareBoth();
  state.settings.compared_columns = {};
  std::string names;
  for (const MetricIndex metric : TableMetrics(state.settings, view().tree(), view().metric))
    names += view().tree().metrics()[metric].name + " ";
  EXPECT_EQ(names, "time@before time@after ");
  const std::vector<DerivedMetric> derived = DerivedMetricsOf(state.settings, view().tree());
  ASSERT_EQ(derived.size(), 2u);
  EXPECT_EQ(derived[0].name, "time difference");
  const auto bound = BoundDerivedMetrics(view().tree(), derived);
  ASSERT_EQ(bound.size(), 2u);
  EXPECT_EQ(bound[0].formula.Inclusive(At("main;f")), -100);
  ASSERT_TRUE(bound[0].sides);
  EXPECT_EQ(view().tree().metrics()[bound[0].sides->before].name, "time@before");
  // By the size of the difference, whichever way it goes; the order of other profiles stays.
  DoAll(state, action::ShowTable{GroupBy::kFunction});
  const auto cells = [&](std::string_view column) {
    const TableModel table = BuildTableModel(state);
    std::string text;
    for (uint64_t i = 0; i < table.row_count; ++i) {
      const TableRowModel row = BuildTableRow(state, table, i);
      text += row.cells[0].text + " " + FindCell(table, row, column)->text + "\n";
    }
    return text;
  };
  EXPECT_EQ(cells("self-difference"),
            "f \xE2\x88\x92"
            "100 ns\ng \xE2\x88\x92"
            "100 ns\nh +50 ns\ni 0 ns\nmain 0 ns\n");
  EXPECT_EQ(FindCell(BuildTableModel(state), BuildTableRow(state, BuildTableModel(state), 0),
                     "derived/time difference"),
            nullptr)
      << "it is a column already";
  DoAll(state, action::SortTable{{TableKey::kShareDifference, true, {}}});
  EXPECT_EQ(cells("share-difference"),
            "g \xE2\x88\x92"
            "24.69 %\nh +19.61 %\nf +4.36 %\ni +0.73 %\nmain 0.00 %\n");
  DoAll(state, action::SortTable{{TableKey::kDifference, true, {}}});
  EXPECT_EQ(cells("difference"),
            "main \xE2\x88\x92"
            "150 ns\nf \xE2\x88\x92"
            "100 ns\ng \xE2\x88\x92"
            "100 ns\nh +50 ns\ni 0 ns\n");
  EXPECT_EQ(state.settings.table_order, TableOrder{});
  EXPECT_EQ(state.settings.compared_table_order.key, TableKey::kDifference);
  EXPECT_EQ(NamesOf(DerivedMetricsOf(state.settings, *TreeFromFolded("a 1\n").tree)),
            (std::vector<std::string>{"cost a call", "payoff"}));
}

// Callers and callees, the tree, and matches.
TEST_F(CompareTest, EveryTableHasTheDifference) {
  CompareBoth();
  state.settings.compared_columns = {};
  DoAll(state, action::ChooseFunction{view().tree().FrameOf(At("main"))});
  DoAll(state, action::ShowDockTab{DockTab::kCallers});
  const NeighboursModel neighbours = BuildNeighboursModel(state);
  std::string text;
  for (uint64_t i = 0; i < neighbours.callees.row_count; ++i) {
    const TableRowModel row = BuildNeighbourRow(state, neighbours, NeighbourSide::kCallees, i);
    text += row.cells[0].text + " " + FindCell(neighbours, row, "difference")->text + "\n";
  }
  EXPECT_EQ(text,
            "f \xE2\x88\x92"
            "100 ns\ng \xE2\x88\x92"
            "100 ns\nh +50 ns\ni 0 ns\n");

  DoAll(state, action::ShowDockTab{DockTab::kTree});
  DoAll(state, action::ExpandRow{At("main"), true});
  TreeRows rows;
  rows.Update(view());
  const TreeTableModel tree = BuildTreeTableModel(state, view(), false);
  EXPECT_EQ(tree.columns[*tree.sorted_by].key, TableKey::kDifference);
  text.clear();
  for (uint64_t i = 0; i < rows.size(); ++i) text += BuildTreeRow(view(), tree, rows, i).cells[0].text + " ";
  EXPECT_TRUE(text.ends_with("main f g h i ")) << text;

  DoAll(state, action::SetSearchText{"leaf"});
  DoAll(state, action::ShowDockTab{DockTab::kMatches});
  const MatchesModel matches = BuildMatchesModel(state, false);
  text.clear();
  for (uint64_t i = 0; i < matches.row_count; ++i) {
    const MatchRow row = BuildMatchRow(state, matches, i);
    text += row.cells[0].text + " " + FindCell(matches, row, "self-difference")->text + "\n";
  }
  EXPECT_EQ(text,
            "f \xE2\x88\x92"
            "100 ns\ng \xE2\x88\x92"
            "100 ns\nh +50 ns\ni 0 ns\n");
}

// Both call f: 10 times for 30 each before, 20 times for 25 each after.
TEST_F(CompareTest, CountedCallsSplitTheDifference) {
  const auto tree = [](uint64_t cost, uint64_t calls) {
    CctBuilder builder;
    builder.AddMetric({"time", "ns", 1});
    builder.AddMetric({"calls", "count", 1});
    const BuildNode f = builder.Child(kBuildRoot, builder.InternFrame({.name = "f"}));
    builder.AddSelf(f, 0, cost);
    builder.AddSelf(f, 1, calls);
    return WithFunctions(std::move(builder).Finish({}).value());
  };
  state = StateWith(tree(300, 10), "/p/old.cct");
  OpenMore(state, "/p/new.cct", tree(500, 20));
  CompareBoth();
  state.settings.compared_columns = {};
  DoAll(state, action::ShowTable{GroupBy::kFunction});
  const TableModel table = BuildTableModel(state);
  const TableRowModel row = BuildTableRow(state, table, 0);
  EXPECT_EQ(FindCell(table, row, "self-difference")->text, "+200 ns");
  EXPECT_EQ(FindCell(table, row, "split-calls")->text, "+300 ns");
  EXPECT_EQ(FindCell(table, row, "split-cost")->text,
            "\xE2\x88\x92"
            "100 ns");
}

// Rows that stand for several contexts are split context by context, as the command line does it.
TEST_F(CompareTest, TheSplitOfARowIsThatOfItsContexts) {
  const auto tree = [](uint64_t a, uint64_t a_calls, uint64_t b, uint64_t b_calls) {
    CctBuilder builder;
    builder.AddMetric({"time", "ns", 1});
    builder.AddMetric({"calls", "count", 1});
    const FrameId f = builder.InternFrame({.name = "f"});
    const auto add = [&](const char* caller, uint64_t cost, uint64_t calls) {
      const BuildNode node =
          builder.Child(builder.Child(kBuildRoot, builder.InternFrame({.name = caller})), f);
      builder.AddSelf(node, 0, cost);
      builder.AddSelf(node, 1, calls);
    };
    add("a", a, a_calls);
    add("b", b, b_calls);
    return WithFunctions(std::move(builder).Finish({}).value());
  };
  state = StateWith(tree(100, 10, 1000, 1), "/p/old.cct");
  OpenMore(state, "/p/new.cct", tree(200, 20, 1500, 1));
  CompareBoth();
  // Below a 10 more calls of 10 ns, below b one call that costs 500 ns more. Of the sums the 10 calls would
  // have cost 100 ns each.
  state.settings.compared_columns = {};
  DoAll(state, action::ShowTable{GroupBy::kFunction});
  const TableModel table = BuildTableModel(state);
  TableRowModel row = BuildTableRow(state, table, 0);
  EXPECT_EQ(FindCell(table, row, "name")->text, "f");
  EXPECT_EQ(FindCell(table, row, "self-difference")->text, "+0.600 \xC2\xB5s");
  EXPECT_EQ(FindCell(table, row, "split-calls")->text, "+0.100 \xC2\xB5s");
  EXPECT_EQ(FindCell(table, row, "split-cost")->text, "+0.500 \xC2\xB5s");
  // Each caller's row is about its own calls.
  DoAll(state, action::ShowNeighbours{*row.frame});
  const NeighboursModel neighbours = BuildNeighboursModel(state);
  ASSERT_EQ(neighbours.callers.row_count, 2u);
  row = BuildNeighbourRow(state, neighbours, NeighbourSide::kCallers, 0);
  EXPECT_EQ(row.cells[0].text, "b") << "the largest difference first";
  EXPECT_EQ(FindCell(neighbours, row, "split-calls")->text, "0 \xC2\xB5s");
  EXPECT_EQ(FindCell(neighbours, row, "split-cost")->text, "+0.500 \xC2\xB5s");
  DoAll(state, action::SortNeighbours{{TableKey::kSplitCalls, true, {}}});
  row = BuildNeighbourRow(state, BuildNeighboursModel(state), NeighbourSide::kCallers, 0);
  EXPECT_EQ(row.cells[0].text, "a");
  EXPECT_EQ(FindCell(neighbours, row, "split-calls")->text, "+0.100 \xC2\xB5s");
  // Callees likewise, and contexts in the tree.
  DoAll(state, action::ShowNeighbours{state.views.back().tree().FrameOf(At("a"))});
  row = BuildNeighbourRow(state, BuildNeighboursModel(state), NeighbourSide::kCallees, 0);
  EXPECT_EQ(row.cells[0].text, "f");
  EXPECT_EQ(FindCell(neighbours, row, "split-calls")->text, "+100 ns");
}

}  // namespace
}  // namespace ringscope::compared_tables_test
