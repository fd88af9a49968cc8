// The tables below the charts: what they show, and what a click on a row does.
#include "app/search/search.h"
#include "app/tables/tables.h"
#include "app/view/colors/colors.h"
#include "app/view/navigation.h"
#include "app/view/panes/panes.h"
#include "app/view/shell.h"
#include "app/view/steps/steps.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/building/type_list.h"
#include "tests/app/tables/table_case.h"

namespace ringscope::table_test {
namespace {

TEST_F(TableTest, TheWorkedExampleByFunction) {
  DoAll(action::ShowTable{GroupBy::kFunction});
  EXPECT_EQ(Column("name"), (Names{"main", "h", "i", "g", "f"}));
  EXPECT_EQ(Column("self"),
            (Names{"1,066 bytecodes", "792 bytecodes", "660 bytecodes", "540 bytecodes", "180 bytecodes"}));
  EXPECT_EQ(Cell(0, "self", true), "32.9 %");
  EXPECT_EQ(Cell(0, "inclusive"), "3,238 bytecodes");
  EXPECT_EQ(Cell(0, "inclusive", true), "100 %");
  const TableModel model = BuildTableModel(state);
  EXPECT_EQ(model.count, "5 functions");
  EXPECT_EQ(model.total, "3,238 bytecodes in all");
  EXPECT_EQ(model.message, "");
}

TEST_F(TableTest, FunctionsHaveTheTypesThatTheyAreCalledOn) {
  EXPECT_EQ(Cell(0, "receiver-types"), "no such cell");
  CctBuilder builder;
  builder.AddMetric({"calls", "count", 1});
  TypeList& types = builder.types();
  const auto call = [&](BuildNode caller, std::string_view name, uint64_t calls, std::string_view receiver) {
    const BuildNode node = builder.Child(caller, builder.InternFrame({.name = name}));
    builder.AddSelf(node, 0, calls);
    types.Add({node, kReceiverRole, types.NameOf(receiver), calls});
    return node;
  };
  const BuildNode a = call(kBuildRoot, "a", 10, "A");
  call(a, "b", 6, "Circle");
  call(call(a, "c", 3, "C"), "b", 4, "Square");
  builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame({.name = "d"})), 0, 1);
  state = StateWith(WithFunctions(std::move(builder).Finish({}).value()));
  DoAll(action::ShowTable{GroupBy::kFunction});
  DoAll(action::SortTable{{TableKey::kReceiverTypes, true, {}}});
  EXPECT_EQ(Column("name"), (Names{"b", "a", "c", "d"}));
  EXPECT_EQ(Column("receiver-types"), (Names{"Circle 60.0 %, Square 40.0 %", "A", "C", ""}));
  DoAll(action::ShowTable{GroupBy::kModule});
  EXPECT_EQ(Cell(0, "receiver-types"), "no such cell");
}

// The window shows a file before it is verified.
TEST_F(TableTest, RangesOfTypesThatOverlapAreRefused) {
  CctBuilder builder;
  builder.AddMetric({"calls", "count", 1});
  const BuildNode a = builder.Child(kBuildRoot, builder.InternFrame({.name = "a"}));
  builder.AddSelf(a, 0, 1);
  builder.types().Add({a, kReceiverRole, builder.types().NameOf("A"), 1});
  const CctPtr sound = std::move(builder).Finish({}).value();
  const std::vector<uint64_t> begin{0, 1, 0};
  CctColumns columns = sound->columns();
  columns.types.begin = ChunkedColumn<uint64_t>(std::span(begin));
  const std::vector<Metric> metrics(sound->metrics().begin(), sound->metrics().end());
  state = StateWith(WithFunctions(
      std::make_shared<const Cct>(std::move(columns), sound->frames(), metrics, ImportReport(), sound)));
  DoAll(action::ShowTable{GroupBy::kFunction});
  EXPECT_EQ(BuildTableModel(state).message, "the ranges of types of the file do not tile the types");
  state = AppState();
}

TEST_F(TableTest, NumbersAreThoseOfTheGroupTable) {
  DoAll(action::ShowTable{GroupBy::kFunction});
  const auto grouping = BuildFrameGrouping(tree().frames(), view().functions(), GroupBy::kFunction);
  const auto table = BuildGroupTable(tree(), grouping, {kRootContext, kRootContext + 1});
  ASSERT_TRUE(table);
  const GroupSums& sums = *view().slots.Get<TableState>().task.result->sums;
  EXPECT_EQ(sums.table.self, table->self);
  EXPECT_EQ(sums.table.inclusive, table->inclusive);
  EXPECT_EQ(sums.table.contexts, table->contexts);
}

