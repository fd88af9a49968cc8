#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/base/result.h"
#include "cct/base/text/number_text.h"
#include "cct/compare/columns/common_metrics.h"
#include "cct/compare/columns/side_columns.h"
#include "cct/compare/matching/match_layers.h"
#include "cct/compare/open_trees.h"
#include "cct/compare/tree_comparison.h"
#include "cct/query/language/query.h"
#include "cct/query/metrics/metric_lookup.h"

namespace ringscope {
namespace {

// How the metrics of executions become the columns of a comparison. The columns of `targets` are those of the
// tree without the change columns, in the same order.
struct ColumnPlan {
  std::vector<ComparedMetric> metrics;
  std::vector<Metric> columns;  // of the tree
  size_t added_columns = 0;
  std::vector<std::vector<ColumnTarget>> targets;  // per execution
  std::vector<std::string> notes;
};

// Computes the change columns, puts each behind its sides, and names all columns.
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

// Notes the factor of samples that were brought to another period as an attribute of their execution: the
// test for chance needs the number of real samples, which columns then do not tell.
void NoteSampleFactors(std::span<const CctPtr> trees, const ColumnPlan& plan,
                       std::vector<Execution>& executions) {
  for (size_t k = 0; k < plan.metrics.size(); ++k) {
    const ComparedMetric& counts = plan.metrics[k];
    if (counts.noise != NoiseKind::kSamples || !IsSampleCount(counts.metric.name, counts.metric.unit))
      continue;
    for (size_t e = 0; e < trees.size(); ++e) {
      const Side side = *executions[e].side;
      const auto runs = static_cast<uint64_t>(
          std::ranges::count_if(executions, [side](const Execution& one) { return one.side == side; }));
      for (const ColumnTarget& target : plan.targets[e]) {
        if (target.column != 2 * k + IndexOf(side)) continue;
        // The part of the factor that comes from several runs and from the scale is no other period.
        const uint64_t scale = std::max<uint64_t>(trees[e]->metrics()[target.metric].scale, 1);
        const uint64_t plain = counts.metric.scale / scale * (counts.runs / runs);
        if (target.factor != plain)
          executions[e].attributes.push_back(
              {std::string(kSamplesPerSample), std::to_string(target.factor / plain)});
      }
    }
    return;
  }
}

void MarkWrappers(std::span<const ContextKind> kinds, LevelOrderColumns& tree) {
  const auto is_wrapper = [](ContextKind kind) {
    return kind == ContextKind::kNewWrapper || kind == ContextKind::kGoneWrapper;
  };
  if (std::ranges::none_of(kinds, is_wrapper)) return;
  if (tree.flags.size() == 0) {
    tree.flags = LargeArray<uint8_t>::OfSize(kinds.size());
    for (size_t i = 0; i < kinds.size(); ++i) tree.flags[i] = 0;
  }
  for (size_t i = 0; i < kinds.size(); ++i)
    if (is_wrapper(kinds[i])) tree.flags[i] |= kIsWrapper;
}

bool CountsSamples(const Metric& metric) { return IsSampleCount(metric.name, metric.unit); }

// `trees` are those of `executions`, of which those before come first.
class ColumnPlanner {
 public:
  ColumnPlanner(std::span<const CctPtr> trees, std::span<const Execution> executions,
                const CompareOptions& options)
      : trees_(trees), executions_(executions), options_(options) {}

