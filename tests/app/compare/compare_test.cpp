#include <gtest/gtest.h>

#include <algorithm>

#include "app/compare/compare.h"
#include "app/details/details_model.h"
#include "app/details/tooltip_model.h"
#include "app/files/documents.h"
#include "app/files/saving/saving.h"
#include "app/search/search.h"
#include "app/tables/columns.h"
#include "app/tables/matches_model.h"
#include "app/tables/neighbours_model.h"
#include "app/tables/tables.h"
#include "app/tables/tree_table_model.h"
#include "app/view/colors/colors.h"
#include "app/view/colors/derived_model.h"
#include "app/view/command.h"
#include "app/view/difference/angle.h"
#include "app/view/difference/compare_model.h"
#include "app/view/difference/difference_model.h"
#include "app/view/document.h"
#include "app/view/navigation.h"
#include "app/view/panes/panes.h"
#include "app/view/shell.h"
#include "cct/base/text/number_text.h"
#include "cct/merge/tree_aggregator.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/metric_sides.h"
#include "tests/app/compare/compare_case.h"
#include "tests/app/tables/find_cell.h"

namespace ringscope::compare_test {
namespace {

TEST_F(CompareTest, TheDialogBeginsWithBothTabsInTheirOrder) {
  const std::vector<CompareRow> rows = BuildCompareRows(state);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].name, "old.folded");
  EXPECT_EQ(rows[0].side, Side::kBefore);
  EXPECT_EQ(rows[1].side, Side::kAfter);
  EXPECT_EQ(CompareProblem(rows), "");
  EXPECT_EQ(CompareProblem({rows[0]}), "Open two profiles to compare them.");
  std::vector<CompareRow> none = rows;
  none[1].side.reset();
  EXPECT_EQ(CompareProblem(none), "Choose at least one profile after.");
  // The shown one is after, the tab before it is before.
  Open("/p/third.folded", "main 1\n");
  Do(state, action::ActivateView{state.views[1].id});
  const std::vector<CompareRow> three = BuildCompareRows(state);
  EXPECT_EQ(three[0].side, Side::kBefore);
  EXPECT_EQ(three[1].side, Side::kAfter);
  EXPECT_FALSE(three[2].side);
}

TEST_F(CompareTest, TheDialogTurnsSidesRoundWhereTheirNamesSaySo) {
  Open("/p/run_after.folded", "main 1\n");
  Open("/p/run_before.folded", "main 2\n");
  const std::vector<CompareRow> rows = BuildCompareRows(state);
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[2].side, Side::kAfter) << rows[2].name;
  EXPECT_EQ(rows[3].side, Side::kBefore) << rows[3].name;
}

TEST_F(CompareTest, OfManyContextsTheOutermostLayersComeFirst) {
  std::string many;
  for (int k = 0; k < 100; ++k) many += "main;f;g" + std::to_string(k) + " 1\nmain;h 1\n";
  Open("/p/many.folded", many);
  Open("/p/more.folded", many + "main;f;g7 5\n");
  const uint64_t whole = 200;  // before
  const auto rows = BuildCompareRows(state);
  Do(state, action::CompareDocuments{{rows[2].document}, {rows[3].document}});
  const JobState compared = state.jobs.back();
  const auto posted_with = [&](uint64_t many_contexts) {
    std::vector<Action> posted;
    JobControl job;
    RunCompare(
        compared.id, *compared.compared, job, [&](Action one) { posted.push_back(std::move(one)); },
        many_contexts);
    return posted;
  };
  EXPECT_EQ(posted_with(1'000'000).size(), 1u) << "nobody has to wait";
  const std::vector<Action> posted = posted_with(120);
  ASSERT_EQ(posted.size(), 2u);
  const size_t tabs = state.views.size();
  Do(state, posted[0]);
  ASSERT_EQ(state.views.size(), tabs + 1);
  // A tenth of 120 for both: the root, main and four of its callees, but none of the hundred below them.
  EXPECT_EQ(view().tree().layer_count(), 3u);
  EXPECT_EQ(view().tree().Total(0), whole);
  EXPECT_TRUE(SidesOf(view().tree().metrics(), 0)) << "it is a comparison";
  Do(state, posted[1]);
  EXPECT_EQ(state.views.size(), tabs + 1);
  EXPECT_EQ(view().tree().layer_count(), 4u);
  EXPECT_EQ(view().tree().Total(0), whole);
}

