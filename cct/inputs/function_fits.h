#pragma once

#include <cstdint>
#include <optional>
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
  std::optional<PowerFit> power;  // cost = a + b n^c
  ClassFit growth;
};

// One function, which has at least one point. A fit, whose cost is that of its points.
[[nodiscard]] FunctionFit FitFunction(const FunctionPoints& function);

// All functions with points, those that grow the fastest first: by the exponent where the fit explains
// something (R^2 of at least kLeastExplained), the others behind, by cost. O(contexts + points log points),
// and a fit a function. Errors: kCancelled.
[[nodiscard]] Result<std::vector<FunctionFit>> FitFunctions(const Cct& tree, const PointFields& fields,
                                                            JobControl* job = nullptr);
inline constexpr double kLeastExplained = 0.5;

}  // namespace ringscope
