#include <gtest/gtest.h>

#include "app/core/job.h"
#include "app/files/documents.h"
#include "app/files/saving/saving.h"
#include "app/view/navigation.h"
#include "app/view/panes/panes.h"
#include "app/view/shell.h"
#include "app/window/status_model.h"
#include "app/window/window_actions.h"
#include "tests/app/app_test_state.h"

namespace ringscope::action_documents_test {
namespace {

TEST(ApplyDocumentsTest, OpeningIsAJobAndItsFileBecomesRecent) {
  AppState state;
  const auto effects = Do(state, action::OpenFile{"/p/a.folded"});
  const auto* load = FindEffect<effect::StartTask>(effects);
  ASSERT_NE(load, nullptr);
  EXPECT_EQ(load->lane, JobLane::kByCores);
  EXPECT_EQ(state.jobs.back().path, "/p/a.folded");
  EXPECT_EQ(ActiveView(state), nullptr);
  const auto loaded = Do(state, action::LoadFinished{load->job, TreeFromFolded(kWorkedExample)});
  EXPECT_TRUE(state.jobs.empty());
  ASSERT_NE(ActiveDocument(state), nullptr);
  EXPECT_EQ(ActiveDocument(state)->title, "a.folded");
  const auto* save = FindEffect<effect::SaveSettings>(loaded);
  ASSERT_NE(save, nullptr);
  EXPECT_EQ(save->settings.recent_files, std::vector<std::string>{"/p/a.folded"});
}

TEST(ApplyDocumentsTest, AFailureIsANoticeAndTheRestStaysOpen) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  OpenMore(state, "/p/broken", Fail(ErrorCode::kUnrecognized, "no format fits"));
  ASSERT_EQ(state.errors.size(), 1u);
  EXPECT_EQ(state.errors[0].title, "Could not open broken");
  EXPECT_EQ(state.errors[0].message, "/p/broken\nno format fits");
  EXPECT_NE(ActiveDocument(state), nullptr);
  Do(state, action::DismissError{});
  EXPECT_TRUE(state.errors.empty());
}

TEST(ApplyDocumentsTest, CancellingIsNoError) {
  AppState state;
  Do(state, action::OpenFile{"/p/huge"});
  const JobId job = state.jobs[0].id;
  EXPECT_NE(FindEffect<effect::CancelJob>(Do(state, action::CancelJob{job})), nullptr);
  EXPECT_EQ(FindEffect<effect::CancelJob>(Do(state, action::CancelJob{job})), nullptr);
  Do(state, action::LoadFinished{job, Fail(ErrorCode::kCancelled, "cancelled")});
  EXPECT_TRUE(state.errors.empty());
  EXPECT_TRUE(state.jobs.empty());
}

TEST(ApplyDocumentsTest, OpeningAgainReplacesAndKeepsThePlace) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample), "/p/a");
  Do(state, action::ZoomTo{At(ActiveView(state)->tree(), "main;f")});
  OpenMore(state, "/p/a", TreeFromFolded("main;x 100000\nmain;f;k 3\nmain;f;l 4\n"));
  EXPECT_EQ(state.documents.size(), 1u);
  EXPECT_EQ(ActiveView(state)->history.current().root.context, At(ActiveView(state)->tree(), "main;f"));
}

TEST(ApplyDocumentsTest, ARecentFileIsTheOneThatWasOpenedByARelativePath) {
  AppState state;
  OpenMore(state, "folder/a.folded", TreeFromFolded(kWorkedExample));
  const std::string recent = state.settings.recent_files.front();
  EXPECT_EQ(recent, (std::filesystem::current_path() / "folder/a.folded").string());
  OpenMore(state, recent, TreeFromFolded(kWorkedExample));
  EXPECT_EQ(state.documents.size(), 1u);
  EXPECT_EQ(state.settings.recent_files.size(), 1u);
}