TEST_F(TableTest, CallsAreTheCallsMetricsOwnValue) {
  DoAll(action::ShowTable{GroupBy::kFunction});
  EXPECT_EQ(Column("calls"), Column("contexts")) << "one call a context in this profile";
  DoAll(action::SetMetric{1});
  EXPECT_EQ(Cell(0, "calls"), "no such cell") << "it is the metric that is shown already";
}

TEST_F(TableTest, SortsByAnyColumnBothWays) {
  DoAll(action::ShowTable{GroupBy::kFunction});
  DoAll(action::SortTable{{TableKey::kName, false, {}}});
  EXPECT_EQ(Column("name"), (Names{"f", "g", "h", "i", "main"}));
  DoAll(action::SortTable{{TableKey::kName, true, {}}});
  EXPECT_EQ(Column("name"), (Names{"main", "i", "h", "g", "f"}));
  DoAll(action::SortTable{{TableKey::kInclusive, false, {}}});
  EXPECT_EQ(Column("inclusive"),
            (Names{"660 bytecodes", "890 bytecodes", "980 bytecodes", "1,452 bytecodes", "3,238 bytecodes"}));
  DoAll(action::SortTable{{TableKey::kContexts, true, {}}});
  EXPECT_EQ(Column("contexts").front(), "6");
  EXPECT_EQ(Column("contexts").back(), "1");
  DoAll(action::SortTable{{TableKey::kModule, true, {}}});
  EXPECT_EQ(Column("name"), (Names{"f", "g", "h", "i", "main"})) << "equal ones by name";
}

TEST_F(TableTest, DerivedMetricsAreColumnsToSortBy) {
  auto metric = ParseDerivedMetric("cost a call = time / calls");
  ASSERT_TRUE(metric);
  DoAll(action::SetDerivedMetrics{{*metric}});
  DoAll(action::ShowTable{GroupBy::kFunction});
  DoAll(action::SortTable{{TableKey::kDerived, true, "cost a call"}});
  const TableModel model = BuildTableModel(state);
  ASSERT_TRUE(model.sorted_by);
  EXPECT_EQ(model.columns[*model.sorted_by].title, "cost a call");
  const GroupSums& sums = *view().slots.Get<TableState>().task.result->sums;
  double before = 1e300;
  for (const uint32_t group : view().slots.Get<TableState>().task.result->rows) {
    const double ratio = static_cast<double>(sums.table.inclusive[0][group]) /
                         static_cast<double>(sums.table.inclusive[1][group]);
    EXPECT_LE(ratio, before);
    before = ratio;
  }
  // By one that names another.
  const std::vector<uint32_t> descending = view().slots.Get<TableState>().task.result->rows;
  DoAll(action::SetDerivedMetrics{{*metric, *ParseDerivedMetric("gain = -'cost a call'")}});
  DoAll(action::SortTable{{TableKey::kDerived, false, "gain"}});
  EXPECT_EQ(view().slots.Get<TableState>().task.result->rows, descending);
}

TEST_F(TableTest, EveryMetricIsAColumnThatIsChosen) {
  DoAll(action::ShowTable{GroupBy::kFunction});
  EXPECT_EQ(Cell(0, "self/calls"), "no such cell");
  const auto choose = [&](std::string_view mark) {
    for (const ColumnChoice& choice : ColumnChoices(state.settings, tree(), view().metric))
      if (choice.mark == mark) return DoAll(choice.action);
    ADD_FAILURE() << mark;
    return std::vector<Effect>();
  };
  EXPECT_NE(FindEffect<effect::SaveSettings>(choose("metric/calls")), nullptr);
  EXPECT_EQ(Cell(1, "name"), "h");
  EXPECT_EQ(Cell(1, "self/calls"), "6");
  EXPECT_EQ(Cell(1, "self/calls", true), "33.3 %") << "of 18 calls";
  DoAll(action::SortTable{{TableKey::kSelf, true, "calls"}});
  EXPECT_EQ(Cell(0, "name"), "h");
  EXPECT_EQ(Cell(1, "name"), "i");
  EXPECT_EQ(BuildTableModel(state).columns[*BuildTableModel(state).sorted_by].id, "self/calls");
  // Of the profile too, which differs from the share of the centre below a function.
  choose("share-total");
  EXPECT_TRUE(state.settings.table_columns.of_total);
  DoAll(action::ZoomTo{At(tree(), "main;f")});
  const TableModel model = BuildTableModel(state);
  const TableRowModel top = BuildTableRow(state, model, 0);
  EXPECT_EQ(FindCell(model, top, "inclusive")->share_of_total, "13.6 %");
  EXPECT_EQ(FindCell(model, top, "inclusive")->share, "49.4 %");
  EXPECT_EQ(ParseSettings(FormatSettings(state.settings)).table_columns, state.settings.table_columns);
  // Drawn, it is a column of its own no more.
  DoAll(action::SetMetric{1});
  EXPECT_EQ(Cell(0, "self/calls"), "no such cell");
  choose("bars");
  EXPECT_FALSE(state.settings.table_columns.bars);
}

