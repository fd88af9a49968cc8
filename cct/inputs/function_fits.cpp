#include "cct/inputs/function_fits.h"

#include <algorithm>

namespace ringscope {

FunctionFit FitFunction(const FunctionPoints& function) {
  FunctionFit fit;
  fit.frame = function.frame;
  fit.sizes = function.points.size();
  fit.largest_size = function.points.back().size;
  for (const InputPoint& point : function.points) {
    constexpr uint64_t kMost = (uint64_t{1} << 63) - 1;
    fit.calls = std::min(fit.calls + std::min(point.calls, kMost), kMost);
    fit.cost = std::min(fit.cost + point.cost, kMost);
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
  fit.is_level = count >= kLeastPointsOfFit &&
                 std::all_of(function.points.begin(), function.points.end(), [&](const InputPoint& point) {
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
    if (IsCancelled(job)) return Fail(ErrorCode::kCancelled, "cancelled");
    fits.push_back(FitFunction(function));
    if (job != nullptr) job->done_units = fits.size();
  }
  const auto is_explained = [](const FunctionFit& fit) {
    return fit.power && fit.power->r_squared >= kLeastExplained;
  };
  std::stable_sort(fits.begin(), fits.end(), [&](const FunctionFit& x, const FunctionFit& y) {
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

}  // namespace ringscope
