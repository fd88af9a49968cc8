#include "cct/trace/trace_points.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <utility>

#include "cct/base/bounded_sum.h"

namespace ringscope {
namespace {

struct PlacedPoint {
  BuildNode node;
  TracePoint point;
};

// Nothing in a file keeps its numbers within their range.
TracePoint Bounded(TracePoint point) {
  for (uint64_t* value : {&point.input_size, &point.calls, &point.cost, &point.cost_min, &point.cost_max})
    *value = std::min(*value, kMostSum);
  if (!std::isfinite(point.cost_squares) || point.cost_squares < 0) point.cost_squares = 0;
  return point;
}

void AddUp(const TracePoint& from, TracePoint& into) {
  into.calls = BoundedSum(into.calls, from.calls);
  into.cost = BoundedSum(into.cost, from.cost);
  into.cost_min = std::min(into.cost_min, from.cost_min);
  into.cost_max = std::max(into.cost_max, from.cost_max);
  into.cost_squares += from.cost_squares;
}

}  // namespace

void SetTracePoints(std::span<const TracePoint> points, std::span<const BuildNode> node_of,
                    std::string_view cost_unit, CctBuilder& builder, ImportReport& report) {
  std::vector<PlacedPoint> placed;
  placed.reserve(points.size());
  for (const TracePoint& point : points) {
    if (point.node >= node_of.size() || node_of[point.node] == kNoBuildNode)
      report.Skip("costs by input size of a context that is not there", point.node * kTraceCellBytes);
    else if (point.calls > 0)
      placed.push_back({node_of[point.node], Bounded(point)});
  }
  if (placed.empty()) return;
  const auto key = [](const PlacedPoint& point) { return std::pair(point.node, point.point.input_size); };
  std::sort(placed.begin(), placed.end(),
            [&](const PlacedPoint& a, const PlacedPoint& b) { return key(a) < key(b); });
  size_t last = 0;
  for (size_t i = 1; i < placed.size(); ++i) {
    if (key(placed[i]) == key(placed[last]))
      AddUp(placed[i].point, placed[last].point);
    else
      placed[++last] = placed[i];
  }
  placed.resize(last + 1);

  std::vector<BuildNode> nodes;
  nodes.reserve(placed.size());
  for (const PlacedPoint& point : placed) nodes.push_back(point.node);
  std::vector<PointField> fields;
  std::vector<std::vector<uint64_t>> values;
  const auto add = [&](std::string_view name, std::string_view unit, bool is_real, auto value_of) {
    fields.push_back({std::string(name), std::string(unit), is_real});
    std::vector<uint64_t>& column = values.emplace_back();
    column.reserve(placed.size());
    for (const PlacedPoint& point : placed) column.push_back(value_of(point.point));
  };
  add("input", "size", false, [](const TracePoint& point) { return point.input_size; });
  add("calls", "count", false, [](const TracePoint& point) { return point.calls; });
  add("inclusive_min", cost_unit, false, [](const TracePoint& point) { return point.cost_min; });
  add("inclusive_max", cost_unit, false, [](const TracePoint& point) { return point.cost_max; });
  add("inclusive", cost_unit, false, [](const TracePoint& point) { return point.cost; });
  add("inclusive_squares", cost_unit, true,
      [](const TracePoint& point) { return std::bit_cast<uint64_t>(point.cost_squares); });
  builder.SetPoints(std::move(fields), std::move(nodes), std::move(values));
}

}  // namespace ringscope
