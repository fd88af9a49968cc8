#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cct/compare/change_column.h"
#include "cct/compare/column_noise.h"
#include "cct/compare/column_plan.h"
#include "cct/compare/common_root.h"
#include "cct/compare/function_keys.h"
#include "cct/compare/match_layers.h"
#include "cct/compare/tree_comparison.h"
#include "cct/compare/wrapper_search.h"
#include "cct/query/metrics/metric_lookup.h"

namespace ringscope {
namespace {

constexpr std::string_view kPointsLeftOut =
    "The points of cost by input size were left out: those of several profiles are not compared.";

Result<void> CheckSizes(size_t before, size_t after) {
  if (before == 0 || after == 0)
    return Fail(ErrorCode::kInvalidArgument, "expected at least one profile before and one after");
  if (before + after > kMaxExecutions) {
    return Fail(ErrorCode::kLimit, fmt::format("expected at most {} profiles to compare, found {}",
                                               kMaxExecutions, before + after));
  }
  return {};
}

// Checks each tree and gives its contexts their keys.
Result<std::vector<ComparedTree>> OpenTrees(std::span<const CctPtr> trees,
                                            std::span<const Execution> executions, const ColumnPlan& plan,
                                            const CompareOptions& options, FunctionKeys& keys,
                                            JobControl* job) {
  FrameInterner frames(options.limits.max_string_bytes);
  // Even trees without frames need one for their root.
  std::vector<uint8_t> sides(frames.Intern({}) + 1, 0);
  std::vector<ComparedTree> opened;
  for (size_t e = 0; e < trees.size(); ++e) {
    Result<MergeSource> source = MergeSource::Open(*trees[e], {}, {}, 0, frames, job);
    if (!source) {
      Error error = std::move(source).error();
      if (error.code == ErrorCode::kMalformed) error.message = executions[e].name + ": " + error.message;
      return tl::unexpected(std::move(error));
    }
    const size_t side = IndexOf(*executions[e].side);
    sides.resize(frames.size(), 0);
    for (const FrameId frame : source->frame_map()) sides[frame] |= static_cast<uint8_t>(1u << side);
    const ColumnTarget& cost = plan.targets[e].front();
    opened.push_back({std::move(*source), {}, side, cost.metric, cost.factor});
  }
  RINGSCOPE_ASSIGN(keys, BuildFunctionKeys(frames, sides, options.rules, options.limits.max_string_bytes));
  for (ComparedTree& one : opened) {
    for (const FrameId frame : one.source.frame_map()) one.key.push_back(keys.key[frame]);
  }
  return opened;
}

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

ImportReport ReportOf(std::span<const CctPtr> trees, std::vector<Execution> executions,
                      TreeComparison& comparison) {
  ImportReport report;
  report.format = "comparison";
  report.executions = std::move(executions);
  bool has_points = false;
  for (const CctPtr& tree : trees) {
    report.record_count += tree->report().record_count;
    report.input_bytes += tree->report().input_bytes;
    report.truncated_stack_count += tree->report().truncated_stack_count;
    has_points |= tree->point_count() > 0;
  }
  if (has_points) comparison.notes.emplace_back(kPointsLeftOut);
  report.notes = comparison.notes;
  return report;
}

}  // namespace

size_t TreeComparison::RunsOf(Side side) const {
  return static_cast<size_t>(std::count_if(executions().begin(), executions().end(),
                                           [side](const Execution& one) { return one.side == side; }));
}

Result<TreeComparison> CompareTrees(std::span<const CompareInput> before, std::span<const CompareInput> after,
                                    const CompareOptions& options, JobControl* job) {
  RINGSCOPE_TRY(CheckSizes(before.size(), after.size()));
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
  FunctionKeys keys;
  RINGSCOPE_ASSIGN(const std::vector<ComparedTree> opened,
                   OpenTrees(trees, executions, plan, options, keys, job));
  RINGSCOPE_ASSIGN(MatchedContexts matched,
                   MatchLayers(opened, plan, std::move(keys.frames), options.matching, options.limits, job));
  RINGSCOPE_TRY(AddChanges(plan, options.by_share, matched.tree, job));
  NoteSampleFactors(trees, plan, executions);
  comparison.rules = std::move(keys.rules);
  comparison.notes = std::move(plan.notes);
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
  ImportReport report = ReportOf(trees, std::move(executions), comparison);
  comparison.tree = AssembleLevelOrder(std::move(matched.tree), std::move(report));
  return comparison;
}

}  // namespace ringscope