TEST(ApplyDocumentsTest, ClassesThatAreLookedUpTakeThePlaceOfTheProfile) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample), "/p/a");
  Do(state, action::ZoomTo{At(ActiveView(state)->tree(), "main;f")});
  const CctPtr before = ActiveDocument(state)->opened.tree;
  const auto effects = Do(state, action::LookUpClasses{ActiveDocument(state)->id});
  const auto* task = FindEffect<effect::StartTask>(effects);
  ASSERT_NE(task, nullptr);
  EXPECT_EQ(state.jobs.back().label, "Looking up classes of a");
  for (const Action& one : Deliver(*task)) Do(state, one);
  EXPECT_TRUE(state.jobs.empty());
  EXPECT_EQ(state.documents.size(), 1u);
  const Cct& tree = *ActiveDocument(state)->opened.tree;
  EXPECT_NE(&tree, before.get());
  EXPECT_EQ(tree.report().notes.back(),
            "Classes of 0 functions were found in the debug information of 0 modules.");
  EXPECT_EQ(ActiveView(state)->history.current().root.context, At(ActiveView(state)->tree(), "main;f"));
  EXPECT_TRUE(FindEffect<effect::StartTask>(Do(state, action::LookUpClasses{99})) == nullptr);
}

TEST(ApplyDocumentsTest, ANoteStandsUnderTheProfileItIsAbout) {
  const auto note = [](const AppState& state) { return BuildStatusModel(state, {}).note; };
  AppState state = StateWith(TreeFromFolded("x;y 1\n"), "/p/a");
  const ViewId first = ActiveView(state)->id;
  EXPECT_EQ(note(state), "Opened a: 2 contexts");
  OpenMore(state, "/p/b", TreeFromFolded("x;y;z 1\n"));
  EXPECT_EQ(note(state), "Opened b: 3 contexts");
  Do(state, action::ActivateView{first});
  EXPECT_EQ(note(state), "");
  Do(state, action::CopyText{"x", "the name"});
  EXPECT_EQ(note(state), "Copied the name");
  Do(state, action::CloseDocument{ActiveDocument(state)->id});
  EXPECT_EQ(note(state), "");
  Do(state, action::CloseDocument{ActiveDocument(state)->id});
  EXPECT_EQ(note(state), "") << "the start page tells of no profile";
  Do(state, action::OpenFile{"/p/c"});
  const JobId job = state.jobs.back().id;
  Do(state, action::PreviewLoaded{job, TreeFromFolded("x;y 1\n")});
  Do(state, action::LoadFinished{job, Fail(ErrorCode::kCancelled, "cancelled")});
  EXPECT_EQ(note(state), "Cancelled opening c");
}

TEST(ApplyDocumentsTest, ClosingTheActiveOneShowsAnother) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample), "/p/a");
  OpenMore(state, "/p/b", TreeFromFolded("x;y 1\n"));
  EXPECT_EQ(ActiveDocument(state)->title, "b");
  Do(state, action::CloseDocument{ActiveDocument(state)->id});
  ASSERT_NE(ActiveDocument(state), nullptr);
  EXPECT_EQ(ActiveDocument(state)->title, "a");
  Do(state, action::CloseDocument{ActiveDocument(state)->id});
  EXPECT_EQ(ActiveView(state), nullptr);
}

TEST(ApplyDocumentsTest, APreviewIsShownUntilTheWholeTreeIsRead) {
  AppState state;
  Do(state, action::OpenFile{"/p/big"});
  const JobId job = state.jobs[0].id;
  Do(state, action::PreviewLoaded{job, TreeFromFolded("main;f 1\n")});
  ASSERT_NE(ActiveDocument(state), nullptr);
  EXPECT_EQ(ActiveDocument(state)->reading, job);
  EXPECT_EQ(BuildStatusModel(state, {}).verify_badge, "partial, still reading");
  Do(state, action::ZoomTo{At(ActiveView(state)->tree(), "main;f")});
  Do(state, action::PreviewLoaded{job, TreeFromFolded("main;f 1\nmain;g 5\n")});
  EXPECT_EQ(state.documents.size(), 1u);
  EXPECT_EQ(ActiveView(state)->tree().Inclusive(kRootContext, 0), 6u);
  EXPECT_EQ(ActiveView(state)->history.current().root.context, At(ActiveView(state)->tree(), "main;f"));
  Do(state, action::ShowSaveDialog{true});
  EXPECT_FALSE(state.save_dialog_open);

  const auto effects = Do(state, action::LoadFinished{job, TreeFromFolded("main;f 1\nmain;g 5\nmain;h 9\n")});
  EXPECT_EQ(FindEffect<effect::CancelJob>(effects), nullptr);
  EXPECT_TRUE(state.jobs.empty());
  EXPECT_EQ(state.documents.size(), 1u);
  EXPECT_EQ(state.views.size(), 1u);
  EXPECT_EQ(ActiveDocument(state)->reading, kNoJob);
  EXPECT_EQ(ActiveView(state)->history.current().root.context, At(ActiveView(state)->tree(), "main;f"));
  EXPECT_NE(FindEffect<effect::SaveSettings>(effects), nullptr);
  Do(state, action::ShowSaveDialog{true});
  EXPECT_TRUE(state.save_dialog_open);
}

