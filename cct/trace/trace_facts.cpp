#include "cct/trace/trace_facts.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "cct/base/bounded_sum.h"
#include "cct/tree/building/type_list.h"
#include "cct/tree/frame_table.h"

namespace ringscope {
namespace {

constexpr uint32_t kMostRole = 255;
static_assert(kTraceReceiver == kReceiverRole && kTraceResult == kResultRole &&
              kTraceFirstArgument == kFirstArgument && kTraceArguments == kMostTypedArguments);

FrameValueRule RuleOf(std::string_view name) {
  if (name == kReceiversValue) return FrameValueRule::kDistinct;
  if (name == kReturnsSelfValue || name == kSameReturnValue) return FrameValueRule::kLeast;
  return FrameValueRule::kSum;
}

// Classes of the trace that frames have, and all above them, by their ids there. A chain of superclasses that
// leads in a circle ends where it began: the frames' table breaks it.
std::unordered_map<uint32_t, ClassId> InternClasses(const TraceContent& content, FrameInterner& frames) {
  std::unordered_map<uint32_t, ClassId> known;
  for (const auto& [id, traced] : content.classes)
    known.emplace(id, frames.InternClass({.name = traced.name, .package = traced.module}));
  for (const auto& [id, traced] : content.classes) {
    const auto above = known.find(traced.superclass_id);
    if (traced.superclass_id == 0 || above == known.end() || above->second == known[id]) continue;
    frames.SetSuperclass(known[id], above->second);
  }
  return known;
}

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

void SetTraceFacts(const TraceContent& content, const std::unordered_map<uint32_t, FrameId>& frame_of,
                   FrameInterner& frames, ImportReport& report) {
  const std::unordered_map<uint32_t, ClassId> classes = InternClasses(content, frames);
  // Several functions can be one frame; what is said of it is what all of them say.
  std::unordered_map<FrameId, CodeHash> code_of;
  for (const auto& [function, frame] : frame_of) {
    const auto traced = content.functions.find(function);
    if (traced == content.functions.end()) continue;
    const auto its_class = classes.find(traced->second.class_id);
    if (its_class != classes.end()) frames.SetClass(frame, its_class->second);
    CodeHash& code = code_of[frame];
    code = JoinCodes(code, traced->second.code_hash);
  }
  for (const auto& [frame, code] : code_of)
    if (code != kUnknownCode) frames.SetCode(frame, code);

  std::vector<uint32_t> values;
  std::vector<FrameValueRule> rules;
  for (uint32_t i = 0; i < content.header.function_value_count; ++i) {
    const TraceMeasure& measure = content.header.function_values[i];
    rules.push_back(RuleOf(measure.name));
    values.push_back(frames.AddValue(
        {.name = measure.name, .unit = measure.unit, .scale = ScaleOf(measure), .rule = rules.back()}));
  }
  std::vector<std::unordered_map<FrameId, FrameAmount>> amounts(values.size());
  for (const TraceFunctionCell& cell : content.function_cells) {
    const auto frame = frame_of.find(cell.function);
    if (frame == frame_of.end()) {
      if (!content.functions.contains(cell.function))
        report.Skip("what is known of a function that is not there", 0);
      continue;
    }
    for (uint32_t i = 0; i < values.size(); ++i) {
      if ((cell.known >> i & 1u) == 0) continue;
      const FrameAmount amount{cell.values[i], (cell.at_least >> i & 1u) != 0};
      const auto [known, is_new] = amounts[i].try_emplace(frame->second, amount);
      if (!is_new) known->second = JoinAmounts(known->second, amount, rules[i]);
    }
  }
  for (uint32_t i = 0; i < values.size(); ++i)
    for (const auto& [frame, amount] : amounts[i]) frames.SetValue(frame, values[i], amount);
}

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
  std::ranges::sort(placed, {}, key);
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

void SetTraceTypes(const TraceContent& content, std::span<const BuildNode> node_of, CctBuilder& builder,
                   ImportReport& report) {
  TypeList& types = builder.types();
  for (const TraceTypes& seen : content.types) {
    if (!content.IsNode(seen.node) || seen.node >= node_of.size() || seen.role > kMostRole) {
      report.Skip("types seen in calls of a context that is not there",
                  uint64_t{seen.node} * kTraceCellBytes);
      continue;
    }
    // Nothing else was counted there, as in the recorder's calibration.
    if (node_of[seen.node] == kNoBuildNode) continue;
    const BuildNode node = node_of[seen.node];
    const auto role = static_cast<TypeRole>(seen.role);
    for (uint32_t i = 0; i < kTraceTypesPerCell; ++i) {
      if (seen.type[i] == 0) continue;
      const auto name = content.type_names.find(seen.type[i]);
      const uint32_t type = name == content.type_names.end() ? kOtherTypes : types.NameOf(name->second);
      types.Add({node, role, type, std::min(seen.calls[i], kMostSum)});
    }
    types.Add({node, role, kOtherTypes, std::min(seen.other_calls, kMostSum)});
  }
}

}  // namespace ringscope
