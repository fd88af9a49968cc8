#include "app/view/state/view_state.h"

#include <gtest/gtest.h>

#include "tests/app/app_test_state.h"

namespace ringscope::view_history_test {
namespace {

ViewPosition Root(ContextId context) { return RingsPosition({context, {}}, RingMode::kLength, 20); }

void Turn(ViewHistory& history, uint32_t depth) {
  history.PushTurn(WithRings(history.current(), {RingMode::kLength, depth}));
}

TEST(ViewHistoryTest, BackAndForwardWalkThroughThePositions) {
  ViewHistory history(Root(1));
  history.Push(Root(2));
  history.Push(Root(3));
  EXPECT_FALSE(history.can_go_forward());
  history.GoBack();
  EXPECT_EQ(history.current(), Root(2));
  history.GoBack();
  EXPECT_EQ(history.current(), Root(1));
  EXPECT_FALSE(history.can_go_back());
  history.GoBack();
  EXPECT_EQ(history.current(), Root(1));
  history.GoForward();
  history.GoForward();
  EXPECT_EQ(history.current(), Root(3));
}

TEST(ViewHistoryTest, ANewPositionDropsWhatLayAhead) {
  ViewHistory history(Root(1));
  history.Push(Root(2));
  history.GoBack();
  history.Push(Root(4));
  EXPECT_FALSE(history.can_go_forward());
  history.GoBack();
  EXPECT_EQ(history.current(), Root(1));
}

TEST(ViewHistoryTest, TheSamePositionAgainIsNoStep) {
  ViewHistory history(Root(1));
  history.Push(Root(1));
  EXPECT_FALSE(history.can_go_back());
}

TEST(ViewHistoryTest, TurnsOfTheWheelAreOneStep) {
  ViewHistory history(Root(1));
  Turn(history, 19);
  Turn(history, 18);
  Turn(history, 17);
  EXPECT_EQ(RingsOf(history.current()).depth_limit, 17u);
  history.GoBack();
  EXPECT_EQ(RingsOf(history.current()).depth_limit, 20u);
  EXPECT_FALSE(history.can_go_back());
  history.GoForward();
  EXPECT_EQ(RingsOf(history.current()).depth_limit, 17u);
  Turn(history, 16);  // after moving it is a step again
  history.GoBack();
  EXPECT_EQ(RingsOf(history.current()).depth_limit, 17u);
}

TEST(ViewHistoryTest, ModeAndOpenedRunsComeBack) {
  ViewHistory history(Root(1));
  history.Push(RingsPosition({1, {5, 9}}, RingMode::kArea, 4));
  history.Push(Root(7));
  history.GoBack();
  EXPECT_EQ(history.current(), RingsPosition({1, {5, 9}}, RingMode::kArea, 4));
}

TEST(ViewHistoryTest, BackToOtherRootSkipsDepthsAndModes) {
  ViewHistory history(Root(1));
  history.Push(Root(2));
  Turn(history, 5);
  history.Push(RingsPosition({2, {}}, RingMode::kEqual, 5));
  EXPECT_TRUE(history.GoBackToOtherRoot());
  EXPECT_EQ(history.current(), Root(1));
  EXPECT_FALSE(history.GoBackToOtherRoot());
}

TEST(ViewHistoryTest, ForgetsTheOldestBeyondItsLimit) {
  ViewHistory history(Root(0));
  for (ContextId i = 1; i <= ViewHistory::kMaxEntries + 10; ++i) history.Push(Root(i));
  EXPECT_EQ(history.entries().size(), ViewHistory::kMaxEntries);
  EXPECT_EQ(history.current(), Root(ViewHistory::kMaxEntries + 10));
}

}  // namespace
}  // namespace ringscope::view_history_test