LoadedTree TreeWithMetrics(std::initializer_list<std::string_view> names) {
  CctBuilder builder;
  for (const std::string_view name : names) builder.AddMetric({std::string(name), "count", 1});
  Frame frame;
  frame.name = "f";
  const BuildNode node = builder.Child(kBuildRoot, builder.InternFrame(frame));
  for (MetricIndex metric = 0; metric < builder.metric_count(); ++metric) builder.AddSelf(node, metric, 1);
  return WithFunctions(std::move(builder).Finish({}).value());
}

TEST(ApplyDocumentsTest, TheMetricThatWasChosenInAPreviewIsFoundAgain) {
  AppState state;
  Do(state, action::OpenFile{"/p/big"});
  const JobId job = state.jobs[0].id;
  Do(state, action::PreviewLoaded{job, TreeWithMetrics({"time", "calls"})});
  Do(state, action::SetMetric{1});
  Do(state, action::PreviewLoaded{job, TreeWithMetrics({"time", "misses", "calls"})});
  EXPECT_EQ(ActiveView(state)->metric, 2u);
  // One that the user did not choose is the profile's choice again.
  Do(state, action::SetMetric{0});
  Do(state, action::LoadFinished{job, TreeWithMetrics({"misses", "calls", "time"})});
  EXPECT_EQ(ActiveView(state)->metric, 0u);
}

TEST(ApplyDocumentsTest, AnImportThatFailsTakesItsPreviewAlong) {
  for (const ErrorCode code : {ErrorCode::kMalformed, ErrorCode::kCancelled}) {
    AppState state;
    Do(state, action::OpenFile{"/p/big"});
    const JobId job = state.jobs[0].id;
    Do(state, action::PreviewLoaded{job, TreeFromFolded("main;f 1\n")});
    Do(state, action::LoadFinished{job, Fail(code, "no")});
    EXPECT_TRUE(state.documents.empty());
    EXPECT_TRUE(state.views.empty());
    EXPECT_EQ(state.errors.size(), code == ErrorCode::kMalformed ? 1u : 0u);
  }
}

TEST(ApplyDocumentsTest, ClosingAPreviewEndsTheImport) {
  AppState state;
  Do(state, action::OpenFile{"/p/big"});
  const JobId job = state.jobs[0].id;
  Do(state, action::PreviewLoaded{job, TreeFromFolded("main;f 1\n")});
  const auto effects = Do(state, action::CloseDocument{ActiveDocument(state)->id});
  ASSERT_NE(FindEffect<effect::CancelJob>(effects), nullptr);
  EXPECT_EQ(FindEffect<effect::CancelJob>(effects)->job, job);
  Do(state, action::PreviewLoaded{job, TreeFromFolded("main;f 2\n")});
  EXPECT_TRUE(state.documents.empty());
}

TEST(ApplyDocumentsTest, WhatEndsInTheFrameInWhichItIsClosedStaysClosed) {
  AppState state;
  Do(state, action::OpenFile{"/p/big"});
  const JobId job = state.jobs[0].id;
  Do(state, action::PreviewLoaded{job, TreeFromFolded("main;f 1\n")});
  Do(state, action::CloseDocument{ActiveDocument(state)->id});
  Do(state, action::LoadFinished{job, TreeFromFolded("main;f 2\n")});
  EXPECT_TRUE(state.documents.empty());
  EXPECT_TRUE(state.jobs.empty());
  EXPECT_TRUE(state.errors.empty());
}

