// Boxes of treemaps: what they share with the other forms is tested beside these.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "renderer/layout/arc_batch_writer.h"
#include "renderer/layout/layout.h"
#include "renderer/layout/picking.h"
#include "renderer/layout/transition.h"
#include "tests/renderer/layout/test_trees.h"

namespace ringscope::chart_test::treemap_test {
namespace {

constexpr double kSlackPx = 2e-3;  // floats of places on the chart

double Area(const TreemapBox& box) { return box.width_px * box.height_px; }

bool Lies(const TreemapBox& box, const TreemapBox& in) {
  return box.left_px >= in.left_px - kSlackPx && box.top_px >= in.top_px - kSlackPx &&
         box.left_px + box.width_px <= in.left_px + in.width_px + kSlackPx &&
         box.top_px + box.height_px <= in.top_px + in.height_px + kSlackPx;
}

bool Overlap(const TreemapBox& a, const TreemapBox& b) {
  const double width =
      std::min(a.left_px + a.width_px, b.left_px + b.width_px) - std::max(a.left_px, b.left_px);
  const double height =
      std::min(a.top_px + a.height_px, b.top_px + b.height_px) - std::max(a.top_px, b.top_px);
  return width > kSlackPx && height > kSlackPx;
}

std::vector<uint32_t> PiecesOn(const ArcBatch& batch, uint32_t caller) {
  std::vector<uint32_t> pieces;
  for (uint32_t piece = 1; piece < batch.size(); ++piece) {
    if (batch.caller_piece[piece] == caller) pieces.push_back(piece);
  }
  return pieces;
}

// What each caller's callees have to look like, from the tree alone.
void ExpectCallees(const Cct& tree, const ArcBatch& batch, uint32_t caller) {
  const ViewSpec& spec = batch.spec;
  const std::vector<uint32_t> pieces = PiecesOn(batch, caller);
  const ContextRange run =
      caller == 0 && spec.root.is_run() ? spec.root.run : tree.ChildrenOf(batch.last_context(caller));
  const TreemapBox box = BoxOf(batch, caller), room = RoomInBox(spec, box);
  const auto whole = static_cast<double>(batch.inclusive[caller]);
  const auto area_of = [&](ContextRange part) {
    return spec.mode == RingMode::kEqual
               ? Area(room) * part.size() / run.size()
               : Area(room) * static_cast<double>(tree.Inclusive(part, spec.metric)) / whole;
  };
  const IcicleFrame frame = IcicleFrameOf(spec);
  const double least = std::max(4.0, frame.width_px * frame.height_px / kMostBoxesOfLayer);
  uint64_t sum = 0;
  std::vector<bool> is_shown(run.size(), false);
  for (const uint32_t piece : pieces) {
    const TreemapBox one = BoxOf(batch, piece);
    const ContextRange contexts = batch.contexts(piece);
    EXPECT_NEAR(Area(one), area_of(contexts), 1e-3 * Area(one) + kSlackPx * (one.width_px + one.height_px));
    EXPECT_TRUE(Lies(one, room)) << piece;
    EXPECT_EQ(batch.inclusive[piece], tree.Inclusive(contexts, spec.metric));
    sum += batch.inclusive[piece];
    for (ContextId context = contexts.begin; context < contexts.end; ++context) {
      ASSERT_TRUE(run.contains(context));
      EXPECT_FALSE(is_shown[context - run.begin]);
      is_shown[context - run.begin] = true;
      if (batch.is_rest(piece)) {
        EXPECT_LT(area_of({context, context + 1}), least * 1.001) << context;
      } else {
        EXPECT_GE(area_of({context, context + 1}), least * 0.999) << context;
      }
    }
    for (const uint32_t other : pieces) {
      EXPECT_FALSE(other > piece && Overlap(one, BoxOf(batch, other))) << piece << " " << other;
    }
  }
  if (!pieces.empty()) {
    EXPECT_EQ(sum, tree.Inclusive(run, spec.metric));
    EXPECT_EQ(batch.flags[caller] & kArcContinues, 0);
  } else if (spec.mode == RingMode::kEqual ? !run.empty() : tree.Inclusive(run, spec.metric) != 0) {
    EXPECT_NE(batch.flags[caller] & kArcContinues, 0);
    if (batch.layer[caller] + 1 < spec.depth_limit) {
      for (ContextId context = run.begin; context < run.end; ++context)
        EXPECT_TRUE(Area(room) < least || area_of({context, context + 1}) < least * 1.001);
    }
  }
}

TEST(TreemapTest, AreasAreProportionalInTheirCallersRoom) {
  std::mt19937_64 random(7);
  size_t rests = 0, marked = 0, boxes = 0;
  for (uint64_t seed = 1; seed <= 24; ++seed) {
    const CctPtr tree = RandomTree(seed, {.contexts = 3000, .depth_bias = seed % 2 == 0 ? 0.3 : 1.0});
    ViewSpec spec{.metric = static_cast<MetricIndex>(random() % 2),
                  .mode = static_cast<RingMode>(seed % 3),
                  .form = ChartForm::kTreemap,
                  .depth_limit = seed % 5 == 0 ? 4 : kAllLayers,
                  .width_px = static_cast<float>(60 + random() % 900),
                  .height_px = static_cast<float>(60 + random() % 600)};
    if (seed % 4 == 0) {
      const ContextRange children = tree->ChildrenOf(kRootContext);
      spec.root.run = {children.begin, children.begin + (children.size() + 1) / 2};
      if (tree->Inclusive(spec.root.run, spec.metric) == 0) continue;
    }
    const ArcBatch batch = LayoutView(*tree, spec);
    ASSERT_EQ(batch.layer_count() + 1, batch.layer_offset.size());
    ASSERT_EQ(batch.layer.back() + 1, batch.layer_count());
    for (uint32_t piece = 0; piece < batch.size(); ++piece) {
      if (piece == 0 && spec.root.is_run()) continue;  // its rests are divided further
      if (!batch.is_rest(piece)) ExpectCallees(*tree, batch, piece);
      marked += (batch.flags[piece] & kArcContinues) != 0 ? 1 : 0;
    }
    boxes += batch.size();
    rests += batch.rest_piece_count;
  }
  EXPECT_GT(boxes, 2000u);
  EXPECT_GT(rests, 50u);
  EXPECT_GT(marked, 50u);
}

TEST(TreemapTest, AreaModeIsProportionalOverTheWholeChart) {
  const CctPtr tree = RandomTree(3, {.contexts = 4000});
  const ArcBatch batch = LayoutView(*tree, {.mode = RingMode::kArea, .form = ChartForm::kTreemap});
  const double chart = Area(BoxOf(batch, 0));
  for (uint32_t piece = 0; piece < batch.size(); ++piece) {
    const TreemapBox box = BoxOf(batch, piece);
    EXPECT_NEAR(Area(box),
                chart * static_cast<double>(batch.inclusive[piece]) / static_cast<double>(batch.total),
                kSlackPx * (box.width_px + box.height_px));
  }
}

TEST(TreemapTest, SquarishBoxesOfEqualCost) {
  const ArcBatch batch = LayoutView(*FlatTree(1000), {.form = ChartForm::kTreemap, .root = {.context = 1}});
  ASSERT_EQ(batch.size(), 1001u);
  for (uint32_t piece = 1; piece < batch.size(); ++piece) {
    const TreemapBox box = BoxOf(batch, piece);
    EXPECT_LT(std::max(box.width_px / box.height_px, box.height_px / box.width_px), 2) << piece;
  }
}

TEST(TreemapTest, AMillionEqualCalleesAreASumThatOpens) {
  const CctPtr tree = FlatTree(1'000'000);
  ViewSpec spec{.form = ChartForm::kTreemap, .root = {.context = 1}};
  for (int clicks = 0;; ++clicks) {
    ASSERT_LE(clicks, 3);
    const ArcBatch batch = LayoutView(*tree, spec);
    EXPECT_LE(batch.size(), kMostBoxesOfLayer + 2);
    const auto piece = FindPiece(*tree, batch, 777'777);
    ASSERT_TRUE(piece.has_value());
    if (!batch.is_rest(*piece)) break;
    EXPECT_EQ(batch.inclusive[*piece], batch.rest_run(*piece).size());
    spec.root.run = batch.rest_run(*piece);
  }
}

TEST(TreemapTest, APointHasTheInnermostBox) {
  const CctPtr tree = RandomTree(11, {.contexts = 3000});
  const ArcBatch batch = LayoutView(*tree, {.form = ChartForm::kTreemap});
  const double width_px = IcicleFrameOf(batch.spec).width_px;
  std::mt19937_64 random(5);
  for (int i = 0; i < 2000; ++i) {
    const auto piece = static_cast<uint32_t>(random() % batch.size());
    if (!PiecesOn(batch, piece).empty()) continue;
    const TreemapBox box = BoxOf(batch, piece);
    if (std::min(box.width_px, box.height_px) < kSlackPx) continue;
    const ChartPlace place{(box.left_px + box.width_px / 2) / width_px, box.top_px + box.height_px / 2};
    const auto pick = PickContext(*tree, batch, place);
    ASSERT_TRUE(pick);
    EXPECT_EQ(pick->piece, piece);
    EXPECT_TRUE(batch.contexts(piece).contains(pick->context));
    EXPECT_EQ(FindPiece(*tree, batch, pick->context), piece);
  }
  // In the frame of the whole.
  EXPECT_EQ(PickContext(*tree, batch, {0.5, 1})->piece, 0u);
  EXPECT_FALSE(PickContext(*tree, batch, {0.5, -1}));
}

TEST(TreemapTest, BoxesMoveFromThoseThatHeldThem) {
  const CctPtr tree = WorkedExample();
  ViewSpec spec{.form = ChartForm::kTreemap, .depth_limit = 3};
  const ArcBatch before = LayoutView(*tree, spec);
  spec.depth_limit = kAllLayers;
  spec.root.context = At(*tree, "main;f");
  const ArcBatch after = LayoutView(*tree, spec);
  const ChartMotion motion = BuildTransition(*tree, before, after);
  EXPECT_TRUE(motion.is_nested);
  for (const MovingArc& arc : motion.arcs) {
    if (arc.of_old_batch) continue;
    EXPECT_EQ(arc.to, ShapeOf(after, arc.piece));
    const auto same = FindPiece(*tree, before, after.context[arc.piece]);
    if (same) {
      EXPECT_EQ(arc.from, ShapeOf(before, *same));
    } else {
      EXPECT_EQ(arc.from.opacity, 0);
      EXPECT_LE(arc.from.sweep_turns,
                ShapeOf(before, *FindPiece(*tree, before, spec.root.context)).sweep_turns);
    }
  }
}

TEST(TreemapTest, NonsenseSizesGiveAChart) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const float size : {-5.0f, 0.0f, 1.0f, 3.0f, 1e30f, nan}) {
    const ArcBatch batch =
        LayoutView(*ChainTree(50),
                   {.form = ChartForm::kTreemap, .width_px = size, .height_px = size, .max_row_px = size});
    ASSERT_GE(batch.size(), 1u);
    for (uint32_t piece = 0; piece < batch.size(); ++piece) {
      EXPECT_TRUE(std::isfinite(batch.box_bottom_px[piece]));
      EXPECT_TRUE(std::isfinite(batch.start_turns[piece]));
    }
  }
}

}  // namespace
}  // namespace ringscope::chart_test::treemap_test
