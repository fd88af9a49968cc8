#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "renderer/layout/layout.h"
#include "renderer/layout/picking.h"
#include "renderer/layout/transition.h"
#include "renderer/layout/view_geometry.h"
#include "tests/renderer/layout/brute_force.h"
#include "tests/renderer/layout/test_trees.h"

namespace ringscope::chart_test::detail_test {
namespace {

constexpr DetailPlace kPlaces[] = {DetailPlace::kOutside, DetailPlace::kInside};

// Views of every mode with a detail somewhere below the view root, runs of siblings among both.
std::vector<ViewSpec> ViewsOf(const Cct& tree, std::mt19937_64& random) {
  std::vector<ViewSpec> views;
  for (int i = 0; i < 24; ++i) {
    ViewSpec spec{.metric = static_cast<MetricIndex>(i % 2),
                  .mode = static_cast<RingMode>(i % 3),
                  .width_px = static_cast<float>(300 + random() % 700),
                  .height_px = static_cast<float>(300 + random() % 700)};
    if (i % 4 == 1) spec.ring_sizing = RingSizing::kReadable;
    if (i % 5 == 2) spec.compress_chains = true;
    if (i % 5 == 3) spec.depth_limit = static_cast<uint32_t>(3 + random() % 6);
    if (i % 6 == 4) spec.root.context = tree.ChildrenOf(0).begin;
    if (i % 6 == 5) spec.root.run = tree.ChildrenOf(0);
    spec.detail.place = kPlaces[i / 3 % 2];
    for (ViewRoot& root = spec.detail.root; !IsPartOf(tree, root, spec.root);) {
      root = {static_cast<ContextId>(random() % tree.context_count()), {}};
      if (random() % 4 == 0) root.run = tree.ChildrenOf(root.context);
      if (root.run.size() > 2) --root.run.end;
    }
    views.push_back(spec);
  }
  return views;
}

// The columns of a part as those of a batch of its own.
void ExpectPart(const ArcBatch& batch, uint32_t index, const ArcBatch& alone) {
  const ArcPart part = batch.part(index);
  ASSERT_EQ(part.end_piece - part.first_piece, alone.size());
  ASSERT_EQ(part.layer_count(), alone.layer_count());
  EXPECT_EQ(part.root, alone.spec.root);
  EXPECT_EQ(part.total, alone.total);
  EXPECT_EQ(part.circle_units, alone.circle_units);
  for (uint32_t layer = 0; layer <= alone.layer_count(); ++layer) {
    EXPECT_EQ(batch.ring_edge_px[part.first_layer + layer], alone.ring_edge_px[layer]);
    EXPECT_EQ(batch.layer_offset[part.first_layer + layer], part.first_piece + alone.layer_offset[layer]);
  }
  for (uint32_t i = 0; i < alone.size(); ++i) {
    const uint32_t piece = part.first_piece + i;
    ASSERT_EQ(batch.contexts(piece), alone.contexts(i));
    ASSERT_EQ(batch.is_rest(piece), alone.is_rest(i));
    ASSERT_EQ(batch.layer[piece], part.first_layer + alone.layer[i]);
    ASSERT_EQ(batch.start_turns[piece], alone.start_turns[i]);
    ASSERT_EQ(batch.sweep_turns[piece], alone.sweep_turns[i]);
    ASSERT_EQ(batch.start_units[piece], alone.start_units[i]);
    ASSERT_EQ(batch.sweep_units[piece], alone.sweep_units[i]);
    ASSERT_EQ(batch.inclusive[piece], alone.inclusive[i]);
    if (i != 0) {
      ASSERT_EQ(batch.caller_piece[piece], part.first_piece + alone.caller_piece[i]);
    }
    ASSERT_EQ(batch.is_root(piece), i == 0);
    const auto chain = batch.chain(piece), chain_alone = alone.chain(i);
    ASSERT_TRUE(std::equal(chain.begin(), chain.end(), chain_alone.begin(), chain_alone.end()));
  }
}

class DetailTest : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    const auto seed = static_cast<uint64_t>(GetParam());
    random.seed(seed);
    tree = RandomTree(seed, {.contexts = 700, .depth_bias = 0.5 + static_cast<double>(seed % 4)});
  }
  double Unit() { return static_cast<double>(random() >> 11) * 0x1p-53; }
  std::mt19937_64 random;
  CctPtr tree;
};

