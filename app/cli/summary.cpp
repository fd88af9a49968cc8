#include "app/cli/summary.h"

#include <algorithm>
#include <cctype>

#include "cct/base/number_text.h"

namespace ringscope {

TreeSizes SizesOf(const Cct& tree) {
  const uint64_t frames = tree.frames().size();
  return {tree.context_count() - uint64_t{1}, tree.layer_count() - uint64_t{1}, frames == 0 ? 0 : frames - 1};
}

uint64_t ContextsWithPoints(const Cct& tree) {
  uint64_t count = 0;
  for (ContextId context = 0; tree.point_count() > 0 && context < tree.context_count(); ++context) {
    const PointRange points = tree.PointsOf(context);
    count += points.begin < points.end ? 1 : 0;
  }
  return count;
}

void PrintSummary(const Cct& tree, Output& out) {
  const TreeSizes sizes = SizesOf(tree);
  const ImportReport& report = tree.report();
  out.Print("{} contexts in {} layers, {} frames, from {} ({} records)\n", CountText(sizes.nodes),
            CountText(sizes.layers), CountText(sizes.frames), report.format, CountText(report.record_count));
  for (MetricIndex m = 0; m < tree.metric_count(); ++m) {
    const Metric& metric = tree.metrics()[m];
    out.Print("  {}: {} in all\n", metric.name, ValueText(tree.Total(m), metric.unit, metric.scale));
  }
  if (tree.point_count() > 0) {
    out.Print("  {} points of cost by input size, in {} contexts\n", CountText(tree.point_count()),
              CountText(ContextsWithPoints(tree)));
  }
  if (report.truncated_stack_count != 0) {
    out.Print("  {} stacks whose callers were cut off\n", CountText(report.truncated_stack_count));
  }
  for (const EstimatedCost& cost : report.estimated) {
    out.Print("  estimate: {} of {} is divided among contexts that the input does not tell apart\n",
              ShareText(cost.estimated, cost.total), cost.metric);
  }
  for (const SkippedRecords& skipped : report.skipped) {
    out.Print("  skipped {}: {} (first at byte {})\n", CountText(skipped.count), skipped.reason,
              skipped.first_offset_bytes);
  }
  for (const std::string& note : report.notes) out.Print("  {}\n", note);
}

}  // namespace ringscope
