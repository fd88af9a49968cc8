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
// The thinnest rows have this height, but all of them together take no more than a quarter of the chart.
constexpr double kLeastRowPx = 1;
constexpr double kThinRowsShare = 0.25;
// A row is covered by at least a pixel.
constexpr double kLeastCovered = 1e-6;
// Rings of this thickness are enlarged no further: names fit along the arc, and short ones along the radius.
constexpr double kReadableRingPx = 40;
// The share of the highest row that still has room for text.
constexpr double kTextShare = 0.6;
constexpr int kMaxPower = 4;
// Halvings of the logarithm of the factor that makes rows fill the height: its range is below 2^8.
constexpr int kHalvings = 60;
// Readable rings: the centre takes at least this share of the radius; the first ring is this thick, each
// further ring is thinner by this factor, down to the last ones, which have at least this share of the mean.
constexpr double kLeastCenter = 0.14;
constexpr double kFirstRingPx = 24;
constexpr double kRingTaper = 0.85;
constexpr double kLeastOfMean = 0.5;
// The most that a thicker first ring takes of the room of all rings.
constexpr double kMostOfRoom = 0.2;
// A ring that one context fills has this share of the others' mean thickness, but room for its label.
constexpr double kThinShare = 1.0 / 3, kLeastThinPx = 12;
// The ring of a view root around a hole: room for its name.
constexpr double kRootRingPx = 18;
// Each part's share of the radius in a view with a detail, and the gap between the parts. The view keeps more
// of the radius on the outside, where a ring says less than a disc.
constexpr double kViewInside = 0.44, kDetailInside = 0.6;
constexpr double kPartGap = 0.025, kLeastPartGapPx = 6;
// Below this radius there is no room for two charts.
constexpr double kLeastSplitPx = 48;
// The least mean thickness of the rings of a detail, whose names can be read, and of the view, which tells
// where the detail lies; else there are fewer rings.
constexpr double kLeastDetailRingPx = 11, kLeastViewRingPx = 13;
constexpr double kMarginPx = static_cast<double>(kChartMarginPx);

// At least a pixel, at most what floats can tell apart; NaN gives 1.
double ClampLength(double length_px) { return length_px >= 1 ? std::min(length_px, 1e6) : 1; }

double ChartRadius(const ViewSpec& spec) {
  return ClampLength(static_cast<double>(std::min(spec.width_px, spec.height_px)) / 2 - kMarginPx);
}

// The radius of the hole, which leaves room for a ring.
double HoleRadius(const ViewSpec& spec) {
  return std::clamp(static_cast<double>(spec.hole_px), 0.0, ChartRadius(spec) - 1 / 2.0);
}

// The outer edge of the view root: of a disc, or of a readable ring around the hole.
double CenterRadius(const ViewSpec& spec, uint32_t layers) {
  const double radius = ChartRadius(spec);
  if (spec.hole_px > 0) {
    const double hole = HoleRadius(spec);
    return hole + std::min(kRootRingPx, (radius - hole) / layers);
  }
  const double share = 1.0 / layers;
  return radius * std::max(kLeastCenter, spec.mode == RingMode::kArea ? std::sqrt(share) : share);
}

// The thickness together of the innermost `count` of `rings` tapered rings that share `room_px`.
double TaperedRingsPx(double room_px, double rings, double count) {
  const auto taper = [](double n) { return (1 - std::pow(kRingTaper, n)) / (1 - kRingTaper); };
  const double mean = room_px / rings;
  if (mean >= kFirstRingPx || rings <= 1) return mean * count;
  // rings * last + (first - last) * taper(rings) = room_px
  const double last =
      std::max((room_px - kFirstRingPx * taper(rings)) / (rings - taper(rings)), kLeastOfMean * mean);
  const double more = (room_px - rings * last) / taper(rings);  // of the first ring
  return last * count + more * taper(count);
}

// Same for readable rings, the first of which may be thicker than tapered.
double ReadableRingsPx(const ViewSpec& spec, double room_px, double rings, double count) {
  const double first = std::min(static_cast<double>(spec.first_ring_px), kMostOfRoom * room_px);
  if (rings <= 1 || count <= 0 || first <= TaperedRingsPx(room_px, rings, 1))
    return TaperedRingsPx(room_px, rings, count);
  return first + TaperedRingsPx(room_px - first, rings - 1, count - 1);
}