TEST(ApplyDocumentsTest, AnImportThatIsOvertakenTakesNothingAlong) {
  AppState state;
  Do(state, action::OpenFile{"/p/big"});
  const JobId slow = state.jobs[0].id;
  Do(state, action::PreviewLoaded{slow, TreeFromFolded("main;f 1\n")});
  OpenMore(state, "/p/big", TreeFromFolded("main;f 2\n"));
  Do(state, action::LoadFinished{slow, Fail(ErrorCode::kCancelled, "cancelled")});
  ASSERT_NE(ActiveDocument(state), nullptr);
  EXPECT_EQ(ActiveDocument(state)->reading, kNoJob);
  EXPECT_EQ(ActiveView(state)->tree().Inclusive(kRootContext, 0), 2u);
}

TEST(ApplyDocumentsTest, ATreeFromAFileIsChecked) {
  AppState state;
  Do(state, action::OpenFile{"/p/a.cct"});
  const auto effects = Do(state, action::LoadFinished{state.jobs[0].id, FileBackedTree(kWorkedExample)});
  const auto badge = [&] { return BuildStatusModel(state, {}).verify_badge; };
  ASSERT_NE(FindTask<CheckRequest>(effects), nullptr);
  EXPECT_EQ(badge(), "checking");
  Do(state, Finished(FindTask<CheckRequest>(effects)->job, TreeCheck{"a sum is wrong"}));
  EXPECT_EQ(badge(), "damaged");
  Do(state, action::PointAt{});
  ASSERT_EQ(state.errors.size(), 1u) << "told once";
  EXPECT_EQ(state.errors[0].title, "a.cct is damaged");
  // Opened again it is another file, and checked again.
  Do(state, action::OpenFile{"/p/a.cct"});
  const auto again = Do(state, action::LoadFinished{state.jobs[0].id, FileBackedTree(kWorkedExample)});
  EXPECT_EQ(badge(), "checking");
  RunEffects(state, again);
  EXPECT_EQ(badge(), "checked");
  EXPECT_TRUE(state.jobs.empty());
}

TEST(ApplyDocumentsTest, AWholeTreeIsNotReplacedByAPart) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample), "/p/a");
  const CctPtr whole = ActiveDocument(state)->opened.tree;
  Do(state, action::OpenFile{"/p/a"});
  Do(state, action::PreviewLoaded{state.jobs[0].id, TreeFromFolded("main;f 1\n")});
  EXPECT_EQ(ActiveDocument(state)->opened.tree, whole);
}

std::string Tabs(const AppState& state) {
  std::string tabs;
  for (const ViewState& view : state.views) {
    if (!tabs.empty()) tabs += ' ';
    if (&view == ActiveView(state)) tabs += '*';
    tabs += FindDocument(state, view.document)->title;
  }
  return tabs;
}

// The tabs after a, b, c were asked for at once and came in another order.
AppState StateAfterLoads(const std::vector<int>& order, size_t chosen_after = 99) {
  AppState state;
  std::vector<JobId> jobs;
  for (const std::string_view path : {"/p/a", "/p/b", "/p/c"}) {
    Do(state, action::OpenFile{path, true});
    jobs.push_back(state.jobs.back().id);
  }
  for (size_t i = 0; i < order.size(); ++i) {
    if (i == chosen_after) Do(state, action::ActivateView{ActiveView(state)->id});
    Do(state, action::LoadFinished{jobs[static_cast<size_t>(order[i])], TreeFromFolded("x;y 1\n")});
  }
  return state;
}

TEST(ApplyDocumentsTest, SeveralFilesAreInTheOrderInWhichTheyWereAskedFor) {
  for (const std::vector<int>& order : {std::vector<int>{0, 1, 2}, {2, 1, 0}, {1, 2, 0}, {2, 0, 1}})
    EXPECT_EQ(Tabs(StateAfterLoads(order)), "*a b c");
  EXPECT_EQ(Tabs(StateAfterLoads({2, 1})), "*b c");
  // Who has chosen a tab meanwhile keeps it.
  EXPECT_EQ(Tabs(StateAfterLoads({2, 1, 0}, 1)), "a b *c");
  EXPECT_EQ(Tabs(StateAfterLoads({2, 1, 0}, 2)), "a *b c");
}

