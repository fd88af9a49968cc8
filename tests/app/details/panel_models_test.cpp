#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "app/details/details_model.h"
#include "app/files/documents.h"
#include "app/files/files_model.h"
#include "app/files/files_on_disk.h"
#include "app/search/search.h"
#include "app/tables/table_model.h"
#include "app/tables/tables.h"
#include "app/view/navigation.h"
#include "app/view/shell.h"
#include "app/view/steps/steps.h"
#include "app/window/bars_model.h"
#include "app/window/status_model.h"
#include "cct/base/text/number_text.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/building/frame_interner.h"
#include "renderer/layout/layout.h"
#include "tests/app/app_test_state.h"

namespace ringscope::panel_models_test {
namespace {

using PanelModelsTest = ExampleTest;

TEST_F(PanelModelsTest, ARestSegmentTellsItsCountAndShare) {
  const ContextId f = at("main;f");
  const ContextRange run = tree().ChildrenOf(f);
  Do(state, action::PointAt{Pointed{run.begin, run, f}});
  const DetailsModel model = BuildDetailsModel(state);
  EXPECT_TRUE(model.is_rest);
  EXPECT_EQ(model.rest_count, "2 smaller contexts of 2 functions");
  EXPECT_EQ(model.rest_share, "21.9 %");
  EXPECT_EQ(model.exact_name, "g");
  EXPECT_EQ(model.name, "f");
  EXPECT_EQ(model.metrics[0].inclusive, "710 ns");
  EXPECT_EQ(model.metrics[0].self, "300 ns");
  const TooltipModel tooltip = BuildTooltipModel(state, 0);
  EXPECT_TRUE(tooltip.visible);
  EXPECT_EQ(tooltip.name, "2 smaller contexts of 2 functions");
  EXPECT_EQ(tooltip.share, "21.9 %");
  EXPECT_EQ(tooltip.hint, "here: g");
  // Callees of several callers, some of one function.
  const ContextRange both{run.begin, tree().ChildrenOf(at("main;g")).end};
  Do(state, action::PointAt{Pointed{both.begin, both, at("main")}});
  EXPECT_EQ(BuildTooltipModel(state, 0).name, "5 smaller contexts of 3 functions");
}

TEST_F(PanelModelsTest, TheTooltipOfAGapTellsTheSelfCost) {
  const ContextId main = at("main");
  Do(state, action::PointAt{Pointed{.context = main, .rest = {}, .is_self_gap = true}});
  const TooltipModel tooltip = BuildTooltipModel(state, 0);
  EXPECT_EQ(tooltip.name, "main");
  EXPECT_EQ(tooltip.value,
            ValueText(tree().Self(main, 0), tree().metrics()[0].unit, tree().metrics()[0].scale));
  EXPECT_EQ(tooltip.hint, "this gap is its self cost");
}

TEST_F(PanelModelsTest, TheTooltipTellsTheShareOfTotalAndOfTheCentre) {
  EXPECT_FALSE(BuildTooltipModel(state, 0).visible);
  Do(state, action::ZoomTo{at("main;f")});
  Do(state, action::PointAt{Pointed{at("main;f;h"), {}, kNoContext}});
  EXPECT_EQ(BuildTooltipModel(state, 0).share, "6.79 % of total, 24.7 % of the centre");
  Do(state, action::PointAt{Pointed{at("main;f"), {}, kNoContext}});
  EXPECT_EQ(BuildTooltipModel(state, 0).hint, "click: back to the centre before");
}

TEST_F(PanelModelsTest, MetricsListTotalsAndTheCentre) {
  Do(state, action::ZoomTo{at("main;h")});
  Do(state, action::SetMetric{1});
  const DetailsModel model = BuildDetailsModel(state);
  ASSERT_EQ(model.metrics.size(), 2u);
  EXPECT_EQ(model.metrics[0].name, "time");
  EXPECT_EQ(model.metrics[0].totals, "time: 3.24 \xC2\xB5s in total, 792 ns (24.5 %) in the centre");
  EXPECT_EQ(model.metrics[1].metric, 1u);
  EXPECT_TRUE(model.metrics[1].active);
}

std::string CrumbText(const BreadcrumbModel& model) {
  std::string text;
  for (size_t i = 0; i < model.crumbs.size(); ++i) {
    if (i == 1 && model.hidden_count > 0) text += "(+" + std::to_string(model.hidden_count) + ")/";
    text += model.crumbs[i].name + (model.crumbs[i].current ? "*" : "/");
  }
  return text;
}

TEST_F(PanelModelsTest, BreadcrumbsFollowTheCentre) {
  EXPECT_EQ(CrumbText(BuildBreadcrumbModel(state)), "main*");
  EXPECT_TRUE(BuildBreadcrumbModel(state).at_whole_tree);
  const ContextId g = at("main;f;g");
  Do(state, action::ZoomTo{g});
  EXPECT_EQ(CrumbText(BuildBreadcrumbModel(state)), "main/f/g*");
  Do(state, action::OpenRest{{g, tree().ChildrenOf(g)}});
  EXPECT_EQ(CrumbText(BuildBreadcrumbModel(state)), "main/f/g/2 smaller contexts*");
  EXPECT_TRUE(BuildBreadcrumbModel(state).can_go_back);
}

TEST(PanelModelsDeepTest, LongPathsCountWhatTheyHide) {
  std::string line;
  for (int i = 0; i < 100; ++i) line += (i == 0 ? "n" : ";n") + std::to_string(i);
  AppState state = StateWith(TreeFromFolded(line + " 5\n"));
  EXPECT_EQ(CrumbText(BuildBreadcrumbModel(state)), "n0*");  // a lone stack opens at its top
  Do(state, action::ZoomTo{100});
  const BreadcrumbModel model = BuildBreadcrumbModel(state);
  EXPECT_EQ(model.crumbs.size(), kMaxCrumbs);
  EXPECT_EQ(model.hidden_count, 100 - kMaxCrumbs);
  EXPECT_EQ(model.crumbs[0].name, "n0");
  EXPECT_EQ(model.crumbs.back().name, "n99");
}

TEST(PanelModelsEmptyTest, NothingOpenGivesEmptyModels) {
  const AppState state;
  EXPECT_EQ(BuildDetailsModel(state).subject, DetailsModel::Subject::kNone);
  EXPECT_TRUE(BuildBreadcrumbModel(state).crumbs.empty());
  EXPECT_TRUE(BuildDetailsModel(state).metrics.empty());
  EXPECT_FALSE(BuildTooltipModel(state, 0).visible);
  EXPECT_EQ(BuildStatusModel(state, {}).summary, "");
  EXPECT_FALSE(BuildStartPageModel(state).hints.empty());
}

TEST_F(PanelModelsTest, OneOfAThingIsNamedInTheSingular) {
  EXPECT_EQ(CountedText(0, "segment"), "0 segments");
  EXPECT_EQ(CountedText(1, "segment"), "1 segment");
  EXPECT_EQ(CountedText(1234, "segment"), "1,234 segments");
  const AppState one = StateWith(TreeFromFolded("main 1\n"));
  EXPECT_EQ(BuildStatusModel(one, "1 segment").summary, "1 context, 1 layer, 1 function");
  EXPECT_EQ(BuildStatusModel(one, "1 segment").drawn, "1 segment");
}

TEST_F(PanelModelsTest, BreadcrumbsOfEqualNamesTellWhereTheyAre) {
  CctBuilder builder;
  (void)builder.AddMetric({"samples", "count", 1});
  BuildNode node = builder.Child(kBuildRoot, builder.InternFrame({.name = "main"}));
  for (const Frame& frame : {Frame{.name = "run", .module = "app"}, Frame{.name = "run", .file = "pool.cpp"},
                             Frame{.name = "f", .module = "app"}, Frame{.name = "f", .module = "app"}}) {
    node = builder.Child(node, builder.InternFrame(frame));
  }
  builder.AddSelf(node, 0, 1);
  AppState one = StateWith(WithFunctions(*std::move(builder).Finish({})));
  Do(one, action::ZoomTo{ActiveView(one)->tree().context_count() - 1});
  std::string places;
  for (const Crumb& crumb : BuildBreadcrumbModel(one).crumbs) places += crumb.name + ":" + crumb.place + "/";
  // A call of a function by itself is told by nothing: it is the same one.
  EXPECT_EQ(places, "main:/run:app/run:pool.cpp/f:/f:/");
}

TEST_F(PanelModelsTest, FunctionsWithoutANameCountThoughTheRootHasNoneEither) {
  CctBuilder builder;
  (void)builder.AddMetric({"samples", "count", 1});
  const BuildNode caller = builder.Child(kBuildRoot, builder.InternFrame({.name = "main"}));
  builder.AddSelf(builder.Child(caller, builder.InternFrame({.name = ""})), 0, 1);
  const AppState nameless = StateWith(WithFunctions(*std::move(builder).Finish({})));
  EXPECT_EQ(BuildStatusModel(nameless, {}).summary, "2 contexts, 2 layers, 2 functions");
}

TEST_F(PanelModelsTest, StatusTellsWhatIsOpenAndWhatRuns) {
  EXPECT_EQ(BuildStatusModel(state, {}).summary, "18 contexts, 6 layers, 5 functions");
  Do(state, action::OpenFile{"/p/huge.folded"});
  Do(state, action::JobProgressed{state.jobs.back().id, 1 << 20, 4 << 20});
  const StatusModel model = BuildStatusModel(state, {});
  ASSERT_EQ(model.jobs.size(), 1u);
  EXPECT_EQ(model.jobs[0].label, "Opening huge.folded");
  EXPECT_EQ(model.jobs[0].amount, "1.00 MiB of 4.00 MiB");
  EXPECT_FLOAT_EQ(model.jobs[0].fraction, 0.25f);
}

TEST_F(PanelModelsTest, ATreeThatIsAnEstimateSaysSo) {
  CctBuilder builder;
  builder.AddMetric({"Ir", "instructions", 1});
  const BuildNode main = builder.Child(kBuildRoot, builder.InternFrame({.name = "main"}));
  const BuildNode work = builder.Child(main, builder.InternFrame({.name = "work"}));
  builder.AddSelf(main, 0, 3);
  builder.AddSelf(work, 0, 1);
  builder.MarkContext(work, kEstimated);
  ImportReport report;
  report.Skip("no count", 17, 2);
  report.estimated.push_back({"Ir", 1, 4});
  AppState estimate = StateWith(WithFunctions(std::move(builder).Finish(std::move(report)).value()));
  EXPECT_EQ(BuildStatusModel(estimate, {}).report_badge, "estimate: 25.0 %, 2 records skipped");
  EXPECT_EQ(BuildStatusModel(estimate, {}).report_tone, BadgeTone::kWarning);
  EXPECT_EQ(BuildReportModel(estimate).estimated,
            (std::vector<std::string>{
                "25.0 % of Ir in the whole profile is an estimate, divided among contexts that "
                "the input does not tell apart"}));
  // Lists of costs say so in their headings.
  DoAll(estimate, action::SetSearchText{"main"});
  Do(estimate, action::ShowDockTab{DockTab::kMatches});
  const auto heading = [](const std::vector<TableColumnModel>& columns) {
    const auto found = std::find_if(columns.begin(), columns.end(),
                                    [](const TableColumnModel& one) { return one.id == "inclusive"; });
    return found == columns.end() ? std::string() : found->title;
  };
  EXPECT_EQ(heading(BuildMatchesModel(estimate).columns), "Inclusive ~");
  EXPECT_EQ(heading(BuildNeighboursModel(estimate).columns), "Inclusive ~");
  EXPECT_EQ(heading(BuildNeighboursModel(state).columns), "Inclusive");
  // Only of the contexts whose cost was divided, as the pointer and the details show them.
  for (const ContextId context : {ContextId{1}, ContextId{2}}) {
    ActiveView(estimate)->pointed = Pointed{.context = context};
    EXPECT_EQ(BuildTooltipModel(estimate, 0).estimated, context == 2);
    EXPECT_EQ(BuildDetailsModel(estimate).estimated, context == 2);
  }
  EXPECT_TRUE(BuildReportModel(state).estimated.empty());
}

TEST_F(PanelModelsTest, ANoteIsNoWarning) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame({.name = "main"})), 0, 1);
  ImportReport report;
  report.notes.push_back("Times are of wall clocks");
  const AppState noted = StateWith(WithFunctions(std::move(builder).Finish(std::move(report)).value()));
  EXPECT_EQ(BuildStatusModel(noted, {}).report_badge, "1 note");
  EXPECT_EQ(BuildStatusModel(noted, {}).report_tone, BadgeTone::kQuiet);
}

