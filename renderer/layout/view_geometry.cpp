#include "renderer/layout/view_geometry.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "renderer/layout/layout.h"
#include "renderer/layout/lens_map.h"

namespace ringscope {
namespace {

constexpr double kMinLayerPx = 0.5;
// Rows from this height on are whole pixels high.
constexpr double kWholeRowPx = 4;
// The thinnest rows: as high as this, but all of them together no more than a quarter of the chart.
constexpr double kLeastRowPx = 1;
constexpr double kThinRowsShare = 0.25;
// A row is covered by at least a pixel.
constexpr double kLeastCovered = 1e-6;
// Rings of this thickness are enlarged no further: names fit along the arc, and short ones along the radius.
constexpr double kReadableRingPx = 40;
// The share of the highest row that still has room for text.
constexpr double kTextShare = 0.6;
constexpr int kMaxPower = 4;
// Of the logarithm of the factor that makes rows fill the height: its range is below 2^8.
constexpr int kHalvings = 60;
constexpr double kMarginPx = static_cast<double>(kChartMarginPx);

// At least a pixel, at most what floats can tell apart; NaN gives 1.
double ClampLength(double length_px) { return length_px >= 1 ? std::min(length_px, 1e6) : 1; }

double ChartRadius(const ViewSpec& spec) {
  return ClampLength(static_cast<double>(std::min(spec.width_px, spec.height_px)) / 2 - kMarginPx);
}

// Rows of the same height have text of the same size, and edges on whole pixels are crisp.
double WholePixels(double height_px) { return height_px >= kWholeRowPx ? std::floor(height_px) : height_px; }

// Heights between `least` and `most`, in between in proportion to `weights`, as large as `height_px` allows.
std::vector<double> FitHeights(const std::vector<double>& weights, double least, double most,
                               double height_px) {
  const auto row = [&](double factor, double weight) {
    return WholePixels(std::clamp(factor * weight, least, most));
  };
  // From all rows at their least to all at their most. Weights differ by up to a factor of 10^24, so that a
  // search by equal steps would not see the smaller factors.
  const auto [lightest, heaviest] = std::minmax_element(weights.begin(), weights.end());
  double too_low = least / *heaviest, too_high = most / *lightest;
  for (int i = 0; i < kHalvings; ++i) {
    const double factor = std::sqrt(too_low) * std::sqrt(too_high);
    double sum = 0;
    for (const double weight : weights) sum += row(factor, weight);
    (sum <= height_px ? too_low : too_high) = factor;
  }
  std::vector<double> heights;
  for (const double weight : weights) heights.push_back(row(too_low, weight));
  return heights;
}

// How high the rows of an icicle are. Equally high where all can be as high as is allowed, and in area mode.
// Otherwise a few deep chains would leave nothing readable: then rows are the higher the more of their width
// is covered, the more steeply so the less room there is, until the fullest have room for text.
std::vector<double> RowHeights(const ViewSpec& spec, std::span<const double> covered) {
  const auto rows = static_cast<double>(covered.size());
  const double height = IcicleFrameOf(spec).height_px;
  const double most = std::min(height, ClampLength(static_cast<double>(spec.max_row_px)));
  if (rows * most <= height || spec.mode == RingMode::kArea) {
    return std::vector<double>(covered.size(), WholePixels(std::min(height / rows, most)));
  }
  const double least = std::min(kLeastRowPx, kThinRowsShare * height / rows);
  std::vector<double> weights(covered.size(), 1.0), heights;
  for (int power = 1; power <= kMaxPower; ++power) {
    for (size_t layer = 0; layer < covered.size(); ++layer)
      weights[layer] *= std::max(covered[layer], kLeastCovered);
    heights = FitHeights(weights, least, most, height);
    if (heights.front() >= kTextShare * most) break;
  }
  return heights;
}

}  // namespace

IcicleFrame IcicleFrameOf(const ViewSpec& spec) {
  const double width = ClampLength(static_cast<double>(spec.width_px) - 2 * kMarginPx + 1);
  const double height = ClampLength(static_cast<double>(spec.height_px) - 2 * kMarginPx + 1);
  return {-width / 2, -height / 2, width, height};
}

uint32_t LayersThatFit(const ViewSpec& spec) {
  if (spec.form == ChartForm::kIcicle)
    return static_cast<uint32_t>(std::max(1.0, IcicleFrameOf(spec).height_px / kMinLayerPx));
  // The outermost ring is the thinnest one in area mode: R (1 - sqrt(1 - 1/D)) >= p holds for D <= 1 / (1 -
  // (1 - p/R)^2).
  const double radius = ChartRadius(spec);
  if (spec.mode != RingMode::kArea) return static_cast<uint32_t>(std::max(1.0, radius / kMinLayerPx));
  const double inner = 1 - kMinLayerPx / radius;
  return static_cast<uint32_t>(std::max(1.0, 1 / (1 - inner * inner)));
}

void SetRingEdges(const ViewSpec& spec, uint32_t layers, std::vector<float>& edges_px) {
  const double radius = ChartRadius(spec);
  edges_px.assign(1, 0.0f);
  for (uint32_t edge = 1; edge <= layers; ++edge) {
    const double share = static_cast<double>(edge) / layers;
    edges_px.push_back(
        static_cast<float>(radius * (spec.mode == RingMode::kArea ? std::sqrt(share) : share)));
  }
}

void SetRowEdges(const ViewSpec& spec, std::span<const double> covered, std::vector<float>& edges_px) {
  double edge = 0;
  edges_px.assign(1, 0.0f);
  for (const double height : RowHeights(spec, covered))
    edges_px.push_back(static_cast<float>(edge += height));
}

void EnlargeEdges(const ViewSpec& spec, std::vector<float>& edges_px) {
  if (!spec.lens) return;
  const double extent = static_cast<double>(edges_px.back());
  const double center = std::clamp(spec.lens->center_radius, 0.0, 1.0);
  const auto outer = std::upper_bound(edges_px.begin() + 1, edges_px.end() - 1, center * extent);
  const double thickness = static_cast<double>(*outer - *(outer - 1));
  const double enough =
      spec.form == ChartForm::kRings ? kReadableRingPx : static_cast<double>(spec.max_row_px);
  const double zoom = std::min(static_cast<double>(spec.lens->radial_zoom), enough / thickness);
  const LensMap lens = LensMap::Between(center, zoom, static_cast<double>(spec.lens->radial_extent));
  for (float& edge : edges_px)
    edge = static_cast<float>(extent * lens.Map(static_cast<double>(edge) / extent));
}

double LayerLengthPx(const ViewSpec& spec, double outer_edge_px) {
  return spec.form == ChartForm::kRings ? 2 * std::numbers::pi * outer_edge_px : IcicleFrameOf(spec).width_px;
}

}  // namespace ringscope
