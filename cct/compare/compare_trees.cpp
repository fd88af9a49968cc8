#include <algorithm>
#include <utility>

#include "cct/compare/columns/change_column.h"
#include "cct/compare/columns/column_noise.h"
#include "cct/compare/columns/column_plan.h"
#include "cct/compare/joined_report.h"
#include "cct/compare/matching/common_root.h"
#include "cct/compare/matching/match_layers.h"
#include "cct/compare/open_trees.h"
#include "cct/compare/tree_comparison.h"
#include "cct/query/metrics/metric_lookup.h"

namespace ringscope {
namespace {

// Puts the change columns between those that were added up, and gives all of them their names.
Result<void> AddChanges(const ColumnPlan& plan, bool by_share, LevelOrderColumns& tree,
                        const JobControl* job) {
  std::vector<LargeArray<uint64_t>> columns;
  size_t next = 0;
  for (size_t k = 0; k < plan.metrics.size(); ++k) {
    const LargeArray<uint64_t>& before = tree.running[next];
    const LargeArray<uint64_t>& after = tree.running[next + 1];
    RINGSCOPE_ASSIGN(LargeArray<uint64_t> change,
                     BuildChangeColumn(tree.first_child.view(), before.view(), after.view(), by_share, job));
    columns.push_back(std::move(tree.running[next++]));
    columns.push_back(std::move(tree.running[next++]));
    columns.push_back(std::move(change));
  }
  for (; next < tree.running.size(); ++next) columns.push_back(std::move(tree.running[next]));
  tree.running = std::move(columns);
  tree.metrics = plan.columns;
  return {};
}

// Chance goes by the samples that there were. Where they were brought to one period, columns do not tell that.
void NoteSampleFactors(std::span<const CctPtr> trees, const ColumnPlan& plan,
                       std::vector<Execution>& executions) {
  for (size_t k = 0; k < plan.metrics.size(); ++k) {
    const ComparedMetric& counts = plan.metrics[k];
    if (counts.noise != NoiseKind::kSamples || !IsSampleCount(counts.metric.name, counts.metric.unit)) continue;
    for (size_t e = 0; e < trees.size(); ++e) {
      const Side side = *executions[e].side;
      const auto runs = static_cast<uint64_t>(std::count_if(
          executions.begin(), executions.end(), [side](const Execution& one) { return one.side == side; }));
      for (const ColumnTarget& target : plan.targets[e]) {
        if (target.column != 2 * k + IndexOf(side)) continue;
        // What several runs and another scale ask for is no other period.
        const uint64_t scale = std::max<uint64_t>(trees[e]->metrics()[target.metric].scale, 1);
        const uint64_t plain = counts.metric.scale / scale * (counts.runs / runs);
        if (target.factor != plain)
          executions[e].attributes.push_back({std::string(kSamplesPerSample), std::to_string(target.factor / plain)});
      }
    }
    return;
  }
}

void MarkWrappers(std::span<const ContextKind> kinds, LevelOrderColumns& tree) {
  const auto is_wrapper = [](ContextKind kind) {
    return kind == ContextKind::kNewWrapper || kind == ContextKind::kGoneWrapper;
  };
  if (std::none_of(kinds.begin(), kinds.end(), is_wrapper)) return;
  if (tree.flags.size() == 0) {
    tree.flags = LargeArray<uint8_t>::OfSize(kinds.size());
    for (size_t i = 0; i < kinds.size(); ++i) tree.flags[i] = 0;
  }
  for (size_t i = 0; i < kinds.size(); ++i)
    if (is_wrapper(kinds[i])) tree.flags[i] |= kIsWrapper;
}

}  // namespace

size_t TreeComparison::RunsOf(Side side) const {
  return static_cast<size_t>(std::count_if(executions().begin(), executions().end(),
                                           [side](const Execution& one) { return one.side == side; }));
}

Result<TreeComparison> CompareTrees(std::span<const CompareInput> before, std::span<const CompareInput> after,
                                    const CompareOptions& options, JobControl* job) {
  if (before.empty() || after.empty())
    return Fail(ErrorCode::kInvalidArgument, "expected at least one profile before and one after");
  RINGSCOPE_TRY(CheckExecutionCount(before.size() + after.size()));
  TreeComparison comparison;
  comparison.by_share = options.by_share;
  std::vector<CctPtr> trees;
  std::vector<Execution> executions;
  for (const Side side : {Side::kBefore, Side::kAfter}) {
    for (const CompareInput& input : side == Side::kBefore ? before : after) {
      executions.push_back(input.execution);
      executions.back().side = side;
      trees.push_back(input.tree);
    }
  }
  RINGSCOPE_ASSIGN(ColumnPlan plan, PlanColumns(trees, executions, options));
  CompareOptions keys = options;
  keys.joins_programs = options.joins_programs && options.matching != Matching::kExact;
  RINGSCOPE_ASSIGN(OpenedTrees opened, OpenTrees(trees, executions, plan.targets, keys, job));
  RINGSCOPE_ASSIGN(PointUnion points, OpenPoints(trees));
  RINGSCOPE_ASSIGN(MatchedContexts matched,
                   MatchLayers(opened.trees, plan.targets, plan.added_columns, std::move(opened.frames),
                               std::move(points), options.matching, options.limits, job));
  RINGSCOPE_TRY(AddChanges(plan, options.by_share, matched.tree, job));
  comparison.rules = std::move(opened.rules);
  NoteSampleFactors(trees, plan, executions);
  comparison.notes = std::move(plan.notes);
  if (opened.program_note)
    comparison.notes.push_back(*opened.program_note + " With equal call paths alone (--match exact) they do not.");
  if (const auto note = NoteWithoutCommonRoot(matched)) comparison.notes.push_back(*note);
  MarkWrappers(matched.kinds, matched.tree);
  comparison.kinds = std::move(matched.kinds);
  comparison.metrics = std::move(plan.metrics);
  if (const std::optional<MetricIndex> calls = FindCallsMetric(*trees[0]); calls) {
    const std::string& name = trees[0]->metrics()[*calls].name;
    for (uint32_t k = 0; k < comparison.metrics.size(); ++k) {
      if (comparison.metrics[k].metric.name == name) comparison.calls = k;
    }
  }
  ImportReport report = JoinedReport("comparison", trees, std::move(executions),
                                     !matched.tree.point_fields.empty(), comparison.notes);
  comparison.tree = AssembleLevelOrder(std::move(matched.tree), std::move(report));
  return comparison;
}

}  // namespace ringscope
