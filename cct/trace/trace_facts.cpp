#include "cct/trace/trace_facts.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "cct/tree/frame_facts.h"

namespace ringscope {
namespace {

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

}  // namespace ringscope
