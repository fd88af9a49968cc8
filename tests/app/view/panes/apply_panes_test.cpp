#include <gtest/gtest.h>

#include "app/files/documents.h"
#include "app/search/search.h"
#include "app/view/navigation.h"
#include "app/view/panes/panes.h"
#include "app/views/rings/rings.h"
#include "tests/app/app_test_state.h"

namespace ringscope::action_panes_test {
namespace {

// Two profiles of one program, the second opened last.
AppState BeforeAndAfter() {
  AppState state = StateWith(TreeFromFolded(kWorkedExample), "/p/before");
  OpenMore(state, "/p/after", TreeFromFolded("main 1\nmain;f 9\nmain;f;g 4\nmain;x 1\n"));
  return state;
}

const Cct& TreeOf(const AppState& state, size_t pane) {
  return FindView(state, state.panes[pane].view)->tree();
}
const ViewState& ViewIn(const AppState& state, size_t pane) {
  return *FindView(state, state.panes[pane].view);
}

TEST(ApplyPanesTest, AViewBesideAnotherFollowsItsRootDepthAndMode) {
  AppState state = BeforeAndAfter();
  const ViewId before = state.views[0].id;
  Do(state, action::ShowBeside{before});
  ASSERT_EQ(state.panes.size(), 2u);
  EXPECT_EQ(ActiveDocument(state)->title, "after");
  Do(state, action::ZoomTo{At(TreeOf(state, 0), "main;f;g")});
  Do(state, action::SetMode{RingMode::kArea});
  Do(state, action::SetDepth{7});
  const ViewPosition& follower = ViewIn(state, 1).history.current();
  EXPECT_EQ(follower.root.context, At(TreeOf(state, 1), "main;f;g"));
  EXPECT_EQ(RingsOf(follower).mode, RingMode::kArea);
  EXPECT_EQ(RingsOf(follower).depth_limit, 7u);
  Do(state, action::GoBack{});
  EXPECT_EQ(RingsOf(ViewIn(state, 1).history.current()).depth_limit,
            RingsOf(ViewIn(state, 0).history.current()).depth_limit);
  // What the other tree does not have leads to the nearest caller.
  Do(state, action::ZoomTo{At(TreeOf(state, 0), "main;x")});
  EXPECT_EQ(ViewIn(state, 1).history.current().root.context, At(TreeOf(state, 1), "main"));
}

TEST(ApplyPanesTest, OnlyAMoveMovesTheOtherAndOnlyToWhatItHas) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample), "/p/one");
  Do(state, action::ZoomTo{At(ActiveView(state)->tree(), "main;f;g")});
  OpenMore(state, "/p/two", TreeFromFolded("boot;run 5\nboot;halt 2\n"));
  Do(state, action::ActivateView{state.views[0].id});
  Do(state, action::ShowBeside{state.views[1].id});
  const ContextId boot = At(TreeOf(state, 1), "boot"), deep = At(TreeOf(state, 0), "main;f;g");
  EXPECT_EQ(ViewIn(state, 1).history.current().root.context, boot);
  Do(state, action::ActivatePane{1});
  Do(state, action::Select{At(TreeOf(state, 1), "boot;run")});
  Do(state, action::SetMetric{1});
  Do(state, action::SetMode{RingMode::kArea});
  EXPECT_EQ(ViewIn(state, 0).history.current().root.context, deep);
  EXPECT_EQ(RingsOf(ViewIn(state, 0).history.current()).mode, RingMode::kArea);
  EXPECT_EQ(ViewIn(state, 0).metric, 1u);
  Do(state, action::ZoomTo{At(TreeOf(state, 1), "boot;run")});
  EXPECT_EQ(ViewIn(state, 0).history.current().root.context, deep) << "nothing is shared";
  Do(state, action::GoToWholeTree{});
  EXPECT_EQ(ViewIn(state, 0).history.current().root.context, At(TreeOf(state, 0), "main"));
}

TEST(ApplyPanesTest, UnlinkedViewsStayWhereTheyAre) {
  AppState state = BeforeAndAfter();
  Do(state, action::ShowBeside{state.views[0].id});
  Do(state, action::SetLinked{false});
  const ViewPosition stays = ViewIn(state, 1).history.current();
  Do(state, action::ZoomTo{At(TreeOf(state, 0), "main;f")});
  EXPECT_EQ(ViewIn(state, 1).history.current(), stays);
  Do(state, action::SetLinked{true});
  EXPECT_EQ(ViewIn(state, 1).history.current().root.context, At(TreeOf(state, 1), "main;f"));
}

