#include "cct/inputs/function_fits.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string_view>
#include <utility>

#include "cct/base/bounded_sum.h"
#include "cct/tree/verify.h"

namespace ringscope {

FunctionFit FitFunction(const FunctionPoints& function) {
  FunctionFit fit;
  fit.frame = function.frame;
  fit.sizes = function.points.size();
  fit.largest_size = function.points.back().size;
  for (const InputPoint& point : function.points) {
    fit.calls = BoundedSum(fit.calls, point.calls);
    fit.cost = BoundedSum(fit.cost, point.cost);
  }
  const size_t count = function.points.size(), fitted = std::min(count, kMostFittedSizes);
  fit.fitted_sizes = fitted;
  std::vector<double> sizes, costs;
  for (size_t k = 0; k < fitted; ++k) {
    const InputPoint& point = function.points[fitted == count ? k : k * (count - 1) / (fitted - 1)];
    sizes.push_back(static_cast<double>(point.size));
    costs.push_back(static_cast<double>(point.most));
  }
  fit.power = FitPower(sizes, costs);
  fit.is_level =
      count >= kLeastPointsOfFit && std::ranges::all_of(function.points, [&](const InputPoint& point) {
        return point.most == function.points.front().most;
      });
  fit.growth = BestGrowthClass(sizes, costs);
  return fit;
}

Result<std::vector<FunctionFit>> FitFunctions(const Cct& tree, const PointFields& fields, JobControl* job) {
  RINGSCOPE_ASSIGN(const std::vector<FunctionPoints> functions, PointsByFunction(tree, fields, job));
  BeginUnits(job, functions.size());
  std::vector<FunctionFit> fits;
  fits.reserve(functions.size());
  for (const FunctionPoints& function : functions) {
    RINGSCOPE_TRY(ReachUnits(job, fits.size()));
    fits.push_back(FitFunction(function));
  }
  const auto is_explained = [](const FunctionFit& fit) {
    return fit.power && fit.power->r_squared >= kLeastExplained;
  };
  std::ranges::stable_sort(fits, [&](const FunctionFit& x, const FunctionFit& y) {
    if (is_explained(x) != is_explained(y)) return is_explained(x);
    if (is_explained(x) && x.power->c != y.power->c) return x.power->c > y.power->c;
    if (x.cost != y.cost) return x.cost > y.cost;
    return tree.frames().name(x.frame) < tree.frames().name(y.frame);
  });
  return fits;
}

std::optional<double> ExponentOf(const FunctionFit& fit) {
  if (fit.is_level) return 0;
  if (!fit.power || fit.power->r_squared < kLeastExplained) return std::nullopt;
  return fit.power->c;
}

std::string GrowthText(const FunctionFit& fit) {
  if (fit.sizes < 2) return "-";
  std::string text(WordOf(kGrowthClassWords, fit.growth.growth));
  return fit.growth.is_decided ? text : text + "?";
}

namespace {

// The name of the field that holds an index of ImportReport::executions.
constexpr std::string_view kExecutionField = "execution";
constexpr ContextId kContextsBetweenPolls = 1u << 16;

void AddUp(const InputPoint& from, InputPoint& into) {
  into.calls = BoundedSum(into.calls, from.calls);
  into.cost = BoundedSum(into.cost, from.cost);
  into.least = std::min(into.least, from.least);
  into.most = std::max(into.most, from.most);
  into.squares += from.squares;
}

void AddPointsOf(const Cct& tree, const PointFields& fields, ContextId context,
                 std::vector<InputPoint>& points) {
  const PointRange range = tree.PointsOf(context);
  for (uint64_t point = range.begin; point < range.end; ++point) points.push_back(fields.At(point));
}

}  // namespace

bool HavePointsSides(const Cct& tree) {
  const auto& fields = tree.point_fields();
  const auto& executions = tree.report().executions;
  return std::ranges::find(fields, kExecutionField, &PointField::name) != fields.end() &&
         !executions.empty() &&
         std::ranges::all_of(executions, [](const Execution& one) { return one.side.has_value(); });
}

std::optional<Side> LastSideOfPoints(const Cct& tree) {
  return HavePointsSides(tree) ? std::optional(Side::kAfter) : std::nullopt;
}

PointFields::PointFields(const Cct& tree, PointCost cost, std::optional<Side> side) : tree_(&tree) {
  const bool is_self = cost == PointCost::kSelf;
  const std::pair<std::string_view, size_t*> names[] = {
      {"input", &size_},
      {"calls", &calls_},
      {is_self ? "self" : "inclusive", &cost_},
      {is_self ? "self_min" : "inclusive_min", &least_},
      {is_self ? "self_max" : "inclusive_max", &most_},
      {is_self ? "self_squares" : "inclusive_squares", &squares_},
      {kExecutionField, &execution_},
  };
  for (size_t field = 0; field < tree.point_fields().size(); ++field)
    for (const auto& [name, place] : names)
      if (tree.point_fields()[field].name == name) *place = field;
  if (!side || !HavePointsSides(tree)) execution_ = kNone;
  for (const Execution& one : tree.report().executions) counts_.push_back(one.side == side);
}

uint64_t PointFields::WholeAt(size_t field, uint64_t point) const {
  const uint64_t bits = tree_->PointValue(field, point);
  if (!tree_->point_fields()[field].is_real) return bits;
  const auto real = std::bit_cast<double>(bits);
  if (!(real > 0)) return 0;
  return real < static_cast<double>(kMostSum) ? static_cast<uint64_t>(std::llround(real)) : kMostSum;
}

InputPoint PointFields::At(uint64_t point) const {
  InputPoint at;
  if (execution_ != kNone) {
    const uint64_t execution = WholeAt(execution_, point);
    if (execution >= counts_.size() || !counts_[execution]) return at;
  }
  at.size = WholeAt(size_, point);
  at.calls = std::min(WholeAt(calls_, point), kMostSum);
  at.cost = std::min(WholeAt(cost_, point), kMostSum);
  const uint64_t average = at.calls > 0 ? at.cost / at.calls : 0;
  at.least = least_ != kNone ? WholeAt(least_, point) : average;
  at.most = most_ != kNone ? WholeAt(most_, point) : average;
  if (squares_ == kNone) return at;
  const uint64_t bits = tree_->PointValue(squares_, point);
  at.squares =
      tree_->point_fields()[squares_].is_real ? std::bit_cast<double>(bits) : static_cast<double>(bits);
  if (!std::isfinite(at.squares) || at.squares < 0) at.squares = 0;
  return at;
}

std::vector<InputPoint> SumPointsBySize(std::vector<InputPoint> points) {
  // Drops sizes without calls, which have no costs.
  std::erase_if(points, [](const InputPoint& point) { return point.calls == 0; });
  std::ranges::stable_sort(points, {}, &InputPoint::size);
  JoinEqual(
      points, [](const InputPoint& point) { return point.size; }, AddUp);
  return points;
}

std::vector<InputPoint> PointsOfContext(const Cct& tree, const PointFields& fields, ContextId context) {
  std::vector<InputPoint> points;
  AddPointsOf(tree, fields, context, points);
  return SumPointsBySize(std::move(points));
}

std::vector<InputPoint> PointsOfFunction(const Cct& tree, const PointFields& fields, FrameId frame) {
  std::vector<InputPoint> points;
  for (ContextId context = 0; context < tree.context_count(); ++context) {
    if (tree.FrameOf(context) == frame) AddPointsOf(tree, fields, context, points);
  }
  return SumPointsBySize(std::move(points));
}

Result<std::vector<FunctionPoints>> PointsByFunction(const Cct& tree, const PointFields& fields,
                                                     JobControl* job) {
  RINGSCOPE_TRY(CheckPointRanges(tree));
  BeginUnits(job, tree.context_count());
  std::vector<std::vector<InputPoint>> of_frame(tree.frames().size());
  for (ContextId context = 0; context < tree.context_count(); ++context) {
    if (context % kContextsBetweenPolls == 0) RINGSCOPE_TRY(ReachUnits(job, context));
    const FrameId frame = tree.FrameOf(context);
    if (frame < of_frame.size()) AddPointsOf(tree, fields, context, of_frame[frame]);
  }
  std::vector<FunctionPoints> functions;
  for (FrameId frame = 0; frame < of_frame.size(); ++frame) {
    std::vector<InputPoint> points = SumPointsBySize(std::move(of_frame[frame]));
    if (!points.empty()) functions.push_back({frame, std::move(points)});
  }
  return functions;
}

}  // namespace ringscope
