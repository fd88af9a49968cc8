#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cct/inputs/function_points.h"
#include "cct/statistics/growth_class.h"
#include "cct/statistics/power_fit.h"

namespace ringscope {

// How a function's cost grows with its input: what its most expensive call of each size cost.
struct FunctionFit {
  FrameId frame = 0;
  uint64_t calls = 0;
  uint64_t cost = 0;   // of all its calls, in the unit of the points
  uint64_t sizes = 0;  // different input sizes
  uint64_t largest_size = 0;
  uint64_t fitted_sizes = 0;      // that the next two were made from
  std::optional<PowerFit> power;  // cost = a + b n^c
  bool is_level = false;          // all costs are equal, of as many sizes as a power needs: there is none
  ClassFit growth;
};

// Of more sizes than these so many are fitted, evenly spaced by rank, the smallest and the largest among
// them: a curve of three numbers gains nothing by more.
inline constexpr size_t kMostFittedSizes = 50'000;

// One function, which has at least one point. A fit, whose cost is that of its points. O(points), and the fit
// of at most kMostFittedSizes.
[[nodiscard]] FunctionFit FitFunction(const FunctionPoints& function);

// All functions with points, those that grow the fastest first: by the exponent where the fit explains
// something (R^2 of at least kLeastExplained), the others behind, by cost. O(contexts + points log points),
// and a fit a function. Errors: kCancelled.
[[nodiscard]] Result<std::vector<FunctionFit>> FitFunctions(const Cct& tree, const PointFields& fields,
                                                            JobControl* job = nullptr);
inline constexpr double kLeastExplained = 0.5;

// The exponent that costs grow by: 0 where all are equal, nothing where a curve explains less than
// kLeastExplained of them.
[[nodiscard]] std::optional<double> ExponentOf(const FunctionFit& fit);

// "n^2", "n^2?" where it is not decided, "-" of a single size.
[[nodiscard]] std::string GrowthText(const FunctionFit& fit);

}  // namespace ringscope