TEST(ApplyPanesTest, SelectionAndPointerShowInBothPanes) {
  AppState state = BeforeAndAfter();
  Do(state, action::ShowBeside{state.views[0].id});
  Do(state, action::Select{At(TreeOf(state, 0), "main;f")});
  EXPECT_EQ(ViewIn(state, 1).selected, At(TreeOf(state, 1), "main;f"));
  Do(state, action::Select{At(TreeOf(state, 0), "main;x")});
  EXPECT_EQ(ViewIn(state, 1).selected, kNoContext);
  Do(state, action::PointAt{Pointed{At(TreeOf(state, 1), "main;f;g"), {}, kNoContext}, 1});
  ASSERT_TRUE(ViewIn(state, 0).pointed);
  EXPECT_EQ(ViewIn(state, 0).pointed->context, At(TreeOf(state, 0), "main;f;g"));
  Do(state, action::PointAt{std::nullopt, 1});
  EXPECT_FALSE(ViewIn(state, 0).pointed);
}

// The pointer may be on nothing where the chart moved away below it: no other event tells the follower.
TEST(ApplyPanesTest, WhatFollowsThePointerIsForgottenWithIt) {
  AppState state = BeforeAndAfter();
  Do(state, action::ShowBeside{state.views[0].id});
  const auto point = [&] {
    Do(state, action::PointAt{Pointed{At(TreeOf(state, 0), "main;f"), {}, kNoContext}, 0});
    ASSERT_TRUE(ViewIn(state, 1).pointed);
  };
  point();
  Do(state, action::ZoomTo{At(TreeOf(state, 0), "main;f")});
  EXPECT_FALSE(ViewIn(state, 0).pointed);
  EXPECT_FALSE(ViewIn(state, 1).pointed);
  point();
  Do(state, action::SetMode{RingMode::kArea});
  EXPECT_FALSE(ViewIn(state, 1).pointed);
  point();
  Do(state, action::DuplicateView{});
  EXPECT_FALSE(ViewIn(state, 1).pointed);
  point();
  Do(state, action::SetLinked{false});
  Do(state, action::ZoomTo{At(TreeOf(state, 0), "main")});
  EXPECT_TRUE(ViewIn(state, 1).pointed) << "it follows nothing";
}

TEST(ApplyPanesTest, OneViewInTwoFormsIsOneView) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  Do(state, action::ShowOtherForm{});
  ASSERT_EQ(state.panes.size(), 2u);
  EXPECT_EQ(PaneSpec(state, 0)->form, ChartForm::kRings);
  EXPECT_EQ(PaneSpec(state, 1)->form, ChartForm::kIcicle);
  Do(state, action::ZoomTo{At(TreeOf(state, 0), "main;f")});
  EXPECT_EQ(PaneSpec(state, 1)->root, PaneSpec(state, 0)->root);
  Do(state, action::ClosePane{0});
  ASSERT_EQ(state.panes.size(), 1u);
  EXPECT_EQ(PaneSpec(state, 0)->form, ChartForm::kIcicle);
  EXPECT_FALSE(PaneSpec(state, 1));
  Do(state, action::ClosePane{0});
  EXPECT_EQ(state.panes.size(), 1u);
}

// The chart beside is the next one; further ones come only where they are asked for.
TEST(ApplyPanesTest, AnyNumberOfChartsStandSideBySide) {
  AppState state = BeforeAndAfter();
  const ViewId before = state.views[0].id, after = state.views[1].id;
  Do(state, action::ActivateView{before});
  Do(state, action::ShowBeside{after});
  Do(state, action::ShowBeside{after});
  ASSERT_EQ(state.panes.size(), 2u);
  const float half_px = state.panes[0].width_px;
  Do(state, action::ShowBeside{before, true});
  ASSERT_EQ(state.panes.size(), 3u);
  EXPECT_NEAR(state.panes[0].width_px, half_px * 2 / 3, 0.01);
  EXPECT_EQ(state.panes[1].view, before) << "beside the active one";
  EXPECT_EQ(state.panes[2].view, after);
  for (const size_t beside : {1u, 2u, 0u}) {
    EXPECT_EQ(PaneBeside(state), beside);
    Do(state, action::ActivatePane{beside});
  }
  Do(state, action::ClosePane{1});
  ASSERT_EQ(state.panes.size(), 2u);
  EXPECT_EQ(state.panes[1].view, after);
}

TEST(ApplyPanesTest, AViewInSeveralPanesFollowsOnce) {
  AppState state = BeforeAndAfter();
  const ViewId before = state.views[0].id;
  Do(state, action::ShowBeside{before});
  Do(state, action::ShowBeside{before, true});
  ASSERT_EQ(state.panes.size(), 3u);
  const size_t jobs = state.jobs.size();
  Do(state, action::SetSearchText{"g"});
  EXPECT_EQ(state.jobs.size(), jobs + 2) << "a search a view";
  const size_t entries = FindView(state, before)->history.entries().size();
  Do(state, action::ZoomTo{At(ActiveView(state)->tree(), "main;f")});
  EXPECT_EQ(FindView(state, before)->history.entries().size(), entries + 1);
}