TEST_P(DetailTest, EachPartIsTheLayoutOfOneChartInItsBand) {
  for (const ViewSpec& spec : ViewsOf(*tree, random)) {
    const ArcBatch batch = LayoutView(*tree, spec);
    ASSERT_EQ(batch.part_count(), 2u);
    const auto specs = SplitForDetail(spec);
    ASSERT_TRUE(specs);
    ExpectPart(batch, 0, LayoutView(*tree, specs->inner));
    ExpectPart(batch, 1, LayoutView(*tree, specs->outer));
    const bool is_inside = spec.detail.place == DetailPlace::kInside;
    EXPECT_EQ(batch.part(0).is_detail, is_inside);
    EXPECT_EQ(batch.part(is_inside ? 0 : 1).root, spec.detail.root);
    EXPECT_EQ(batch.part(is_inside ? 1 : 0).root, spec.root);
    EXPECT_EQ(batch.total, batch.part(is_inside ? 1 : 0).total);
    // One behind the other, on the radius of one chart.
    const float edge = batch.ring_edge_px[batch.parts[0].end_layer];
    EXPECT_EQ(batch.ring_edge_px.front(), 0);
    EXPECT_GE(batch.ring_edge_px[batch.parts[1].first_layer], edge + 6);
    EXPECT_NEAR(batch.radius_px(),
                LayoutView(*tree, {.width_px = spec.width_px, .height_px = spec.height_px}).radius_px(),
                1e-3);
    EXPECT_TRUE(std::is_sorted(batch.ring_edge_px.begin(), batch.ring_edge_px.end()));
    EXPECT_EQ(batch.context_piece_count + batch.rest_piece_count, batch.size());
  }
}

TEST_P(DetailTest, AnglesAreThoseOfEveryContextAndSumsAreExact) {
  for (const ViewSpec& spec : ViewsOf(*tree, random)) {
    const ArcBatch batch = LayoutView(*tree, spec);
    for (uint32_t index = 0; index < 2; ++index) {
      const ArcPart part = batch.part(index);
      // What has to be below the root of this part, by visiting all of it.
      ArcBatch asked;
      asked.spec = batch.spec;
      asked.spec.root = part.root;
      asked.total = part.total;
      asked.ring_edge_px.resize(tree->layer_count() + 1);
      std::vector<const ExactArc*> exact(tree->context_count(), nullptr);
      const std::vector<ExactArc> arcs = ExactArcs(*tree, asked);
      for (const ExactArc& arc : arcs) exact[arc.context] = &arc;
      std::vector<uint64_t> callees(batch.size(), 0);
      for (uint32_t piece = part.first_piece; piece < part.end_piece; ++piece) {
        if (piece != part.first_piece) callees[batch.caller_piece[piece]] += batch.inclusive[piece];
        if (batch.is_rest(piece) || piece == part.first_piece) continue;
        const ExactArc* arc = exact[batch.context[piece]];
        ASSERT_NE(arc, nullptr);
        ASSERT_NEAR(static_cast<double>(batch.start_turns[piece]), arc->start_turns, 1e-6);
        ASSERT_NEAR(static_cast<double>(batch.sweep_turns[piece]), arc->sweep_turns, 1e-6);
      }
      for (uint32_t piece = part.first_piece; piece < part.end_piece; ++piece) {
        if (callees[piece] == 0) continue;
        const bool is_run = piece == part.first_piece && part.root.is_run();
        const ContextRange run = is_run ? part.root.run : tree->ChildrenOf(batch.last_context(piece));
        ASSERT_EQ(callees[piece], tree->Inclusive(run, spec.metric));
      }
    }
  }
}

