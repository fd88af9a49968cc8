#include <gtest/gtest.h>

#include "tests/app/app_test_state.h"

namespace ringscope {
namespace {

TEST(ApplyDocumentsTest, OpeningIsAJobAndItsFileBecomesRecent) {
  AppState state;
  const auto effects = Do(state, action::OpenFile{"/p/a.folded"});
  const auto* load = FindEffect<effect::StartLoad>(effects);
  ASSERT_NE(load, nullptr);
  EXPECT_EQ(load->path, "/p/a.folded");
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
  Do(state, action::OpenFile{"/p/broken"});
  Do(state, action::LoadFinished{state.jobs.back().id, Fail(ErrorCode::kUnrecognized, "no format fits")});
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
  Do(state, action::OpenFile{"/p/a"});
  Do(state,
     action::LoadFinished{state.jobs.back().id, TreeFromFolded("main;x 100000\nmain;f;k 3\nmain;f;l 4\n")});
  EXPECT_EQ(state.documents.size(), 1u);
  EXPECT_EQ(ActiveView(state)->history.current().root.context, At(ActiveView(state)->tree(), "main;f"));
}

TEST(ApplyDocumentsTest, ClosingTheActiveOneShowsAnother) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample), "/p/a");
  Do(state, action::OpenFile{"/p/b"});
  Do(state, action::LoadFinished{state.jobs.back().id, TreeFromFolded("x;y 1\n")});
  EXPECT_EQ(ActiveDocument(state)->title, "b");
  Do(state, action::CloseDocument{ActiveDocument(state)->id});
  ASSERT_NE(ActiveDocument(state), nullptr);
  EXPECT_EQ(ActiveDocument(state)->title, "a");
  Do(state, action::CloseDocument{ActiveDocument(state)->id});
  EXPECT_EQ(ActiveView(state), nullptr);
}

TEST(ApplyDocumentsTest, ResultsOfForgottenJobsAreIgnored) {
  AppState state;
  Do(state, action::LoadFinished{99, TreeFromFolded("a 1\n")});
  Do(state, action::SearchFinished{99, nullptr});
  Do(state, action::VerifyFinished{99, Fail(ErrorCode::kMalformed, "x")});
  Do(state, action::JobProgressed{99, 1, 2});
  EXPECT_TRUE(state.documents.empty());
  EXPECT_TRUE(state.errors.empty());
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
}  // namespace ringscope