TEST_F(TableTest, CommandsAreAboutTheChosenRow) {
  DoAll(action::ShowTable{GroupBy::kFunction});
  DoAll(action::Select{At(tree(), "main;f")});
  const auto press = [&](char key) {
    if (auto action = ActionForKey(state, {.character = static_cast<char32_t>(key)}, false)) DoAll(*action);
  };
  DoAll(*ChooseTableRow(BuildTableRow(state, BuildTableModel(state), 1)));
  press('h');
  EXPECT_EQ(FormatPipeline(view().pipeline.wanted), "hide \"h\" mod:\"app\"");
  DoAll(action::UndoTransform{});
  DoAll(action::ShowTable{GroupBy::kModule});
  DoAll(*ChooseTableRow(BuildTableRow(state, BuildTableModel(state), 0)));
  EXPECT_EQ(view().search, "mod:\"app\"");
  press('k');
  EXPECT_EQ(FormatPipeline(view().pipeline.wanted), "keep mod:\"app\"");
  DoAll(action::UndoTransform{});
  // Who searches for something else, or selects, means that.
  DoAll(action::Select{At(tree(), "main;g")});
  press('d');
  EXPECT_EQ(FormatPipeline(view().pipeline.wanted), "drop \"g\" mod:\"app\"");
}

TEST_F(TableTest, FiltersByWordsQueriesAndWhatIsNone) {
  DoAll(action::ShowTable{GroupBy::kFunction});
  DoAll(action::SetTableFilter{"AI"});
  EXPECT_EQ(Column("name"), Names{}) << "upper case is meant";
  EXPECT_NE(BuildTableModel(state).message, "");
  DoAll(action::SetTableFilter{"ai"});
  EXPECT_EQ(Column("name"), (Names{"main"}));
  EXPECT_EQ(BuildTableModel(state).count, "1 of 5 functions");
  DoAll(action::SetTableFilter{"\"f\" or \"g\""});
  EXPECT_EQ(Column("name"), (Names{"g", "f"}));
  DoAll(action::SetTableFilter{"not mod:app"});
  EXPECT_EQ(Column("name"), Names{});
  DoAll(action::SetTableFilter{"mod:app not main"});
  EXPECT_EQ(Column("name"), (Names{"h", "i", "g", "f"}));
  DoAll(action::SetTableFilter{"self>5%"});
  EXPECT_NE(BuildTableModel(state).message.find("filtered by name"), std::string::npos);
  DoAll(action::SetTableFilter{"\"mai"});
  EXPECT_EQ(Column("name"), Names{}) << "no query: looked for as it stands";
  DoAll(action::SetTableFilter{"  "});
  EXPECT_EQ(BuildTableModel(state).row_count, 5u);
}

TEST_F(TableTest, WordsAreAboutTheRowsOfOtherGroupings) {
  DoAll(action::ShowTable{GroupBy::kModule});
  EXPECT_EQ(Column("name"), (Names{"app"}));
  DoAll(action::SetTableFilter{"main"});
  EXPECT_EQ(Column("name"), Names{}) << "no module of this name";
  DoAll(action::SetTableFilter{"file:app.cpp"});
  EXPECT_EQ(Column("name"), (Names{"app"})) << "fields are about the functions in it";
  DoAll(action::ShowTable{GroupBy::kFile});
  EXPECT_EQ(view().slots.Get<TableState>().filter, "") << "what was typed was about other rows";
  EXPECT_EQ(Column("name"), (Names{"app.cpp"}));
  EXPECT_EQ(Cell(0, "self"), "3,238 bytecodes");
}

