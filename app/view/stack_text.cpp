#include "app/view/stack_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "app/core/display_text.h"
#include "cct/base/bounded_sum.h"
#include "cct/base/text/number_text.h"
#include "cct/names/shown_name.h"

namespace ringscope {
namespace {

constexpr size_t kMostNameBytes = 120;  // of a type

std::string FrameLine(const Frame& frame) {
  std::string line = DisplayText(ShownName(frame.name), 4000);
  if (!frame.module.empty()) line += fmt::format(" [{}]", DisplayText(frame.module, 4000));
  if (!frame.file.empty()) {
    line += " (" + DisplayText(frame.file, 4000);
    if (frame.line != 0) line += fmt::format(":{}", frame.line);
    line += ')';
  }
  if (frame.call_line != 0) line += ' ' + CallSiteText(frame);
  return line;
}

uint64_t CallsOf(std::span<const TypeShare> shares) {
  uint64_t calls = 0;
  for (const TypeShare& share : shares) calls = BoundedSum(calls, share.calls);
  return calls;
}

}  // namespace

std::string StackText(const Cct& tree, ContextId context) {
  std::string text;
  const std::vector<ContextId> path = tree.PathTo(context);
  for (size_t i = path.size(); i > 0; --i) text += FrameLine(tree.FrameAt(path[i - 1])) + '\n';
  for (MetricIndex m = 0; m < tree.metric_count(); ++m) {
    const Metric& metric = tree.metrics()[m];
    const uint64_t self = tree.Self(context, m), inclusive = tree.Inclusive(context, m),
                   total = tree.Total(m);
    text += fmt::format("{}: self {} ({}), inclusive {} ({})\n", DisplayText(metric.name, 200),
                        ValueText(self, metric.unit, metric.scale), ShareText(self, total),
                        ValueText(inclusive, metric.unit, metric.scale), ShareText(inclusive, total));
  }
  return text;
}

std::string TypesText(const TypeColumns& types, std::span<const TypeShare> shares, size_t most) {
  const uint64_t calls = CallsOf(shares);
  std::string text;
  for (const TypeShare& share : shares.first(std::min(most, shares.size()))) {
    if (!text.empty()) text += ", ";
    text += share.type == kOtherTypes ? "others" : DisplayText(types.NameOf(share.type), kMostNameBytes);
    if (shares.size() > 1) text += ' ' + ShareText(share.calls, calls);
  }
  if (shares.size() > most) text += fmt::format(", {} more", shares.size() - most);
  return text;
}

std::string CallsByTypeText(const TypeColumns& types, std::span<const TypeShare> shares) {
  return fmt::format("{}: {}", CountedText(CallsOf(shares), "call"), TypesText(types, shares));
}

}  // namespace ringscope