TEST_F(CompareTest, JoiningWhileLayersAreShownKeepsTheTab) {
  const auto rows = BuildCompareRows(state);
  Do(state, action::CompareDocuments{{rows[0].document}, {rows[1].document}});
  const JobId first = state.jobs.back().id;
  Do(state, action::PreviewLoaded{first, TreeFromFolded("main 5\n")});
  const size_t tabs = state.views.size();
  action::Effects effects;
  action::CompareAgain(state, *FindDocument(state, view().document), effects);
  ASSERT_NE(state.jobs.back().id, first);
  Do(state, action::LoadFinished{first, tl::unexpected(Error{ErrorCode::kCancelled, "cancelled"})});
  EXPECT_EQ(state.views.size(), tabs);
  EXPECT_EQ(FindDocument(state, view().document)->reading, state.jobs.back().id);
}

TEST_F(CompareTest, KeysGiveAProfileToASide) {
  CompareRow row{1, "a", std::nullopt};
  MoveToSide(row, 1);
  EXPECT_EQ(row.side, Side::kBefore);
  MoveToSide(row, 1);
  MoveToSide(row, 1);
  EXPECT_EQ(row.side, Side::kAfter);
  MoveToSide(row, -2);
  EXPECT_FALSE(row.side);
}

TEST_F(CompareTest, AFileIsComparedOnceItIsOpen) {
  const ViewId before = view().id;
  Do(state, action::CompareWithFile{"/p/third.folded"});
  EXPECT_EQ(state.jobs.back().path, "/p/third.folded");
  Do(state, action::LoadFinished{state.jobs.back().id, TreeFromFolded("main 1\n")});
  ASSERT_FALSE(state.jobs.empty());
  ASSERT_NE(state.jobs.back().compared, nullptr);
  EXPECT_EQ(state.jobs.back().compared->before[0].execution.name,
            FindDocument(state, FindView(state, before)->document)->title);
  EXPECT_EQ(state.jobs.back().compared->after[0].execution.name, "third.folded");
}

TEST_F(CompareTest, NothingIsComparedWithAFileThatCannotBeOpened) {
  Do(state, action::CompareWithFile{"/p/third.folded"});
  Do(state, action::LoadFinished{state.jobs.back().id, Fail(ErrorCode::kIo, "it is gone")});
  EXPECT_TRUE(state.jobs.empty());
  Do(state, action::OpenFile{.path = "/p/third.folded"});
  Do(state, action::LoadFinished{state.jobs.back().id, TreeFromFolded("main 1\n")});
  EXPECT_TRUE(state.jobs.empty()) << "it was asked for before, and failed";
}

TEST_F(CompareTest, TheFileToCompareWithIsChosenInTheOpenDialog) {
  Do(state, action::CompareWithFile{});
  EXPECT_TRUE(state.open_dialog_open);
  Do(state, action::OpenFile{.path = "/p/third.folded"});
  Do(state, action::LoadFinished{state.jobs.back().id, TreeFromFolded("main 1\n")});
  ASSERT_FALSE(state.jobs.empty());
  EXPECT_NE(state.jobs.back().compared, nullptr);
}