TEST_F(PanelModelsTest, WhatWasKeptInPartIsNotCalledSkipped) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame({.name = "[unknown]"})), 0, 1);
  ImportReport report;
  report.Keep("a stack that is not in the file", 17);
  const AppState kept = StateWith(WithFunctions(std::move(builder).Finish(std::move(report)).value()));
  EXPECT_EQ(BuildStatusModel(kept, {}).report_badge, "1 record incomplete");
  EXPECT_EQ(BuildStatusModel(kept, {}).report_tone, BadgeTone::kWarning);
  EXPECT_TRUE(BuildReportModel(kept).skipped.empty());
  ASSERT_EQ(BuildReportModel(kept).incomplete.size(), 1u);
  EXPECT_EQ(BuildReportModel(kept).incomplete[0].reason, "a stack that is not in the file");
}

TEST(StartPageModelTest, RecentFilesHaveNameAndFolder) {
  AppState state;
  state.settings.recent_files = {"/data/run 1/java.folded"};
  const StartPageModel model = BuildStartPageModel(state);
  ASSERT_EQ(model.recent.size(), 1u);
  EXPECT_EQ(model.recent[0].name, "java.folded");
  EXPECT_EQ(model.recent[0].folder, "/data/run 1");
  EXPECT_EQ(model.recent[0].facts, "");
}

