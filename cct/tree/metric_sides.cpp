#include "cct/tree/metric_sides.h"

#include <algorithm>
#include <set>
#include <utility>

namespace ringscope {

std::string_view NameOfCompared(const Metric& metric) {
  const std::string_view name = metric.name;
  return metric.role == MetricRole::kPlain ? name : name.substr(0, name.rfind('@'));
}

std::string ColumnTitle(const Metric& metric) {
  std::string title = metric.name;
  const size_t of = NameOfCompared(metric).size();
  if (of > 0 && of < title.size()) title.replace(of, 1, ", ");
  return title;
}

std::optional<MetricSides> SidesOf(std::span<const Metric> metrics, MetricIndex metric) {
  if (metric >= metrics.size() || metrics[metric].role == MetricRole::kPlain) return std::nullopt;
  const std::string_view name = NameOfCompared(metrics[metric]);
  std::optional<MetricIndex> before, after, change;
  for (MetricIndex i = 0; i < metrics.size(); ++i) {
    // Roles first: a comparison of many runs has a column for each.
    const MetricRole role = metrics[i].role;
    auto* const found = role == MetricRole::kBefore   ? &before
                        : role == MetricRole::kAfter  ? &after
                        : role == MetricRole::kChange ? &change
                                                      : nullptr;
    if (found != nullptr && !*found && NameOfCompared(metrics[i]) == name) *found = i;
  }
  if (!before || !after) return std::nullopt;
  return MetricSides{*before, *after, change};
}

std::optional<std::vector<MetricIndex>> ExecutionColumns(std::span<const Metric> metrics,
                                                         std::span<const Execution> executions,
                                                         MetricIndex metric) {
  constexpr MetricIndex kNone = UINT32_MAX;
  std::vector<MetricIndex> run(executions.size(), kNone);
  const std::string_view name = NameOfCompared(metrics[metric]);
  for (const auto& [side, role] :
       {std::pair(Side::kBefore, MetricRole::kBefore), std::pair(Side::kAfter, MetricRole::kAfter)}) {
    const auto is_of_side = [its = side](const Execution& one) { return one.side == its; };
    if (std::count_if(executions.begin(), executions.end(), is_of_side) != 1) continue;
    const auto only = std::find_if(executions.begin(), executions.end(), is_of_side) - executions.begin();
    for (MetricIndex i = 0; i < metrics.size(); ++i) {
      if (metrics[i].role == role && NameOfCompared(metrics[i]) == name) run[static_cast<size_t>(only)] = i;
    }
  }
  for (MetricIndex i = 0; i < metrics.size(); ++i) {
    const Metric& one = metrics[i];
    if (one.role == MetricRole::kExecution && one.execution < run.size() && NameOfCompared(one) == name)
      run[one.execution] = i;
  }
  if (run.empty() || std::find(run.begin(), run.end(), kNone) != run.end()) return std::nullopt;
  return run;
}

std::vector<std::vector<MetricIndex>> ColumnsByExecution(const Cct& tree) {
  const std::vector<Execution>& executions = tree.report().executions;
  if (executions.size() < 2) return {};
  std::vector<std::vector<MetricIndex>> columns(executions.size());
  std::set<std::string_view> known;
  for (MetricIndex m = 0; m < tree.metric_count(); ++m) {
    if (!known.insert(NameOfCompared(tree.metrics()[m])).second) continue;
    const std::optional<std::vector<MetricIndex>> run = ExecutionColumns(tree.metrics(), executions, m);
    for (size_t e = 0; run && e < executions.size(); ++e) columns[e].push_back((*run)[e]);
  }
  if (columns.front().empty()) return {};
  return columns;
}

}  // namespace ringscope
