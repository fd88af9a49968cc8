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
  out.Print("{} in {}, {}, from {} ({})\n", CountedText(sizes.nodes, "context"),
            CountedText(sizes.layers, "layer"), CountedText(sizes.frames, "frame"), report.format,
            CountedText(report.record_count, "record"));
  for (MetricIndex m = 0; m < tree.metric_count(); ++m) {
    const Metric& metric = tree.metrics()[m];
    out.Print("  {}: {} in all\n", metric.name, ValueText(tree.Total(m), metric.unit, metric.scale));
  }
  if (tree.point_count() > 0) {
    out.Print("  {} of cost by input size, in {}\n", CountedText(tree.point_count(), "point"),
              CountedText(ContextsWithPoints(tree), "context"));
  }
  if (report.truncated_stack_count != 0) {
    out.Print("  {} with callers cut off\n", CountedText(report.truncated_stack_count, "stack"));
  }
  for (const EstimatedCost& cost : report.estimated) out.Print("  estimate: {}\n", DescribeEstimate(cost));
  for (const RecordProblem& records : report.skipped) {
    out.Print("  skipped {}: {} (first at byte {})\n", CountText(records.count), records.reason,
              records.first_offset_bytes);
  }
  for (const RecordProblem& records : report.incomplete) {
    out.Print("  kept {} in part: {} (first at byte {})\n", CountText(records.count), records.reason,
              records.first_offset_bytes);
  }
  for (const std::string& note : report.notes) out.Print("  {}\n", note);
}

}  // namespace ringscope