TEST_F(TableTest, ThreadsAndUnknownModulesAreRowsToo) {
  state = StateWith(TreeFromFolded("T:one;a 5\nT:two;a 7\nT:two;b 1\n"));
  DoAll(action::ShowTable{GroupBy::kThread});
  EXPECT_EQ(Column("name"), (Names{"two", "one"}));
  EXPECT_EQ(Column("self"), (Names{"8 ns", "5 ns"}));
  DoAll(action::Select{At(tree(), "one;a")});
  EXPECT_EQ(BuildTableModel(state).selected, 1u);
  DoAll(action::ShowTable{GroupBy::kModule});
  DoAll(action::SortTable{{TableKey::kName, false, {}}});
  EXPECT_EQ(Column("name"), (Names{"(unknown)", "app"}));
  const auto query = ChooseTableRow(BuildTableRow(state, BuildTableModel(state), 0));
  ASSERT_TRUE(query);
  ASSERT_NE(query->As<action::ChooseGroup>(), nullptr);
  EXPECT_EQ(query->As<action::ChooseGroup>()->query, "mod:\"\"");
  // A menu's commands are about the row; what is searched for stays.
  DoAll(action::SetSearchText{"two"});
  DoAll(action::ChooseGroup{"mod:\"\"", false});
  EXPECT_EQ(view().search, "two");
  EXPECT_EQ(view().chosen_group, "mod:\"\"");
}

TEST_F(TableTest, AGroupThatIsChosenTakesThePlaceOfAFunction) {
  DoAll(action::ShowTable{GroupBy::kFunction});
  DoAll(action::ChooseFunction{FrameOf("main;g")});
  DoAll(action::ChooseGroup{"file:\"app.cpp\""});
  EXPECT_EQ(view().chosen_function, std::nullopt);
  DoAll(action::ChooseFunction{FrameOf("main;g")});
  EXPECT_EQ(view().chosen_group, "");
}

TEST_F(TableTest, TheViewRootsSubtreeIsWhatCounts) {
  DoAll(action::ShowTable{GroupBy::kFunction});
  DoAll(action::ZoomTo{At(tree(), "main;f")});
  EXPECT_EQ(Column("name"), (Names{"g", "h", "i", "f"}));
  EXPECT_EQ(Cell(3, "inclusive", true), "100 %");
}

TEST_F(TableTest, ARowAndTheChartLightUpEachOther) {
  DoAll(action::ShowTable{GroupBy::kFunction});
  const TableRowModel row = BuildTableRow(state, BuildTableModel(state), 1);
  const auto choose = ChooseTableRow(row);
  ASSERT_TRUE(choose);
  DoAll(*choose);
  EXPECT_EQ(LitFunction(view()), view().functions().FunctionOf(FrameOf("main;h")));
  EXPECT_EQ(BuildTableModel(state).selected, 1u);
  DoAll(action::HoverFunction{FrameOf("main;f;g")});
  EXPECT_EQ(LitFunction(view()), view().functions().FunctionOf(FrameOf("main;g")));
  EXPECT_EQ(BuildTableModel(state).lit, 3u);
  DoAll(action::PointAt{Pointed{At(tree(), "main;f"), {}, kNoContext}});
  EXPECT_EQ(BuildTableModel(state).lit, 4u);
  DoAll(action::PointAt{});
  DoAll(action::ShowDock{false});
  EXPECT_EQ(view().hovered_function, std::nullopt) << "nothing is pointed at in a table that is gone";
  DoAll(action::Select{At(tree(), "main;f;h;i")});
  DoAll(action::ShowTable{GroupBy::kFunction});
  EXPECT_EQ(BuildTableModel(state).selected, 2u);
}

// The calls of g by itself are below those by f and main.
// What a caller's or callee's calls spend themselves, and a list sorted by it.
TEST(TableUnitTest, AColumnsUnitSuitsTheLargestOfItsRows) {
  AppState state = StateWith(
      TreeFromFolded("main 3000000000\nmain;scan 52000000\nmain;scan;a 6840123\nmain;scan;b 570000"));
  const Cct& tree = ActiveView(state)->tree();
  DoAll(state, action::ShowNeighbours{tree.FrameOf(At(tree, "main;scan"))});
  const auto neighbour = [&](NeighbourSide side, uint64_t row) {
    const NeighboursModel model = BuildNeighboursModel(state);
    return *FindCell(model, BuildNeighbourRow(state, model, side, row), "inclusive");
  };
  EXPECT_EQ(neighbour(NeighbourSide::kCallers, 0).text, "59.41 ms") << "of a profile of seconds";
  EXPECT_EQ(neighbour(NeighbourSide::kCallees, 0).text, "6.840 ms");
  EXPECT_EQ(neighbour(NeighbourSide::kCallees, 0).tooltip, "6,840,123 ns");
  EXPECT_EQ(neighbour(NeighbourSide::kCallees, 1).text, "0.570 ms");
  const auto first = [&](std::string_view column) {
    const TableModel model = BuildTableModel(state);
    return FindCell(model, BuildTableRow(state, model, 0), column)->text;
  };
  DoAll(state, action::ShowTable{GroupBy::kFunction});
  EXPECT_EQ(first("inclusive"), "3.059 s");
  DoAll(state, action::SetTableFilter{"scan"});
  EXPECT_EQ(first("inclusive"), "59.41 ms");
  EXPECT_EQ(first("self"), "52.00 ms");
}

