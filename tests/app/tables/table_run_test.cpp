// When the rows of the tables below the charts are worked out, and for whom.
#include "app/core/job.h"
#include "app/tables/tables.h"
#include "app/view/navigation.h"
#include "app/view/panes/panes.h"
#include "app/view/shell.h"
#include "app/views/rings/rings.h"
#include "tests/app/tables/table_case.h"

namespace ringscope::table_test {
namespace {

TEST_F(TableTest, IsAskedForOnlyWhenSomethingChanged) {
  EXPECT_EQ(FindTask<TableRequest>(Do(state, action::PointAt{})), nullptr) << "the dock is closed";
  const auto sums = [&] { return view().slots.Get<TableState>().task.result->sums; };
  ASSERT_NE(FindTask<TableRequest>(DoAll(action::ShowTable{GroupBy::kFunction})), nullptr);
  for (const Action& nothing : {Action{action::PointAt{}}, Action{action::SetMode{RingMode::kArea}},
                                Action{action::Select{1}}, Action{action::ShowTable{GroupBy::kFunction}}}) {
    EXPECT_EQ(FindTask<TableRequest>(Do(state, nothing)), nullptr);
  }
  // Another metric, order or filter needs no new sums.
  for (const Action& rows : {Action{action::SetMetric{1}}, Action{action::SetTableFilter{"m"}},
                             Action{action::SortTable{{TableKey::kName, false, {}}}}}) {
    const auto before = sums();
    ASSERT_NE(FindTask<TableRequest>(DoAll(rows)), nullptr);
    EXPECT_EQ(sums(), before);
  }
  for (const Action& others :
       {Action{action::ZoomTo{At(tree(), "main;f")}}, Action{action::ShowTable{GroupBy::kFile}}}) {
    const auto before = sums();
    ASSERT_NE(FindTask<TableRequest>(DoAll(others)), nullptr);
    EXPECT_NE(sums(), before);
  }
  Do(state, action::ShowDock{false});
  EXPECT_EQ(FindTask<TableRequest>(Do(state, action::GoToWholeTree{})), nullptr);
}

TEST_F(TableTest, AnOutdatedJobIsCancelledAndOldRowsStay) {
  DoAll(action::ShowTable{GroupBy::kFunction});
  const auto zoomed = Do(state, action::ZoomTo{At(tree(), "main;f")});
  const auto* first = FindTask<TableRequest>(zoomed);
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(Column("name").size(), 5u) << "until the others are there";
  EXPECT_NE(BuildTableModel(state).loading, "");
  const auto other = Do(state, action::ZoomTo{At(tree(), "main;h")});
  const auto* cancel = FindEffect<effect::CancelJob>(other);
  ASSERT_NE(cancel, nullptr);
  EXPECT_EQ(cancel->job, first->job);
  JobControl cancelled;
  cancelled.cancel_requested = true;
  EXPECT_EQ(RunTable(*FindRequest<TableRequest>(zoomed), nullptr, cancelled), nullptr);
  // It answers although it was cancelled: too late.
  for (const Action& late : Deliver(*first)) Do(state, late);
  EXPECT_EQ(Column("name").size(), 5u);
  EXPECT_NE(BuildTableModel(state).loading, "");
  const auto* second = FindTask<TableRequest>(other);
  ASSERT_NE(second, nullptr);
  for (const Action& made : Deliver(*second)) Do(state, made);
  EXPECT_EQ(Column("name").size(), 2u);
  EXPECT_EQ(BuildTableModel(state).loading, "");
  EXPECT_TRUE(state.jobs.empty());
}

TEST_F(TableTest, BackWhereTheRowsAreOfNothingIsAskedFor) {
  DoAll(action::ShowTable{GroupBy::kFunction});
  Do(state, action::ZoomTo{At(tree(), "main;f")});
  const auto back = Do(state, action::GoToWholeTree{});
  EXPECT_NE(FindEffect<effect::CancelJob>(back), nullptr);
  EXPECT_EQ(FindTask<TableRequest>(back), nullptr);
  EXPECT_EQ(BuildTableModel(state).loading, "");
}

TEST_F(TableTest, WhatWasCancelledIsAskedForAgainOnceSomethingElseWasWanted) {
  const auto effects = Do(state, action::ShowTable{GroupBy::kFunction});
  const auto given_up = Do(state, action::TaskFinished{FindTask<TableRequest>(effects)->job, {}, true});
  EXPECT_EQ(FindTask<TableRequest>(given_up), nullptr);
  EXPECT_TRUE(view().slots.Get<TableState>().task.given_up());
  Do(state, action::ShowTable{GroupBy::kFile});
  EXPECT_NE(FindTask<TableRequest>(Do(state, action::ShowTable{GroupBy::kFunction})), nullptr);
}

TEST_F(TableTest, TabsThatWantTheSameRowsShareThem) {
  const auto first = Do(state, action::ShowTable{GroupBy::kFunction});
  EXPECT_EQ(FindTask<TableRequest>(Do(state, action::DuplicateView{})), nullptr);
  EXPECT_TRUE(view().slots.Get<TableState>().task.running());
  // The job goes on while one of them waits for it.
  EXPECT_EQ(FindEffect<effect::CancelJob>(Do(state, action::CloseView{state.views[0].id})), nullptr);
  for (const Action& made : Deliver(*FindTask<TableRequest>(first))) Do(state, made);
  EXPECT_EQ(Column("name").size(), 5u);
  // A third one takes what is there.
  EXPECT_EQ(FindTask<TableRequest>(Do(state, action::DuplicateView{})), nullptr);
  EXPECT_EQ(Column("name").size(), 5u);
}

}  // namespace
}  // namespace ringscope::table_test
