#pragma once

#include <array>
#include <optional>
#include <span>

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

}  // namespace ringscope