TEST(ApplyPanesTest, ClosingAProfileClosesItsPaneAndKeepsTheOther) {
  AppState state = BeforeAndAfter();
  Do(state, action::ShowBeside{state.views[0].id});
  Do(state, action::CloseDocument{state.views[1].document});
  ASSERT_EQ(state.panes.size(), 1u);
  ASSERT_NE(ActiveView(state), nullptr);
  EXPECT_EQ(ActiveDocument(state)->title, "before");
  Do(state, action::CloseView{ActiveView(state)->id});
  EXPECT_TRUE(state.panes.empty());
  EXPECT_TRUE(state.documents.empty());
}

TEST(ApplyPanesTest, ADuplicateIsAViewOfTheSameDocument) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  const ViewId first = ActiveView(state)->id;
  Do(state, action::ZoomTo{At(ActiveView(state)->tree(), "main;f")});
  Do(state, action::DuplicateView{});
  ASSERT_EQ(state.views.size(), 2u);
  EXPECT_EQ(state.documents.size(), 1u);
  EXPECT_NE(ActiveView(state)->id, first);
  EXPECT_EQ(ActiveView(state)->history.current(), FindView(state, first)->history.current());
  Do(state, action::CloseView{ActiveView(state)->id});
  EXPECT_EQ(state.documents.size(), 1u);
  EXPECT_EQ(ActiveView(state)->id, first);
}

TEST(ApplyPanesTest, TheLensMovesOnlyWhileItIsOn) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  Do(state, action::MoveLens{0, Lens{}});
  EXPECT_FALSE(PaneSpec(state, 0)->lens);
  Do(state, action::ShowLens{true});
  Do(state, action::MoveLens{0, Lens{}});
  EXPECT_TRUE(PaneSpec(state, 0)->lens);
  Do(state, action::ShowLens{false});
  EXPECT_FALSE(PaneSpec(state, 0)->lens);
}

TEST(ApplyPanesTest, AViewThatIsBesideIsGoneToByItsTab) {
  AppState state = BeforeAndAfter();
  Do(state, action::ShowBeside{state.views[0].id});
  Do(state, action::ActivateView{state.views[0].id});
  EXPECT_EQ(state.active_pane, 1u);
  EXPECT_EQ(state.panes[0].view, state.views[1].id);
  Do(state, action::ActivatePane{0});
  EXPECT_EQ(ActiveDocument(state)->title, "after");
}

TEST(ApplyPanesTest, AChartThatCannotFollowSaysSo) {
  AppState state = BeforeAndAfter();
  Do(state, action::ShowBeside{state.views[0].id});
  EXPECT_EQ(ViewIn(state, 1).not_followed, "");
  Do(state, action::ZoomTo{At(TreeOf(state, 0), "main;x")});
  EXPECT_EQ(ViewIn(state, 1).not_followed, "x is not here: this is main");
  EXPECT_EQ(ViewIn(state, 0).not_followed, "");
  Do(state, action::ZoomTo{At(TreeOf(state, 0), "main;f;g")});
  EXPECT_EQ(ViewIn(state, 1).not_followed, "");
  // It goes its own way, and leads: there is nothing left to say.
  Do(state, action::ZoomTo{At(TreeOf(state, 0), "main;x")});
  Do(state, action::ActivatePane{1});
  Do(state, action::ZoomTo{At(TreeOf(state, 1), "main;h")});
  EXPECT_EQ(ViewIn(state, 1).not_followed, "");
  EXPECT_EQ(ViewIn(state, 0).not_followed, "h is not here: this is main");
  Do(state, action::SetLinked{false});
  EXPECT_EQ(ViewIn(state, 0).not_followed, "");
}

TEST(ApplyPanesTest, AChartWithoutAnyOfTheCallersSaysSo) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample), "/p/one");
  OpenMore(state, "/p/two", TreeFromFolded("boot;run 5\nboot;halt 2\n"));
  Do(state, action::ActivateView{state.views[0].id});
  Do(state, action::ShowBeside{state.views[1].id});
  Do(state, action::ZoomTo{At(TreeOf(state, 0), "main;f;g")});
  EXPECT_EQ(ViewIn(state, 1).not_followed, "g is not in this profile");
}

TEST(ApplyPanesTest, LinkedChartsAreSearchedTogether) {
  AppState state = BeforeAndAfter();
  Do(state, action::SetSearchText{"g"});
  Do(state, action::ShowBeside{state.views[0].id});
  EXPECT_EQ(ViewIn(state, 1).search, "g");
  EXPECT_TRUE(ViewIn(state, 1).slots.Get<SearchState>().task.running());
  Do(state, action::SetSearchText{"h"});
  EXPECT_EQ(ViewIn(state, 1).search, "h");
  Do(state, action::SetLinked{false});
  Do(state, action::SetSearchText{"i"});
  EXPECT_EQ(ViewIn(state, 1).search, "h");
  // What is searched for already stays until something else is typed.
  Do(state, action::SetLinked{true});
  EXPECT_EQ(ViewIn(state, 1).search, "h");
  Do(state, action::SetSearchText{""});
  EXPECT_EQ(ViewIn(state, 1).search, "");
}

}  // namespace
}  // namespace ringscope::action_panes_test
