#include <gtest/gtest.h>

#include "app/model/view_depth.h"
#include "tests/app/app_test_state.h"

namespace ringscope {
namespace {

class ApplyViewTest : public ::testing::Test {
 protected:
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  const Cct& tree() { return state.views[0].tree(); }
  const ViewPosition& position() { return ActiveView(state)->history.current(); }
  ContextId root() { return position().root.context; }
};

TEST_F(ApplyViewTest, OpensAtTheNaturalRoot) { EXPECT_EQ(root(), At(tree(), "main")); }

TEST_F(ApplyViewTest, TheCentreLeadsBackToTheRootBefore) {
  Do(state, action::ZoomTo{At(tree(), "main;f")});
  Do(state, action::ZoomTo{At(tree(), "main;f;g;g")});
  Do(state, action::ChangeDepth{-1});
  Do(state, action::LeaveCenter{});
  EXPECT_EQ(root(), At(tree(), "main;f"));
  Do(state, action::LeaveCenter{});
  EXPECT_EQ(root(), At(tree(), "main"));
}

TEST_F(ApplyViewTest, TheCentreOfTheWholeTreeDoesNothing) {
  Do(state, action::LeaveCenter{});
  EXPECT_EQ(root(), At(tree(), "main"));
  Do(state, action::ZoomTo{At(tree(), "main;f")});
  Do(state, action::GoToWholeTree{});
  Do(state, action::LeaveCenter{});
  EXPECT_EQ(root(), At(tree(), "main"));
  EXPECT_FALSE(ActiveView(state)->history.can_go_forward());
}

TEST_F(ApplyViewTest, CallerStopsAtTheTop) {
  Do(state, action::ZoomTo{At(tree(), "main;f;h")});
  Do(state, action::GoToCaller{});
  EXPECT_EQ(root(), At(tree(), "main;f"));
  Do(state, action::GoToCaller{});
  Do(state, action::GoToCaller{});
  Do(state, action::GoToCaller{});
  EXPECT_EQ(root(), At(tree(), "main"));
}

TEST_F(ApplyViewTest, AnOpenedRunLeadsBackOut) {
  const ContextId f = At(tree(), "main;f");
  Do(state, action::ZoomTo{f});
  Do(state, action::OpenRest{{f, tree().ChildrenOf(f)}});
  EXPECT_TRUE(position().root.is_run());
  Do(state, action::GoToCaller{});
  EXPECT_EQ(position().root, (ViewRoot{f, {}}));
  Do(state, action::GoBack{});
  EXPECT_TRUE(position().root.is_run());
  Do(state, action::LeaveCenter{});
  EXPECT_EQ(position().root, (ViewRoot{f, {}}));
}

TEST_F(ApplyViewTest, ImpossibleRootsChangeNothing) {
  const ViewPosition before = position();
  Do(state, action::ZoomTo{kNoContext});
  Do(state, action::ZoomTo{tree().context_count()});
  Do(state, action::OpenRest{{At(tree(), "main;f"), tree().ChildrenOf(At(tree(), "main;h"))}});
  EXPECT_EQ(position(), before);
  EXPECT_FALSE(ActiveView(state)->history.can_go_back());
}

TEST_F(ApplyViewTest, DepthStaysBetweenOneAndTheLayersThereAre) {
  Do(state, action::ChangeDepth{-1});
  EXPECT_EQ(position().depth_limit, 5u);
  for (int i = 0; i < 10; ++i) Do(state, action::ChangeDepth{-1});
  EXPECT_EQ(position().depth_limit, 1u);
  for (int i = 0; i < 10; ++i) Do(state, action::ChangeDepth{1});
  EXPECT_EQ(position().depth_limit, 6u);
  Do(state, action::SetDepth{0});
  EXPECT_EQ(position().depth_limit, 1u);
  EXPECT_EQ(state.settings.depth_limit, 1u);
}

// With every layer asked for, the outermost ones may have nothing to draw: the wheel goes on from what is
// seen.
TEST_F(ApplyViewTest, TheWheelStartsFromTheLayersThatAreDrawn) {
  Do(state, action::SetDepth{kAllLayers});
  Do(state, action::LayersDrawn{0, 4});
  Do(state, action::ChangeDepth{-1});
  EXPECT_EQ(position().depth_limit, 3u);
  // Two turns before the next layout are two steps.
  Do(state, action::LayersDrawn{0, 3});
  Do(state, action::ChangeDepth{1});
  Do(state, action::ChangeDepth{1});
  EXPECT_EQ(position().depth_limit, 5u);
}

// How deep it goes below the view root is counted once a layout, not whenever it is shown.
TEST_F(ApplyViewTest, TheLayersBelowTheViewRootAreKnownUntilItChanges) {
  const auto known = [&] { return state.panes[0].layers_below; };
  EXPECT_EQ(known(), 0u);
  EXPECT_EQ(LayersOf(*ActiveView(state), state.panes[0]), 6u);
  Do(state, action::LayersDrawn{0, 6});
  EXPECT_EQ(known(), 6u);
  Do(state, action::ZoomTo{At(tree(), "main;g")});
  EXPECT_EQ(known(), 0u);
  const uint32_t below = LayersBelow(tree(), position().root);
  EXPECT_LT(below, 6u);
  EXPECT_EQ(LayersOf(*ActiveView(state), state.panes[0]), below);
  Do(state, action::LayersDrawn{0, 2});
  EXPECT_EQ(known(), below);
  EXPECT_EQ(LayersOf(*ActiveView(state), state.panes[0]), below);
  Do(state, action::LayersDrawn{7, 2});  // no such pane
}

TEST_F(ApplyViewTest, BackBringsModeAndDepthBack) {
  Do(state, action::SetMode{RingMode::kArea});
  Do(state, action::SetDepth{3});
  Do(state, action::ZoomTo{At(tree(), "main;g")});
  Do(state, action::SetMode{RingMode::kEqual});
  EXPECT_EQ(state.settings.mode, RingMode::kEqual);
  Do(state, action::GoBack{});
  Do(state, action::GoBack{});
  EXPECT_EQ(position(), (ViewPosition{{At(tree(), "main"), {}}, RingMode::kArea, 3}));
  Do(state, action::GoForward{});
  EXPECT_EQ(root(), At(tree(), "main;g"));
}

TEST_F(ApplyViewTest, MetricsOutsideTheTreeAreRefused) {
  Do(state, action::SetMetric{1});
  EXPECT_EQ(ActiveView(state)->metric, 1u);
  Do(state, action::SetMetric{2});
  EXPECT_EQ(ActiveView(state)->metric, 1u);
}

TEST_F(ApplyViewTest, MovingForgetsThePointer) {
  Do(state, action::PointAt{Pointed{At(tree(), "main;f"), {}, kNoContext}});
  ASSERT_TRUE(ActiveView(state)->pointed);
  Do(state, action::ZoomTo{At(tree(), "main;f")});
  EXPECT_FALSE(ActiveView(state)->pointed);
}

TEST_F(ApplyViewTest, NothingOpenNothingHappens) {
  AppState empty;
  Do(empty, action::ZoomTo{3});
  Do(empty, action::GoBack{});
  Do(empty, action::LeaveCenter{});
  Do(empty, action::ChangeDepth{1});
  Do(empty, action::PointAt{Pointed{1, {}, kNoContext}});
  Do(empty, action::SetSearchText{"x"});
  Do(empty, action::StepMatch{1});
  Do(empty, action::SetThreadsMerged{true});
  EXPECT_EQ(ActiveView(empty), nullptr);
  EXPECT_TRUE(empty.jobs.empty());
}

}  // namespace
}  // namespace ringscope