TEST_F(CompareTest, AClosedOpenDialogComparesNothing) {
  Do(state, action::CompareWithFile{});
  Do(state, action::ShowOpenDialog{false});
  Do(state, action::OpenFile{.path = "/p/third.folded"});
  Do(state, action::LoadFinished{state.jobs.back().id, TreeFromFolded("main 1\n")});
  EXPECT_TRUE(std::all_of(state.jobs.begin(), state.jobs.end(),
                          [](const JobState& job) { return job.compared == nullptr; }));
}

TEST_F(CompareTest, AComparisonIsATabOfItsOwn) {
  CompareBoth();
  ASSERT_EQ(state.views.size(), 3u);
  EXPECT_EQ(FindDocument(state, view().document)->title, "old.folded vs new.folded");
  EXPECT_EQ(view().color.mode, ColorMode::kDifference);
  EXPECT_EQ(view().tree().metrics()[view().metric].name, "time@after");
  EXPECT_EQ(view().tree().Total(view().metric), 255u);
  EXPECT_TRUE(state.settings.recent_files.empty() ||
              !state.settings.recent_files.front().ends_with("vs new.folded"));
  // It is none of those that can be compared, and has no file to be read from.
  EXPECT_EQ(BuildCompareRows(state).size(), 2u);
  EXPECT_FALSE(FindCommand("file.reload")->action(state));
  Do(state, action::SaveAs{"/p/a.ringview"});
  ASSERT_EQ(state.errors.size(), 1u);
  EXPECT_NE(state.errors[0].message.find("Save it as .cct"), std::string::npos);
}

TEST_F(CompareTest, OneKeyFlipsTheSides) {
  const Command* flip = FindCommand("compare.flip");
  ASSERT_NE(flip, nullptr);
  EXPECT_FALSE(flip->action(state));
  EXPECT_EQ(flip->why_not(state), "This is no comparison");
  CompareBoth();
  const auto shown = [&] { return view().tree().metrics()[view().metric].name; };
  DoAll(state, action::SetAngle{ComparedAngle::kAfter});
  Do(state, *flip->action(state));
  EXPECT_EQ(shown(), "time@before");
  Do(state, *flip->action(state));
  EXPECT_EQ(shown(), "time@after");
  Do(state, *FindCommand("compare.change")->action(state));
  EXPECT_EQ(shown(), "time@change");
  EXPECT_EQ(view().tree().Total(view().metric), 250u);
}

TEST_F(CompareTest, OneSwitchChoosesWhatIsDrawn) {
  CompareBoth();
  EXPECT_EQ(AngleOf(view()), ComparedAngle::kLarger) << "it costs less now: much may be gone";
  DoAll(state, action::SetAngle{ComparedAngle::kAfter});
  EXPECT_EQ(AngleOf(view()), ComparedAngle::kAfter);
  EXPECT_FALSE(AngleToMake(view())) << "the sides are there";
  const auto effects = Do(state, action::SetAngle{ComparedAngle::kCommon});
  EXPECT_EQ(AngleOf(view()), ComparedAngle::kCommon);
  EXPECT_TRUE(AngleToMake(view())) << "as long as it is made";
  RunEffects(state, effects);
  DrawnAngle drawn = DrawnAngleOf(view());
  EXPECT_EQ(drawn.tree->metrics()[drawn.metric].name, "time@common");
  EXPECT_EQ(drawn.tree->Total(drawn.metric), 205u);
  EXPECT_EQ(drawn.tree->Total(drawn.whole.at(0)), 455u);
  // The view's metric says what else is told; everything but the chart is about the same tree as before.
  EXPECT_EQ(view().tree().metrics()[view().metric].name, "time@after");
  const AngleModel model = BuildAngleModel(state);
  EXPECT_EQ(model.total,
            "time: 405 ns before, 255 ns after: \xE2\x88\x92"
            "150 ns, \xE2\x88\x92"
            "37.0 %");
  EXPECT_EQ(model.tooltip, "before: old.folded\nafter: new.folded");
  // Another metric, or a side, ends it.
  Do(state, action::SetMetric{view().metric});
  EXPECT_EQ(AngleOf(view()), ComparedAngle::kAfter);
  Do(state, *FindCommand("compare.flip")->action(state));
  EXPECT_EQ(AngleOf(view()), ComparedAngle::kBefore);
  drawn = DrawnAngleOf(view());
  EXPECT_EQ(drawn.tree->metrics()[drawn.whole.at(0)].name, "time@after")
      << "so that the smaller one leaves a gap";
  Do(state, *FindCommand("compare.shares")->action(state));
  EXPECT_TRUE(DrawnAngleOf(view()).whole.empty());
  Do(state, action::CloseView{view().id});
  EXPECT_FALSE(BuildAngleModel(state).visible);
}

