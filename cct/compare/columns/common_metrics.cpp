#include "cct/compare/columns/common_metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "cct/base/text/ascii.h"
#include "cct/base/text/nearest_word.h"
#include "cct/base/text/number_text.h"
#include "cct/base/text/unit_names.h"
#include "cct/query/metrics/metric_lookup.h"
#include "cct/tree/building/level_order.h"
#include "cct/tree/import_report.h"

namespace ringscope {
namespace {

// The largest exact factor between sampling periods; if a larger one is needed, it is the scale of values.
constexpr uint64_t kMostPeriodFactor = 1000;

// A metric that all executions have, as each of them has it.
struct Candidate {
  std::vector<MetricIndex> index;  // per execution
  std::string problem;             // why it cannot be compared
};

std::optional<MetricIndex> FindExactly(const Cct& tree, std::string_view name) {
  const auto metrics = tree.metrics();
  const auto found = std::ranges::find(metrics, name, &Metric::name);
  if (found == metrics.end()) return std::nullopt;
  return static_cast<MetricIndex>(found - metrics.begin());
}

// Whether values of both can be brought to one unit: units of one kind, or equal ones of an unknown kind.
bool IsSameKind(const Metric& a, const Metric& b) {
  const Dimension dimension = UnitOfMetric(a.unit).dimension;
  if (dimension != UnitOfMetric(b.unit).dimension) return false;
  return dimension != Dimension::kOther || a.unit == b.unit;
}

std::string_view KindText(const Metric& metric) {
  return metric.unit.empty() ? std::string_view("count") : std::string_view(metric.unit);
}

tl::unexpected<Error> TotalTooLarge(const Metric& metric) {
  return Fail(ErrorCode::kOverflow, "the total of metric '{}' reaches 2^63, more than can be stored",
              metric.name);
}

class Finder {
 public:
  Finder(std::span<const CctPtr> trees, std::span<const Execution> executions, const std::string& asked)
      : trees_(trees), executions_(executions), asked_(asked) {}

  Result<CommonMetrics> Find() && {
    FindCommon();
    RINGSCOPE_TRY(ChooseFirst());
    ReadPeriods();
    for (const Candidate& candidate : common_) RINGSCOPE_TRY(AddMetric(candidate));
    NoteLeftOut();
    return std::move(found_);
  }

