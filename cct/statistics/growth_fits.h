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
  double r_squared = 0;  // 1 - residual sum of squares / that around the mean
  double c_error = 0;    // standard error of c
  // Covariance of a, b and c in units of the largest x and y: aa, ab, ac, bb, bc, cc.
  std::array<double, 6> covariance{};
  double x_unit = 1, y_unit = 1;

  [[nodiscard]] double At(double x) const;
  // Standard error of At(x), as far as the three numbers are uncertain (delta method): what the power law
  // cannot follow is not in it. Not finite where nothing can be said.
  [[nodiscard]] double ErrorAt(double x) const;
};

// From how many different x on three unknowns can be told.
inline constexpr size_t kLeastPointsOfFit = 4;

// Of each exponent the best a and b are those of a line, so only the exponent is looked for: where the
// residuals are least among exponents of -50 to 50, and less than beside it. An x of 0 counts as 1. Nothing
// where there are fewer than kLeastPointsOfFit different x, where all y are equal, where a number is not
// finite or an x is below 0, or where residuals only fall towards large exponents. Both spans have one size.
// O(n) an exponent, a few hundred of them.
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
  // Root of the mean square of what each point is missed by when the others alone are fitted, as a share of
  // the mean y.
  double error = 0;
  // Whether no other class that fits about as well would say something else of ten times the largest input:
  // more than twice or less than half as much. False also where there are fewer than 5 sizes, or the largest
  // is below 4 times the smallest.
  bool is_decided = false;

  // The cost at a size that was not seen; of sizes that were, about what was seen.
  [[nodiscard]] double At(double n) const;
};

// The class that misses points the least that it was not fitted to (leave one out); of those within one
// standard error of it, the one that grows the least. Sizes of 0 count as 1. There has to be at least one
// point. O(n).
[[nodiscard]] ClassFit BestGrowthClass(std::span<const double> sizes, std::span<const double> costs);

}  // namespace ringscope
