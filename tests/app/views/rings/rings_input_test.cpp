#include "app/views/rings/rings_input.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "app/view/navigation.h"
#include "app/views/rings/rings.h"
#include "renderer/layout/layout.h"
#include "renderer/layout/picking.h"
#include "tests/app/app_test_state.h"

namespace ringscope::rings_input_test {
namespace {

class ChartInputTest : public ::testing::Test {
 protected:
  AppState state = StateWith(TreeFromFolded("main;a;b;c;left 6\nmain;a;b;c;right 4\nmain;other 8\nmain 1\n"));
  const Cct& tree() { return ActiveView(state)->tree(); }
  ArcBatch Layout() { return LayoutView(tree(), *PaneSpec(state, 0)); }
  // On a piece that begins at 12 o'clock.
  static ChartPoint PointOn(const ArcBatch& batch, uint32_t piece) {
    const float middle =
        (batch.ring_edge_px[batch.layer[piece]] + batch.ring_edge_px[batch.layer[piece] + 1]) / 2;
    return {1, -middle};
  }
};

TEST_F(ChartInputTest, AClickOpensAChainAndTheNextOneGoesThere) {
  ArcBatch batch = Layout();
  ASSERT_EQ(batch.chain(1).size(), 3u);
  const ChartPoint point = PointOn(batch, 1);
  const auto pointed = PointedAt(tree(), batch, point);
  ASSERT_TRUE(pointed);
  EXPECT_EQ(pointed->context, At(tree(), "main;a;b"));
  EXPECT_EQ(pointed->chain_head, At(tree(), "main;a"));
  EXPECT_EQ(pointed->chain_contexts, 3u);
  auto click = ClickAction(tree(), batch, point);
  ASSERT_TRUE(click);
  ASSERT_NE(click->As<action::OpenChain>(), nullptr);
  Do(state, *click);
  EXPECT_EQ(state.note.text, "Chain of 3 calls opened: click again to make it the centre");

  batch = Layout();
  EXPECT_FALSE(batch.has_chains());
  const ChartPoint inside = PointOn(batch, 1);
  click = ClickAction(tree(), batch, inside);
  ASSERT_TRUE(click);
  ASSERT_NE(click->As<action::ZoomTo>(), nullptr);
  EXPECT_EQ(click->As<action::ZoomTo>()->context, At(tree(), "main;a"));
  EXPECT_EQ(PointedAt(tree(), batch, inside)->chain_contexts, 0u);
}

TEST_F(ChartInputTest, TheGapOfSelfCostIsPointedAtAndNoClickGoesThere) {
  const ArcBatch batch = Layout();
  const float radius = (batch.ring_edge_px[1] + batch.ring_edge_px[2]) / 2;
  const ChartPoint gap{-1, -radius};  // the end of main, whose callees come first
  const auto pointed = PointedAt(tree(), batch, gap);
  ASSERT_TRUE(pointed);
  EXPECT_TRUE(pointed->is_self_gap);
  EXPECT_EQ(pointed->context, At(tree(), "main"));
  EXPECT_FALSE(ClickAction(tree(), batch, gap));
  EXPECT_FALSE(PointedAt(tree(), batch, {1, -radius})->is_self_gap);
}

TEST_F(ChartInputTest, AClickBesideADetailChoosesAnotherOneAndItsOwnSegmentsLeadBack) {
  Do(state, action::CompressChains{false});
  for (const DetailPlace place : {DetailPlace::kOutside, DetailPlace::kInside}) {
    Do(state, action::ShowDetail{{place, {At(tree(), "main;a;b"), {}}}});
    const ArcBatch batch = Layout();
    ASSERT_EQ(batch.part_count(), 2u);
    const uint32_t detail = batch.parts[0].is_detail ? 0 : 1;
    const auto click = [&](bool in_detail, std::string_view path) {
      const auto piece = FindPiece(tree(), batch, At(tree(), path), in_detail ? detail : 1 - detail);
      const auto action = ClickAction(tree(), batch, PointOn(batch, piece.value()));
      const auto* show = action ? action->As<action::ShowDetail>() : nullptr;
      EXPECT_NE(show, nullptr) << path;
      return show != nullptr ? show->detail : Detail{};
    };
    EXPECT_EQ(click(false, "main;a"), (Detail{place, {At(tree(), "main;a"), {}}}));
    EXPECT_EQ(click(true, "main;a;b;c;left"), (Detail{place, {At(tree(), "main;a;b;c;left"), {}}}));
    EXPECT_EQ(click(true, "main;a;b"), (Detail{place, {At(tree(), "main;a"), {}}})) << "to the caller";
    EXPECT_EQ(click(false, "main;a;b"), Detail{}) << "once more";
    EXPECT_EQ(click(false, "main"), Detail{}) << "the centre";
    // The pointer finds contexts in both parts.
    for (uint32_t part = 0; part < 2; ++part) {
      const uint32_t piece = FindPiece(tree(), batch, At(tree(), "main;a;b;c"), part).value();
      EXPECT_EQ(PointedAt(tree(), batch, PointOn(batch, piece))->context, At(tree(), "main;a;b;c"));
    }
  }
}

// What the first click brought under the pointer is not what the second one was for.
TEST_F(ChartInputTest, ADoubleClickIsOneClick) {
  ArcBatch batch = Layout();
  const ChartPoint point = PointOn(batch, 1);
  ChartInput input;
  const auto click = [&](double now_s, ChartPoint where) {
    std::vector<Action> actions;
    input.SetTime(now_s);
    input.Press(MouseButton::kLeft, where);
    input.Release(tree(), batch, MouseButton::kLeft, where, {}, actions);
    return actions.size();
  };
  EXPECT_EQ(click(10, point), 1u);
  EXPECT_EQ(click(10.2, point), 0u);
  EXPECT_EQ(click(10.25, {point.x_px + 10, point.y_px}), 1u) << "elsewhere it is another one";
  EXPECT_EQ(click(10.3, point), 1u);
  EXPECT_EQ(click(10.7, point), 1u) << "later it is another one";
}

TEST_F(ChartInputTest, TheWheelHoldsWhatIsUnderThePointer) {
  const ArcBatch batch = Layout();
  ChartInput input;
  std::vector<Action> actions;
  input.Wheel(-0.5f, batch, PointOn(batch, 1), actions);
  EXPECT_TRUE(actions.empty());
  input.Wheel(-0.5f, batch, PointOn(batch, 1), actions);
  ASSERT_EQ(actions.size(), 2u);
  const auto* change = actions[0].As<action::ChangeDepth>();
  ASSERT_NE(change, nullptr);
  EXPECT_EQ(change->steps, 1);
  EXPECT_EQ(change->held_edges, HeldEdgesAt(batch, PointOn(batch, 1)));
  EXPECT_NE(actions[1].As<action::TellWheel>(), nullptr);
}

// Until the context fills the lens: then it becomes the centre, and back from there.
TEST_F(ChartInputTest, EnlargingLeadsIntoTheContextUnderThePointer) {
  ChartInput input;
  const ArcBatch first = Layout();
  const uint32_t piece = FindPiece(tree(), first, At(tree(), "main;other")).value();
  const float turns = first.start_turns[piece] + first.sweep_turns[piece] / 2;
  const float angle = turns * 2 * std::numbers::pi_v<float>;
  const float radius = (first.ring_edge_px[1] + first.ring_edge_px[2]) / 2;
  const ChartPoint point{radius * std::sin(angle), -radius * std::cos(angle)};
  const auto turn = [&](float steps) {
    const ArcBatch batch = Layout();
    std::vector<Action> actions;
    input.Enlarge(steps, tree(), batch, point, actions);
    for (const Action& action : actions) Do(state, action);
  };
  const ContextId before = ActiveView(state)->history.current().root.context;
  const ContextId other = At(tree(), "main;other");
  turn(1);
  ASSERT_TRUE(PaneSpec(state, 0)->lens);
  EXPECT_EQ(PickContext(tree(), Layout(), PlaceFromChart(first.spec, point))->context, other);
  turn(-1);
  EXPECT_FALSE(PaneSpec(state, 0)->lens);
  for (int i = 0; i < 12 && ActiveView(state)->history.current().root.context == before; ++i) turn(1);
  EXPECT_EQ(ActiveView(state)->history.current().root.context, other);
  EXPECT_FALSE(PaneSpec(state, 0)->lens);
  turn(-1);
  EXPECT_EQ(ActiveView(state)->history.current().root.context, before);
}

}  // namespace
}  // namespace ringscope::rings_input_test