TEST(StartPageModelTest, TheDiskTellsSizeAndDate) {
  const test::TemporaryFolder folder;
  const std::string there = (folder.path() / "a.folded").string(),
                    gone = (folder.path() / "b.folded").string();
  std::ofstream(there) << std::string(1500, 'a');
  AppState state;
  state.settings.recent_files = {there, gone};
  DoAll(state, action::OfferStartFiles{});
  const StartPageModel model = BuildStartPageModel(state);
  ASSERT_EQ(model.recent.size(), 2u);
  EXPECT_TRUE(model.recent[0].facts.starts_with("1.46 KiB, 20")) << model.recent[0].facts;
  EXPECT_EQ(model.recent[1].facts, "no longer there");
}

TEST(StartPageModelTest, ExamplesLieBesideTheProgram) {
  const test::TemporaryFolder folder;
  const auto put = [&](const std::filesystem::path& file) {
    std::filesystem::create_directories((folder.path() / file).parent_path());
    std::ofstream(folder.path() / file) << "a 1\n";
  };
  EXPECT_TRUE(FindExamples(folder.path() / "bin/ringscope").empty());
  put("share/ringscope/examples/worked_example.folded");
  const auto installed = FindExamples(folder.path() / "bin/ringscope");
  ASSERT_EQ(installed.size(), 1u);
  EXPECT_EQ(installed[0].file.path,
            (folder.path() / "share/ringscope/examples/worked_example.folded").string());
  put("examples/javac.folded.gz");
  EXPECT_EQ(FindExamples(folder.path() / "build/release/ringscope").size(), 1u);
}

}  // namespace
}  // namespace ringscope::panel_models_test