 private:
  void FindCommon() {
    const auto metrics = trees_[0]->metrics();
    for (MetricIndex m = 0; m < metrics.size(); ++m) {
      Candidate common;
      if (FindExactly(*trees_[0], metrics[m].name) != m) continue;  // an earlier metric has the same name
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

  const std::string& NameOf(const Candidate& common) const {
    return trees_[0]->metrics()[common.index[0]].name;
  }

  // Moves the requested metric to the front, and drops metrics that cannot be compared.
  Result<void> ChooseFirst() {
    if (!asked_.empty()) {
      const auto is_named = [&](auto compare) {
        return std::ranges::find_if(common_,
                                    [&](const Candidate& one) { return compare(NameOf(one), asked_); });
      };
      auto asked = is_named([](std::string_view a, std::string_view b) { return a == b; });
      if (asked == common_.end()) asked = is_named(EqualsFolded);
      if (asked == common_.end()) {
        return Fail(ErrorCode::kNotFound, "expected a metric that all profiles have, found '{}': {}", asked_,
                    MetricsOfEach());
      }
      if (!asked->problem.empty()) return Fail(ErrorCode::kInvalidArgument, asked->problem);
      std::rotate(common_.begin(), asked, asked + 1);
    }
    if (common_.empty()) {
      return Fail(ErrorCode::kNotFound, "expected a metric that all profiles have, found none: {}",
                  MetricsOfEach());
    }
    const auto comparable = [](const Candidate& one) { return one.problem.empty(); };
    if (std::ranges::none_of(common_, comparable))
      return Fail(ErrorCode::kInvalidArgument, common_.front().problem);
    for (const Candidate& one : common_) {
      if (!comparable(one))
        found_.notes.push_back(fmt::format("'{}' was left out: {}.", NameOf(one), one.problem));
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

  // A clause that lists the common metrics, or if there are none the most similar pair.
  [[nodiscard]] std::string NearestOfEach() const {
    if (!common_.empty()) {
      std::string text;
      for (const Candidate& one : common_)
        text += (text.empty() ? "; all have '" : ", '") + NameOf(one) + "'";
      return text;
    }
    for (size_t e = 1; e < trees_.size(); ++e) {
      const auto own = trees_[0]->metrics(), its = trees_[e]->metrics();
      const bool has_common = std::ranges::any_of(
          own, [&](const Metric& one) { return FindExactly(*trees_[e], one.name).has_value(); });
      if (has_common) continue;
      const auto nearest = NearestMetrics(own, its);
      if (!nearest) continue;
      return fmt::format("; nearest: '{}' and '{}'", own[nearest->first].name, its[nearest->second].name);
    }
    return {};
  }

  // "one every 1000 us", "one every 100000 cycles"
  static std::string PeriodText(const SamplingPeriod& period) {
    if (period.unit == "ns") return fmt::format("one every {} us", ExactDecimalText(period.count, 1000));
    return fmt::format("one every {} {}", period.count, period.unit);
  }

  // Finds the factors that bring numbers of samples to one period: the greatest common divisor if the factors
  // are small, else the shortest period, with decimals.
  void ReadPeriods() {
    period_factor_.assign(trees_.size(), 1);
    std::vector<SamplingPeriod> periods;
    SamplingPeriod common;
    uint64_t shortest = 0, longest = 0;
    for (const CctPtr& tree : trees_) {
      const SamplingPeriod& period = periods.emplace_back(SamplingPeriodOf(tree->report()));
      common = {std::gcd(common.count, period.count), period.unit};
      shortest = periods.size() == 1 ? period.count : std::min(shortest, period.count);
      longest = std::max(longest, period.count);
    }
    const auto different =
        std::ranges::find_if(periods, [&](const SamplingPeriod& one) { return one != periods[0]; });
    if (different == periods.end()) return;
    const std::string& first_name = executions_[0].name;
    const std::string& other_name = executions_[static_cast<size_t>(different - periods.begin())].name;
    const bool is_one_unit = std::ranges::all_of(
        periods, [&](const SamplingPeriod& one) { return one.count > 0 && one.unit == common.unit; });
    if (!is_one_unit) {
      const auto text = [](const SamplingPeriod& one) {
        return one.count > 0 ? PeriodText(one) : std::string("no known period");
      };
      period_note_ = fmt::format("Numbers of samples were not brought to one period: {} has {}, {} {}.",
                                 first_name, text(periods[0]), other_name, text(*different));
      return;
    }
    if (longest / common.count > kMostPeriodFactor) {
      common.count = shortest;
      period_scale_ = kMostPeriodFactor;
    }
    for (size_t e = 0; e < trees_.size(); ++e)
      period_factor_[e] = (periods[e].count * period_scale_ + common.count / 2) / common.count;
    period_note_ = fmt::format("Numbers of samples were brought to {}: {} has {}, {} {}.", PeriodText(common),
                               first_name, PeriodText(periods[0]), other_name, PeriodText(*different));
  }

  Result<void> AddMetric(const Candidate& candidate) {
    const Metric& first = trees_[0]->metrics()[candidate.index[0]];
    CommonMetric common{{first.name, first.unit, 1}, candidate.index, {}};
    bool is_one_unit = true;
    for (size_t e = 0; e < trees_.size(); ++e) {
      const Metric& metric = trees_[e]->metrics()[candidate.index[e]];
      common.metric.scale = std::max(common.metric.scale, metric.scale);
      is_one_unit &= metric.unit == first.unit;
    }
    // Different units are brought to the smallest unit of their kind.
    if (!is_one_unit) {
      const Dimension dimension = UnitOfMetric(first.unit).dimension;
      common.metric.unit = dimension == Dimension::kTime    ? "ns"
                           : dimension == Dimension::kBytes ? "bytes"
                                                            : "count";
      found_.notes.push_back(fmt::format("'{}' was brought to {}.", first.name, common.metric.unit));
    }
    const bool is_sample_count = IsSampleCount(first.name, first.unit);
    if (is_sample_count && !period_note_.empty()) found_.notes.push_back(std::exchange(period_note_, {}));
    for (size_t e = 0; e < trees_.size(); ++e) {
      const Metric& metric = trees_[e]->metrics()[candidate.index[e]];
      uint64_t factor = common.metric.scale / std::max<uint64_t>(metric.scale, 1);
      bool overflows = false;
      const auto multiply = [&](uint64_t by) { overflows |= __builtin_mul_overflow(factor, by, &factor); };
      if (!is_one_unit) multiply(static_cast<uint64_t>(UnitOfMetric(metric.unit).factor));
      if (is_sample_count) multiply(period_factor_[e]);
      if (overflows) return TotalTooLarge(first);
      common.factor.push_back(factor);
    }
    if (is_sample_count) common.metric.scale *= period_scale_;
    found_.metrics.push_back(std::move(common));
    return {};
  }

  void NoteLeftOut() {
    std::vector<std::string> names;
    for (const CctPtr& tree : trees_) {
      for (const Metric& metric : tree->metrics()) {
        const auto is_it = [&](const CommonMetric& one) { return one.metric.name == metric.name; };
        if (std::ranges::any_of(found_.metrics, is_it)) continue;
        if (std::ranges::find(names, metric.name) == names.end()) names.push_back(metric.name);
      }
    }
    for (const std::string& name : names) {
      const bool is_common = std::ranges::all_of(
          trees_, [&](const CctPtr& tree) { return FindExactly(*tree, name).has_value(); });
      if (!is_common)
        found_.notes.push_back(fmt::format("'{}' was left out: not all profiles have it.", name));
    }
  }

  std::span<const CctPtr> trees_;
  std::span<const Execution> executions_;
  const std::string& asked_;
  CommonMetrics found_;
  std::vector<Candidate> common_;
  std::vector<uint64_t> period_factor_;
  uint64_t period_scale_ = 1;
  std::string period_note_;
};

bool Contains(std::string_view text, std::string_view part) {
  return !part.empty() && text.find(part) != std::string_view::npos;
}

// How similar two names are; 0: not at all.
int NearnessOf(const std::string& a, const std::string& b) {
  if (EqualsFolded(a, b)) return 3;
  if (NearestWord(a, std::span(&b, 1))) return 2;
  return Contains(a, b) || Contains(b, a) ? 1 : 0;
}

constexpr std::array<std::string_view, 5> kExactNames{"instructions", "ir", "bytecodes", "allocations",
                                                      "objects"};

}  // namespace

Result<CommonMetrics> FindCommonMetrics(std::span<const CctPtr> trees, std::span<const Execution> executions,
                                        const std::string& asked) {
  return Finder(trees, executions, asked).Find();
}

Result<void> AddTotal(const CommonMetric& metric, const Cct& tree, size_t execution, uint64_t times,
                      uint64_t& sum) {
  uint64_t total = 0;
  if (__builtin_mul_overflow(tree.Total(metric.index[execution]), metric.factor[execution], &total) ||
      __builtin_mul_overflow(total, times, &total) || __builtin_add_overflow(sum, total, &sum) ||
      sum >= kTotalLimit)
    return TotalTooLarge(metric.metric);
  return {};
}

std::optional<std::pair<MetricIndex, MetricIndex>> NearestMetrics(std::span<const Metric> a,
                                                                  std::span<const Metric> b) {
  std::optional<std::pair<MetricIndex, MetricIndex>> nearest;
  int best = 0;
  for (MetricIndex i = 0; i < a.size(); ++i) {
    for (MetricIndex j = 0; j < b.size(); ++j) {
      if (!IsSameKind(a[i], b[j])) continue;
      const int nearness = 1 + NearnessOf(a[i].name, b[j].name);
      if (nearness <= best) continue;
      best = nearness;
      nearest = {i, j};
    }
  }
  return nearest;
}

bool IsSampleCount(std::string_view name, std::string_view unit) {
  if (EqualsFolded(unit, "samples")) return true;
  if (UnitOfMetric(unit).dimension != Dimension::kCount) return false;
  // "execution samples" of a flight recorder.
  const size_t blank = name.rfind(' ');
  const std::string_view last = blank == std::string_view::npos ? name : name.substr(blank + 1);
  return EqualsFolded(last, "samples") || EqualsFolded(last, "sample");
}

bool IsExactCount(std::string_view name, std::string_view unit) {
  if (UnitOfMetric(unit).dimension == Dimension::kBytes || IsCallsName(name)) return true;
  return std::ranges::any_of(kExactNames, [&](std::string_view exact) { return EqualsFolded(name, exact); });
}

}  // namespace ringscope
