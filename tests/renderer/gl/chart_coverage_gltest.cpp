// How much of the picture the pieces cover, compared with their exact areas.
#include <cmath>
#include <numbers>

#include "renderer/gl/chart_geometry.h"
#include "shaders/chart_constants.h"
#include "tests/renderer/gl/gl_fixture.h"
#include "tests/renderer/gl/sample_batches.h"

namespace ringscope::chart_test::chart_coverage_gltest {
namespace {

using CoverageTest = GlTest;

constexpr double kTau = 2 * std::numbers::pi;
constexpr Color kWhite{255, 255, 255, 255};

// Pixels of ink, fractions included, when everything is painted white on the dark background.
double InkedArea(const Image& image) {
  const Color background = PaletteOf(Theme::kDark).background;
  double sum = 0;
  for (uint32_t y = 0; y < image.height_px; ++y) {
    for (uint32_t x = 0; x < image.width_px; ++x) {
      sum += (image.At(x, y).g - background.g) / (255.0 - background.g);
    }
  }
  return sum;
}

double GapPx(double width_px) {
  return RINGSCOPE_GAP_PX *
         std::clamp((width_px - RINGSCOPE_GAP_NONE_PX) / (RINGSCOPE_GAP_FULL_PX - RINGSCOPE_GAP_NONE_PX), 0.0,
                    1.0);
}

// The exact area of a piece less its half gaps on all sides.
double ExactArea(const ArcBatch& batch, uint32_t piece) {
  const size_t layer = batch.layer[piece];
  double inner = batch.ring_edge_px[layer], outer = batch.ring_edge_px[layer + 1];
  const double sweep = batch.sweep_turns[piece] * kTau;
  const double side_gap = GapPx(sweep * (inner + outer) / 2);
  const double ring_gap = GapPx(outer - inner);
  if (inner > 0) inner += ring_gap / 2;
  outer -= ring_gap / 2;
  const double whole = sweep / 2 * (outer * outer - inner * inner);
  return batch.sweep_turns[piece] >= 1 ? whole : whole - side_gap * (outer - inner);
}

double ExactArea(const ArcBatch& batch) {
  double sum = 0;
  for (uint32_t i = 0; i < batch.size(); ++i) sum += ExactArea(batch, i);
  return sum;
}

TEST_F(CoverageTest, InkedAreaIsTheExactAreaOfThePieces) {
  for (const uint32_t layers : {2u, 5u, 12u, 40u, 110u}) {
    for (const uint32_t per_layer : {1u, 2u, 9u, 60u}) {
      const ArcBatch batch = FullBatch(layers, per_layer, 256, 256);
      // Pieces must be at least a pixel wide for their area to be that of a ring piece.
      if (per_layer > 1 && batch.ring_edge_px[1] * kTau / per_layer < 2) continue;
      const double drawn = InkedArea(DrawBatch(batch, UniformPaint(batch, kWhite)));
      const double exact = ExactArea(batch);
      // Colours are rounded to 8 bits, and pixels on a ring of 1 px to whole parts of 255 three times over.
      EXPECT_NEAR(drawn / exact, 1, 0.006) << layers << " layers, " << per_layer << " pieces each";
    }
  }
}

TEST_F(CoverageTest, AnArcOfAPixelKeepsItsAreaWhereverItLies) {
  for (const double turns : {0.0, 0.0371, 0.125, 0.25, 0.4999, 0.61803, 0.87}) {
    for (const double width_px : {0.5, 1.0, 1.7, 3.0}) {
      ArcBatch batch = BatchOf({{3, turns, width_px / (kTau * 93), 0}}, 4, 256, 256);
      ChartPaint paint = UniformPaint(batch, kWhite);
      paint.fill[0] = PaletteOf(Theme::kDark).background;
      const double drawn = InkedArea(DrawBatch(batch, paint));
      // Coverage grows over one pixel across the edge in any direction; on a diagonal, pixels lie closer than
      // that.
      EXPECT_NEAR(drawn, ExactArea(batch, 1), 0.09 * ExactArea(batch, 1))
          << turns << " turns, " << width_px << " px";
    }
  }
}

TEST_F(CoverageTest, ThePixelInTheMiddleOfAPieceHasItsColour) {
  for (const Theme theme : {Theme::kDark, Theme::kLight}) {
    const ArcBatch batch = FullBatch(6, 23, 256, 256);
    const ChartPaint paint = PaintOf(batch, theme);
    const Image image = DrawBatch(batch, paint, theme);
    for (uint32_t i = 1; i < batch.size(); ++i) {
      const double radius =
          (batch.ring_edge_px[batch.layer[i]] + batch.ring_edge_px[batch.layer[i] + size_t{1}]) / 2;
      const double angle = (batch.start_turns[i] + batch.sweep_turns[i] / 2) * kTau;
      const Color drawn = image.At(static_cast<uint32_t>(128 + radius * std::sin(angle)),
                                   static_cast<uint32_t>(128 - radius * std::cos(angle)));
      const Color wanted = paint.fill[i];
      // Background and ink are rounded apart.
      EXPECT_NEAR(drawn.r, wanted.r, 1) << i;
      EXPECT_NEAR(drawn.g, wanted.g, 1) << i;
      EXPECT_NEAR(drawn.b, wanted.b, 1) << i;
      EXPECT_EQ(drawn.a, 255);
    }
  }
}

TEST_F(CoverageTest, NeighboursWithoutAGapLeaveNoSeam) {
  // Rings of 1 px: gaps have shrunk to nothing, so the inside must be as white as white gets.
  const ArcBatch batch = FullBatch(116, 1, 256, 256);
  const Image image = DrawBatch(batch, UniformPaint(batch, kWhite));
  int darkest = 255;
  double sum = 0, count = 0;
  for (uint32_t y = 0; y < 256; ++y) {
    for (uint32_t x = 0; x < 256; ++x) {
      if (std::hypot(x + 0.5 - 128, y + 0.5 - 128) >= 114) continue;
      darkest = std::min<int>(darkest, image.At(x, y).g);
      sum += image.At(x, y).g;
      ++count;
    }
  }
  EXPECT_GE(sum / count, 253.5);
  // Where the number of chords changes from one ring to the next, their polygons differ by less than the
  // tolerance.
  EXPECT_GE(darkest, 255 * (1 - double{kChordTolerancePx}));
}

TEST_F(CoverageTest, ATransitionEndsWhereTheNewLayoutBegins) {
  // Rings and pieces wide enough for whole gaps: then both ways of blending give the same picture.
  const ArcBatch batch = FullBatch(4, 9, 256, 256);
  const ChartPaint paint = PaintOf(batch, Theme::kDark);
  ChartMotion motion;
  for (uint32_t i = 0; i < batch.size(); ++i) {
    const ArcShape shape{batch.start_turns[i], batch.sweep_turns[i], batch.ring_edge_px[batch.layer[i]],
                         batch.ring_edge_px[batch.layer[i] + size_t{1}], 1};
    // The disc stays one: a hair less than a turn has ends, a hair off the centre a hole.
    const ArcShape from = i == 0 ? ArcShape{0, 1, 0, 9, 0} : ArcShape{0, shape.sweep_turns / 2, 3, 9, 0};
    motion.arcs.push_back({from, shape, i, false});
  }
  ChartRenderer renderer = MakeRenderer();
  const auto target = OffscreenTarget::Create(256, 256);
  ASSERT_TRUE(target);
  renderer.SetBatch(batch);
  renderer.SetTransition(motion, {});
  renderer.SetPaint(paint);
  DrawOptions options;
  options.progress = std::nextafter(1.0f, 0.0f);  // the last step before the end, which is the chart at rest
  renderer.Draw(target->whole(), options);
  const Image moved = target->ReadPixels();
  options.progress = 1;
  renderer.Draw(target->whole(), options);
  const Image ended = target->ReadPixels();
  renderer.EndTransition();
  renderer.Draw(target->whole(), options);
  const Image still = target->ReadPixels();
  EXPECT_EQ(ended.rgba, still.rgba);
  for (size_t i = 0; i < still.rgba.size(); ++i) ASSERT_NEAR(still.rgba[i], moved.rgba[i], 2) << i;
}

}  // namespace
}  // namespace ringscope::chart_test::chart_coverage_gltest
