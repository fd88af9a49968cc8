#include "renderer/layout/view_geometry.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "renderer/layout/layout.h"
#include "renderer/layout/lens_map.h"

namespace ringscope {
namespace {

constexpr double kMinLayerPx = 0.5;
// Rows from this height on are whole pixels high: their edges are crisp, and less than an eighth of the
// height stays free.
constexpr double kWholeRowPx = 8;
constexpr double kMarginPx = static_cast<double>(kChartMarginPx);

// At least a pixel, at most what floats can tell apart; NaN gives 1.
double ClampLength(double length_px) { return length_px >= 1 ? std::min(length_px, 1e6) : 1; }

double ChartRadius(const ViewSpec& spec) {
  return ClampLength(static_cast<double>(std::min(spec.width_px, spec.height_px)) / 2 - kMarginPx);
}

double RowHeight(const ViewSpec& spec, uint32_t layers) {
  const double row =
      std::min(IcicleFrameOf(spec).height_px / layers, ClampLength(static_cast<double>(spec.max_row_px)));
  return row >= kWholeRowPx ? std::floor(row) : row;
}

}  // namespace

IcicleFrame IcicleFrameOf(const ViewSpec& spec) {
  IcicleFrame frame;
  const auto width = static_cast<double>(spec.width_px), height = static_cast<double>(spec.height_px);
  frame.width_px = ClampLength(width - 2 * kMarginPx + 1);
  frame.height_px = ClampLength(height - 2 * kMarginPx + 1);
  frame.left_px = -frame.width_px / 2;
  frame.top_px = -frame.height_px / 2;
  return frame;
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

void SetLayerEdges(const ViewSpec& spec, uint32_t layers, std::vector<float>& edges_px) {
  const bool rings = spec.form == ChartForm::kRings;
  const double extent = rings ? ChartRadius(spec) : RowHeight(spec, layers) * layers;
  const LensMap lens = LensOf(spec).radius;
  edges_px.assign(1, 0.0f);
  for (uint32_t edge = 1; edge <= layers; ++edge) {
    double share = static_cast<double>(edge) / layers;
    if (rings && spec.mode == RingMode::kArea) share = std::sqrt(share);
    edges_px.push_back(static_cast<float>(extent * lens.Map(share)));
  }
}

double LayerLengthPx(const ViewSpec& spec, double outer_edge_px) {
  return spec.form == ChartForm::kRings ? 2 * std::numbers::pi * outer_edge_px : IcicleFrameOf(spec).width_px;
}

}  // namespace ringscope