// Equal values of a row look equal.
TEST_F(TableTest, CostsOfARowHaveOneUnit) {
  state =
      StateWith(TreeFromFolded("main 3000000\nmain;scan 27030000\nmain;load;read 1090000000\n"
                               "main;load;read;wait 12000000"));
  DoAll(action::ShowTable{GroupBy::kFunction});
  const auto of = [&](std::string_view name, std::string_view column) {
    for (uint64_t row = 0; row < BuildTableModel(state).row_count; ++row)
      if (Cell(row, "name") == name) return Cell(row, column);
    return std::string("no such row");
  };
  EXPECT_EQ(of("main", "inclusive"), "1.132 s");
  EXPECT_EQ(of("scan", "inclusive"), "0.027 s");
  EXPECT_EQ(of("scan", "self"), "0.027 s");
  // Where next to nothing is left of them self costs keep their digits.
  DoAll(action::SetTableFilter{"main"});
  EXPECT_EQ(of("main", "inclusive"), "1.132 s");
  EXPECT_EQ(of("main", "self"), "3.000 ms");
}

TEST_F(TableTest, FunctionsOfOneNameSayWhereTheyAre) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  const auto add = [&](BuildNode caller, const Frame& frame, uint64_t samples) {
    const BuildNode node = builder.Child(caller, builder.InternFrame(frame));
    builder.AddSelf(node, 0, samples);
    return node;
  };
  const BuildNode main = add(kBuildRoot, {.name = "main"}, 1);
  add(main, {.name = "init", .file = "src/a.c", .line = 3}, 5);
  add(main, {.name = "init", .file = "src/b.c"}, 4);
  add(main, {.name = "init", .module = "libc.so"}, 3);
  state = StateWith(WithFunctions(std::move(builder).Finish({}).value()));
  DoAll(action::ShowTable{GroupBy::kFunction});
  const auto places = [&] {
    Names found;
    const TableModel model = BuildTableModel(state);
    for (uint64_t row = 0; row < model.row_count; ++row)
      found.push_back(BuildTableRow(state, model, row).cells[0].place);
    return found;
  };
  // The module stands in a column of its own.
  EXPECT_EQ(places(), (Names{"src/a.c:3", "src/b.c", "", ""}));
  DoAll(action::ShowNeighbours{FrameOf("main")});
  Names callees;
  for (uint64_t row = 0; row < BuildNeighboursModel(state).callees.row_count; ++row)
    callees.push_back(
        BuildNeighbourRow(state, BuildNeighboursModel(state), NeighbourSide::kCallees, row).cells[0].place);
  EXPECT_EQ(callees, (Names{"src/a.c:3", "src/b.c", "libc.so"}));
}

TEST_F(TableTest, EveryHeadingSaysWhatItsColumnMeans) {
  for (const TableGrouping& grouping : kTableGroupings) {
    DoAll(action::ShowTable{grouping.by});
    for (const TableColumnModel& column : BuildTableModel(state).columns)
      EXPECT_NE(column.tooltip, "") << column.id;
  }
}

TEST_F(TableTest, GroupingAndOrderAreKept) {
  Settings settings;
  settings.table_by = GroupBy::kPackage;
  settings.table_order = {TableKey::kDerived, false, "miss \"rate\""};
  settings.dock_tab = DockTab::kCallers;
  EXPECT_EQ(ParseSettings(FormatSettings(settings)), settings);
  settings.table_order = {TableKey::kInclusive, true, "heap bytes"};
  EXPECT_EQ(ParseSettings(FormatSettings(settings)), settings);
  EXPECT_FALSE(ParseTableOrder("name up heap bytes"));
  EXPECT_EQ(ParseSettings("table_order = \"derived down\"\ntable_by = nothing\n").table_order, TableOrder{});
  for (const TableGrouping& grouping : kTableGroupings) EXPECT_EQ(&TableGroupingOf(grouping.by), &grouping);
  EXPECT_NE(FindEffect<effect::SaveSettings>(Do(state, action::SortTable{{TableKey::kName, false, {}}})),
            nullptr);
}

