#include "cct/compare/column_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <optional>
#include <utility>

#include "cct/base/ascii.h"
#include "cct/compare/column_noise.h"
#include "cct/compare/nearest_metric.h"
#include "cct/query/language/quantity.h"
#include "cct/query/metrics/metric_lookup.h"
#include "cct/tree/level_order.h"

namespace ringscope {
namespace {

constexpr std::string_view kPeriodBegin = "Sampled every ";
constexpr std::string_view kPeriodEnd = " us.";

// A metric that all executions have, as each of them has it.
struct CommonMetric {
  std::vector<MetricIndex> index;  // per execution
  std::string problem;             // why it cannot be compared
};

std::optional<MetricIndex> FindExactly(const Cct& tree, std::string_view name) {
  const auto metrics = tree.metrics();
  const auto found =
      std::find_if(metrics.begin(), metrics.end(), [&](const Metric& metric) { return metric.name == name; });
  if (found == metrics.end()) return std::nullopt;
  return static_cast<MetricIndex>(found - metrics.begin());
}

std::string_view KindText(const Metric& metric) {
  return metric.unit.empty() ? std::string_view("count") : std::string_view(metric.unit);
}

bool CountsSamples(const Metric& metric) { return IsSampleCount(metric.name, metric.unit); }

// What the profile says of how often it was sampled, in us; 0: nothing.
uint64_t SamplingPeriodOf(const Cct& tree) {
  for (const std::string& note : tree.report().notes) {
    if (!note.starts_with(kPeriodBegin)) continue;
    uint64_t period = 0;
    const char* const end = note.data() + note.size();
    const auto [rest, error] = std::from_chars(note.data() + kPeriodBegin.size(), end, period);
    if (error == std::errc() && std::string_view(rest, end) == kPeriodEnd) return period;
  }
  return 0;
}

class Planner {
 public:
  Planner(std::span<const CctPtr> trees, std::span<const Execution> executions, const CompareOptions& options)
      : trees_(trees), executions_(executions), options_(options) {}

  Result<ColumnPlan> Plan() && {
    FindCommon();
    RINGSCOPE_TRY(ChooseFirst());
    CountRuns();
    ReadPeriods();
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
    NoteLeftOut();
    return std::move(plan_);
  }

 private:
  void FindCommon() {
    const auto metrics = trees_[0]->metrics();
    for (MetricIndex m = 0; m < metrics.size(); ++m) {
      CommonMetric common;
      if (FindExactly(*trees_[0], metrics[m].name) != m) continue;  // another one has its name
      for (size_t e = 0; e < trees_.size(); ++e) {
        const std::optional<MetricIndex> index = FindExactly(*trees_[e], metrics[m].name);
        if (!index) break;
        common.index.push_back(*index);
        const Metric& other = trees_[e]->metrics()[*index];
        if (!IsSameKind(metrics[m], other) && common.problem.empty()) {
          common.problem =
              fmt::format("expected one kind of unit of '{}', found {} in {} and {} in {}", other.name,
                          KindText(metrics[m]), executions_[0].name, KindText(other), executions_[e].name);
        }
      }
      if (common.index.size() == trees_.size()) common_.push_back(std::move(common));
    }
  }

  const std::string& NameOf(const CommonMetric& common) const {
    return trees_[0]->metrics()[common.index[0]].name;
  }

