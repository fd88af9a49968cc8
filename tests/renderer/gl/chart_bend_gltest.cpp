// Icicles, and charts on the way between rings and rows.
#include <cmath>
#include <numbers>

#include "renderer/layout/view_geometry.h"
#include "tests/renderer/gl/gl_fixture.h"
#include "tests/renderer/gl/sample_batches.h"

namespace ringscope::chart_test::chart_bend_gltest {
namespace {

constexpr double kTau = 2 * std::numbers::pi;
constexpr Color kWhite{255, 255, 255, 255};

struct Point {
  double x_px = 0, y_px = 0;  // from the middle of the view, y up
};

// Walks along the base line in small steps, from its middle, then up at right angles to it.
Point PointOnStrip(const ChartBend& bend, double turns, double height_px) {
  const double b = bend.bend, length = bend.length_px, rotation = bend.RotationTurns();
  const auto direction = [&](double at) { return kTau * (b * (at - 0.5) + rotation); };
  Point point{0, -double{bend.base_y_px}};
  constexpr int kSteps = 2000;
  const double step = (turns - 0.5) / kSteps;
  for (int i = 0; i < kSteps; ++i) {
    const double angle = direction(0.5 + (i + 0.5) * step);
    point.x_px += std::cos(angle) * length * step;
    point.y_px -= std::sin(angle) * length * step;
  }
  const double angle = direction(turns);
  return {point.x_px + std::sin(angle) * height_px, point.y_px + std::cos(angle) * height_px};
}

class BendTest : public GlTest {
 protected:
  // Draws the batch's pieces at these heights on a strip that is bent like this.
  Image DrawOn(const ArcBatch& batch, const ChartBend& bend, float lift_px, const ChartPaint& paint) {
    ChartMotion motion{{}, bend, bend};
    for (uint32_t i = 0; i < batch.size(); ++i) {
      ArcShape shape = ShapeOf(batch, i);
      shape.inner_px += lift_px;
      shape.outer_px += lift_px;
      motion.arcs.push_back({shape, shape, i, false});
    }
    ChartRenderer renderer = MakeRenderer();
    const auto target = OffscreenTarget::Create(static_cast<uint32_t>(batch.spec.width_px),
                                                static_cast<uint32_t>(batch.spec.height_px));
    EXPECT_TRUE(target);
    renderer.SetBatch(batch);
    renderer.SetPaint(paint);
    renderer.SetTransition(motion, paint);
    DrawOptions options;
    options.progress = 0.5f;  // both ends are drawn as charts at rest
    renderer.Draw(target->whole(), options);
    return target->ReadPixels();
  }
};

// A few ways a strip may lie in a view of kSize, and how high pieces lie on it, so that all is seen.
constexpr uint32_t kSize = 360;
struct Lie {
  ChartBend bend;
  float lift_px;
};
constexpr Lie kLies[] = {
    {{1, 0, 0}, 0},        {{0.999f, 5, 0}, 0},  {{0.8f, 120, 10}, 5},  {{0.5f, 170, 0}, 0},
    {{0.3f, 190, 20}, 10}, {{0.1f, 200, 0}, 30}, {{0.3f, 200, 0}, -60}, {{0.001f, 220, 0}, 0},
    {{0, 230, -90}, 20},   {{0, 232, 0}, -50},
};

TEST_F(BendTest, PiecesLieWhereTheStripIs) {
  ArcBatch batch = FullBatch(4, 7, kSize, kSize);
  batch.ring_edge_px = {0, 12, 24, 36, 48};
  const ChartPaint paint = PaintOf(batch, Theme::kDark);
  for (const auto& [bend, lift_px] : kLies) {
    const Image image = DrawOn(batch, bend, lift_px, paint);
    for (uint32_t i = 1; i < batch.size(); ++i) {
      const size_t layer = batch.layer[i];
      const double height = (batch.ring_edge_px[layer] + batch.ring_edge_px[layer + 1]) / 2 + lift_px;
      const Point point = PointOnStrip(bend, batch.start_turns[i] + batch.sweep_turns[i] / 2, height);
      const Color drawn = image.At(static_cast<uint32_t>(kSize / 2 + point.x_px),
                                   static_cast<uint32_t>(kSize / 2 - point.y_px));
      const Color wanted = paint.fill[i];
      EXPECT_NEAR(drawn.r, wanted.r, 1) << bend.bend << " " << i;
      EXPECT_NEAR(drawn.g, wanted.g, 1) << bend.bend << " " << i;
      EXPECT_NEAR(drawn.b, wanted.b, 1) << bend.bend << " " << i;
    }
  }
}

TEST_F(BendTest, InkedAreaIsTheExactAreaHoweverTheStripIsBent) {
  // Rows and pieces are wide enough for whole gaps of a pixel.
  for (const uint32_t per_layer : {1u, 5u, 9u}) {
    ArcBatch batch = FullBatch(4, per_layer, kSize, kSize);
    batch.ring_edge_px = {0, 12, 24, 36, 48};
    for (const auto& [bend, lift_px] : kLies) {
      if (bend.bend == 1) continue;  // the disc and closed rings are tested in chart_coverage_gltest.cpp
      double exact = 0;
      for (uint32_t i = 0; i < batch.size(); ++i) {
        const size_t layer = batch.layer[i];
        const double height = (batch.ring_edge_px[layer] + batch.ring_edge_px[layer + 1]) / 2 + lift_px;
        const double turns = batch.sweep_turns[i];
        exact += (turns * (bend.length_px + kTau * bend.bend * height) - 1) * 11;
      }
      const Color background = PaletteOf(Theme::kDark).background;
      const Image image = DrawOn(batch, bend, lift_px, UniformPaint(batch, kWhite));
      double drawn = 0;
      for (uint32_t y = 0; y < kSize; ++y) {
        for (uint32_t x = 0; x < kSize; ++x)
          drawn += (image.At(x, y).g - background.g) / (255.0 - background.g);
      }
      EXPECT_NEAR(drawn / exact, 1, 0.01) << "bend " << bend.bend << ", " << per_layer << " pieces a layer";
    }
  }
}

// Rings and rows of the same pieces, some outlined, some hatched, and the way from the one to the other.
struct FormChange {
  ArcBatch rings, rows;
  ChartPaint rings_paint, rows_paint;
  ChartMotion motion;
};
FormChange ChangeOfForm() {
  FormChange change;
  change.rings = FullBatch(4, 9, 256, 256);
  change.rows = AsIcicle(change.rings, 20);
  change.rings_paint = PaintOf(change.rings, Theme::kDark);
  change.rows_paint = change.rings_paint;
  change.rings_paint.style[3] |= kStyleOutline;
  change.rows_paint.style[5] |= kStyleOutline;
  change.motion = {{}, BendOf(change.rings.spec), BendOf(change.rows.spec)};
  for (uint32_t i = 0; i < change.rings.size(); ++i)
    change.motion.arcs.push_back({ShapeOf(change.rings, i), ShapeOf(change.rows, i), i, false});
  return change;
}

Image DrawAt(ChartRenderer& renderer, const OffscreenTarget& target, float progress) {
  DrawOptions options;
  options.progress = progress;
  renderer.Draw(target.whole(), options);
  return target.ReadPixels();
}

TEST_F(BendTest, AMotionBetweenFormsBeginsAndEndsAsTheChartsAtRest) {
  const FormChange change = ChangeOfForm();
  ChartRenderer renderer = MakeRenderer();
  const auto target = OffscreenTarget::Create(256, 256);
  ASSERT_TRUE(target);
  renderer.SetBatch(change.rings);
  renderer.SetPaint(change.rings_paint);
  renderer.SetBatch(change.rows);
  renderer.SetTransition(change.motion, change.rings_paint);
  renderer.SetPaint(change.rows_paint);
  const Image rings = DrawBatch(change.rings, change.rings_paint);
  const Image rows = DrawBatch(change.rows, change.rows_paint);
  EXPECT_EQ(DrawAt(renderer, *target, 0).rgba, rings.rgba);
  EXPECT_EQ(DrawAt(renderer, *target, 1).rgba, rows.rgba);
  const Image between = DrawAt(renderer, *target, 0.5f);
  EXPECT_NE(between.rgba, rings.rgba);
  EXPECT_NE(between.rgba, rows.rgba);
  renderer.EndTransition();
  EXPECT_EQ(DrawAt(renderer, *target, 0).rgba, rows.rgba);
}

TEST_F(BendTest, AMotionThatInterruptsAnotherBeginsWhereThatOneWas) {
  const FormChange change = ChangeOfForm();
  ChartMotion back{{}, change.motion.to, change.motion.from};
  for (const MovingArc& arc : change.motion.arcs) back.arcs.push_back({arc.to, arc.from, arc.piece, false});
  ChartRenderer renderer = MakeRenderer();
  const auto target = OffscreenTarget::Create(256, 256);
  ASSERT_TRUE(target);
  renderer.SetBatch(change.rings);
  renderer.SetPaint(change.rings_paint);
  renderer.SetBatch(change.rows);
  renderer.SetPaint(change.rows_paint);
  renderer.SetTransition(change.motion, change.rings_paint);
  // While that one is under way the chart shown is not one at rest.
  renderer.SetBatch(change.rings);
  renderer.SetPaint(change.rings_paint);
  renderer.SetTransition(back, change.rows_paint);
  const Image start = DrawAt(renderer, *target, 0);
  const Image soon = DrawAt(renderer, *target, 1e-6f);
  EXPECT_EQ(start.rgba, soon.rgba);
  EXPECT_EQ(DrawAt(renderer, *target, 1).rgba, DrawBatch(change.rings, change.rings_paint).rgba);
}

TEST_F(BendTest, RowsOfWholePixelsAreCrisp) {
  for (const float size : {256.f, 255.f}) {
    const ArcBatch batch = AsIcicle(FullBatch(6, 1, size, size), 14);
    const Image image = DrawBatch(batch, UniformPaint(batch, kWhite));
    const Color background = PaletteOf(Theme::kDark).background;
    // The chart begins 12 px from the edges; each row is 13 px of its colour and a gap of 1 px.
    for (uint32_t y = 0; y < 110; ++y) {
      const bool in_row = y >= 12 && (y - 12) % 14 != 13 && y < 12 + 6 * 14;
      EXPECT_NEAR(image.At(100, y).g, in_row ? 255 : background.g, 1) << y;
    }
    EXPECT_NEAR(image.At(11, 15).g, background.g, 1);
    EXPECT_NEAR(image.At(12, 15).g, 255, 1);
    const auto right = static_cast<uint32_t>(size) - 12;
    EXPECT_NEAR(image.At(right - 1, 15).g, 255, 1);
    EXPECT_NEAR(image.At(right, 15).g, background.g, 1);
  }
}

TEST_F(BendTest, HiddenCalleesAreMarkedAtTheLowerEdgeOfARow) {
  const ArcBatch batch = AsIcicle(BatchOf({{1, 0, 1, kArcContinues}}, 2, 128, 128), 20);
  const ChartPaint paint = PaintOf(batch, Theme::kDark);
  const Image image = DrawBatch(batch, paint);
  const Color plain = image.At(64, 34), mark = image.At(64, 49);
  EXPECT_NEAR(plain.g, paint.fill[1].g, 1);
  EXPECT_GT(mark.g, plain.g + 20);
}

}  // namespace
}  // namespace ringscope::chart_test::chart_bend_gltest
