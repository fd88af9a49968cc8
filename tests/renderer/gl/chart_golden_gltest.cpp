// A few small pictures, compared pixel by pixel. They are llvmpipe's; other drivers round differently.
#include "renderer/layout/layout.h"
#include "tests/renderer/gl/gl_fixture.h"
#include "tests/renderer/gl/image_compare.h"
#include "tests/renderer/gl/sample_batches.h"
#include "tests/renderer/layout/test_trees.h"

namespace ringscope::chart_test::chart_golden_gltest {
namespace {

class GoldenTest : public GlTest {
 protected:
  void SetUp() override {
    GlTest::SetUp();
    if (!HasFatalFailure() && context_->info().renderer.find("llvmpipe") == std::string::npos) {
      GTEST_SKIP() << "the pictures are llvmpipe's, this is " << context_->info().renderer;
    }
  }
};

// Versions of Mesa and of LLVM contract and round sines differently: a pixel at an edge may be off by a
// little.
constexpr int kMaxDelta = 6;
constexpr double kMeanDelta = 0.05;

TEST_F(GoldenTest, SeamAtTwelveOClock) {
  const ArcBatch batch = BatchOf(
      {{1, 0, 0.6, 0}, {1, 0.6, 0.4, 0}, {2, 0, 0.02, 0}, {2, 0.02, 0.3, 0}, {2, 0.9, 0.1, 0}}, 3, 128, 128);
  EXPECT_TRUE(MatchesGolden(DrawBatch(batch, PaintOf(batch, Theme::kDark)), "seam", kMaxDelta, kMeanDelta));
}

TEST_F(GoldenTest, FullCirclesHaveNoSeam) {
  const ArcBatch batch = FullBatch(4, 1, 128, 128);
  EXPECT_TRUE(MatchesGolden(DrawBatch(batch, PaintOf(batch, Theme::kLight), Theme::kLight), "full_circle",
                            kMaxDelta, kMeanDelta));
}

TEST_F(GoldenTest, ArcsBelowAPixel) {
  std::vector<SamplePiece> pieces;
  for (uint32_t layer = 1; layer < 6; ++layer) {
    for (uint32_t i = 0; i < 48; ++i) pieces.push_back({layer, i / 48.0, 0.0005 * (1 + i % 6), 0});
  }
  const ArcBatch batch = BatchOf(pieces, 6, 192, 192);
  EXPECT_TRUE(
      MatchesGolden(DrawBatch(batch, PaintOf(batch, Theme::kDark)), "below_a_pixel", kMaxDelta, kMeanDelta));
}

TEST_F(GoldenTest, ManyThinLayers) {
  std::vector<SamplePiece> pieces;
  for (uint32_t layer = 1; layer < 84; ++layer) {
    pieces.push_back({layer, 0, 0.5 - layer * 0.003, 0});
    pieces.push_back({layer, 0.55, 0.4 - layer * 0.004, 0});
  }
  const ArcBatch batch = BatchOf(pieces, 84, 192, 192);
  EXPECT_TRUE(
      MatchesGolden(DrawBatch(batch, PaintOf(batch, Theme::kDark)), "thin_layers", kMaxDelta, kMeanDelta));
}

TEST_F(GoldenTest, RestSegmentsAndHiddenCallees) {
  for (const Theme theme : {Theme::kDark, Theme::kLight}) {
    const ArcBatch batch = BatchOf(
        {{1, 0, 0.4, kArcContinues}, {1, 0.4, 0.35, kArcRest}, {1, 0.75, 0.1, kArcContinues}}, 2, 128, 128);
    EXPECT_TRUE(MatchesGolden(DrawBatch(batch, PaintOf(batch, theme), theme),
                              theme == Theme::kDark ? "rest_dark" : "rest_light", kMaxDelta, kMeanDelta));
  }
}

TEST_F(GoldenTest, OutlineAndFading) {
  const ArcBatch batch = FullBatch(4, 11, 160, 160);
  ChartPaint paint = PaintOf(batch, Theme::kDark);
  for (size_t i = 1; i < paint.fill.size(); ++i) {
    if (i % 3 != 0) paint.fill[i] = MixColors(paint.fill[i], PaletteOf(Theme::kDark).background, 0.7f);
  }
  paint.style[5] = kStyleOutline;
  paint.style[27] = kStyleOutline;
  EXPECT_TRUE(MatchesGolden(DrawBatch(batch, paint), "outline", kMaxDelta, kMeanDelta));
}

TEST_F(GoldenTest, Icicle) {
  const ArcBatch batch = AsIcicle(BatchOf({{1, 0, 0.5, 0},
                                           {1, 0.5, 0.3, kArcRest},
                                           {1, 0.85, 0.013, 0},
                                           {2, 0, 0.3, 0},
                                           {2, 0.3, 0.01, 0},
                                           {2, 0.31, 0.1, kArcContinues}},
                                          3, 160, 96),
                                  16);
  ChartPaint paint = PaintOf(batch, Theme::kDark);
  paint.style[4] |= kStyleOutline;
  EXPECT_TRUE(MatchesGolden(DrawBatch(batch, paint), "icicle", kMaxDelta, kMeanDelta));
}

TEST_F(GoldenTest, RingsUnrollingIntoRows) {
  const ArcBatch rings = FullBatch(4, 8, 160, 160);
  const ArcBatch rows = AsIcicle(rings, 16);
  const ChartPaint paint = PaintOf(rings, Theme::kLight);
  ChartMotion motion{{}, BendOf(rings.spec), BendOf(rows.spec)};
  for (uint32_t i = 0; i < rings.size(); ++i)
    motion.arcs.push_back({ShapeOf(rings, i), ShapeOf(rows, i), i, false});
  ChartRenderer renderer = MakeRenderer();
  const auto target = OffscreenTarget::Create(160, 160);
  ASSERT_TRUE(target);
  renderer.SetBatch(rows);
  renderer.SetPaint(paint);
  renderer.SetTransition(motion, paint);
  DrawOptions options;
  options.theme = Theme::kLight;
  options.progress = 0.35f;
  renderer.Draw(target->whole(), options);
  EXPECT_TRUE(MatchesGolden(target->ReadPixels(), "unrolling", kMaxDelta, kMeanDelta));
}

TEST_F(GoldenTest, ThroughALensAcrossTwelveOClock) {
  const CctPtr tree = RandomTree(2, {.contexts = 3000});
  ViewSpec spec{.depth_limit = 12, .width_px = 160, .height_px = 160};
  spec.lens = Lens{.center_turns = 0.03, .center_radius = 0.6};
  const ArcBatch batch = LayoutView(*tree, spec);
  EXPECT_TRUE(MatchesGolden(DrawBatch(batch, PaintOf(batch, Theme::kDark)), "lens", kMaxDelta, kMeanDelta));
}

TEST_F(GoldenTest, ADetailOutsideAndInside) {
  const CctPtr tree = RandomTree(2, {.contexts = 3000});
  ViewSpec spec{.depth_limit = 7, .width_px = 200, .height_px = 200};
  spec.ring_sizing = RingSizing::kReadable;
  spec.detail.root.context = tree->ChildrenOf(tree->ChildrenOf(0).begin).begin;
  for (const DetailPlace place : {DetailPlace::kOutside, DetailPlace::kInside}) {
    spec.detail.place = place;
    const ArcBatch batch = LayoutView(*tree, spec);
    ASSERT_EQ(batch.part_count(), 2u);
    const Theme theme = place == DetailPlace::kOutside ? Theme::kDark : Theme::kLight;
    ChartColors colors(*tree, theme);
    ChartPaint paint;
    PaintPieces(batch, {.theme = theme}, colors, paint);
    EXPECT_TRUE(MatchesGolden(DrawBatch(batch, paint, theme),
                              place == DetailPlace::kOutside ? "detail_outside" : "detail_inside", kMaxDelta,
                              kMeanDelta));
  }
}

TEST_F(GoldenTest, HalfwayThroughATransition) {
  const ArcBatch batch = FullBatch(3, 5, 160, 160);
  const ChartPaint paint = PaintOf(batch, Theme::kDark);
  ChartMotion motion;
  for (uint32_t i = 0; i < batch.size(); ++i) {
    const ArcShape shape{batch.start_turns[i], batch.sweep_turns[i], batch.ring_edge_px[batch.layer[i]],
                         batch.ring_edge_px[batch.layer[i] + size_t{1}], 1};
    ArcShape before = shape;
    before.sweep_turns *= 0.5f;
    before.outer_px *= 0.8f;
    before.opacity = i % 2 == 0 ? 0.0f : 1.0f;
    motion.arcs.push_back({before, shape, i, false});
  }
  motion.arcs.push_back({{0.1f, 0.2f, 20, 60, 1}, {0.5f, 0.4f, 50, 66, 0}, 4, true});
  ChartRenderer renderer = MakeRenderer();
  const auto target = OffscreenTarget::Create(160, 160);
  ASSERT_TRUE(target);
  renderer.SetBatch(batch);
  renderer.SetPaint(paint);
  renderer.SetTransition(motion, paint);
  DrawOptions options;
  options.progress = 0.5f;
  renderer.Draw(target->whole(), options);
  EXPECT_TRUE(MatchesGolden(target->ReadPixels(), "transition", kMaxDelta, kMeanDelta));
}

}  // namespace
}  // namespace ringscope::chart_test::chart_golden_gltest
