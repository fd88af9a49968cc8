#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/compare/compare.h"
#include "app/view/command.h"
#include "app/view/document.h"
#include "app/view/navigation.h"
#include "app/view/saved_view.h"
#include "app/views/versions/versions_model.h"
#include "app/window/window_actions.h"
#include "tests/app/views/versions/versions_test_state.h"

namespace ringscope::versions::versions_view_test {
namespace {

PlotModel ModelOf(const AppState& state) { return BuildPlotModel(state, *ActiveView(state)); }
std::vector<std::string> NamesOf(const PlotModel& model) {
  std::vector<std::string> names;
  for (const PlotLine& line : model.lines) names.push_back(line.name);
  return names;
}
void Key(AppState& state, std::string_view command) {
  const auto action = FindCommand(command)->action(state);
  ASSERT_TRUE(action) << command;
  Do(state, *action);
}

TEST(VersionsView, TheWholeAndWhatVariesMostHaveLines) {
  const AppState state = StateWithSeries();
  const PlotModel model = ModelOf(state);
  EXPECT_EQ(model.missing, "");
  EXPECT_EQ(model.title, "series.cct");
  EXPECT_EQ(model.about, "time; 2 varying functions by themselves");
  EXPECT_EQ(model.sentence, "parse grew by 50 % at v6") << "which says more than that the whole grew";
  EXPECT_EQ(model.versions.size(), 10u);
  EXPECT_EQ(NamesOf(model), (std::vector<std::string>{"the whole", "parse", "draw"}));
  EXPECT_EQ(model.lines[1].values[5], 6'006'000);
  ASSERT_EQ(model.lines[1].steps.size(), 1u);
  EXPECT_EQ(model.lines[1].steps[0].execution, 5u);
  EXPECT_TRUE(model.lines[2].steps.empty());
  EXPECT_EQ(ModelOf(StateWithSeries(RunsOfCommits())).about, "time; 1 varying function by itself");
}

TEST(VersionsView, WithoutAStepTheWholeHasARange) {
  std::vector<CompareInput> runs = TenRuns();
  runs.resize(2);
  EXPECT_EQ(ModelOf(StateWithSeries(runs)).sentence, "the whole cost 15.0 ms");
  runs.push_back(RunOf("v3", 5'000'000, 1'000'000));
  EXPECT_EQ(ModelOf(StateWithSeries(runs)).sentence, "the whole cost 15.0 ms to 16.0 ms");
}

TEST(VersionsView, WhatIsChosenAnywhereIsAlone) {
  AppState state = StateWithSeries();
  const Cct& tree = ActiveView(state)->tree();
  Do(state, action::ChooseFunction{FrameNamed(tree, "draw")});
  EXPECT_EQ(NamesOf(ModelOf(state)), (std::vector<std::string>{"the whole", "draw"}));
  EXPECT_EQ(ModelOf(state).about, "time, by itself; Esc shows the functions that vary most");
  // One that does not vary has a line, too.
  Do(state, action::ChooseFunction{FrameNamed(tree, "main")});
  EXPECT_EQ(ModelOf(state).lines[1].values, std::vector<double>(10, 10'000'000));
  Do(state, action::Clear{});
  EXPECT_EQ(ModelOf(state).lines.size(), 3u);
  // A context shows what it calls, too.
  Do(state, action::Select{FindContextByPath(tree, "main").value()});
  EXPECT_EQ(NamesOf(ModelOf(state)),
            (std::vector<std::string>{"the whole", "main, with what it calls", "main"}));
  EXPECT_EQ(ModelOf(state).lines[1].values[0], 10'000'000 + 4'001'000 + 1'020'000);
}

TEST(VersionsView, RunsOfACommitAreItsMedianAndRange) {
  const AppState state = StateWithSeries(RunsOfCommits());
  const PlotModel model = ModelOf(state);
  ASSERT_EQ(model.versions.size(), 3u);
  const PlotLine& parse = model.lines[1];
  EXPECT_EQ(parse.median, (std::vector<double>{1'150'000, 2'150'000, 3'150'000}));
  EXPECT_EQ(parse.least, (std::vector<double>{1'100'000, 2'100'000, 3'100'000}));
  EXPECT_EQ(parse.most, (std::vector<double>{1'200'000, 2'200'000, 3'200'000}));
}

TEST(VersionsView, AReadoutSaysWhatItCostsAndWhatIsDifferent) {
  const AppState state = StateWithSeries();
  const PlotModel model = ModelOf(state);
  const Readout readout = ReadoutOf(model, 5);
  EXPECT_EQ(readout.title, "v6");
  ASSERT_EQ(readout.rows.size(), 3u);
  EXPECT_EQ(readout.rows[1].name, "parse");
  EXPECT_EQ(readout.rows[1].value, "6.01 ms");
  EXPECT_EQ(readout.rows[1].difference, "+2.00 ms, +50.0 %");
  EXPECT_EQ(readout.rows[1].step, "step: 4.00 ms to 6.01 ms (+2.00 ms, +50.1 %)");
  EXPECT_EQ(ReadoutOf(model, 0).rows[1].difference, "") << "nothing is before the first one";
  EXPECT_EQ(ReadoutOf(model, 4).rows[1].step, "");
  const AppState runs = StateWithSeries(RunsOfCommits());
  const Readout run = ReadoutOf(ModelOf(runs), 4);
  EXPECT_EQ(run.title, "bbbbbbb, run 2 of 2");
  EXPECT_EQ(run.about, "commit=bbbbbbbbbbbb");
  EXPECT_EQ(run.rows[1].difference, "+1.05 ms, +91.3 %") << "to the median before";
}

TEST(VersionsView, SharesAreOfTheTotals) {
  AppState state = StateWithSeries();
  EXPECT_NE(FindTask<Wanted>(DoAndFind(state, DrawPlot{{.from_zero = false, .by_share = true}})), nullptr);
  const PlotModel model = ModelOf(state);
  EXPECT_FALSE(model.place.from_zero);
  EXPECT_EQ(model.lines[0].name, "parse") << "the whole is all of it";
  EXPECT_NEAR(model.lines[0].values[0], 4'001'000.0 / 15'021'000, 1e-12);
  EXPECT_EQ(ReadoutOf(model, 0).rows[0].value, "26.64 %");
  // It is a step of the history.
  DoAndFind(state, action::GoBack{});
  EXPECT_FALSE(ModelOf(state).place.by_share);
}

TEST(VersionsView, OneExecutionIsNoSeries) {
  AppState state = StateWith(TreeFromFolded("main 3\n"));
  const auto effects = Do(state, action::SetKind{&Kind()});
  EXPECT_EQ(FindTask<Wanted>(effects), nullptr);
  const PlotModel model = ModelOf(state);
  EXPECT_NE(model.missing.find("ringscope series V1 V2"), std::string::npos);
  EXPECT_TRUE(model.versions.empty());
  Do(state, MoveCursor{1});
  Do(state, ChooseExecution{0});
  EXPECT_TRUE(Do(state, CompareChosen{}).empty());
}

TEST(VersionsView, LeavingEndsTheJob) {
  AppState state = StateWith(WithFunctions(BuildSeries(TenRuns()).value().tree));
  EXPECT_EQ(&ActiveView(state)->kind(), &Kind()) << "a series opens in its versions";
  Do(state, action::SetKind{DefaultViewKind()});
  const auto effects = Do(state, action::SetKind{&Kind()});
  ASSERT_NE(FindTask<Wanted>(effects), nullptr);
  EXPECT_EQ(ModelOf(state).missing, "Looking for steps ...");
  const auto left = Do(state, action::SetKind{DefaultViewKind()});
  ASSERT_NE(FindEffect<effect::CancelJob>(left), nullptr);
  for (const Action& action : Deliver(*FindTask<Wanted>(effects))) Do(state, action);
  EXPECT_TRUE(
      std::all_of(state.jobs.begin(), state.jobs.end(), [](const JobState& job) { return job.cancelling; }));
  EXPECT_EQ(ActiveView(state)->slots.Get<KindTask<Wanted>>().task.result, nullptr);
}

TEST(VersionsView, KeysGoAlongTheExecutionsAndChooseThem) {
  AppState state = StateWithSeries(RunsOfCommits());
  Key(state, "view.walk-behind");
  EXPECT_EQ(ModelOf(state).cursor, 0u);
  Key(state, "view.walk-behind");
  EXPECT_EQ(ModelOf(state).cursor, 3u) << "the other run of the first commit";
  Key(state, "view.walk-behind");
  EXPECT_EQ(ModelOf(state).cursor, 1u);
  Key(state, "view.walk-before");
  Key(state, "view.walk-before");
  Key(state, "view.walk-before");
  EXPECT_EQ(ModelOf(state).cursor, 0u) << "the first one is the end";
  EXPECT_FALSE(FindCommand("versions.compare")->action(state));
  EXPECT_EQ(FindCommand("versions.compare")->why_not(state), "Choose two executions to compare them");
  Key(state, "versions.choose");
  EXPECT_EQ(ModelOf(state).chosen, 0u);
  EXPECT_FALSE(ComparedOf(ModelOf(state)).possible);
  Do(state, MoveCursor{-1});
  Do(state, MoveCursor{100});
  EXPECT_EQ(ModelOf(state).cursor, 5u);
  Key(state, "versions.choose");
  EXPECT_EQ(ModelOf(state).before, 0u);
  EXPECT_EQ(ComparedOf(ModelOf(state)).before, "aaaaaaa");
  EXPECT_EQ(ComparedOf(ModelOf(state)).after, "ccccccc");
  // Elsewhere the keys select contexts.
  Do(state, action::SetKind{DefaultViewKind()});
  EXPECT_FALSE(FindCommand("versions.choose")->action(state));
}

TEST(VersionsView, TwoVersionsAreComparedWithAllTheirRuns) {
  AppState state = StateWithSeries(RunsOfCommits());
  Do(state, ChooseExecution{5});
  Do(state, ChooseExecution{3});
  const auto effects = Do(state, CompareChosen{});
  const auto* request = FindRequest<CompareRequest>(effects);
  ASSERT_NE(request, nullptr);
  EXPECT_EQ(request->executions_before, (std::vector<size_t>{0, 3})) << "the earlier version is before";
  EXPECT_EQ(request->executions_after, (std::vector<size_t>{2, 5}));
  for (const Action& one : Deliver(*FindTask<CompareRequest>(effects))) Do(state, one);
  const ViewState& view = *ActiveView(state);
  EXPECT_EQ(FindDocument(state, view.document)->title, "aaaaaaa vs ccccccc");
  EXPECT_EQ(view.color.mode, ColorMode::kDifference);
  EXPECT_EQ(view.tree().metrics()[view.metric].name, "time@after");
  EXPECT_EQ(view.tree().Total(view.metric), 2 * 10'500'000u + 6'300'000u);
}

TEST(VersionsView, TwoRunsOfAVersionAreComparedAlone) {
  AppState state = StateWithSeries(RunsOfCommits());
  Do(state, ChooseExecution{4});
  Do(state, ChooseExecution{1});
  const auto effects = Do(state, CompareChosen{});
  const auto* request = FindRequest<CompareRequest>(effects);
  ASSERT_NE(request, nullptr);
  EXPECT_EQ(request->executions_before, std::vector<size_t>{1});
  EXPECT_EQ(request->executions_after, std::vector<size_t>{4});
}

TEST(VersionsView, ExecutionsThatAreNotThereAreNotCompared) {
  AppState state = StateWithSeries();
  const ViewState& view = *ActiveView(state);
  EXPECT_TRUE(Do(state, action::CompareExecutions{view.document, view.shown.tree, {0}, {10}}).empty());
  EXPECT_TRUE(Do(state, action::CompareExecutions{view.document, view.shown.tree, {}, {1}}).empty());
}

TEST(VersionsView, AnotherTreeForgetsWhatWasChosen) {
  AppState state = StateWithSeries();
  Do(state, ChooseExecution{4});
  EXPECT_EQ(ModelOf(state).chosen, 4u);
  ActiveView(state)->shown = WithFunctions(BuildSeries(RunsOfCommits()).value().tree);
  EXPECT_FALSE(ChosenOf(*ActiveView(state)).chosen);
}

}  // namespace
}  // namespace ringscope::versions::versions_view_test
