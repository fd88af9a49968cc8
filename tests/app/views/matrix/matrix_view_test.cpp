#include <gtest/gtest.h>

#include <fstream>

#include "app/compare/compare.h"
#include "app/view/command.h"
#include "app/view/navigation.h"
#include "cct/track/track_series.h"
#include "cct/tree/building/altered_tree.h"
#include "tests/app/views/matrix/matrix_test_state.h"

namespace ringscope::matrix::matrix_view_test {
namespace {

TEST(MatrixView, SaysValuesAndChanges) {
  const MatrixModel model = ModelOf(StateWithMatrix());
  EXPECT_EQ(model.missing, "");
  EXPECT_EQ(model.title, "series.cct");
  EXPECT_EQ(model.benchmarks, (std::vector<std::string>{"parse", "sort"}));
  ASSERT_EQ(model.versions.size(), 3u);
  EXPECT_EQ(model.versions[0].name, "aaaaaaa");
  const CellText& slower = model.cells[0][2];
  EXPECT_EQ(slower.value, "2.01 \xC2\xB5s");
  EXPECT_EQ(slower.change, "+99.0 %");
  EXPECT_EQ(slower.verdict, Verdict::kMore);
  EXPECT_NE(slower.tooltip.find("2 runs, mean"), std::string::npos) << slower.tooltip;
  EXPECT_EQ(model.cells[0][0].change, "");
  EXPECT_EQ(model.cells[1][1].change,
            "\xE2\x88\x92"
            "19.6 %");
  EXPECT_TRUE(model.failures.empty());
}

TEST(MatrixView, TwoClicksCompareTheRunsOfTheirVersions) {
  AppState state = StateWithMatrix();
  EXPECT_TRUE(Do(state, ChooseCell{{0, 2}}).empty());
  EXPECT_EQ(ModelOf(state).hint, "ccccccc is chosen; click another version to compare it");
  EXPECT_TRUE(ModelOf(state).cells[0][2].is_chosen);
  // The row of the second click counts.
  const auto effects = Do(state, ChooseCell{{1, 0}});
  const auto* request = FindRequest<CompareRequest>(effects);
  ASSERT_NE(request, nullptr);
  EXPECT_EQ(request->executions_before, (std::vector<size_t>{2, 3})) << "the earlier version is before";
  EXPECT_EQ(request->executions_after, (std::vector<size_t>{10, 11}));
  for (const Action& one : Deliver(*FindTask<CompareRequest>(effects))) Do(state, one);
  EXPECT_EQ(FindDocument(state, ActiveView(state)->document)->title, "sort aaaaaaa vs ccccccc");
}

TEST(MatrixView, ASecondClickOnTheSameTakesItBack) {
  AppState state = StateWithMatrix();
  Do(state, ChooseCell{{0, 2}});
  Do(state, ChooseCell{{0, 2}});
  EXPECT_EQ(ModelOf(state).hint, "Click two versions to compare them");
  EXPECT_TRUE(Do(state, ChooseCell{{7, 0}}).empty());
}

TEST(MatrixView, KeysGoThroughTheCells) {
  AppState state = StateWithMatrix();
  EXPECT_FALSE(FindCommand("matrix.choose")->action(state));
  Do(state, action::WalkTo{action::Walk::kBefore});
  EXPECT_TRUE(ModelOf(state).cells[0][2].is_cursor) << "from the newest version on";
  Do(state, action::WalkTo{action::Walk::kBefore});
  Do(state, action::WalkTo{action::Walk::kCallee});
  Do(state, action::WalkTo{action::Walk::kCallee});
  EXPECT_TRUE(ModelOf(state).cells[1][1].is_cursor);
  Do(state, *FindCommand("matrix.choose")->action(state));
  EXPECT_TRUE(ModelOf(state).cells[1][1].is_chosen);
}

TEST(MatrixView, TellsWhatFailedInTheFolderOfTheProfile) {
  const test::TemporaryFolder folder;
  std::ofstream(folder.path() / kTrackManifestName) << FormatManifest(ManifestWithFailures());
  for (const std::string& path : {folder.path().string(), (folder.path() / "all-series.cct").string()}) {
    AppState state = StateWithMatrix(TwoBenchmarks(), path);
    const MatrixModel model = ModelOf(state);
    ASSERT_EQ(model.versions.size(), 4u);
    EXPECT_EQ(model.cells[0][1].value, "not built");
    EXPECT_EQ(model.versions[2].date, "1970-01-01");
    EXPECT_EQ(model.failures, (std::vector<std::string>{"ddddddd was not built: make ended with 2",
                                                        "ccccccc, sort: did not run: it ended with 1"}));
    Do(state, ChooseCell{{0, 1}});
    EXPECT_EQ(state.note.text, "This benchmark has no run in this version");
  }
}

TEST(MatrixView, AFolderOfTrackOpensAsAMatrix) {
  const CctPtr series = BuildSeries(TwoBenchmarks()).value().tree;
  ImportReport report = series->report();
  report.format = kTrackFormat;
  const AppState state = StateWith(WithFunctions(WithReport(series, report)), "/p/track");
  EXPECT_EQ(&ActiveView(state)->kind(), &Kind());
  EXPECT_EQ(state.note.text, "Opened 12 profiles of versions");
}

TEST(MatrixView, RunsOfNoVersionHaveNone) {
  ASSERT_NE(Kind().lacks, nullptr);
  EXPECT_EQ(Kind().lacks(*ActiveView(StateWithMatrix())), "");
  EXPECT_EQ(
      Kind().lacks(*ActiveView(StateWithMatrix({RunOf("", kCommits[0], 1), RunOf("", kCommits[1], 2)}))), "");
  EXPECT_EQ(Kind().lacks(*ActiveView(StateWithMatrix({RunOf("sort", "", 1), RunOf("sort", "", 2)}))), "");
  EXPECT_NE(
      Kind().lacks(*ActiveView(StateWithMatrix({RunOf("", "", 1, "run 1"), RunOf("", "", 2, "run 2")}))), "");
}

TEST(MatrixView, OneExecutionHasNone) {
  AppState state = StateWith(TreeFromFolded("main 1\n"));
  Do(state, action::SetKind{&Kind()});
  EXPECT_TRUE(ModelOf(state).missing.starts_with("This is no series of versions"));
  EXPECT_TRUE(Do(state, ChooseCell{}).empty());
  EXPECT_EQ(&ActiveView(state)->kind(), &Kind());
  Do(state, *FindCommand("chart.matrix")->action(state));
  EXPECT_EQ(&ActiveView(state)->kind(), DefaultViewKind());
}

}  // namespace
}  // namespace ringscope::matrix::matrix_view_test