  // The totals of all columns but the changes are then below 2^63. Errors: kNotFound, kInvalidArgument and
  // kOverflow as CompareTrees().
  Result<ColumnPlan> Plan() && {
    RINGSCOPE_ASSIGN(CommonMetrics found, FindCommonMetrics(trees_, executions_, options_.metric));
    common_ = std::move(found.metrics);
    CountRuns();
    plan_.notes.insert(plan_.notes.end(), found.notes.begin(), found.notes.end());
    plan_.targets.resize(trees_.size());
    const size_t run_columns = has_several_runs_ ? trees_.size() : 0;
    std::vector<Metric> columns_of_runs;
    for (const CommonMetric& common : common_) {
      const auto k = static_cast<uint32_t>(plan_.metrics.size());
      RINGSCOPE_TRY(AddMetric(common, 2 * k, static_cast<uint32_t>(2 * common_.size() + k * run_columns)));
      const ComparedMetric& metric = plan_.metrics.back();
      const auto add = [&](std::vector<Metric>& columns, std::string_view name, MetricRole role,
                           uint32_t execution = 0) {
        columns.push_back(metric.metric);
        columns.back().name += name;
        columns.back().role = role;
        columns.back().execution = execution;
      };
      add(plan_.columns, "@before", MetricRole::kBefore);
      add(plan_.columns, "@after", MetricRole::kAfter);
      add(plan_.columns, "@change", MetricRole::kChange);
      if (options_.by_share) {
        plan_.columns.back().unit = kUnitOfShares;
        plan_.columns.back().scale = kShareUnits;
      }
      size_t number[kSideCount] = {};
      for (size_t e = 0; e < run_columns; ++e) {
        const Side side = *executions_[e].side;
        add(columns_of_runs,
            fmt::format("@{}{}", side == Side::kBefore ? "before" : "after", ++number[IndexOf(side)]),
            MetricRole::kExecution, static_cast<uint32_t>(e));
      }
    }
    plan_.columns.insert(plan_.columns.end(), columns_of_runs.begin(), columns_of_runs.end());
    plan_.added_columns = plan_.columns.size() - plan_.metrics.size();
    return std::move(plan_);
  }

 private:
  void CountRuns() {
    for (const Execution& execution : executions_) ++run_count_[IndexOf(*execution.side)];
    runs_ = std::lcm(run_count_[0], run_count_[1]);
    has_several_runs_ = trees_.size() > kSideCount;
    if (run_count_[0] != run_count_[1]) {
      plan_.notes.push_back(fmt::format("Each side was multiplied to stand for {} runs: {} before, {} after.",
                                        runs_, run_count_[0], run_count_[1]));
    }
  }

  // `column`: target of the side before; the next is that of the side after. `run_column`: of execution 0.
  Result<void> AddMetric(const CommonMetric& common, uint32_t column, uint32_t run_column) {
    ComparedMetric compared;
    compared.metric = common.metric;
    const auto k = static_cast<MetricIndex>(plan_.metrics.size());
    const auto change_columns = static_cast<MetricIndex>(common_.size());
    compared.side = {3 * k, 3 * k + 1};
    compared.change = 3 * k + 2;
    compared.change_scale = options_.by_share ? kShareUnits : compared.metric.scale;
    compared.runs = runs_;
    std::array<uint64_t, kSideCount> total{};
    for (size_t e = 0; e < trees_.size(); ++e) {
      const size_t side = IndexOf(*executions_[e].side);
      const MetricIndex index = common.index[e];
      const uint64_t times = runs_ / run_count_[side];
      RINGSCOPE_TRY(AddTotal(common, *trees_[e], e, times, total[side]));
      plan_.targets[e].push_back({index, column + static_cast<uint32_t>(side), common.factor[e] * times});
      compared.run.push_back(compared.side[side]);
      if (has_several_runs_) {
        const uint32_t its = run_column + static_cast<uint32_t>(e);
        plan_.targets[e].push_back({index, its, common.factor[e]});
        compared.run.back() = its + change_columns;
      }
    }
    FindNoise(compared, {static_cast<double>(total[0]), static_cast<double>(total[1])});
    plan_.metrics.push_back(std::move(compared));
    return {};
  }

  void FindNoise(ComparedMetric& compared, std::array<double, kSideCount> total) const {
    if (run_count_[0] > 1 && run_count_[1] > 1) {
      compared.noise = NoiseKind::kRuns;
      return;
    }
    if (IsExactCount(compared.metric.name, compared.metric.unit)) return;
    // How many samples each side was made of.
    std::array<double, kSideCount> samples{};
    for (size_t e = 0; e < trees_.size(); ++e) {
      const auto metrics = trees_[e]->metrics();
      // A metric that counts samples is its own number of samples.
      const auto is_own = [&](const Metric& metric) {
        return CountsSamples(metric) && metric.name == compared.metric.name;
      };
      const auto own = std::ranges::find_if(metrics, is_own);
      const auto count = own != metrics.end() ? own : std::ranges::find_if(metrics, CountsSamples);
      if (count == metrics.end()) {
        compared.noise = NoiseKind::kUnknown;
        return;
      }
      const auto index = static_cast<MetricIndex>(count - metrics.begin());
      samples[IndexOf(*executions_[e].side)] += static_cast<double>(trees_[e]->Total(index)) /
                                                static_cast<double>(std::max<uint64_t>(count->scale, 1));
    }
    compared.noise = NoiseKind::kSamples;
    for (size_t side = 0; side < kSideCount; ++side)
      compared.sample_value[side] = samples[side] > 0 ? total[side] / samples[side] : 0;
  }