  // Brings the metric that was asked for to the front, and leaves out those that cannot be compared.
  Result<void> ChooseFirst() {
    if (!options_.metric.empty()) {
      const auto is_named = [&](auto compare) {
        return std::find_if(common_.begin(), common_.end(),
                            [&](const CommonMetric& one) { return compare(NameOf(one), options_.metric); });
      };
      auto asked = is_named([](std::string_view a, std::string_view b) { return a == b; });
      if (asked == common_.end()) asked = is_named(EqualsFolded);
      if (asked == common_.end()) {
        return Fail(ErrorCode::kNotFound,
                    fmt::format("expected a metric that all profiles have, found '{}': {}", options_.metric,
                                MetricsOfEach()));
      }
      if (!asked->problem.empty()) return Fail(ErrorCode::kInvalidArgument, asked->problem);
      std::rotate(common_.begin(), asked, asked + 1);
    }
    if (common_.empty()) {
      return Fail(ErrorCode::kNotFound,
                  fmt::format("expected a metric that all profiles have, found none: {}", MetricsOfEach()));
    }
    const auto comparable = [](const CommonMetric& one) { return one.problem.empty(); };
    if (std::none_of(common_.begin(), common_.end(), comparable))
      return Fail(ErrorCode::kInvalidArgument, common_.front().problem);
    for (const CommonMetric& one : common_) {
      if (!comparable(one))
        plan_.notes.push_back(fmt::format("'{}' was left out: {}.", NameOf(one), one.problem));
    }
    common_.erase(std::stable_partition(common_.begin(), common_.end(), comparable), common_.end());
    return {};
  }

  [[nodiscard]] std::string MetricsOfEach() const {
    constexpr size_t kMaxShown = 4;
    std::string text;
    for (size_t e = 0; e < std::min(trees_.size(), kMaxShown); ++e) {
      text += fmt::format("{}{} has {}", e == 0 ? "" : ", ", executions_[e].name, MetricNameList(*trees_[e]));
    }
    return text + (trees_.size() > kMaxShown ? ", ..." : "") + NearestOfEach();
  }

  // What all have, or else what comes nearest to it.
  [[nodiscard]] std::string NearestOfEach() const {
    if (!common_.empty()) {
      std::string text;
      for (const CommonMetric& one : common_)
        text += (text.empty() ? "; all have '" : ", '") + NameOf(one) + "'";
      return text;
    }
    for (size_t e = 1; e < trees_.size(); ++e) {
      const auto own = trees_[0]->metrics(), its = trees_[e]->metrics();
      const bool has_common = std::any_of(own.begin(), own.end(), [&](const Metric& one) {
        return FindExactly(*trees_[e], one.name).has_value();
      });
      if (has_common) continue;
      const auto nearest = NearestMetrics(own, its);
      if (!nearest) continue;
      return fmt::format("; nearest: '{}' and '{}'", own[nearest->first].name, its[nearest->second].name);
    }
    return {};
  }

  void CountRuns() {
    for (const Execution& execution : executions_) ++run_count_[IndexOf(*execution.side)];
    runs_ = std::lcm(run_count_[0], run_count_[1]);
    has_several_runs_ = trees_.size() > kSideCount;
    if (run_count_[0] != run_count_[1]) {
      plan_.notes.push_back(fmt::format("Each side was multiplied to stand for {} runs: {} before, {} after.",
                                        runs_, run_count_[0], run_count_[1]));
    }
  }

  // What brings numbers of samples to one period.
  void ReadPeriods() {
    period_factor_.assign(trees_.size(), 1);
    std::vector<uint64_t> periods;
    uint64_t common = 0;
    for (const CctPtr& tree : trees_) {
      periods.push_back(SamplingPeriodOf(*tree));
      if (periods.back() == 0) return;
      common = std::gcd(common, periods.back());
    }
    const auto different =
        std::find_if(periods.begin(), periods.end(), [&](uint64_t period) { return period != periods[0]; });
    if (different == periods.end()) return;
    for (size_t e = 0; e < trees_.size(); ++e) period_factor_[e] = periods[e] / common;
    period_note_ = fmt::format(
        "Numbers of samples were brought to one every {} us: {} has one every {} us, {} one every {} us.",
        common, executions_[0].name, periods[0],
        executions_[static_cast<size_t>(different - periods.begin())].name, *different);
  }