TEST_P(DetailTest, APointPicksThePieceThatIsDrawnThereInEitherPart) {
  int picked[2] = {0, 0}, between = 0;
  for (ViewSpec spec : ViewsOf(*tree, random)) {
    if (random() % 2 == 0) spec.lens = RandomLens(random);
    const ArcBatch batch = LayoutView(*tree, spec);
    const auto specs = SplitForDetail(spec);
    const ArcBatch alone[2] = {LayoutView(*tree, specs->inner), LayoutView(*tree, specs->outer)};
    for (int i = 0; i < 800; ++i) {
      const ChartPlace place{Unit(), Unit() * (static_cast<double>(batch.radius_px()) + 2)};
      const auto pick = PickContext(*tree, batch, place);
      const uint32_t index =
          place.radius_px < static_cast<double>(batch.ring_edge_px[batch.parts[0].end_layer]) ? 0 : 1;
      const bool is_between =
          index == 1 && place.radius_px < static_cast<double>(batch.ring_edge_px[batch.parts[1].first_layer]);
      if (is_between) {
        ASSERT_FALSE(pick);
        ASSERT_FALSE(PickSelfGap(*tree, batch, place));
        ++between;
        continue;
      }
      if (!spec.lens) {
        // As in a chart of that part alone.
        auto expected = PickContext(*tree, alone[index], place);
        if (expected) expected->piece += batch.part(index).first_piece;
        ASSERT_EQ(pick, expected);
        auto gap = PickSelfGap(*tree, alone[index], place);
        if (gap) gap->piece += batch.part(index).first_piece;
        ASSERT_EQ(PickSelfGap(*tree, batch, place), gap);
      }
      if (!pick) continue;
      ++picked[index];
      ASSERT_EQ(batch.part_of_piece(pick->piece), index);
      ASSERT_LE(static_cast<double>(batch.inner_px(pick->piece)), place.radius_px);
      ASSERT_GT(static_cast<double>(batch.outer_px(pick->piece)), place.radius_px);
      const double behind = place.turns - static_cast<double>(batch.start_turns[pick->piece]);
      ASSERT_LE(behind - std::floor(behind + 1e-5),
                static_cast<double>(batch.sweep_turns[pick->piece]) + 1e-5);
      if (pick->piece != batch.part(index).first_piece) {
        ASSERT_EQ(FindPiece(*tree, batch, pick->context, index), pick->piece);
        ASSERT_EQ(PieceFinder(*tree, batch, index).Find(pick->context), pick->piece);
      }
    }
  }
  EXPECT_GT(picked[0], 500);
  EXPECT_GT(picked[1], 500);
  EXPECT_GT(between, 50);
}

INSTANTIATE_TEST_SUITE_P(Seeds, DetailTest, testing::Range(0, 6));

class DetailOfExampleTest : public testing::Test {
 protected:
  ViewSpec Spec(DetailPlace place, std::string_view detail) const {
    ViewSpec spec{.root = {.context = At(*tree, "main")}, .width_px = 1000, .height_px = 1000};
    spec.detail = {place, {.context = At(*tree, detail)}};
    return spec;
  }
  uint32_t PieceIn(const ArcBatch& batch, bool detail, std::string_view path) const {
    return FindPiece(*tree, batch, At(*tree, path), batch.parts[0].is_detail == detail ? 0 : 1).value();
  }
  static const MovingArc& ArcOf(const ChartMotion& motion, uint32_t piece, bool of_old_batch) {
    for (const MovingArc& arc : motion.arcs) {
      if (arc.piece == piece && arc.of_old_batch == of_old_batch) return arc;
    }
    ADD_FAILURE() << piece << " does not move";
    return motion.arcs.front();
  }
  CctPtr tree = WorkedExample();
};

