#include "cct/statistics/special_functions.h"

#include <cmath>
#include <limits>

namespace ringscope {
namespace {

// From here on the asymptotic series (Abramowitz and Stegun 6.3.18 and 6.4.12 to 14) have all digits of a
// double.
constexpr double kSeriesFrom = 15;

// The continued fraction of the incomplete beta function (Numerical Recipes 6.4), by Lentz's method.
double BetaFraction(double a, double b, double x) {
  constexpr double kTiny = 1e-300;
  constexpr int kMostSteps = 20'000;
  const auto not_zero = [](double value) { return std::abs(value) < kTiny ? kTiny : value; };
  double c = 1;
  double d = 1 / not_zero(1 - (a + b) * x / (a + 1));
  double fraction = d;
  for (int m = 1; m <= kMostSteps; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / not_zero(1 + even * d);
    c = not_zero(1 + even / c);
    fraction *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / not_zero(1 + odd * d);
    c = not_zero(1 + odd / c);
    fraction *= d * c;
    if (std::abs(d * c - 1) < 4 * std::numeric_limits<double>::epsilon()) break;
  }
  return fraction;
}

}  // namespace

double Digamma(double x) {
  double below = 0;
  for (; x < kSeriesFrom; ++x) below += 1 / x;
  const double s = 1 / (x * x);
  return std::log(x) - 0.5 / x -
         s * (1.0 / 12 - s * (1.0 / 120 - s * (1.0 / 252 - s * (1.0 / 240 - s * (1.0 / 132))))) - below;
}

double Trigamma(double x) {
  double below = 0;
  for (; x < kSeriesFrom; ++x) below += 1 / (x * x);
  const double s = 1 / (x * x);
  return 1 / x + s / 2 +
         s / x * (1.0 / 6 - s * (1.0 / 30 - s * (1.0 / 42 - s * (1.0 / 30 - s * (5.0 / 66))))) + below;
}

double Tetragamma(double x) {
  double below = 0;
  for (; x < kSeriesFrom; ++x) below += 2 / (x * x * x);
  const double s = 1 / (x * x);
  return -s - s / x - s * s * (0.5 - s * (1.0 / 6 - s * (1.0 / 6 - s * (3.0 / 10 - s * (5.0 / 6))))) - below;
}

double IncompleteBeta(double a, double b, double x) {
  if (!(x > 0)) return 0;
  if (!(x < 1)) return 1;
  const double front =
      std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
  // The fraction converges fast on this side of the mean; the other side follows by symmetry.
  if (x < (a + 1) / (a + b + 2)) return front * BetaFraction(a, b, x) / a;
  return 1 - front * BetaFraction(b, a, 1 - x) / b;
}

}  // namespace ringscope