TEST_F(CompareTest, OfAFleetTheSlowestMembersCanBeDrawn) {
  EXPECT_EQ(FindCommand("members.max")->why_not(state), "This is no aggregate of members");
  EXPECT_FALSE(FindCommand("members.max")->action(state));
  TreeAggregator aggregator({.over = "rank", .absent_is_zero = false});
  ASSERT_TRUE(aggregator.Add(TreeFromFolded("main;f 10\nmain;g 4\n").tree, {.name = "0"}).has_value());
  ASSERT_TRUE(aggregator.Add(TreeFromFolded("main;f 6\nmain;h 5\n").tree, {.name = "1"}).has_value());
  state = StateWith(WithFunctions(*std::move(aggregator).Finish()));
  EXPECT_FALSE(AngleOf(view()));
  EXPECT_FALSE(ComparesSides(view()));
  RunEffects(state, Do(state, *FindCommand("members.max")->action(state)));
  DrawnAngle drawn = DrawnAngleOf(view());
  EXPECT_EQ(drawn.tree->metrics()[drawn.metric].name, "time@max");
  EXPECT_EQ(drawn.tree->Total(drawn.metric), 19u);
  EXPECT_FALSE(BuildAngleModel(state).visible);
  RunEffects(state, Do(state, *FindCommand("members.mean")->action(state)));
  drawn = DrawnAngleOf(view());
  EXPECT_EQ(drawn.tree->Total(drawn.metric), 17'000u);
  Do(state, *FindCommand("members.sum")->action(state));
  EXPECT_EQ(DrawnAngleOf(view()).tree, view().shown.tree);
}

TEST_F(CompareTest, SeveralRunsHaveABarEach) {
  CompareBoth();
  EXPECT_TRUE(BuildRunsModel(state).bars.empty()) << "two runs need no picture";
  EXPECT_EQ(BuildAngleModel(state).runs, "");
  Open("/p/third.folded", "main;f 400\nmain;i 5\n");
  const auto rows = BuildCompareRows(state);
  ASSERT_EQ(rows.size(), 3u);
  Run(Do(state, action::CompareDocuments{{rows[0].document}, {rows[1].document, rows[2].document}}));
  EXPECT_EQ(BuildAngleModel(state).runs, "A mean run; charts and tables have the sum of 2 runs a side");
  Do(state, action::Select{At("main;f")});
  const RunsModel model = BuildRunsModel(state);
  ASSERT_EQ(model.bars.size(), 3u);
  EXPECT_EQ(model.text, "Each run of f, with what it calls");
  EXPECT_EQ(model.bars[1].side, Side::kAfter);
  EXPECT_FLOAT_EQ(model.bars[1].height, 0.5f);
  EXPECT_EQ(model.bars[2].text, "after, third.folded: 400 ns");
}

TEST_F(CompareTest, APathOfBlameLeadsToWhereItHappens) {
  CompareBoth();
  Do(state, *FindCommand("compare.blame")->action(state));
  ASSERT_NE(view().blame.contexts, nullptr);
  EXPECT_EQ(view().selected, view().blame.contexts->back());
  EXPECT_EQ(view().selected, At("main;f"));
  EXPECT_EQ(state.note.text, "40.0 % of the change happens in f");
  Do(state, action::Unselect{});
  EXPECT_EQ(view().blame.contexts, nullptr);
  Do(state, action::ZoomTo{At("main;i")});
  Do(state, action::WalkBlame{});
  EXPECT_EQ(state.note.text, "Nothing changed here");
}

TEST_F(CompareTest, ColorsTellWhichWayAContextDiffers) {
  CompareBoth();
  const DifferenceOfContext of = DifferencesOf(view().shown.tree);
  ASSERT_NE(of, nullptr);
  const auto kind = [&](std::string_view path) { return of(At(path), view().metric).kind; };
  EXPECT_EQ(kind("main;f"), DifferenceKind::kLess);
  EXPECT_NEAR(of(At("main;f"), view().metric).part, -1.0 / 3, 1e-9);
  EXPECT_EQ(kind("main;g"), DifferenceKind::kGone);
  EXPECT_EQ(kind("main;h"), DifferenceKind::kNew);
  EXPECT_EQ(kind("main;i"), DifferenceKind::kWithinNoise);
  EXPECT_EQ(DifferencesOf(TreeFromFolded("a 1\n").tree), nullptr);
  // Another profile does not inherit these colours.
  Do(state, action::SetColor{{.mode = ColorMode::kDifference}});
  Open("/p/third.folded", "main 1\n");
  EXPECT_EQ(view().color.mode, ColorMode::kFunction);
  Do(state, action::SetColor{{.mode = ColorMode::kDifference}});
  EXPECT_EQ(view().color.mode, ColorMode::kFunction);
}

TEST_F(CompareTest, TheTooltipSaysBothSides) {
  CompareBoth();
  const auto text = [&](std::string_view path) {
    Do(state, action::PointAt{Pointed{At(path), {}, kNoContext}, 0});
    const DifferenceWords words = BuildTooltipModel(state, 0).difference;
    return words.sides.empty() ? std::string() : words.sides + ": " + words.change;
  };
  EXPECT_EQ(text("main;f"),
            "300 ns before, 200 ns after: \xE2\x88\x92"
            "100 ns, \xE2\x88\x92"
            "33.3 %");
  EXPECT_EQ(text("main;g"),
            "100 ns before, 0 ns after: \xE2\x88\x92"
            "100 ns, gone");
  EXPECT_EQ(text("main;h"), "0 ns before, 50 ns after: +50 ns, new");
  EXPECT_EQ(text("main;i"), "5 ns before, 5 ns after: the same");
}

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

TEST_F(CompareTest, TheMarkedMetricIsTheDrawnOne) {
  CompareBoth();
  for (const auto& [angle, label] :
       {std::pair(ComparedAngle::kBefore, "time, before"), std::pair(ComparedAngle::kAfter, "time, after"),
        std::pair(ComparedAngle::kChange, "time, change"),
        std::pair(ComparedAngle::kLarger, "time, larger")}) {
    DoAll(state, action::SetAngle{angle});
    std::string marked, all;
    for (const DetailsMetric& row : BuildDetailsModel(state).metrics) {
      if (row.active) marked += row.label + " " + row.inclusive;
      // A sum without signs is no answer to what changed.
      if (row.label == "time, difference") {
        EXPECT_EQ(row.inclusive,
                  "\xE2\x88\x92"
                  "150 ns");
      }
      all += row.label + " ";
    }
    const DrawnAngle drawn = DrawnAngleOf(view());
    const Metric& metric = drawn.tree->metrics()[drawn.metric];
    EXPECT_EQ(marked, std::string(label) + " " +
                          ValueText(drawn.tree->Total(drawn.metric), metric.unit, metric.scale));
    EXPECT_EQ(all.find("larger") != std::string::npos, angle == ComparedAngle::kLarger) << all;
  }
}

TEST_F(CompareTest, OtherMetricsTellTheirDifferenceAlone) {
  CompareBoth();
  const auto other = [&] {
    std::vector<DetailsMetric> rows = BuildDetailsModel(state).metrics;
    std::erase_if(rows, [](const DetailsMetric& row) { return !row.label.starts_with("calls"); });
    return rows;
  };
  ASSERT_EQ(other().size(), 1u);
  EXPECT_EQ(other()[0].label, "calls, difference");
  // Whoever chooses it looks at the same side as before.
  DoAll(state, action::SetMetric{other()[0].chosen});
  EXPECT_EQ(view().tree().metrics()[view().metric].name, "calls@after");
  EXPECT_EQ(other().size(), 3u);
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
  Do(state, action::OpenFile{"/p/new.cct"});
  Do(state, action::LoadFinished{state.jobs.back().id, tree(500, 20)});
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
  Do(state, action::OpenFile{"/p/new.cct"});
  Do(state, action::LoadFinished{state.jobs.back().id, tree(200, 20, 1500, 1)});
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

TEST_F(CompareTest, ProfilesThatCannotBeComparedSayWhy) {
  Do(state, action::OpenFile{"/p/other.folded"});
  CctBuilder builder;
  builder.AddMetric({"bytes", "bytes", 1});
  builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame({.name = "main"})), 0, 1);
  Do(state, action::LoadFinished{state.jobs.back().id, WithFunctions(std::move(builder).Finish({}).value())});
  const auto rows = BuildCompareRows(state);
  Run(Do(state, action::CompareDocuments{{rows[0].document}, {rows[2].document}}));
  EXPECT_EQ(state.views.size(), 3u);
  ASSERT_EQ(state.errors.size(), 1u);
  EXPECT_NE(state.errors[0].message.find("expected a metric that all profiles have"), std::string::npos)
      << state.errors[0].message;
  // A profile that was closed meanwhile is none.
  Do(state, action::CompareDocuments{{rows[0].document}, {DocumentId{99}}});
  EXPECT_TRUE(state.jobs.empty());
}