TEST_F(DetailOfExampleTest, WhatIsNoPartOrHasNoRoomIsOneChart) {
  const auto is_one = [&](const ViewSpec& spec) {
    const ArcBatch batch = LayoutView(*tree, spec);
    return batch.part_count() == 1 && batch.spec.detail == Detail{} && batch.ring_edge_px.front() == 0;
  };
  EXPECT_FALSE(is_one(Spec(DetailPlace::kInside, "main;f")));
  EXPECT_TRUE(is_one(Spec(DetailPlace::kInside, "main"))) << "all of it";
  ViewSpec spec = Spec(DetailPlace::kOutside, "main;g");
  spec.root.context = At(*tree, "main;f");
  EXPECT_TRUE(is_one(spec)) << "elsewhere";
  spec = Spec(DetailPlace::kOutside, "main;g");
  spec.detail.root.context = tree->context_count() + 7;
  EXPECT_TRUE(is_one(spec)) << "of another tree";
  for (const ChartForm form : {ChartForm::kIcicle, ChartForm::kTreemap}) {
    spec = Spec(DetailPlace::kOutside, "main;g");
    spec.form = form;
    EXPECT_TRUE(is_one(spec)) << WordOf(kFormWords, form);
  }
  for (const float small : {0.0f, 1.0f, 60.0f, 110.0f}) {
    spec = Spec(DetailPlace::kOutside, "main;g");
    spec.width_px = small;
    EXPECT_TRUE(is_one(spec)) << small;
  }
  // A part without callees, and one that is drawn at the least size.
  spec = Spec(DetailPlace::kOutside, "main;g;h;i");
  spec.height_px = 130;
  EXPECT_FALSE(is_one(spec));
}

TEST_F(DetailOfExampleTest, WhatTheViewDrawsMovesOutOfItAndBack) {
  for (const DetailPlace place : kPlaces) {
    ViewSpec spec = Spec(place, "main;f");
    const ArcBatch two = LayoutView(*tree, spec);
    spec.detail = {};
    const ArcBatch one = LayoutView(*tree, spec);
    const ChartMotion out = BuildTransition(*tree, one, two), back = BuildTransition(*tree, two, one);
    // No piece of the old chart disappears; each of the detail comes from where its context was drawn.
    ASSERT_EQ(out.arcs.size(), two.size());
    for (const char* path : {"main;f", "main;f;g;g;h;i", "main;h"}) {
      const ContextId context = At(*tree, path);
      const ArcShape before = ShapeOf(one, FindPiece(*tree, one, context).value());
      const uint32_t in_view = PieceIn(two, false, path);
      EXPECT_EQ(ArcOf(out, in_view, false).from, before) << path;
      EXPECT_EQ(ArcOf(out, in_view, false).to, ShapeOf(two, in_view)) << path;
      EXPECT_EQ(ArcOf(back, FindPiece(*tree, one, context).value(), false).from, ShapeOf(two, in_view))
          << path;
      if (!tree->IsWithin(context, spec.root.context) || std::string_view(path) == "main;h") continue;
      const uint32_t in_detail = PieceIn(two, true, path);
      EXPECT_EQ(ArcOf(out, in_detail, false).from, before) << path;
      EXPECT_EQ(ArcOf(out, in_detail, false).to, ShapeOf(two, in_detail)) << path;
      ArcShape faded = before;
      faded.opacity = 0;
      const ArcShape& to = ArcOf(back, in_detail, true).to;
      EXPECT_NEAR(to.start_turns, faded.start_turns, 1e-6f) << path;
      EXPECT_NEAR(to.sweep_turns, faded.sweep_turns, 1e-6f) << path;
      EXPECT_EQ(to.inner_px, faded.inner_px) << path;
      EXPECT_EQ(to.opacity, 0) << path;
    }
  }
}

TEST_F(DetailOfExampleTest, AnotherDetailComesFromTheOneThatHoldsItElseFromTheView) {
  const ArcBatch f = LayoutView(*tree, Spec(DetailPlace::kOutside, "main;f"));
  const ArcBatch below = LayoutView(*tree, Spec(DetailPlace::kOutside, "main;f;g"));
  const ArcBatch beside = LayoutView(*tree, Spec(DetailPlace::kOutside, "main;h"));
  const ArcBatch inside = LayoutView(*tree, Spec(DetailPlace::kInside, "main;f"));
  const auto from = [&](const ArcBatch& now, const char* path) {
    return ArcOf(BuildTransition(*tree, f, now), PieceIn(now, true, path), false).from;
  };
  EXPECT_EQ(from(below, "main;f;g"), ShapeOf(f, PieceIn(f, true, "main;f;g")));
  EXPECT_EQ(from(beside, "main;h"), ShapeOf(f, PieceIn(f, false, "main;h")));
  EXPECT_EQ(from(inside, "main;f;h"), ShapeOf(f, PieceIn(f, true, "main;f;h")));
}

}  // namespace
}  // namespace ringscope::chart_test::detail_test