TEST_F(TableTest, AHundredThousandRowsAreInOrder) {
  std::string lines;
  for (int i = 0; i < 100'000; ++i)
    lines += "f" + std::to_string(i) + " " + std::to_string(i % 1000 + 1) + "\n";
  state = StateWith(TreeFromFolded(lines));
  DoAll(action::ShowTable{GroupBy::kFunction});
  const TableOutcome& outcome = *view().slots.Get<TableState>().task.result;
  ASSERT_EQ(outcome.rows.size(), 100'000u);
  const auto& self = outcome.sums->table.self[0];
  EXPECT_TRUE(std::is_sorted(outcome.rows.begin(), outcome.rows.end(),
                             [&](uint32_t a, uint32_t b) { return self[a] > self[b]; }));
  for (uint32_t row = 0; row < outcome.rows.size(); row += 997)
    EXPECT_EQ(outcome.row_of_group[outcome.rows[row]], row);
}

TEST_F(TableTest, SelfIsThatOfTheFunctionAlsoWithCallersFirst) {
  DoAll(action::ShowTable{GroupBy::kFunction});
  const Names names = Column("name"), self = Column("self"), inclusive = Column("inclusive");
  ringscope::DoAll(state, action::SetPipeline{ParsePipeline("invert").value()});
  DoAll(action::ShowTable{GroupBy::kFunction});
  EXPECT_EQ(Column("name"), names);
  EXPECT_EQ(Column("self"), self);
  EXPECT_EQ(Column("inclusive"), inclusive);
  const auto self_column = [&] { return BuildTableModel(state).columns[HasModuleColumn() ? 2 : 1]; };
  EXPECT_EQ(self_column().title, "Self");
  EXPECT_NE(self_column().tooltip.find("callers come first"), std::string::npos);
  // The ring of what was called is gone: the column says what it tells instead.
  ringscope::DoAll(state, action::SetPipeline{ParsePipeline("invert | focus g").value()});
  DoAll(action::ShowTable{GroupBy::kFunction});
  EXPECT_EQ(self_column().title, "Outermost");
}

TEST_F(TableTest, ModulesHaveAColumnWhereAFunctionBelowTheCentreHasOne) {
  CctBuilder builder;
  (void)builder.AddMetric({"samples", "count", 1});
  const BuildNode main = builder.Child(kBuildRoot, builder.InternFrame({.name = "main"}));
  const auto add = [&](const Frame& frame, uint64_t value) {
    builder.AddSelf(builder.Child(main, builder.InternFrame(frame)), 0, value);
  };
  add({.name = "work"}, 3);
  add({.name = "copy", .module = "libc.so"}, 2);
  state = StateWith(WithFunctions(*std::move(builder).Finish({})));
  DoAll(action::ShowTable{GroupBy::kFunction});
  EXPECT_TRUE(HasModuleColumn());
  DoAll(action::ZoomTo{At(tree(), "main;work")});
  EXPECT_EQ(Column("name"), Names{"work"});
  EXPECT_FALSE(HasModuleColumn());
}

TEST_F(TableTest, KeysSortByColumnAfterColumn) {
  DoAll(action::ShowTable{GroupBy::kFunction});
  std::vector<TableOrder> orders;
  const size_t columns = BuildTableModel(state).columns.size();
  for (size_t i = 0; i < columns; ++i) {
    DoAll(*SortByNextColumn(state));
    orders.push_back(state.settings.table_order);
  }
  EXPECT_EQ(orders.front(), (TableOrder{TableKey::kInclusive, true, {}})) << "behind self cost";
  EXPECT_EQ(orders.back(), (TableOrder{TableKey::kSelf, true, {}})) << "around";
  EXPECT_NE(std::find(orders.begin(), orders.end(), TableOrder{TableKey::kName, false, {}}), orders.end());
  DoAll(*SortOtherWay(state));
  EXPECT_EQ(state.settings.table_order, (TableOrder{TableKey::kSelf, false, {}}));
  EXPECT_EQ(Column("name").front(), "f");
}

}  // namespace
}  // namespace ringscope::table_test
