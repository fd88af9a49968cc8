#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "cct/base/text/enum_words.h"

namespace ringscope {

// y = a + b x^c, by least squares.
struct PowerFit {
  double a = 0, b = 0, c = 0;
  double r_squared = 0;  // 1 - sum of squared residuals / sum of squared deviations from the mean
  double c_error = 0;    // standard error of c
  // Covariance of a, b and c in units of the largest x and y: aa, ab, ac, bb, bc, cc.
  std::array<double, 6> covariance{};
  double x_unit = 1, y_unit = 1;

  [[nodiscard]] double At(double x) const;
  // The part of the standard error of At(x) that comes from the uncertainty of a, b and c (delta method); the
  // misfit of the power law itself is not in it. May be infinite or no number.
  [[nodiscard]] double ErrorAt(double x) const;
};

// The least number of different x from which three unknowns can be fitted.
inline constexpr size_t kLeastPointsOfFit = 4;

// For a given exponent the best a and b are those of a straight line, so the search is over the exponent
// alone: the deepest local minimum of the residuals between -50 and 50. An x of 0 counts as 1. std::nullopt
// if there are fewer than kLeastPointsOfFit different x, all y are equal, a number is not finite, an x is
// below 0, or the residuals only fall towards large exponents. Both spans have one size. O(some hundred * n).
[[nodiscard]] std::optional<PowerFit> FitPower(std::span<const double> x, std::span<const double> y);

// How a cost grows with the size n of the input: y = a + b g(n) with b >= 0.
enum class GrowthClass : uint8_t {
  kConstant,
  kLogarithmic,   // ln n
  kLinear,        // n
  kLinearithmic,  // n ln n
  kQuadratic,     // n^2
  kCubic,         // n^3
  kExponential,   // 2^n
};
inline constexpr size_t kGrowthClassCount = 7;
inline constexpr auto kGrowthClassWords =
    WordsInOrder<GrowthClass, kGrowthClassCount>("1, log n, n, n log n, n^2, n^3, 2^n");

struct ClassFit {
  GrowthClass growth = GrowthClass::kConstant;
  double a = 0, b = 0;
  // Root mean square of the leave-one-out residuals (each point's distance from the fit to the others), as a
  // share of the mean y.
  double error = 0;
  // True if every class that fits about as well agrees with this one, within a factor of 2, on the cost of
  // ten times the largest input. False if there are fewer than 5 different sizes, or the largest is below 4
  // times the smallest.
  bool is_decided = false;

  // The predicted cost at a size.
  [[nodiscard]] double At(double n) const;
};

// Finds the class with the least leave-one-out error and returns the one that grows the least among those
// within one standard error of it. Sizes of 0 count as 1. Needs at least one point. O(n).
[[nodiscard]] ClassFit BestGrowthClass(std::span<const double> sizes, std::span<const double> costs);

}  // namespace ringscope
