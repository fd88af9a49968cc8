#include "renderer/layout/view_geometry.h"

#include <algorithm>
#include <cmath>

#include "renderer/layout/layout.h"

namespace ringscope {
namespace {

constexpr double kMinLayerPx = 0.5;

double ChartRadius(const ViewSpec& spec) {
  const double side = std::min(spec.width_px, spec.height_px);
  const double radius = side / 2 - static_cast<double>(kChartMarginPx);
  return radius >= 1 ? std::min(radius, 1e6) : 1;  // NaN gives 1
}

}  // namespace

uint32_t LayersThatFit(const ViewSpec& spec) {
  // The outermost ring is the thinnest one in area mode: R (1 - sqrt(1 - 1/D)) >= p holds for D <= 1 / (1 -
  // (1 - p/R)^2).
  const double radius = ChartRadius(spec);
  if (spec.mode != RingMode::kArea) return static_cast<uint32_t>(std::max(1.0, radius / kMinLayerPx));
  const double inner = 1 - kMinLayerPx / radius;
  return static_cast<uint32_t>(std::max(1.0, 1 / (1 - inner * inner)));
}

void SetLayerEdges(const ViewSpec& spec, uint32_t layers, std::vector<float>& edges_px) {
  const double radius = ChartRadius(spec);
  edges_px.assign(1, 0.0f);
  for (uint32_t edge = 1; edge <= layers; ++edge) {
    const double share = static_cast<double>(edge) / layers;
    edges_px.push_back(
        static_cast<float>(radius * (spec.mode == RingMode::kArea ? std::sqrt(share) : share)));
  }
}

}  // namespace ringscope
