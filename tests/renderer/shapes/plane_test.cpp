#include "renderer/shapes/plane.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace ringscope::chart_test::plane_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const double kNan = std::nan("");

PlaneCamera SomeCamera() { return {.center = {3, -2}, .px_per_unit = 40, .width_px = 801, .height_px = 600}; }

TEST(PlaneTest, TheMiddleOfTheViewShowsTheCenter) {
  const PlaneCamera camera = SomeCamera();
  EXPECT_EQ(camera.ViewX(3), 400.5);
  EXPECT_EQ(camera.ViewY(-2), 300);
  EXPECT_EQ(camera.PlaneAt(400.5, 300), (PlanePoint{3, -2}));
  EXPECT_EQ(camera.ViewX(4), 440.5);
  EXPECT_EQ(camera.ViewY(-1), 340);
  EXPECT_EQ(camera.Seen(0.5), (PlaneBox{3 - 401 / 40.0, -2 - 300.5 / 40, 3 + 401 / 40.0, -2 + 300.5 / 40}));
}

TEST(PlaneTest, PanningMovesWhatIsUnderThePointerWithIt) {
  const PlaneCamera camera = SomeCamera(), moved = Panned(camera, 120, -35);
  const PlanePoint held = camera.PlaneAt(200, 100);
  EXPECT_NEAR(moved.ViewX(held.x), 320, 1e-9);
  EXPECT_NEAR(moved.ViewY(held.y), 65, 1e-9);
}

TEST(PlaneTest, ZoomingKeepsWhatIsUnderThePointer) {
  const PlaneCamera camera = SomeCamera();
  const PlanePoint held = camera.PlaneAt(700, 20);
  for (const double factor : {0.01, 0.9, 1.0, 3.0, 1e5}) {
    const PlaneCamera zoomed = Zoomed(camera, 700, 20, factor);
    EXPECT_NEAR(zoomed.ViewX(held.x), 700, 1e-6);
    EXPECT_NEAR(zoomed.ViewY(held.y), 20, 1e-6);
    EXPECT_DOUBLE_EQ(zoomed.px_per_unit, 40 * factor);
  }
}

TEST(PlaneTest, ZoomingEndsAtTheLimits) {
  PlaneCamera in = SomeCamera(), out = SomeCamera();
  for (int i = 0; i < 100; ++i) {
    in = Zoomed(in, 10, 10, 100);
    out = Zoomed(out, 10, 10, 0.01);
    ASSERT_TRUE(in.is_sound());
    ASSERT_TRUE(out.is_sound());
  }
  EXPECT_DOUBLE_EQ(in.px_per_unit, kMostScale);
  EXPECT_DOUBLE_EQ(out.px_per_unit, kLeastScale);
  for (const double factor : {0.0, -1.0, kNan, kInfinity})
    EXPECT_EQ(Zoomed(SomeCamera(), 5, 5, factor), SomeCamera()) << factor;
}

TEST(PlaneTest, FitsABoxIntoTheMiddle) {
  const PlaneBox box{-100, 10, 300, 60};
  const PlaneCamera camera = CameraToFit(box, 840, 240, 20);
  EXPECT_EQ(camera.px_per_unit, 2);
  EXPECT_EQ(camera.ViewX(-100), 20);
  EXPECT_EQ(camera.ViewY(35), 120);
  EXPECT_EQ(CameraToFit(box, 8400, 240, 20).px_per_unit, 4);
}

TEST(PlaneTest, FitsWhateverThereIs) {
  const PlaneBox boxes[] = {{},
                            {1, 1, 1, 1},
                            {0, 5, 10, 5},
                            {5, 0, 5, 10},
                            {-1e300, -1e300, 1e300, 1e300},
                            {-kInfinity, 0, 1, 1},
                            {kNan, 0, 1, 1},
                            {0, 0, 1e-300, 1e-300}};
  for (const PlaneBox& box : boxes) {
    EXPECT_TRUE(CameraToFit(box, 640, 480, 10).is_sound()) << box.left;
    EXPECT_TRUE(CameraToFit(box, 10, 10, 500).is_sound()) << box.left;
  }
  EXPECT_EQ(CameraToFit({0, 5, 10, 5}, 120, 100, 10).px_per_unit, 10);
  EXPECT_EQ(CameraToFit({1, 1, 1, 1}, 120, 100, 10).px_per_unit, 1);
}

TEST(PlaneTest, TellsCamerasThatShowNothing) {
  for (const double bad : {0.0, -1.0, kNan, kInfinity, 1e200, 1e-200}) {
    PlaneCamera camera = SomeCamera();
    camera.px_per_unit = bad;
    EXPECT_FALSE(camera.is_sound()) << bad;
    camera = SomeCamera();
    camera.height_px = static_cast<float>(bad);
    EXPECT_FALSE(camera.is_sound()) << bad;
  }
  PlaneCamera camera = SomeCamera();
  camera.center.y = kNan;
  EXPECT_FALSE(camera.is_sound());
}

TEST(PlaneTest, BoxesGrow) {
  PlaneBox box;
  EXPECT_TRUE(box.empty());
  box.Add({1, 2, 3, 4});
  box.Add({});
  box.Add({kNan, -9, 9, 9});
  EXPECT_EQ(box, (PlaneBox{1, 2, 3, 4}));
  box.Add({-5, 3, 0, 30});
  EXPECT_EQ(box, (PlaneBox{-5, 2, 3, 30}));
}

}  // namespace
}  // namespace ringscope::chart_test::plane_test
