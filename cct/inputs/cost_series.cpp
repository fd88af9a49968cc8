#include "cct/inputs/cost_series.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>

#include "cct/base/bounded_sum.h"

namespace ringscope {
namespace {

constexpr double kMostAlpha = 2;
constexpr uint32_t kLastCallsStep = 11;

double Average(const InputPoint& point) {
  return static_cast<double>(point.cost) / static_cast<double>(point.calls);
}

double Variance(const InputPoint& point) {
  const double average = Average(point);
  return std::max(point.squares / static_cast<double>(point.calls) - average * average, 0.0);
}

double ValueOf(const InputPoint& point, CostChart chart) {
  switch (chart) {
    case CostChart::kAverage:
      return Average(point);
    case CostChart::kBest:
      return static_cast<double>(point.least);
    case CostChart::kTotal:
      return static_cast<double>(point.cost);
    case CostChart::kVariance:
      return Variance(point);
    case CostChart::kFrequency:
      return static_cast<double>(point.calls);
    case CostChart::kWorst:
    case CostChart::kBounded:
    case CostChart::kAmortized:
      break;
  }
  return static_cast<double>(point.most);
}

bool IsSum(CostChart chart) { return chart == CostChart::kTotal || chart == CostChart::kFrequency; }

// Joins points whose sizes are in one slot.
void Group(uint64_t width, bool is_sum, std::vector<CostPoint>& points) {
  std::vector<CostPoint> groups;
  uint64_t in_group = 0;
  const auto end_group = [&] {
    if (!groups.empty() && !is_sum && in_group > 0) groups.back().value /= static_cast<double>(in_group);
  };
  for (const CostPoint& point : points) {
    const double slot = std::floor(point.size / static_cast<double>(width)) * static_cast<double>(width);
    if (groups.empty() || groups.back().size != slot) {
      end_group();
      groups.push_back({slot, 0, 0});
      in_group = 0;
    }
    groups.back().value += point.value;
    groups.back().calls = BoundedSum(groups.back().calls, point.calls);
    ++in_group;
  }
  end_group();
  points = std::move(groups);
}

void Smooth(uint32_t window, std::vector<CostPoint>& points) {
  const size_t half = window / 2;
  std::vector<double> sums(points.size() + 1, 0);
  for (size_t i = 0; i < points.size(); ++i) sums[i + 1] = sums[i] + points[i].value;
  for (size_t i = 0; i < points.size(); ++i) {
    const size_t begin = i > half ? i - half : 0, end = std::min(i + half + 1, points.size());
    points[i].value = (sums[end] - sums[begin]) / static_cast<double>(end - begin);
  }
}

// The language of derived metrics defines a name; here it is always h.
constexpr std::string_view kHead = "h=";
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

std::optional<double> ValueOf(std::string_view name, double n) {
  if (name == "n") return n;
  if (name == "ln") return std::log(n);
  if (name == "lnln") return std::log(std::log(n));
  if (name == "sqrt") return std::sqrt(n);
  return std::nullopt;
}

double ValueOf(const FormulaNode& node, double n, const std::array<double, kMaxFormulaNodes>& values) {
  const double first = values[node.first], second = values[node.second];
  switch (node.op) {
    case FormulaNode::Op::kNumber:
      return node.number;
    case FormulaNode::Op::kValue:
      return ValueOf(node.metric, n).value_or(kNone);
    case FormulaNode::Op::kAdd:
      return first + second;
    case FormulaNode::Op::kSubtract:
      return first - second;
    case FormulaNode::Op::kMultiply:
      return first * second;
    case FormulaNode::Op::kDivide:
      return second == 0 ? kNone : first / second;
    case FormulaNode::Op::kNegate:
      break;
  }
  return -first;
}

}  // namespace

std::optional<double> BoundingFunction::At(double n) const {
  if (formula) return formula->At(n);
  double h = std::pow(n, power);
  if (log_power != 0) {
    if (!(std::log(n) > 0)) return std::nullopt;
    h *= std::pow(std::log(n), log_power);
  }
  if (log_log_power != 0) {
    if (!(std::log(n) > 0) || !(std::log(std::log(n)) > 0)) return std::nullopt;
    h *= std::pow(std::log(std::log(n)), log_log_power);
  }
  if (!(h > 0) || !std::isfinite(h)) return std::nullopt;
  return h;
}

CostSeries MakeCostSeries(std::span<const InputPoint> points, const CostSeriesOptions& options) {
  CostSeries series;
  const bool is_amortized = options.chart == CostChart::kAmortized;
  const Amortized amortized = is_amortized ? AmortizedCosts(points) : Amortized{};
  if (is_amortized) series.alpha = amortized.alpha;
  for (const InputPoint& point : points) {
    const auto size = static_cast<double>(point.size);
    double value = ValueOf(point, options.chart);
    if (is_amortized) value = Average(point) <= amortized.cut ? amortized.cost : 0;
    if (options.chart == CostChart::kBounded) {
      const std::optional<double> bound = options.bound.At(size);
      if (!bound) {
        ++series.left_out;
        continue;
      }
      value /= *bound;
    }
    series.points.push_back({size, value, point.calls});
  }
  if (options.group_width > 1)
    Group(options.group_width, IsSum(options.chart), series.points);
  else if (options.smoothing_window > 1 && !is_amortized)
    Smooth(options.smoothing_window | 1u, series.points);
  return series;
}

Amortized AmortizedCosts(std::span<const InputPoint> points) {
  std::vector<const InputPoint*> by_average;
  for (const InputPoint& point : points) by_average.push_back(&point);
  std::stable_sort(by_average.begin(), by_average.end(),
                   [](const InputPoint* a, const InputPoint* b) { return Average(*a) < Average(*b); });
  Amortized best;
  if (by_average.empty()) return best;
  const double all = std::accumulate(
      by_average.begin(), by_average.end(), 0.0,
      [](double sum, const InputPoint* point) { return sum + static_cast<double>(point->cost); });
  best = {Average(*by_average.back()), 0, Average(*by_average.back())};
  double below = 0;
  for (size_t cut = 0; cut + 1 < by_average.size(); ++cut) {
    below += static_cast<double>(by_average[cut]->cost);
    if (!(below > 0)) continue;
    const double alpha = (all - below) / below;
    if (alpha > kMostAlpha) continue;
    const double average = Average(*by_average[cut]);
    if ((1 + alpha) * average < best.cost) best = {(1 + alpha) * average, alpha, average};
  }
  return best;
}

uint32_t CallsStep(uint64_t calls) {
  if (calls == 0) return kLastCallsStep;
  const double step = std::round(std::log2(static_cast<double>(calls)));
  return step >= kLastCallsStep ? 0 : kLastCallsStep - static_cast<uint32_t>(step);
}

Result<BoundingFormula> BoundingFormula::Parse(std::string_view text) {
  Result<DerivedMetric> parsed = ParseDerivedMetric(fmt::format("{}{}", kHead, text));
  if (!parsed) {
    Error error = std::move(parsed).error();
    if (error.column && *error.column > kHead.size()) *error.column -= kHead.size();
    return tl::unexpected(std::move(error));
  }
  const size_t skipped = parsed->formula_begin - kHead.size();
  for (const FormulaNode& node : parsed->nodes) {
    if (node.op != FormulaNode::Op::kValue) continue;
    if (node.which != FormulaNode::Which::kAsAsked || !ValueOf(node.metric, 1))
      return FailAtColumn(ErrorCode::kNotFound, skipped + node.at + 1, "expected {}, found '{}'",
                          kBoundingValues, node.metric);
  }
  return BoundingFormula(std::move(parsed->formula_text), std::move(parsed->nodes));
}

std::optional<double> BoundingFormula::At(double n) const {
  std::array<double, kMaxFormulaNodes> values{};
  for (size_t k = 0; k < nodes_.size(); ++k) values[k] = ValueOf(nodes_[k], n, values);
  const double h = nodes_.empty() ? 0 : values[nodes_.size() - 1];
  if (!(h > 0) || !std::isfinite(h)) return std::nullopt;
  return h;
}

}  // namespace ringscope