// Same for readable rings of which one context each fills the first `thin`.
double RingsWithThinPx(const ViewSpec& spec, double room_px, double rings, double thin, double count) {
  // Rings of many threads are thick for the names in them.
  if (spec.first_ring_px > 0) thin = 0;
  thin = std::min(thin, rings);
  const double mean = room_px / rings;
  const double thin_px =
      std::max(room_px * kThinShare / (rings - thin + thin * kThinShare), std::min(mean, kLeastThinPx));
  if (count <= thin) return thin_px * count;
  return thin_px * thin + ReadableRingsPx(spec, room_px - thin_px * thin, rings - thin, count - thin);
}

// The number of readable rings that fit if none is thinner than `least_px`.
double ReadableRingsThatFit(const ViewSpec& spec, double room_px, double least_px) {
  constexpr double kAllTapers = 1 / (1 - kRingTaper);
  room_px -= std::min(static_cast<double>(spec.first_ring_px), kMostOfRoom * room_px);
  return std::max(kLeastOfMean * room_px / least_px,
                  (room_px - (kFirstRingPx - least_px) * kAllTapers) / least_px);
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

// The number of layers with held edges.
size_t HeldLayers(const ViewSpec& spec, uint32_t layers) {
  return spec.held_edges.size() < layers ? spec.held_edges.size() : 0;
}

// The heights of an icicle's rows that share `height`. Rows are equally high if all can have the greatest
// height, and in area mode. Otherwise a few deep chains would leave nothing readable: a row is the higher the
// more of its width is covered, the more steeply the less room there is, until the fullest rows have room for
// text.
std::vector<double> RowHeights(const ViewSpec& spec, std::span<const double> covered, double height) {
  const auto rows = static_cast<double>(covered.size());
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

double TitlePx(const ViewSpec& spec, double width_px, double height_px) {
  // In heights of an icicle's row.
  constexpr double kTitle = 0.75, kLeastHeight = 1.6, kLeastWidth = 1.8;
  const double row = ClampLength(static_cast<double>(spec.max_row_px));
  const bool has_title =
      spec.mode != RingMode::kArea && height_px >= kLeastHeight * row && width_px >= kLeastWidth * row;
  return has_title ? std::round(kTitle * row) : 0;
}

TreemapBox RoomInBox(const ViewSpec& spec, const TreemapBox& box) {
  if (spec.mode == RingMode::kArea) return box;
  constexpr double kSidePx = 2, kThinSidePx = 1, kThinBelowPx = 16;
  const double side = std::min(box.width_px, box.height_px) < kThinBelowPx ? kThinSidePx : kSidePx;
  const double top = std::max(TitlePx(spec, box.width_px, box.height_px), side);
  return {box.left_px + side, box.top_px + top, std::max(box.width_px - 2 * side, 0.0),
          std::max(box.height_px - top - side, 0.0)};
}

uint32_t LayersThatFit(const ViewSpec& spec) {
  if (!spec.held_edges.empty()) {
    ViewSpec free = spec;
    free.held_edges.clear();
    const double left = (1 - static_cast<double>(spec.held_edges.back())) *
                        (spec.form == ChartForm::kRings ? ChartRadius(spec) : IcicleFrameOf(spec).height_px);
    const double fit =
        static_cast<double>(spec.held_edges.size()) + std::max(1.0, left * kLeastOfMean / kMinLayerPx);
    return std::min(LayersThatFit(free), static_cast<uint32_t>(fit));
  }
  if (spec.form != ChartForm::kRings)
    return static_cast<uint32_t>(std::max(1.0, IcicleFrameOf(spec).height_px / kMinLayerPx));
  // The outermost ring is the thinnest one in area mode: around a hole of radius h, R - sqrt(R^2 - (R^2 -
  // h^2)/D) >= p holds for D <= (R^2 - h^2) / (p (2 R - p)).
  const double radius = ChartRadius(spec);
  const double hole = HoleRadius(spec);
  if (spec.ring_sizing == RingSizing::kReadable) {
    const double center =
        spec.hole_px > 0 ? hole + std::min(kRootRingPx, (radius - hole) / 2) : kLeastCenter * radius;
    const double rings =
        spec.mode == RingMode::kArea
            ? (radius * radius - center * center) / (kMinLayerPx * (2 * radius - kMinLayerPx))
            : ReadableRingsThatFit(spec, radius - center, kMinLayerPx);
    return static_cast<uint32_t>(1 + std::max(0.0, rings));
  }
  if (spec.mode != RingMode::kArea)
    return static_cast<uint32_t>(std::max(1.0, (radius - hole) / kMinLayerPx));
  return static_cast<uint32_t>(
      std::max(1.0, (radius * radius - hole * hole) / (kMinLayerPx * (2 * radius - kMinLayerPx))));
}

double RingEdgePx(const ViewSpec& spec, uint32_t layers, uint32_t layer, uint32_t thin) {
  const double radius = ChartRadius(spec);
  const bool is_area = spec.mode == RingMode::kArea;
  if (spec.ring_sizing == RingSizing::kPlain || layers <= 1) {
    const double share = (static_cast<double>(layer) + 1) / std::max(layers, 1u);
    const double hole = HoleRadius(spec);
    if (is_area)
      return hole == 0 ? radius * std::sqrt(share)
                       : std::hypot(hole, std::sqrt(share * (radius * radius - hole * hole)));
    return hole + (radius - hole) * share;
  }
  const double center = CenterRadius(spec, layers);
  if (is_area) {
    const double share = static_cast<double>(layer) / (layers - 1);
    return std::sqrt(center * center + share * (radius * radius - center * center));
  }
  return center + RingsWithThinPx(spec, radius - center, layers - 1, thin, layer);
}

void SetRingEdges(const ViewSpec& spec, uint32_t layers, uint32_t thin, std::vector<float>& edges_px) {
  edges_px.assign(1, spec.form == ChartForm::kRings ? static_cast<float>(HoleRadius(spec)) : 0.0f);
  if (spec.form == ChartForm::kTreemap) {
    edges_px.resize(size_t{layers} + 1, static_cast<float>(IcicleFrameOf(spec).height_px));
    return;
  }
  for (uint32_t layer = 0; layer < layers; ++layer)
    edges_px.push_back(static_cast<float>(RingEdgePx(spec, layers, layer, thin)));
  const size_t held = HeldLayers(spec, layers);
  if (held == 0) return;
  const float radius = edges_px.back(), free_from = edges_px[held], from = spec.held_edges[held - 1] * radius;
  for (size_t layer = 0; layer < held; ++layer) edges_px[layer + 1] = spec.held_edges[layer] * radius;
  const float stretched = (radius - from) / (radius - free_from);
  for (size_t edge = held + 1; edge + 1 < edges_px.size(); ++edge)
    edges_px[edge] = from + (edges_px[edge] - free_from) * stretched;
}

void SetRowEdges(const ViewSpec& spec, std::span<const double> covered, std::vector<float>& edges_px) {
  const double whole = IcicleFrameOf(spec).height_px;
  double edge = 0;
  edges_px.assign(1, 0.0f);
  const size_t held = HeldLayers(spec, static_cast<uint32_t>(covered.size()));
  for (size_t row = 0; row < held; ++row) {
    edge += WholePixels(static_cast<double>(spec.held_edges[row]) * whole + 1e-3 - edge);
    edges_px.push_back(static_cast<float>(edge));
  }
  for (const double height : RowHeights(spec, covered.subspan(held), whole - edge))
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

std::optional<DetailSpecs> SplitForDetail(const ViewSpec& spec) {
  const double radius = ChartRadius(spec);
  if (radius < kLeastSplitPx) return std::nullopt;
  DetailSpecs specs{spec, spec, spec.detail.place == DetailPlace::kInside};
  const double split = std::round(radius * (specs.detail_is_inner ? kDetailInside : kViewInside));
  const double hole = split + std::round(std::max(kPartGap * radius, kLeastPartGapPx));
  specs.inner.width_px = specs.inner.height_px = static_cast<float>(2 * (split + kMarginPx));
  specs.outer.hole_px = static_cast<float>(hole);
  (specs.detail_is_inner ? specs.inner : specs.outer).root = spec.detail.root;
  const auto limit = [&](ViewSpec& part, bool is_detail, double room_px) {
    const double least_px = is_detail ? kLeastDetailRingPx : kLeastViewRingPx;
    part.depth_limit = std::min(part.depth_limit, static_cast<uint32_t>(1 + room_px / least_px));
    part.detail = {};
    part.lens.reset();
    part.held_edges.clear();
    part.first_ring_px = 0;
  };
  limit(specs.inner, specs.detail_is_inner, split * (1 - kLeastCenter));
  limit(specs.outer, !specs.detail_is_inner, std::max(radius - hole - kRootRingPx, 0.0));
  return specs;
}

double LayerLengthPx(const ViewSpec& spec, double outer_edge_px) {
  return spec.form == ChartForm::kRings ? 2 * std::numbers::pi * outer_edge_px : IcicleFrameOf(spec).width_px;
}

}  // namespace ringscope
