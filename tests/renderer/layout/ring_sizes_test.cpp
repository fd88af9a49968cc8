// How thick rings are.
#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

#include "renderer/layout/layout.h"
#include "renderer/layout/view_geometry.h"
#include "tests/renderer/layout/test_trees.h"

namespace ringscope::chart_test::ring_sizes_test {
namespace {

constexpr double kRadius = 400;

ViewSpec Spec(RingMode mode, RingSizing sizing, double radius_px = kRadius) {
  const auto size = static_cast<float>(2 * (radius_px + static_cast<double>(kChartMarginPx)));
  return {.mode = mode, .width_px = size, .height_px = size, .ring_sizing = sizing};
}

std::vector<double> Thickness(const ViewSpec& spec, uint32_t layers, uint32_t thin = 0) {
  std::vector<double> px;
  for (uint32_t layer = 0; layer < layers; ++layer)
    px.push_back(RingEdgePx(spec, layers, layer, thin) -
                 (layer == 0 ? 0 : RingEdgePx(spec, layers, layer - 1, thin)));
  return px;
}

TEST(RingSizesTest, PlainRingsAreThoseOfTheMode) {
  for (const double px : Thickness(Spec(RingMode::kLength, RingSizing::kPlain), 50)) EXPECT_NEAR(px, 8, 1e-9);
  EXPECT_NEAR(RingEdgePx(Spec(RingMode::kArea, RingSizing::kPlain), 100, 24), kRadius / 2, 1e-9);
}

TEST(RingSizesTest, FewReadableRingsAreEquallyThick) {
  for (const RingMode mode : {RingMode::kEqual, RingMode::kLength}) {
    for (const double px : Thickness(Spec(mode, RingSizing::kReadable), 5)) EXPECT_NEAR(px, 80, 1e-9);
    // The centre has its least size, the others are still thick enough.
    const auto ten = Thickness(Spec(mode, RingSizing::kReadable), 10);
    EXPECT_NEAR(ten[0], 56, 1e-9);
    for (size_t layer = 1; layer < ten.size(); ++layer) EXPECT_NEAR(ten[layer], 344.0 / 9, 1e-9);
  }
}

TEST(RingSizesTest, ManyReadableRingsTaper) {
  const auto px = Thickness(Spec(RingMode::kLength, RingSizing::kReadable), 61);
  EXPECT_NEAR(px[0], 56, 1e-9);
  EXPECT_NEAR(px[1], 24, 1e-9);
  EXPECT_GT(px[6], 12);
  EXPECT_GT(px.back(), 344.0 / 60 / 2);
  for (size_t layer = 2; layer < px.size(); ++layer) EXPECT_LT(px[layer], px[layer - 1]);
}

TEST(RingSizesTest, AreasOfReadableRingsAreEqualInAreaMode) {
  const ViewSpec spec = Spec(RingMode::kArea, RingSizing::kReadable);
  const double center = RingEdgePx(spec, 101, 0);
  EXPECT_NEAR(center, 56, 1e-9);
  const double area = (kRadius * kRadius - center * center) / 100;
  for (uint32_t layer = 1; layer < 101; ++layer) {
    const double inner = RingEdgePx(spec, 101, layer - 1), outer = RingEdgePx(spec, 101, layer);
    EXPECT_NEAR(outer * outer - inner * inner, area, 1e-6);
  }
}

TEST(RingSizesTest, TheFirstOneCanBeThicker) {
  ViewSpec spec = Spec(RingMode::kLength, RingSizing::kReadable);
  spec.first_ring_px = 60;
  const auto px = Thickness(spec, 52);
  EXPECT_NEAR(px[1], 60, 1e-9);
  EXPECT_NEAR(px[2], 24, 1e-9);
  spec.first_ring_px = 300;
  EXPECT_NEAR(Thickness(spec, 62)[1], 344.0 / 5, 1e-9);
  spec.first_ring_px = 30;
  for (const double thickness : Thickness(spec, 5))
    EXPECT_NEAR(thickness, 80, 1e-9) << "all are thicker anyway";
}

// Of nine rings the first three: 344 px are 3 thirds and 6.
TEST(RingSizesTest, RingsThatOneContextFillsAreAThirdAsThick) {
  const auto px = Thickness(Spec(RingMode::kLength, RingSizing::kReadable), 10, 3);
  for (size_t layer = 1; layer < 10; ++layer) EXPECT_NEAR(px[layer], (layer <= 3 ? 1 : 3) * 344.0 / 21, 1e-9);
  // As thick as a label is high.
  for (size_t layer = 1; layer <= 8; ++layer)
    EXPECT_NEAR(Thickness(Spec(RingMode::kLength, RingSizing::kReadable), 25, 8)[layer], 12, 1e-9);
  // The papers' law, and areas that are costs.
  for (const auto& [mode, sizing] :
       {std::pair{RingMode::kLength, RingSizing::kPlain}, std::pair{RingMode::kArea, RingSizing::kReadable}})
    EXPECT_EQ(Thickness(Spec(mode, sizing), 10, 3), Thickness(Spec(mode, sizing), 10));
  // Nothing gains by thin ones alone.
  EXPECT_NEAR(Thickness(Spec(RingMode::kLength, RingSizing::kReadable), 5, 4)[1], 80, 1e-9);
}

// What fills a ring to nine tenths, at any order of siblings, and in a chain.
TEST(RingSizesTest, LayoutsFindTheRingsThatOneContextFills) {
  const CctPtr tree = TreeFromPaths({{"main;a;b", {9, 1}},
                                     {"main;a;b;c", {400, 600}},
                                     {"main;a;b;d", {400, 390}},
                                     {"main;a;b;d;e", {1, 10}},
                                     {"main;start", {50, 60}}},
                                    2);
  const auto edges = [&](ViewSpec spec) {
    spec.width_px = spec.height_px = 824;
    return LayoutView(*tree, spec).ring_edge_px;
  };
  const auto wanted = [&](uint32_t layers, uint32_t thin) {
    std::vector<float> px{0};
    for (uint32_t layer = 0; layer < layers; ++layer)
      px.push_back(static_cast<float>(
          RingEdgePx(Spec(RingMode::kLength, RingSizing::kReadable), layers, layer, thin)));
    return px;
  };
  constexpr RingSizing kReadable = RingSizing::kReadable;
  // all, main, a, b, and c beside d.
  EXPECT_EQ(edges({.ring_sizing = kReadable}), wanted(6, 3));
  EXPECT_EQ(edges({.metric = 1, .ring_sizing = kReadable}), wanted(6, 3));
  EXPECT_EQ(edges({.root = {.context = At(*tree, "main;a;b")}, .ring_sizing = kReadable}), wanted(3, 0));
  EXPECT_EQ(edges({.mode = RingMode::kEqual, .ring_sizing = kReadable}), wanted(6, 1));
  EXPECT_EQ(edges({.ring_sizing = kReadable, .compress_chains = true}), wanted(5, 2))
      << "a and b are a chain";
  const CctPtr chain = TreeFromPaths({{"main;a;b;c", {9}}, {"main;a;b;d", {9}}});
  ViewSpec spec{.width_px = 824, .height_px = 824, .ring_sizing = kReadable, .compress_chains = true};
  EXPECT_EQ(LayoutView(*chain, spec).ring_edge_px, wanted(3, 1));
  spec.opened_chains = {At(*chain, "main;a")};
  EXPECT_EQ(LayoutView(*chain, spec).ring_edge_px, wanted(5, 3));
}

// Layouts search for the number of layers by this.
TEST(RingSizesTest, FewerRingsAreThickerAndReachAsFar) {
  for (const RingSizing sizing : {RingSizing::kPlain, RingSizing::kReadable}) {
    for (const RingMode mode : {RingMode::kEqual, RingMode::kLength, RingMode::kArea}) {
      for (const double radius : {5.0, 40.0, 170.0, 400.0, 1000.0}) {
        ViewSpec spec = Spec(mode, sizing, radius);
        if (radius == 170.0) spec.first_ring_px = 60;
        const uint32_t thin = radius == 1000.0 ? 20 : radius == 400.0 ? 5 : 0;
        std::vector<double> before = Thickness(spec, 1);
        EXPECT_NEAR(before[0], radius, 1e-5 * radius);
        for (uint32_t layers = 2; layers < LayersThatFit(spec); ++layers) {
          const std::vector<double> now = Thickness(spec, layers, thin);
          ASSERT_NEAR(RingEdgePx(spec, layers, layers - 1, thin), radius, 1e-5 * radius);
          double edge_before = 0, edge = 0;
          for (uint32_t layer = 0; layer + 1 < layers; ++layer) {
            edge_before += before[layer];
            edge += now[layer];
            ASSERT_LE(edge, edge_before + 1e-9) << layers << " layers, edge of " << layer;
          }
          ASSERT_GE(now.back(), thin > 0 ? 0.49 : 0.4999) << layers;
          before = now;
        }
      }
    }
  }
}

}  // namespace
}  // namespace ringscope::chart_test::ring_sizes_test
