#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "app/views/polymetric/arrangements.h"
#include "renderer/diagram/call_layers.h"

namespace ringscope::polymetric {
namespace {

// A picture that is so many times as wide as it is high shows nothing.
constexpr double kMostAspect = 3;
// Of more calls beside those of the tree, those that cost less than this part of the dearest one are told of
// what is pointed at alone.
constexpr size_t kMostQuietCalls = 100;
constexpr double kLeastShare = 0.005;

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
  const auto is_quiet = [&](size_t e) {
    return layers.role[e] != EdgeRole::kTree && layers.role[e] != EdgeRole::kLoop;
  };
  size_t quiet = 0;
  for (size_t e = 0; e < edges.size(); ++e) quiet += is_quiet(e) ? 1 : 0;
  // Quiet ones below the others.
  for (const bool of_quiet : {true, false}) {
    for (size_t e = 0; e < edges.size(); ++e) {
      if (is_quiet(e) != of_quiet) continue;
      const double share = most > 0 ? edges[e].cost / most : 0;
      const bool is_gathered = of_quiet && quiet > kMostQuietCalls && share < kLeastShare;
      parts.Add(PlacedEdge{edges[e].from, edges[e].to, layers.role[e], false, share, is_gathered});
    }
  }
  parts.AddSummariesBelow();
}

}  // namespace ringscope::polymetric
