#include "cct/compare/execution_tree.h"

#include <algorithm>
#include <utility>

#include "cct/tree/building/frame_interner.h"

namespace ringscope {
namespace {

// Contexts between two looks at whether the job was cancelled.
constexpr uint32_t kRun = 1u << 14;

bool CostsSomething(const Series& series, size_t execution, ContextId context) {
  return std::any_of(series.metrics.begin(), series.metrics.end(), [&](const SeriesMetric& metric) {
    return series.tree->Inclusive(context, metric.run[execution]) != 0;
  });
}

// Whether what the execution costs there passes through what another one has put around it.
bool PassesThrough(const Series& series, size_t execution, ContextId context) {
  if ((series.tree->FlagsOf(context) & kIsWrapper) == 0) return false;
  bool is_of_others = false;
  for (const SeriesMetric& metric : series.metrics) {
    if (series.tree->Self(context, metric.run[execution]) != 0) return false;
    is_of_others |= std::any_of(metric.run.begin(), metric.run.end(),
                                [&](MetricIndex run) { return series.tree->Self(context, run) != 0; });
  }
  return is_of_others;
}

void AddSelfValues(const Series& series, size_t execution, ContextId context, BuildNode node,
                   CctBuilder& builder) {
  for (size_t m = 0; m < series.metrics.size(); ++m) {
    const uint64_t self = series.tree->Self(context, series.metrics[m].run[execution]);
    if (self != 0) builder.AddSelf(node, static_cast<MetricIndex>(m), self);
  }
}

}  // namespace

Result<CompareInput> ExecutionOf(const Series& series, size_t execution, JobControl* job) {
  const Cct& tree = *series.tree;
  CctBuilder builder;
  for (const SeriesMetric& metric : series.metrics) builder.AddMetric(metric.metric);
  std::vector<FrameId> frames(tree.frames().size());
  for (FrameId frame = 0; frame < frames.size(); ++frame) frames[frame] = builder.InternFrame(tree.frames()[frame]);
  // Values are those of all executions together.
  builder.frames().JoinFacts(tree.frames().facts(), frames, {.with_values = false});
  BeginUnits(job, tree.context_count());
  // Callers come before what they call.
  std::vector<BuildNode> nodes(tree.context_count(), kNoBuildNode);
  nodes[kRootContext] = kBuildRoot;
  for (ContextId caller = 0; caller < tree.context_count(); ++caller) {
    if (caller % kRun == 0) {
      if (IsCancelled(job)) return Fail(ErrorCode::kCancelled, "cancelled");
      if (job != nullptr) job->done_units = caller;
    }
    if (nodes[caller] == kNoBuildNode) continue;
    AddSelfValues(series, execution, caller, nodes[caller], builder);
    const ContextRange callees = tree.ChildrenOf(caller);
    for (ContextId context = callees.begin; context < callees.end; ++context) {
      const FrameId frame = tree.FrameOf(context);
      // Not so in a damaged file.
      if (frame >= frames.size() || !CostsSomething(series, execution, context)) continue;
      if (PassesThrough(series, execution, context)) {
        nodes[context] = nodes[caller];
        continue;
      }
      nodes[context] = builder.Child(nodes[caller], frames[frame]);
      if (const ContextFlags flags = tree.FlagsOf(context) & ~kIsWrapper; flags != 0)
        builder.MarkContext(nodes[context], flags);
    }
  }
  CompareInput input;
  input.execution = series.executions()[execution];
  input.execution.side.reset();
  ImportReport report;
  report.format = tree.report().format;
  report.executions = {input.execution};
  RINGSCOPE_ASSIGN(input.tree, std::move(builder).Finish(std::move(report), job));
  return input;
}

}  // namespace ringscope
