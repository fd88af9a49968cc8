#include "renderer/layout/transition.h"

#include <gtest/gtest.h>

#include <random>

#include "renderer/layout/layout.h"
#include "renderer/layout/picking.h"
#include "tests/renderer/layout/brute_force.h"
#include "tests/renderer/layout/chain_trees.h"
#include "tests/renderer/layout/test_trees.h"

namespace ringscope::chart_test::transition_test {
namespace {

class TransitionTest : public testing::Test {
 protected:
  ArcBatch Lay(std::string_view root, RingMode mode = RingMode::kLength, uint32_t depth = kAllLayers) const {
    return LayoutView(*tree_, {.mode = mode, .root = {.context = At(*tree_, root)}, .depth_limit = depth});
  }
  const MovingArc& ArcOf(const std::vector<MovingArc>& arcs, const ArcBatch& old_batch,
                         const ArcBatch& new_batch, std::string_view path) const {
    for (const MovingArc& arc : arcs) {
      const ArcBatch& batch = arc.of_old_batch ? old_batch : new_batch;
      if (batch.context[arc.piece] == At(*tree_, path)) return arc;
    }
    ADD_FAILURE() << path << " does not move";
    return arcs.front();
  }
  CctPtr tree_ = WorkedExample();
};

TEST_F(TransitionTest, ZoomingInMovesWhatBothViewsShow) {
  const ArcBatch whole = Lay("main"), part = Lay("main;f");
  const auto arcs = BuildTransition(*tree_, whole, part).arcs;
  ASSERT_EQ(arcs.size(), 18u);  // every context once
  const MovingArc& f = ArcOf(arcs, whole, part, "main;f");
  EXPECT_EQ(f.from, ShapeOf(whole, FindPiece(*tree_, whole, At(*tree_, "main;f")).value()));
  EXPECT_EQ(f.to, ShapeOf(part, 0));
  EXPECT_FALSE(f.of_old_batch);
  // main disappears into the centre, what stands right of f is pushed to the right edge of the circle.
  const MovingArc& main = ArcOf(arcs, whole, part, "main");
  EXPECT_TRUE(main.of_old_batch);
  EXPECT_EQ(main.to, (ArcShape{0, 1, 0, 0, 0}));
  const MovingArc& h = ArcOf(arcs, whole, part, "main;h");
  EXPECT_FLOAT_EQ(h.to.start_turns, 1);
  EXPECT_FLOAT_EQ(h.to.sweep_turns, 0);
  EXPECT_EQ(h.to.opacity, 0);
}

TEST_F(TransitionTest, ZoomingOutIsTheReverse) {
  const ArcBatch whole = Lay("main"), part = Lay("main;f");
  const auto in = BuildTransition(*tree_, whole, part).arcs, out = BuildTransition(*tree_, part, whole).arcs;
  ASSERT_EQ(in.size(), out.size());
  for (const MovingArc& arc : out) {
    const std::string path = PathText(*tree_, whole.context[arc.piece]);
    const MovingArc& reverse = ArcOf(in, whole, part, path);
    EXPECT_NEAR(arc.from.start_turns, reverse.to.start_turns, 1e-6f) << path;
    EXPECT_NEAR(arc.from.sweep_turns, reverse.to.sweep_turns, 1e-6f) << path;
    EXPECT_EQ(arc.from.inner_px, reverse.to.inner_px) << path;
    EXPECT_EQ(arc.to, reverse.from) << path;
  }
}

TEST_F(TransitionTest, BetweenBranchesGoesThroughTheCommonCaller) {
  const ArcBatch f = Lay("main;f;g"), g = Lay("main;g");
  const auto arcs = BuildTransition(*tree_, f, g).arcs;
  EXPECT_EQ(arcs.size(), f.size() + g.size());
  // g stands right of f: it comes from the right edge, f leaves to the left.
  for (const MovingArc& arc : arcs) {
    if (arc.of_old_batch) {
      EXPECT_EQ(arc.to.start_turns, 0.0f);
      EXPECT_EQ(arc.to.sweep_turns, 0.0f);
    } else {
      EXPECT_EQ(arc.from.start_turns, 1.0f);
    }
  }
}

TEST_F(TransitionTest, ModeAndDepthChangesKeepEveryContext) {
  const ArcBatch equal = Lay("main", RingMode::kEqual), area = Lay("main", RingMode::kArea);
  for (const MovingArc& arc : BuildTransition(*tree_, equal, area).arcs) {
    EXPECT_FALSE(arc.of_old_batch);
    EXPECT_EQ(arc.to, ShapeOf(area, arc.piece));
    EXPECT_EQ(equal.context[FindPiece(*tree_, equal, area.context[arc.piece]).value()],
              area.context[arc.piece]);
  }
  const ArcBatch shallow = Lay("main", RingMode::kLength, 2), deep = Lay("main");
  for (const MovingArc& arc : BuildTransition(*tree_, shallow, deep).arcs) {
    EXPECT_FALSE(arc.of_old_batch);
    EXPECT_NEAR(arc.from.start_turns, arc.to.start_turns, 1e-6f);  // only radii change
    if (deep.layer[arc.piece] >= 2) {
      EXPECT_EQ(arc.from.inner_px, shallow.radius_px());
      EXPECT_EQ(arc.from.outer_px, shallow.radius_px());
    }
  }
}

TEST_F(TransitionTest, FormsShareTheStripAndNoPieceChangesItsPlaceOnIt) {
  ViewSpec spec{.root = {.context = At(*tree_, "main")}};
  const ArcBatch rings = LayoutView(*tree_, spec);
  spec.form = ChartForm::kIcicle;
  const ArcBatch rows = LayoutView(*tree_, spec);
  const ChartMotion motion = BuildTransition(*tree_, rings, rows);
  EXPECT_EQ(motion.from, BendOf(rings.spec));
  EXPECT_EQ(motion.to, BendOf(rows.spec));
  ASSERT_EQ(motion.arcs.size(), rings.size());
  for (const MovingArc& arc : motion.arcs) {
    EXPECT_EQ(arc.from.start_turns, arc.to.start_turns);
    EXPECT_EQ(arc.from.sweep_turns, arc.to.sweep_turns);
    EXPECT_EQ(arc.to.outer_px, -rows.ring_edge_px[rows.layer[arc.piece]]);
    EXPECT_EQ(arc.to.inner_px, -rows.ring_edge_px[rows.layer[arc.piece] + 1]);
  }
  // Turned around halfway, everything goes back from where it is.
  const ChartPose pose = CurrentPose(motion, 0.5f);
  const ChartMotion back = BuildTransition(*tree_, rows, rings, pose);
  EXPECT_EQ(back.from, pose.bend);
  EXPECT_EQ(back.to, motion.from);
  for (const MovingArc& arc : back.arcs) {
    EXPECT_EQ(arc.from, pose.shapes[arc.piece]);
    EXPECT_EQ(arc.to, ShapeOf(rings, arc.piece));
  }
}

TEST_F(TransitionTest, ALensMovesPiecesToWhereItShowsThem) {
  const CctPtr tree = RandomTree(8, {.contexts = 20'000, .depth_bias = 0.5});
  ViewSpec spec{.width_px = 300, .height_px = 300};
  const ArcBatch plain = LayoutView(*tree, spec);
  spec.lens = Lens{.center_turns = 0.4, .center_radius = 0.6};
  const ArcBatch enlarged = LayoutView(*tree, spec);
  uint32_t appear = 0;
  for (const MovingArc& arc : BuildTransition(*tree, plain, enlarged).arcs) {
    if (arc.of_old_batch || enlarged.is_rest(arc.piece)) continue;
    const auto before = FindPiece(*tree, plain, enlarged.context[arc.piece]);
    if (!before || !plain.is_rest(*before)) continue;
    EXPECT_GT(arc.to.sweep_turns, arc.from.sweep_turns);
    ++appear;
  }
  EXPECT_GT(appear, 0u);
  const ArcBatch other = LayoutView(*tree, {.depth_limit = 3});
  for (const MovingArc& arc : BuildTransition(*tree, enlarged, other).arcs) {
    if (arc.of_old_batch || other.is_rest(arc.piece)) continue;
    const auto piece = FindPiece(*tree, enlarged, other.context[arc.piece]);
    if (!piece || enlarged.is_rest(*piece)) continue;
    EXPECT_EQ(arc.from, ShapeOf(enlarged, *piece));
  }
}

TEST_F(TransitionTest, OpeningARestSegmentMovesItToTheCentre) {
  const CctPtr tree = FlatTree(1'000'000);
  const ArcBatch closed = LayoutView(*tree, {.root = {.context = 1}});
  ViewSpec spec;
  spec.root = {1, closed.rest_run(1)};
  const ArcBatch opened = LayoutView(*tree, spec);
  const auto arcs = BuildTransition(*tree, closed, opened).arcs;
  const MovingArc& centre = arcs[arcs.size() - opened.size()];
  EXPECT_EQ(centre.piece, 0u);
  EXPECT_EQ(centre.from, ShapeOf(closed, 1));
  EXPECT_EQ(centre.to, ShapeOf(opened, 0));
}

// Of a layer that `contexts` share, the part of the one at `index`.
ArcShape PartOfLayer(const ArcBatch& batch, uint32_t piece, float index, float contexts) {
  ArcShape shape = ShapeOf(batch, piece);
  const float inner = shape.inner_px, thickness = shape.outer_px - shape.inner_px;
  shape.inner_px = inner + thickness * index / contexts;
  shape.outer_px = inner + thickness * (index + 1) / contexts;
  return shape;
}

void ExpectNear(const ArcShape& shape, const ArcShape& expected) {
  EXPECT_NEAR(shape.start_turns, expected.start_turns, 1e-6f);
  EXPECT_NEAR(shape.sweep_turns, expected.sweep_turns, 1e-6f);
  EXPECT_NEAR(shape.inner_px, expected.inner_px, 1e-3f);
  EXPECT_NEAR(shape.outer_px, expected.outer_px, 1e-3f);
}

// main, the callees of a chain a, b, c, d, and what is below it.
class ChainTransitionTest : public testing::Test {
 protected:
  ArcBatch Lay(bool compress, std::string_view root = "main", std::vector<ContextId> opened = {}) const {
    return LayoutView(*tree_, {.root = {.context = At(*tree_, root)},
                               .compress_chains = compress,
                               .opened_chains = std::move(opened)});
  }
  uint32_t Piece(const ArcBatch& batch, std::string_view path) const {
    return FindPiece(*tree_, batch, At(*tree_, path)).value();
  }
  // The arc of a context's own piece in the new batch, else in the old one.
  const MovingArc& ArcOf(const ChartMotion& motion, const ArcBatch& from, const ArcBatch& to,
                         std::string_view path) const {
    for (const bool of_old : {false, true}) {
      for (const MovingArc& arc : motion.arcs) {
        if (arc.of_old_batch == of_old && (of_old ? from : to).context[arc.piece] == At(*tree_, path))
          return arc;
      }
    }
    ADD_FAILURE() << path << " does not move";
    return motion.arcs.front();
  }
  CctPtr tree_ = TreeFromPaths({{"main;a;b;c;d;left", {60}},
                                {"main;a;b;c;d;right", {40}},
                                {"main;a;b;c;d", {20}},
                                {"main;other", {80}}});
};

TEST_F(ChainTransitionTest, OpeningAChainTakesItApartAndClosingPutsItTogether) {
  const ArcBatch closed = Lay(true), opened = Lay(true, "main", {At(*tree_, "main;a;b;c;d")});
  ASSERT_EQ(closed.size(), 5u);
  ASSERT_EQ(opened.size(), 8u);
  const uint32_t chain = Piece(closed, "main;a");
  const ChartMotion motion = BuildTransition(*tree_, closed, opened);
  ASSERT_EQ(motion.arcs.size(), opened.size());  // nothing disappears
  EXPECT_EQ(ArcOf(motion, closed, opened, "main;a").from, ShapeOf(closed, chain));
  ExpectNear(ArcOf(motion, closed, opened, "main;a;b").from, PartOfLayer(closed, chain, 1, 4));
  ExpectNear(ArcOf(motion, closed, opened, "main;a;b;c;d").from, PartOfLayer(closed, chain, 3, 4));
  EXPECT_EQ(ArcOf(motion, closed, opened, "main;a;b;c;d;left").from,
            ShapeOf(closed, Piece(closed, "main;a;b;c;d;left")));
  EXPECT_EQ(ArcOf(motion, closed, opened, "main;other").from, ShapeOf(closed, Piece(closed, "main;other")));

  const ChartMotion back = BuildTransition(*tree_, opened, closed);
  ASSERT_EQ(back.arcs.size(), opened.size());
  const MovingArc& head = ArcOf(back, opened, closed, "main;a");
  EXPECT_EQ(head.from, ShapeOf(opened, Piece(opened, "main;a")));
  EXPECT_EQ(head.to, ShapeOf(closed, chain));
  const MovingArc& third = ArcOf(back, opened, closed, "main;a;b;c");
  EXPECT_TRUE(third.of_old_batch);
  ExpectNear(third.to, PartOfLayer(closed, chain, 2, 4));
  EXPECT_EQ(third.to.opacity, 0);
}

TEST_F(ChainTransitionTest, CompressionMovesWhatLiesBelowByRings) {
  const ArcBatch off = Lay(false), on = Lay(true);
  const ChartMotion motion = BuildTransition(*tree_, off, on);
  const MovingArc& left = ArcOf(motion, off, on, "main;a;b;c;d;left");
  EXPECT_EQ(left.from, ShapeOf(off, Piece(off, "main;a;b;c;d;left")));
  EXPECT_EQ(left.to, ShapeOf(on, Piece(on, "main;a;b;c;d;left")));
  EXPECT_EQ(off.layer[Piece(off, "main;a;b;c;d;left")], 5u);
  EXPECT_EQ(on.layer[Piece(on, "main;a;b;c;d;left")], 2u);
}

TEST_F(ChainTransitionTest, ZoomingIntoAndOutOfAChainCountsRings) {
  const ArcBatch whole = Lay(true), inside = Lay(true, "main;a;b");  // b; c to d; left, right
  ASSERT_EQ(inside.size(), 4u);
  const ChartMotion in = BuildTransition(*tree_, whole, inside);
  const uint32_t chain = Piece(whole, "main;a");
  // The new centre and the rest of the chain come out of the chain's ring.
  ExpectNear(ArcOf(in, whole, inside, "main;a;b").from, PartOfLayer(whole, chain, 1, 4));
  ArcShape both = PartOfLayer(whole, chain, 2, 4);
  both.outer_px = ShapeOf(whole, chain).outer_px;
  ExpectNear(ArcOf(in, whole, inside, "main;a;b;c").from, both);
  const ChartMotion out = BuildTransition(*tree_, inside, whole);
  // The chain comes from the centre out to where its last context was.
  const MovingArc& back = ArcOf(out, inside, whole, "main;a");
  EXPECT_EQ(back.from.inner_px, 0);
  EXPECT_EQ(back.from.outer_px, inside.ring_edge_px[2]);
  EXPECT_EQ(ArcOf(out, inside, whole, "main;a;b;c;d;left").from,
            ShapeOf(inside, Piece(inside, "main;a;b;c;d;left")));
}

TEST_F(TransitionTest, AnInterruptedOneContinuesFromWhereItWas) {
  const ArcBatch whole = Lay("main"), part = Lay("main;f"), deeper = Lay("main;f;g");
  const auto first = BuildTransition(*tree_, whole, part);
  const ChartPose pose = CurrentPose(first, 0.4f);
  const auto& shapes = pose.shapes;
  ASSERT_EQ(shapes.size(), part.size());
  const auto second = BuildTransition(*tree_, part, deeper, pose);
  for (const MovingArc& arc : second.arcs) {
    if (arc.of_old_batch) {
      EXPECT_EQ(arc.from, shapes[arc.piece]);
    } else {
      EXPECT_EQ(arc.from, shapes[FindPiece(*tree_, part, deeper.context[arc.piece]).value()]);
    }
  }
}

TEST_F(TransitionTest, InterpolationReachesBothEnds) {
  const MovingArc arc{{0.1f, 0.2f, 3, 4, 0}, {0.5f, 0.3f, 30, 40, 1}, 0, false};
  EXPECT_EQ(InterpolateArc(arc, {0, 0, 0}), arc.from);
  EXPECT_EQ(InterpolateArc(arc, {1, 1, 1}), arc.to);
  EXPECT_FLOAT_EQ(InterpolateArc(arc, {0.5f, 0, 0}).start_turns, 0.3f);
  EXPECT_FLOAT_EQ(InterpolateArc(arc, {0, 0, 0.5f}).outer_px, 22);
}

class AnyTransitionTest : public testing::TestWithParam<bool> {};

TEST_P(AnyTransitionTest, ShapesStayOnTheChartForAnyPairOfViews) {
  const CctPtr tree = GetParam() ? TreeWithChains(4, 3000) : RandomTree(4, {.contexts = 3000});
  std::mt19937_64 random(1);
  const auto view = [&] {
    ViewSpec spec;
    spec.metric = static_cast<MetricIndex>(random() % 2);
    spec.mode = static_cast<RingMode>(random() % 3);
    spec.root.context = static_cast<ContextId>(random() % 60);
    if (random() % 4 == 0) spec.root.run = tree->ChildrenOf(spec.root.context);
    if (random() % 2 == 0) spec.depth_limit = static_cast<uint32_t>(1 + random() % 6);
    if (random() % 3 == 0) spec.form = ChartForm::kIcicle;
    if (random() % 3 == 0) spec.lens = RandomLens(random);
    spec.compress_chains = GetParam() && random() % 2 == 0;
    if (random() % 2 == 0) spec.opened_chains = {static_cast<ContextId>(random() % 200)};
    return LayoutView(*tree, spec);
  };
  for (int i = 0; i < 200; ++i) {
    const ArcBatch from = view(), to = view();
    const auto arcs = BuildTransition(*tree, from, to).arcs;
    uint32_t of_new = 0;
    for (const MovingArc& arc : arcs) {
      for (const float progress : {0.0f, 0.3f, 1.0f}) {
        const ArcShape shape = InterpolateArc(arc, {progress, progress, progress});
        ASSERT_GE(shape.start_turns, std::min(from.start_turns[0], to.start_turns[0]) - 1e-5f);
        ASSERT_GE(shape.sweep_turns, 0);
        ASSERT_LE(shape.start_turns + shape.sweep_turns,
                  1 + std::max(from.start_turns[0], to.start_turns[0]) + 1e-5f);
        ASSERT_LE(shape.inner_px, shape.outer_px);
        ASSERT_LE(shape.outer_px, std::max(from.radius_px(), to.radius_px()) + 1e-3f);
        ASSERT_GE(shape.inner_px, -std::max(from.radius_px(), to.radius_px()) - 1e-3f);
      }
      if (!arc.of_old_batch) {
        ASSERT_EQ(arc.piece, of_new++);
        ASSERT_EQ(arc.to, ShapeOf(to, arc.piece));
      } else {
        ASSERT_EQ(arc.to.opacity, 0);
      }
    }
    ASSERT_EQ(of_new, to.size());
  }
}

INSTANTIATE_TEST_SUITE_P(WithChains, AnyTransitionTest, testing::Bool());

}  // namespace
}  // namespace ringscope::chart_test::transition_test