  std::span<const CctPtr> trees_;
  std::span<const Execution> executions_;
  const CompareOptions& options_;
  ColumnPlan plan_;
  std::vector<CommonMetric> common_;
  std::array<uint64_t, kSideCount> run_count_{};
  uint64_t runs_ = 1;
  bool has_several_runs_ = false;
};

// A sentence for sides without a common context: it names the dearest callee of each root and, if both sides
// have a function, a step that makes both begin there. Of several functions it takes the one with the largest
// common share of the first metric. std::nullopt if a context is common, or a side has none. O(contexts).
std::optional<std::string> NoteWithoutCommonRoot(const MatchedContexts& matched) {
  const std::vector<ContextKind>& kinds = matched.kinds;
  const auto has = [&](ContextKind kind) {
    return std::find(kinds.begin() + 1, kinds.end(), kind) != kinds.end();
  };
  if (has(ContextKind::kCommon) || !has(ContextKind::kNew) || !has(ContextKind::kGone)) return std::nullopt;
  const LevelOrderColumns& tree = matched.tree;
  const auto inclusive = [&](size_t context, size_t side) {
    return tree.running[side][context + 1] - tree.running[side][context];
  };
  const auto name_of = [&](FrameId frame) { return tree.frames.TextOf(tree.frames.name[frame]); };
  // No context is common, so its kind tells the side.
  const auto side_of = [&](size_t context) {
    return kinds[context] == ContextKind::kGone ? size_t{0} : size_t{1};
  };

  std::array<size_t, kSideCount> dearest{};  // callee of the root; 0: none yet
  for (size_t context = 1; context < tree.first_child[1]; ++context) {
    size_t& of_side = dearest[side_of(context)];
    if (of_side == 0 || inclusive(context, side_of(context)) > inclusive(of_side, side_of(context)))
      of_side = context;
  }
  std::string note = fmt::format("No context is on both sides: before begins at '{}', after at '{}'.",
                                 name_of(tree.frame[dearest[0]]), name_of(tree.frame[dearest[1]]));

  struct Occurrence {
    std::array<bool, kSideCount> is_there{};
    std::array<double, kSideCount> share{};  // of the dearest context
  };
  std::vector<Occurrence> functions(tree.frames.name.size());
  for (size_t context = 1; context < kinds.size(); ++context) {
    const size_t side = side_of(context);
    Occurrence& one = functions[tree.frame[context]];
    one.is_there[side] = true;
    const double total = std::max(1.0, static_cast<double>(inclusive(kRootContext, side)));
    one.share[side] = std::max(one.share[side], static_cast<double>(inclusive(context, side)) / total);
  }
  std::optional<FrameId> nearest;
  const auto common_share = [&](FrameId frame) {
    return std::min(functions[frame].share[0], functions[frame].share[1]);
  };
  for (FrameId frame = 0; frame < functions.size(); ++frame) {
    if (!functions[frame].is_there[0] || !functions[frame].is_there[1]) continue;
    if (!nearest || common_share(frame) > common_share(*nearest)) nearest = frame;
  }
  if (nearest) {
    note += fmt::format(" Nearest: both call '{0}'; the step 'focus {1}' makes both begin there.",
                        name_of(*nearest), ExactQueryText(QueryField::kName, name_of(*nearest)));
  }
  return note;
}

}  // namespace

size_t TreeComparison::RunsOf(Side side) const {
  return static_cast<size_t>(
      std::ranges::count_if(executions(), [side](const Execution& one) { return one.side == side; }));
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
  RINGSCOPE_ASSIGN(ColumnPlan plan, ColumnPlanner(trees, executions, options).Plan());
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
    comparison.notes.push_back(*opened.program_note +
                               " With equal call paths alone (--match exact) they do not.");
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
