#include "cct/compare/series.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cct/compare/columns/common_metrics.h"
#include "cct/compare/matching/match_layers.h"
#include "cct/compare/open_trees.h"
#include "cct/tree/building/frame_interner.h"
#include "cct/tree/metric_sides.h"

namespace ringscope {
namespace {

// The columns of a series: a total a metric, then the executions of each metric.
struct SeriesPlan {
  std::vector<SeriesMetric> metrics;
  std::vector<Metric> columns;
  std::vector<std::vector<ColumnTarget>> targets;  // per execution
};

Result<SeriesPlan> PlanSeries(std::span<const CctPtr> trees, const std::vector<CommonMetric>& common) {
  SeriesPlan plan;
  plan.targets.resize(trees.size());
  for (const CommonMetric& metric : common) plan.columns.push_back(metric.metric);
  for (const CommonMetric& metric : common) {
    const auto total_column = static_cast<uint32_t>(plan.metrics.size());
    SeriesMetric& its = plan.metrics.emplace_back(SeriesMetric{metric.metric, {}});
    uint64_t total = 0;
    for (size_t e = 0; e < trees.size(); ++e) {
      RINGSCOPE_TRY(AddTotal(metric, *trees[e], e, 1, total));
      const auto column = static_cast<uint32_t>(plan.columns.size());
      plan.targets[e].push_back({metric.index[e], total_column, metric.factor[e]});
      plan.targets[e].push_back({metric.index[e], column, metric.factor[e]});
      its.run.push_back(column);
      Metric& named = plan.columns.emplace_back(metric.metric);
      named.name += fmt::format("@{}", e + 1);
      named.role = MetricRole::kExecution;
      named.execution = static_cast<uint32_t>(e);
    }
  }
  return plan;
}

// Contexts between two polls for cancellation.
constexpr uint32_t kRun = 1u << 14;

bool CostsSomething(const Series& series, size_t execution, ContextId context) {
  return std::any_of(series.metrics.begin(), series.metrics.end(), [&](const SeriesMetric& metric) {
    return series.tree->Inclusive(context, metric.run[execution]) != 0;
  });
}

// Whether the cost of the execution only passes through the context, which is a wrapper of another one.
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

Result<Series> BuildSeries(std::span<const CompareInput> inputs, const CompareOptions& options,
                           JobControl* job) {
  if (inputs.empty()) return Fail(ErrorCode::kInvalidArgument, "expected at least one profile");
  RINGSCOPE_TRY(CheckExecutionCount(inputs.size()));
  std::vector<CctPtr> trees;
  std::vector<Execution> executions;
  for (const CompareInput& input : inputs) {
    trees.push_back(input.tree);
    executions.push_back(input.execution);
    executions.back().side.reset();
  }
  RINGSCOPE_ASSIGN(CommonMetrics common, FindCommonMetrics(trees, executions, options.metric));
  RINGSCOPE_ASSIGN(SeriesPlan plan, PlanSeries(trees, common.metrics));
  RINGSCOPE_ASSIGN(OpenedTrees opened, OpenTrees(trees, executions, plan.targets, options, job));
  RINGSCOPE_ASSIGN(PointUnion points, OpenPoints(trees));
  RINGSCOPE_ASSIGN(MatchedContexts matched,
                   MatchLayers(opened.trees, plan.targets, plan.columns.size(), std::move(opened.frames),
                               std::move(points), Matching::kExact, options.limits, job));
  matched.tree.metrics = std::move(plan.columns);
  Series series;
  series.metrics = std::move(plan.metrics);
  series.rules = std::move(opened.rules);
  series.notes = std::move(common.notes);
  if (opened.program_note) series.notes.push_back(*opened.program_note);
  ImportReport report =
      JoinedReport("series", trees, std::move(executions), !matched.tree.point_fields.empty(), series.notes);
  series.tree = AssembleLevelOrder(std::move(matched.tree), std::move(report));
  return series;
}

std::optional<Series> StoredSeries(CctPtr tree) {
  Series series;
  const std::span<const Metric> metrics = tree->metrics();
  const std::vector<std::vector<MetricIndex>> columns = ColumnsByExecution(*tree);
  if (columns.empty()) return std::nullopt;
  for (size_t m = 0; m < columns.front().size(); ++m) {
    const Metric& first = metrics[columns.front()[m]];
    SeriesMetric& metric = series.metrics.emplace_back(
        SeriesMetric{{std::string(NameOfCompared(first)), first.unit, first.scale}, {}});
    for (const std::vector<MetricIndex>& of_execution : columns) metric.run.push_back(of_execution[m]);
  }
  series.tree = std::move(tree);
  return series;
}

Result<CompareInput> ExecutionOf(const Series& series, size_t execution, JobControl* job) {
  const Cct& tree = *series.tree;
  CctBuilder builder;
  for (const SeriesMetric& metric : series.metrics) builder.AddMetric(metric.metric);
  std::vector<FrameId> frames(tree.frames().size());
  for (FrameId frame = 0; frame < frames.size(); ++frame)
    frames[frame] = builder.InternFrame(tree.frames()[frame]);
  // Leaves out the values of frames, which are joined over all executions.
  builder.frames().JoinFacts(tree.frames().facts(), frames, {.with_values = false});
  BeginUnits(job, tree.context_count());
  // Callers come before their callees.
  std::vector<BuildNode> nodes(tree.context_count(), kNoBuildNode);
  nodes[kRootContext] = kBuildRoot;
  for (ContextId caller = 0; caller < tree.context_count(); ++caller) {
    if (caller % kRun == 0) RINGSCOPE_TRY(ReachUnits(job, caller));
    if (nodes[caller] == kNoBuildNode) continue;
    AddSelfValues(series, execution, caller, nodes[caller], builder);
    const ContextRange callees = tree.ChildrenOf(caller);
    for (ContextId context = callees.begin; context < callees.end; ++context) {
      const FrameId frame = tree.FrameOf(context);
      // In a damaged file a frame may be any number.
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
