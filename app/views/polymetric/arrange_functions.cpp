#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "app/views/polymetric/arrangements.h"
#include "renderer/diagram/call_columns.h"
#include "renderer/diagram/call_layers.h"

namespace ringscope::polymetric {
namespace {

// A picture that is so many times as wide as it is high shows nothing.
constexpr double kMostAspect = 3;

bool IsTooWide(const CallLayers& layers, std::span<const BoxSize> area) {
  double width = 0, height = 0;
  for (size_t k = 0; k < area.size(); ++k) {
    width = std::max(width, layers.place[k].x + area[k].width);
    height = std::max(height, layers.place[k].y + area[k].height);
  }
  return width > kMostAspect * height;
}

}  // namespace

void ArrangeFunctions(LayoutParts& parts) {
  constexpr BoxGaps kGaps{16, 46};
  const CallNeighbourhood& around = parts.found().around;
  const bool is_labelled = around.functions.size() <= kMostLabelled;
  std::vector<std::string> label;
  std::vector<BoxSize> area;
  for (const uint32_t item : around.functions) {
    label.push_back(parts.NameOf(item, true));
    area.push_back(is_labelled ? parts.AreaOf(item, label.back()) : parts.SizeOf(item));
  }
  std::vector<BoxEdge> edges;
  double most = 0;
  for (const CallNeighbourhood::Call& call : around.calls) {
    edges.push_back({call.from, call.to, static_cast<double>(call.cost)});
    most = std::max(most, static_cast<double>(call.cost));
  }
  CallColumns columns;
  columns.layers = ArrangeCalls(area, edges, kGaps);
  columns.below_top.assign(area.size(), 0);
  if (IsTooWide(columns.layers, area)) columns = ArrangeCallColumns(area, edges, kGaps);
  const CallLayers& layers = columns.layers;
  for (uint32_t k = 0; k < around.functions.size(); ++k) {
    std::optional<PlanePoint> edges_by;
    if (columns.below_top[k] > 0)
      edges_by = PlanePoint{layers.place[k].x - kGaps.beside / 2, layers.place[k].y - columns.below_top[k]};
    if (is_labelled) {
      parts.AddLabelled({around.functions[k], layers.place[k], area[k], std::move(label[k]), true, edges_by});
    } else {
      parts.AddItem(around.functions[k], layers.place[k], std::move(label[k]), edges_by);
    }
  }
  for (size_t e = 0; e < edges.size(); ++e) {
    parts.Add(
        PlacedEdge{edges[e].from, edges[e].to, layers.role[e], false, most > 0 ? edges[e].cost / most : 0});
  }
  parts.AddSummaryBelow();
}

}  // namespace ringscope::polymetric