CctPtr TreeOfProgram(std::string_view program) {
  CctBuilder builder;
  const MetricIndex metric = builder.AddMetric({"samples", "", 1});
  const BuildNode main = builder.Child(kBuildRoot, builder.InternFrame({.name = "main", .module = program}));
  builder.AddSelf(builder.Child(main, builder.InternFrame({.name = "work", .module = program})), metric, 7);
  return std::move(builder).Finish({}).value();
}

TEST(CompareProgramsTest, ProgramsOfTwoNamesAreOneButInExactComparisons) {
  for (const Matching matching : {Matching::kTolerant, Matching::kExact}) {
    AppState state = StateWith(WithFunctions(TreeOfProgram("/old/prog1")), "/p/old.cct");
    Do(state, action::OpenFile{"/p/new.cct"});
    Do(state, action::LoadFinished{state.jobs.back().id, WithFunctions(TreeOfProgram("build/x"))});
    const auto rows = BuildCompareRows(state);
    ASSERT_EQ(rows.size(), 2u);
    const std::vector<Effect> effects =
        Do(state, action::CompareDocuments{
                      .before = {rows[0].document}, .after = {rows[1].document}, .matching = matching});
    const auto* task = FindEffect<effect::StartTask>(effects);
    ASSERT_NE(task, nullptr);
    for (const Action& one : Deliver(*task)) Do(state, one);
    const Cct& tree = ActiveView(state)->tree();
    const bool is_exact = matching == Matching::kExact;
    EXPECT_EQ(tree.context_count(), is_exact ? 5u : 3u);
    // What the summary's page shows.
    const auto& notes = tree.report().notes;
    EXPECT_EQ(std::count_if(notes.begin(), notes.end(),
                            [](const std::string& note) {
                              return note.starts_with(
                                  "The programs 'prog1' and 'x' count as one module: 2 frames changed.");
                            }),
              is_exact ? 0 : 1);
  }
}

}  // namespace
}  // namespace ringscope::compare_test
