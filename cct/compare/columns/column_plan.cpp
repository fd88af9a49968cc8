#include "cct/compare/columns/column_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>
#include <utility>

#include "cct/compare/columns/column_noise.h"
#include "cct/compare/columns/common_metrics.h"

namespace ringscope {
namespace {

bool CountsSamples(const Metric& metric) { return IsSampleCount(metric.name, metric.unit); }

class Planner {
 public:
  Planner(std::span<const CctPtr> trees, std::span<const Execution> executions, const CompareOptions& options)
      : trees_(trees), executions_(executions), options_(options) {}

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
        plan_.columns.back().unit = "of the total";
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

  // `column`: the first of the two of the sides; `run_column`: that of the first execution.
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
      // Of several numbers of samples each is its own.
      const auto is_own = [&](const Metric& metric) {
        return CountsSamples(metric) && metric.name == compared.metric.name;
      };
      const auto own = std::find_if(metrics.begin(), metrics.end(), is_own);
      const auto count = own != metrics.end() ? own : std::find_if(metrics.begin(), metrics.end(), CountsSamples);
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

}  // namespace

Result<ColumnPlan> PlanColumns(std::span<const CctPtr> trees, std::span<const Execution> executions,
                               const CompareOptions& options) {
  return Planner(trees, executions, options).Plan();
}

}  // namespace ringscope
