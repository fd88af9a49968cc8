#include <gtest/gtest.h>

#include "app/view/command.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/view/steps/steps.h"
#include "app/views/rings/rings.h"
#include "app/views/rings/rings_depth.h"
#include "tests/app/app_test_state.h"

namespace ringscope::action_rings_test {
namespace {

// main, a chain of four, a fork.
constexpr std::string_view kForkBelowAChain =
    "main;a;b;c;d;left 6\nmain;a;b;c;d;right 4\nmain;a;b;c;d 2\nmain;other 8\nmain 1\n";

class ChainsTest : public ::testing::Test {
 protected:
  AppState state = StateWith(TreeFromFolded(kForkBelowAChain));
  const Cct& tree() { return ActiveView(state)->tree(); }
  const RingsPlace& place() { return RingsOf(*ActiveView(state)); }
  void Press(std::string_view command) {
    const auto action = FindCommand(command)->action(state);
    ASSERT_TRUE(action);
    Do(state, *action);
  }
};

TEST_F(ChainsTest, AreCompressedUntilTheUserSaysOtherwise) {
  EXPECT_TRUE(place().compress_chains);
  EXPECT_TRUE(PaneSpec(state, 0)->compress_chains);
  Press("chart.chains");
  EXPECT_FALSE(PaneSpec(state, 0)->compress_chains);
  EXPECT_FALSE(state.settings.compress_chains);
  Do(state, action::GoBack{});
  EXPECT_TRUE(place().compress_chains);
  EXPECT_TRUE(state.settings.compress_chains);
}

TEST_F(ChainsTest, AnOpenedOneIsClosedByBackAndByCompressingAgain) {
  const ContextId end = At(tree(), "main;a;b;c;d");
  Do(state, action::OpenChain{end});
  EXPECT_EQ(PaneSpec(state, 0)->opened_chains, std::vector<ContextId>{end});
  // Other steps leave it open.
  Do(state, action::SetMode{RingMode::kArea});
  Do(state, action::SetDepth{7});
  Do(state, action::ZoomTo{At(tree(), "main;a;b")});
  EXPECT_EQ(place().opened_chains, std::vector<ContextId>{end});
  for (int i = 0; i < 4; ++i) Do(state, action::GoBack{});
  EXPECT_TRUE(place().opened_chains.empty());
  Do(state, action::GoForward{});
  EXPECT_EQ(place().opened_chains, std::vector<ContextId>{end});
  Press("chart.chains");
  Press("chart.chains");
  EXPECT_TRUE(place().compress_chains);
  EXPECT_TRUE(place().opened_chains.empty());
}

TEST_F(ChainsTest, OnlySoManyStayOpen) {
  for (ContextId context = 0; context < 2 * kMostOpenedChains; ++context)
    Do(state, action::OpenChain{context % tree().context_count()});
  EXPECT_LE(place().opened_chains.size(), kMostOpenedChains);
  Do(state, action::OpenChain{tree().context_count()});
  EXPECT_LE(place().opened_chains.size(), tree().context_count());
}

TEST_F(ChainsTest, ThoseOfAnotherTreeAreForgotten) {
  ViewPosition position = ActiveView(state)->history.current();
  RingsPlace opened = place();
  opened.opened_chains = {3};
  position = WithRings(position, opened);
  LeaveTree(position);
  EXPECT_EQ(position, ActiveView(state)->history.current());
}

TEST_F(ChainsTest, LayersAreCountedInRings) {
  const ViewState& view = *ActiveView(state);
  const PaneState& pane = state.panes[0];
  EXPECT_EQ(LayersOf(view, pane), 6u);  // not drawn yet
  // main; a to d, other; left, right: three rings of six layers of the tree.
  DrawLayers(state, 0, {3, 6, false});
  EXPECT_EQ(LayersOf(view, pane), 3u);
  EXPECT_EQ(view.kind().layers_shown(view, pane), 6u);
  Do(state, action::SetDepth{2});
  DrawLayers(state, 0, {2, 5, true});
  EXPECT_EQ(LayersOf(view, pane), 3u);
  Do(state, action::ChangeDepth{1});
  EXPECT_EQ(place().depth_limit, 3u);
  // What was known is of these chains alone.
  Do(state, action::CompressChains{false});
  EXPECT_EQ(LayersOf(view, pane), 6u);
  DrawLayers(state, 0, {3, 3, true});
  EXPECT_EQ(LayersOf(view, pane), 6u);
}

TEST_F(ChainsTest, RingsToAContextCountAChainOnce) {
  std::vector<ContextId> path = tree().PathTo(At(tree(), "main;a;b;c;d;left"));
  const auto rings = [&] { return RingsToEnd(tree(), 0, place(), path); };
  EXPECT_EQ(rings(), (std::vector<uint32_t>{2, 2, 2, 2, 1, 0}));
  path.pop_back();
  EXPECT_EQ(rings(), (std::vector<uint32_t>{1, 1, 1, 1, 0}));
  Do(state, action::OpenChain{At(tree(), "main;a;b;c;d")});
  EXPECT_EQ(rings(), (std::vector<uint32_t>{4, 3, 2, 1, 0}));
  path.resize(3);  // main;a;b: what opens the chain lies below
  EXPECT_EQ(rings(), (std::vector<uint32_t>{2, 1, 0}));
  Do(state, action::CompressChains{false});
  EXPECT_EQ(rings(), (std::vector<uint32_t>{2, 1, 0}));
}

TEST(FilledRingsTest, EndsWhereHalfOfTheCircleIsEmpty) {
  const LoadedTree tree = TreeFromFolded("a;b;c;d;e 6\na;b;c;d;e;f;g;h;i 4\n");
  const RingsPlace all_layers;
  EXPECT_EQ(FilledRings(*tree.tree, {}, 0, all_layers), 6u);  // all, a to e
  const LoadedTree wide = TreeFromFolded("a 6\nb;c;d;e;f;g 4\n");
  EXPECT_EQ(FilledRings(*wide.tree, {}, 0, all_layers), 4u) << "no fewer";
  RingsPlace chains;
  chains.compress_chains = true;
  EXPECT_EQ(FilledRings(*tree.tree, {}, 0, chains), 4u) << "a to d are one ring";
}

TEST(FilledRingsTest, DepthFollowsTheOrderOfFrames) {
  AppState state = StateWith(TreeFromFolded("a;b;c;d;e 6\na;b;c;d;e;f;g;h;i 4\n"));
  Do(state, action::CompressChains{false});
  const uint32_t before = RingsOf(*ActiveView(state)).depth_limit;
  Pipeline invert;
  invert.steps.emplace_back().kind = TransformKind::kInvert;
  const auto effects = Do(state, action::SetPipeline{invert});
  const auto* request = FindRequest<TransformRequest>(effects);
  ASSERT_NE(request, nullptr);
  JobControl job;
  Do(state, Finished(FindTask<TransformRequest>(effects)->job, *RunTransform(*request, job)));
  // The stack of five ends first: e, d, c, b, a; the one of nine has 4 of 10 further out.
  EXPECT_EQ(RingsOf(*ActiveView(state)).depth_limit, 6u);
  Do(state, action::SetPipeline{});
  EXPECT_EQ(RingsOf(*ActiveView(state)).depth_limit, before);
}

}  // namespace
}  // namespace ringscope::action_rings_test