TEST(ApplyDocumentsTest, AFileThatIsNamedTwiceIsOneOfThem) {
  AppState state;
  for (const std::string_view path : {"/p/a", "/p/b", "/p/c", "/p/b", "/p/x/../a"})
    Do(state, action::OpenFile{path, true});
  ASSERT_EQ(state.jobs.size(), 3u);
  std::vector<JobId> jobs;
  for (const JobState& job : state.jobs) jobs.push_back(job.id);
  for (const JobId job : {jobs[1], jobs[2], jobs[0]})
    Do(state, action::LoadFinished{job, TreeFromFolded("x;y 1\n")});
  EXPECT_EQ(Tabs(state), "*a b c");
  // A file that is being written is none that is being opened.
  Do(state, action::SaveAs{"/p/d.cct"});
  ASSERT_EQ(state.jobs.size(), 1u);
  Do(state, action::OpenFile{"/p/d.cct", true});
  EXPECT_EQ(state.jobs.size(), 2u);
}

TEST(ApplyDocumentsTest, AFileThatWasWorkedInIsNotPushedAside) {
  AppState state = StateAfterLoads({2});
  Do(state, action::ZoomTo{At(ActiveView(state)->tree(), "x;y")});
  Do(state, action::LoadFinished{state.jobs.front().id, TreeFromFolded("x;y 1\n")});
  EXPECT_EQ(Tabs(state), "a *c");
  // What is asked for alone is shown.
  OpenMore(state, "/p/d", TreeFromFolded("x;y 1\n"));
  EXPECT_EQ(Tabs(state), "a c *d");
}

TEST(ApplyDocumentsTest, APreviewIsOneOfSeveralToo) {
  AppState state;
  Do(state, action::OpenFile{"/p/a", true});
  const JobId first = state.jobs.back().id;
  Do(state, action::OpenFile{"/p/b", true});
  Do(state, action::PreviewLoaded{state.jobs.back().id, TreeFromFolded("x;y 1\n")});
  EXPECT_EQ(Tabs(state), "*b");
  Do(state, action::PreviewLoaded{first, TreeFromFolded("x;y 1\n")});
  EXPECT_EQ(Tabs(state), "*a b");
  Do(state, action::LoadFinished{state.jobs.back().id, TreeFromFolded("x;y 2\n")});
  EXPECT_EQ(Tabs(state), "*a b");
}

TEST(ApplyDocumentsTest, ResultsOfForgottenJobsAreIgnored) {
  AppState state;
  Do(state, action::LoadFinished{99, TreeFromFolded("a 1\n")});
  Do(state, Finished(99, TreeCheck{"x"}));
  Do(state, action::JobFailed{99, {ErrorCode::kLimit, "x"}});
  Do(state, action::JobProgressed{99, 1, 2});
  EXPECT_TRUE(state.documents.empty());
  EXPECT_TRUE(state.errors.empty());
}

TEST(ApplyDocumentsTest, AJobThatCouldNotRunIsToldAndLeavesTheRest) {
  AppState state = StateWith(FileBackedTree(kWorkedExample));
  const JobId check = state.jobs.back().id;
  Do(state, action::OpenFile{"/p/big"});
  Do(state, action::JobFailed{state.jobs.back().id, {ErrorCode::kLimit, "no memory"}});
  ASSERT_EQ(state.errors.size(), 1u);
  EXPECT_EQ(state.errors[0].title, "Could not open big");
  Do(state, action::JobFailed{check, {ErrorCode::kLimit, "no memory"}});
  EXPECT_EQ(state.errors.size(), 2u);
  EXPECT_TRUE(ActiveDocument(state)->check.given_up());
  EXPECT_TRUE(state.jobs.empty());
}

TEST(ApplyDocumentsTest, WhatNobodyWaitsForAnyMoreIsCancelled) {
  AppState state = StateWith(FileBackedTree(kWorkedExample));
  const JobId check = state.jobs.back().id;
  const auto effects = Do(state, action::CloseDocument{ActiveDocument(state)->id});
  ASSERT_NE(FindEffect<effect::CancelJob>(effects), nullptr);
  EXPECT_EQ(FindEffect<effect::CancelJob>(effects)->job, check);
}

TEST(ApplyDocumentsTest, QuittingSavesTheSettingsOnce) {
  AppState state;
  Do(state, action::SetWindowSize{1000, 700});
  const auto effects = Do(state, action::Quit{});
  const auto* save = FindEffect<effect::SaveSettings>(effects);
  ASSERT_NE(save, nullptr);
  EXPECT_EQ(save->settings.window_width, 1000);
  EXPECT_TRUE(Do(state, action::Quit{}).empty());
}

}  // namespace
}  // namespace ringscope::action_documents_test
