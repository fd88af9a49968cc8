#include "cct/merge/merge_trees.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "cct/base/text/unit_names.h"
#include "cct/merge/merge_layers.h"
#include "cct/tree/building/level_order.h"

namespace ringscope {
namespace {

constexpr std::string_view kSeveralFormats = "several formats";
constexpr std::string_view kExecutionsLeftOut =
    "The executions were left out: those of different comparisons are not merged.";
constexpr std::string_view kTimesLeftOut =
    "The times of samples were left out: those of several profiles are not merged.";

constexpr std::string_view kMembersLeftOut =
    "The statistics of members were left out: merging keeps sums alone.";

constexpr std::string_view kQuantilesLeftOut =
    "The quantiles of members were left out: those of all cannot be told from those of some.";

constexpr std::string_view kValuesLeftOut =
    "The values of members were left out: trees that have statistics are united without them.";

constexpr std::string_view kUnitsBrought = "was brought to the finest of its units.";

// The identity of a metric: its name, the dimension or unit, and its number among the metrics of its tree
// with equal name and dimension.
using MetricKey = std::tuple<std::string, std::string, uint32_t>;

std::vector<MetricKey> KeysOf(const Cct& tree) {
  std::vector<MetricKey> keys;
  for (const Metric& metric : tree.metrics()) {
    const Dimension dimension = UnitOfMetric(metric.unit).dimension;
    MetricKey key{metric.name,
                  dimension == Dimension::kTime    ? "time"
                  : dimension == Dimension::kBytes ? "memory"
                                                   : metric.unit,
                  0};
    while (std::ranges::find(keys, key) != keys.end()) ++std::get<2>(key);
    keys.push_back(std::move(key));
  }
  return keys;
}

__extension__ using WideUint = unsigned __int128;

uint64_t UnitFactor(std::string_view unit) { return static_cast<uint64_t>(UnitOfMetric(unit).factor); }

// The finest unit of metrics of time, or of memory, if all units are its multiples; otherwise ns or bytes.
std::string_view FinestUnit(const std::vector<const Metric*>& metrics) {
  const auto factor = [](const Metric* metric) { return UnitFactor(metric->unit); };
  const Metric& finest = **std::ranges::min_element(
      metrics, [&](const Metric* a, const Metric* b) { return factor(a) < factor(b); });
  const Unit unit = UnitOfMetric(finest.unit);
  const bool divides_all = std::ranges::all_of(
      metrics, [&](const Metric* metric) { return factor(metric) % factor(&finest) == 0; });
  if (divides_all) return unit.name;
  return unit.dimension == Dimension::kTime ? "ns" : "bytes";
}

// Gives merged metrics one unit, and the smallest scale at which all values are integers.
void BringToOneUnit(const std::vector<const Metric*>& metrics, Metric& merged) {
  merged.unit = FinestUnit(metrics);
  constexpr uint64_t kMostScale = 1'000'000'000'000'000'000;
  const auto is_whole = [&](const Metric* metric) {
    return WideUint{UnitFactor(metric->unit) / UnitFactor(merged.unit)} * merged.scale %
               std::max<uint64_t>(metric->scale, 1) ==
           0;
  };
  for (merged.scale = 1; merged.scale < kMostScale; merged.scale *= 10) {
    if (std::ranges::all_of(metrics, is_whole)) return;
  }
}

// `wanted`: names of metrics; empty = all.
Result<MetricPlan> PlanMetrics(std::span<const CctPtr> trees, const std::vector<std::string>& wanted,
                               std::set<std::string>& notes) {
  std::vector<std::vector<MetricKey>> keys;
  for (const CctPtr& tree : trees) keys.push_back(KeysOf(*tree));
  std::vector<MetricKey> all = keys.front();
  const bool all_alike = std::ranges::all_of(keys, [&](const std::vector<MetricKey>& k) { return k == all; });
  if (!all_alike) {
    std::set<MetricKey> distinct;
    for (const auto& of_tree : keys) distinct.insert(of_tree.begin(), of_tree.end());
    all.assign(distinct.begin(), distinct.end());
  }
  if (!wanted.empty()) {
    std::erase_if(all, [&](const MetricKey& key) {
      return std::ranges::find(wanted, std::get<0>(key)) == wanted.end();
    });
  }
  if (all.empty()) {
    return Fail(ErrorCode::kNotFound, "expected a metric of the profiles for '{}', found none",
                wanted.front());
  }
  MetricPlan plan;
  for (const MetricKey& key : all) plan.metrics.push_back({std::get<0>(key), {}, 1});
  std::vector<std::vector<const Metric*>> parts(all.size());
  plan.target.resize(trees.size());
  plan.factor.resize(trees.size());
  for (size_t t = 0; t < trees.size(); ++t) {
    for (MetricIndex m = 0; m < keys[t].size(); ++m) {
      const auto at = static_cast<MetricIndex>(std::ranges::find(all, keys[t][m]) - all.begin());
      plan.target[t].push_back(at < all.size() ? at : kLeftOutMetric);
      if (at >= all.size()) continue;
      const Metric& metric = trees[t]->metrics()[m];
      Metric& merged = plan.metrics[at];
      merged.scale = std::max(merged.scale, metric.scale);
      // A role that not all parts share is dropped.
      const bool is_other =
          !parts[at].empty() && (metric.role != merged.role || metric.execution != merged.execution);
      merged.role = is_other ? MetricRole::kPlain : metric.role;
      merged.execution = is_other ? 0 : metric.execution;
      if (parts[at].empty()) merged.unit = metric.unit;
      parts[at].push_back(&metric);
    }
  }
  for (size_t m = 0; m < all.size(); ++m) {
    const auto has_other_unit = [&](const Metric* metric) { return metric->unit != plan.metrics[m].unit; };
    if (std::ranges::none_of(parts[m], has_other_unit)) continue;
    BringToOneUnit(parts[m], plan.metrics[m]);
    notes.insert(fmt::format("'{}' {}", plan.metrics[m].name, kUnitsBrought));
  }
  for (size_t t = 0; t < trees.size(); ++t) {
    for (MetricIndex m = 0; m < keys[t].size(); ++m) {
      const Metric& metric = trees[t]->metrics()[m];
      if (plan.target[t][m] == kLeftOutMetric) {
        plan.factor[t].push_back(1);
        continue;
      }
      const Metric& merged = plan.metrics[plan.target[t][m]];
      const uint64_t units =
          metric.unit == merged.unit ? 1 : UnitFactor(metric.unit) / UnitFactor(merged.unit);
      const WideUint factor = WideUint{units} * merged.scale / std::max<uint64_t>(metric.scale, 1);
      plan.factor[t].push_back(factor > UINT64_MAX ? UINT64_MAX : static_cast<uint64_t>(factor));
    }
  }
  return plan;
}

// The cost of a tree without estimates counts in the total of which a part is estimated. Reports name
// metrics; of several metrics with one name the first counts.
std::vector<EstimatedCost> AddEstimates(std::span<const CctPtr> trees, const MetricPlan& plan) {
  std::map<MetricIndex, EstimatedCost> sums;
  const auto first_named = [](std::span<const Metric> metrics, std::string_view name) {
    return static_cast<size_t>(std::ranges::find(metrics, name, &Metric::name) - metrics.begin());
  };
  for (size_t t = 0; t < trees.size(); ++t) {
    for (const EstimatedCost& cost : trees[t]->report().estimated) {
      const size_t m = first_named(trees[t]->metrics(), cost.metric);
      if (m < trees[t]->metric_count() && plan.target[t][m] != kLeftOutMetric)
        sums[plan.target[t][m]].metric = cost.metric;
    }
  }
  // The totals of a merged tree are below 2^63, but a report may count more than a transform left.
  const auto add = [](uint64_t& sum, uint64_t cost, uint64_t factor) {
    if (__builtin_mul_overflow(cost, factor, &cost) || __builtin_add_overflow(sum, cost, &sum))
      sum = UINT64_MAX;
  };
  for (size_t t = 0; t < trees.size(); ++t) {
    for (MetricIndex m = 0; m < trees[t]->metric_count(); ++m) {
      const auto sum = sums.find(plan.target[t][m]);
      if (sum == sums.end()) continue;
      const Metric& metric = trees[t]->metrics()[m];
      const EstimatedCost* const cost = first_named(trees[t]->metrics(), metric.name) == m
                                            ? trees[t]->report().EstimateOf(metric.name)
                                            : nullptr;
      const uint64_t factor = plan.factor[t][m];
      add(sum->second.estimated, cost == nullptr ? 0 : cost->estimated, factor);
      add(sum->second.total, cost == nullptr ? trees[t]->Total(m) : cost->total, factor);
    }
  }
  std::vector<EstimatedCost> estimated;
  for (auto& [metric, cost] : sums) estimated.push_back(std::move(cost));
  return estimated;
}

// Inserts a note into the sorted notes, unless it is there.
void AddNote(std::string note, ImportReport& report) {
  const auto at = std::ranges::lower_bound(report.notes, note);
  if (at == report.notes.end() || *at != note) report.notes.insert(at, std::move(note));
}

// `executions` are those of the result.
PointUnion::Keeps KeptPoints(const std::vector<const Cct*>& trees, const std::vector<Execution>& executions) {
  if (!HavePointsInCommon(trees)) return PointUnion::Keeps::kNone;
  const auto tells_execution = [](const Cct* tree) {
    const auto& fields = tree->point_fields();
    return std::ranges::find(fields, kExecutionField, &PointField::name) != fields.end();
  };
  // Without executions their points could not be attributed.
  return executions.empty() && std::ranges::any_of(trees, tells_execution) ? PointUnion::Keeps::kNone
                                                                           : PointUnion::Keeps::kTogether;
}

// The sum does not depend on the order of the trees.
ImportReport AddReports(std::span<const CctPtr> trees, const MetricPlan& plan, std::set<std::string> notes) {
  ImportReport sum;
  sum.format = trees.front()->report().format;
  std::vector<const std::vector<Execution>*> executions;
  for (const CctPtr& tree : trees) executions.push_back(&tree->report().executions);
  sum.executions = CommonExecutions(executions);
  for (const CctPtr& tree : trees) {
    const ImportReport& part = tree->report();
    if (part.executions.size() > 1 && sum.executions.empty()) notes.insert(std::string(kExecutionsLeftOut));
    sum.Add(part);
    sum.input_bytes += part.input_bytes;
    notes.insert(part.notes.begin(), part.notes.end());
    if (tree->has_times()) notes.insert(std::string(kTimesLeftOut));
    if (part.format != sum.format) sum.format = kSeveralFormats;
  }
  sum.notes.assign(notes.begin(), notes.end());
  sum.SortProblems();
  sum.estimated = AddEstimates(trees, plan);
  return sum;
}

}  // namespace

bool IsNoteOfMerging(std::string_view note) {
  return note == kExecutionsLeftOut || note == kTimesLeftOut || note == kPointsLeftOut ||
         note == kMembersLeftOut || note == kQuantilesLeftOut || note == kValuesLeftOut ||
         (note.starts_with('\'') && note.ends_with(kUnitsBrought));
}

Result<CctPtr> MergeTrees(std::span<const CctPtr> trees, MergeOptions options, const BuildLimits& limits,
                          JobControl* job) {
  if (trees.empty()) return Fail(ErrorCode::kInvalidArgument, "expected at least one tree to merge");
  if (job != nullptr) {
    uint64_t contexts = 0;
    for (const CctPtr& tree : trees) contexts += tree->context_count();
    job->total_units += contexts;
    if (job->cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
  }
  std::set<std::string> notes;
  RINGSCOPE_ASSIGN(MetricPlan plan, PlanMetrics(trees, options.metrics, notes));
  ImportReport report = AddReports(trees, plan, std::move(notes));
  std::vector<const Cct*> borrowed;
  for (const CctPtr& tree : trees) borrowed.push_back(tree.get());
  const PointUnion::Keeps keeps = KeptPoints(borrowed, report.executions);
  const bool has_members = !options.members.members.empty();
  const auto note_where = [&](std::string_view note, auto has) {
    if (std::ranges::any_of(trees, has)) AddNote(std::string(note), report);
  };
  if (keeps == PointUnion::Keeps::kNone)
    note_where(kPointsLeftOut, [](const CctPtr& tree) { return tree->point_count() > 0; });
  if (!has_members) note_where(kMembersLeftOut, [](const CctPtr& tree) { return !tree->members().empty(); });
  if (has_members) {
    note_where(kQuantilesLeftOut, [](const CctPtr& tree) { return !tree->members().quantiles.empty(); });
    note_where(kValuesLeftOut, [](const CctPtr& tree) { return !tree->members().values.empty(); });
  }
  RINGSCOPE_ASSIGN(PointUnion points, PointUnion::Open(std::move(borrowed), keeps));
  for (Metric& metric : plan.metrics) {
    if (metric.execution < report.executions.size()) continue;
    metric.role = MetricRole::kPlain;
    metric.execution = 0;
  }
  RINGSCOPE_ASSIGN(LevelOrderColumns merged,
                   MergeLayers(trees, plan, std::move(points), std::move(options.members), limits, job));
  return AssembleLevelOrder(std::move(merged), std::move(report));
}

Result<void> TreeMerger::Add(CctPtr tree, JobControl* job) {
  if (!tree->stored_chunks().empty()) {
    in_files_.push_back(std::move(tree));
    return {};
  }
  in_memory_contexts_ += tree->context_count();
  in_memory_.push_back(std::move(tree));
  // The first tree is the result of earlier merges. The merger waits until the others have as many contexts,
  // so that each context takes part in at most a logarithmic number of merges.
  if (in_memory_.size() < 2 || in_memory_contexts_ < 2 * uint64_t{in_memory_.front()->context_count()})
    return {};
  RINGSCOPE_ASSIGN(CctPtr merged, MergeTrees(in_memory_, {}, limits_, job));
  in_memory_contexts_ = merged->context_count();
  in_memory_ = {std::move(merged)};
  return {};
}

Result<CctPtr> TreeMerger::Finish(JobControl* job) && {
  std::vector<CctPtr> trees = std::move(in_memory_);
  trees.insert(trees.end(), in_files_.begin(), in_files_.end());
  if (trees.size() == 1) return std::move(trees.front());
  return MergeTrees(trees, {}, limits_, job);
}

}  // namespace ringscope
