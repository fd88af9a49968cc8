#include "app/core/job.h"
#include "app/view/shell.h"
#include "app/view/state/app_state.h"

#include <gtest/gtest.h>

#include "app/files/documents.h"
#include "app/files/saving/saving.h"
#include "app/search/search.h"
#include "app/view/navigation.h"
#include "app/view/panes/panes.h"
#include "app/view/steps/steps.h"
#include "tests/app/app_test_state.h"

namespace ringscope::status_note_test {
namespace {

class StatusNoteTest : public ::testing::Test {
 protected:
  ViewState& view() { return *ActiveView(state); }
  ContextId Find(std::string_view path) { return At(view().tree(), path); }

  AppState state = StateWith(TreeFromFolded(kWorkedExample), "/p/a");
};

TEST_F(StatusNoteTest, WhatIsSaidOfAPlaceGoesWithThePlace) {
  EXPECT_EQ(state.note.text, "Opened a: 18 contexts");
  Do(state, action::Select{Find("main;f")});
  EXPECT_NE(state.note.text, "") << "the place is the same";
  Do(state, action::ZoomTo{Find("main;f")});
  EXPECT_EQ(state.note.text, "");
  Do(state, action::CopyText{"x", "the name"});
  EXPECT_EQ(state.note.text, "Copied the name");
  Do(state, action::GoBack{});
  EXPECT_EQ(state.note.text, "");
}

TEST_F(StatusNoteTest, WhatIsSaidOfATreeGoesWithTheStep) {
  DoAll(state, action::SetPipelineText{"keep nosuch"});
  EXPECT_NE(state.note.text, "");
  DoAll(state, action::UndoTransform{});
  EXPECT_EQ(state.note.text, "");
  EXPECT_EQ(state.note.tree, nullptr) << "it holds no tree that nobody shows";
}

TEST_F(StatusNoteTest, WhatIsSaidOfAViewGoesWithTheView) {
  Do(state, action::DuplicateView{});
  Do(state, action::CopyText{"x", "the name"});
  Do(state, action::CloseView{view().id});
  EXPECT_EQ(state.note.text, "");
  Do(state, action::CopyText{"x", "the name"});
  OpenMore(state, "/p/b", TreeFromFolded("x;y 1\n"));
  Do(state, action::ShowNote{"about b"});
  Do(state, action::ActivateView{state.views.front().id});
  Do(state, action::ActivateView{state.views.back().id});
  EXPECT_EQ(state.note.text, "") << "left once";
}

TEST_F(StatusNoteTest, WhatAskedForSomethingGoesWhenItIsThere) {
  Do(state, action::ShowNote{"Point at a function first"});
  Do(state, action::PointAt{Pointed{Find("main;f")}});
  EXPECT_EQ(state.note.text, "");
  Do(state, action::ShowNote{"That is the last step already"});
  Do(state, action::PointAt{Pointed{Find("main;f")}});
  EXPECT_NE(state.note.text, "") << "nothing else is pointed at";
  Do(state, action::Select{Find("main;g")});
  EXPECT_EQ(state.note.text, "");
  Do(state, action::ShowNote{"Nothing is searched for"});
  Do(state, action::SetSearchText{"g"});
  EXPECT_EQ(state.note.text, "");
}

TEST_F(StatusNoteTest, ThatAProfileIsBeingReadIsOverWhenItIsRead) {
  Do(state, action::OpenFile{"/p/b"});
  const JobId job = state.jobs.back().id;
  Do(state, action::PreviewLoaded{job, TreeFromFolded("x;y 1\n")});
  Do(state, action::ShowSaveDialog{true});
  EXPECT_EQ(state.note.text, "b is still being read; it can be saved when it is whole");
  Do(state, action::PreviewLoaded{job, TreeFromFolded("x;y 1\nx;z 1\n")});
  EXPECT_NE(state.note.text, "") << "it still is";
  Do(state, action::LoadFinished{job, Fail(ErrorCode::kIo, "gone")});
  EXPECT_EQ(state.note.text, "");
}

TEST_F(StatusNoteTest, WhatIsSaidOnTheStartPageStaysThere) {
  Do(state, action::CloseDocument{state.documents[0].id});
  Do(state, action::OpenFile{"/p/b"});
  Do(state, action::CancelJob{state.jobs.back().id});
  Do(state, action::LoadFinished{state.jobs.back().id, Fail(ErrorCode::kCancelled, "cancelled")});
  EXPECT_EQ(state.note.text, "Cancelled opening b");
  Do(state, action::OpenFile{"/p/a"});
  Do(state, action::PreviewLoaded{state.jobs.back().id, TreeFromFolded("x;y 1\n")});
  EXPECT_EQ(state.note.text, "");
}

}  // namespace
}  // namespace ringscope::status_note_test