  // `column`: the first of the two of the sides; `run_column`: that of the first execution.
  Result<void> AddMetric(const CommonMetric& common, uint32_t column, uint32_t run_column) {
    ComparedMetric compared;
    const Metric& first = trees_[0]->metrics()[common.index[0]];
    compared.metric = {first.name, first.unit, 1};
    bool is_one_unit = true;
    for (size_t e = 0; e < trees_.size(); ++e) {
      const Metric& metric = trees_[e]->metrics()[common.index[e]];
      compared.metric.scale = std::max(compared.metric.scale, metric.scale);
      is_one_unit &= metric.unit == first.unit;
    }
    // Different units are brought to the smallest one that there is.
    const Dimension dimension = UnitOfMetric(first.unit).dimension;
    if (!is_one_unit) {
      compared.metric.unit = dimension == Dimension::kTime    ? "ns"
                             : dimension == Dimension::kBytes ? "bytes"
                                                              : "count";
      plan_.notes.push_back(fmt::format("'{}' was brought to {}.", first.name, compared.metric.unit));
    }
    const bool is_sample_count = CountsSamples(first);
    if (is_sample_count && !period_note_.empty()) plan_.notes.push_back(std::exchange(period_note_, {}));
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
      const Metric& metric = trees_[e]->metrics()[index];
      uint64_t factor = compared.metric.scale / std::max<uint64_t>(metric.scale, 1);
      bool overflows = false;
      const auto multiply = [&](uint64_t by) { overflows |= __builtin_mul_overflow(factor, by, &factor); };
      if (!is_one_unit) multiply(static_cast<uint64_t>(UnitOfMetric(metric.unit).factor));
      if (is_sample_count) multiply(period_factor_[e]);
      const uint64_t run_factor = factor;
      multiply(runs_ / run_count_[side]);
      uint64_t its_total = 0;
      overflows |= __builtin_mul_overflow(trees_[e]->Total(index), factor, &its_total);
      overflows |= __builtin_add_overflow(total[side], its_total, &total[side]);
      if (overflows || total[side] >= kTotalLimit) {
        return Fail(
            ErrorCode::kOverflow,
            fmt::format("the total of metric '{}' reaches 2^63, more than can be stored", first.name));
      }
      plan_.targets[e].push_back({index, column + static_cast<uint32_t>(side), factor});
      compared.run.push_back(compared.side[side]);
      if (has_several_runs_) {
        const uint32_t its = run_column + static_cast<uint32_t>(e);
        plan_.targets[e].push_back({index, its, run_factor});
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

  void NoteLeftOut() {
    std::vector<std::string> names;
    for (const CctPtr& tree : trees_) {
      for (const Metric& metric : tree->metrics()) {
        const auto is_it = [&](const ComparedMetric& one) { return one.metric.name == metric.name; };
        if (std::any_of(plan_.metrics.begin(), plan_.metrics.end(), is_it)) continue;
        if (std::find(names.begin(), names.end(), metric.name) == names.end()) names.push_back(metric.name);
      }
    }
    for (const std::string& name : names) {
      const bool is_common = std::all_of(trees_.begin(), trees_.end(), [&](const CctPtr& tree) {
        return FindExactly(*tree, name).has_value();
      });
      if (!is_common)
        plan_.notes.push_back(fmt::format("'{}' was left out: not all profiles have it.", name));
    }
  }

  std::span<const CctPtr> trees_;
  std::span<const Execution> executions_;
  const CompareOptions& options_;
  ColumnPlan plan_;
  std::vector<CommonMetric> common_;
  std::array<uint64_t, kSideCount> run_count_{};
  uint64_t runs_ = 1;
  bool has_several_runs_ = false;
  std::vector<uint64_t> period_factor_;
  std::string period_note_;
};

}  // namespace

Result<ColumnPlan> PlanColumns(std::span<const CctPtr> trees, std::span<const Execution> executions,
                               const CompareOptions& options) {
  return Planner(trees, executions, options).Plan();
}

}  // namespace ringscope
