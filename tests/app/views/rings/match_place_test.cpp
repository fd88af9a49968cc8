#include "app/views/rings/rings_depth.h"

#include <gtest/gtest.h>

#include "app/views/rings/rings.h"
#include "renderer/layout/layout.h"
#include "renderer/layout/picking.h"
#include "tests/app/app_test_state.h"

namespace ringscope::match_place_test {
namespace {

TEST(MatchPlaceTest, BelowAChainAContextIsAsNearAsItsRings) {
  std::string chain = "main";
  for (int i = 0; i < 60; ++i) chain += ";f" + std::to_string(i);
  AppState state =
      StateWith(TreeFromFolded(chain + ";left 6\n" + chain + ";right 4\nmain;other 8\nmain 1\n"));
  Do(state, action::SetDepth{2});
  DrawLayers(state, 0, {2});
  const ViewState& view = *ActiveView(state);
  const ContextId left = At(view.tree(), chain + ";left");
  // One ring more, and the centre stays.
  const ViewPosition compressed = PositionThatShows(view, state.panes[0], left);
  EXPECT_EQ(compressed.root, view.history.current().root);
  EXPECT_EQ(RingsOf(compressed).depth_limit, 3u);
  EXPECT_TRUE(RingsOf(compressed).compress_chains);
  ViewSpec spec = *PaneSpec(state, 0);
  spec.depth_limit = 3;
  EXPECT_TRUE(FindPiece(view.tree(), LayoutView(view.tree(), spec), left));
  // A context of the chain is seen already.
  EXPECT_EQ(PositionThatShows(view, state.panes[0], At(view.tree(), "main;f0;f1;f2")),
            view.history.current());
  // Without compression it takes 62 rings, of which none can be seen.
  Do(state, action::CompressChains{false});
  EXPECT_GT(RingsOf(PositionThatShows(view, state.panes[0], left)).depth_limit, 3u);
}

}  // namespace
}  // namespace ringscope::match_place_test
