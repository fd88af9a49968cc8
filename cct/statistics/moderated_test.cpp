#include "cct/statistics/moderated_test.h"

#include <cmath>
#include <limits>
#include <optional>

namespace ringscope {
namespace {

// Relative to the mean of all its values.
struct Quantity {
  double log_mean = 0;
  double difference = 0;
  double variance = 0;  // of one value about the mean of its side
};

double MeanOf(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

double SquaresAbout(std::span<const double> values, double mean) {
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return squares;
}

// std::nullopt if all values are equal.
std::optional<Quantity> Relative(const TwoSides& sides) {
  const double before = MeanOf(sides.before), after = MeanOf(sides.after);
  const auto size_before = static_cast<double>(sides.before.size()),
             size_after = static_cast<double>(sides.after.size());
  const double mean = (before * size_before + after * size_after) / (size_before + size_after);
  const double squares = SquaresAbout(sides.before, before) + SquaresAbout(sides.after, after);
  if (!(mean > 0) || (squares == 0 && before == after)) return std::nullopt;
  return Quantity{std::log(mean), (after - before) / mean,
                  squares / (mean * mean) / (size_before + size_after - 2)};
}

// y = at + slope (x - middle), by least squares.
struct Line {
  double middle = 0, at = 0, slope = 0;
  [[nodiscard]] double At(double x) const { return at + slope * (x - middle); }
};

Line LineThrough(std::span<const double> x, std::span<const double> y) {
  Line line{MeanOf(x), MeanOf(y), 0};
  double products = 0, squares = 0;
  for (size_t k = 0; k < x.size(); ++k) {
    products += (x[k] - line.middle) * (y[k] - line.at);
    squares += (x[k] - line.middle) * (x[k] - line.middle);
  }
  if (squares > 1e-12) line.slope = products / squares;
  return line;
}

// The x > 0 at which the trigamma function, which falls from infinity to 0, has `value`: by Newton's method
// on its reciprocal, which is nearly a line (Smyth, appendix).
double InverseTrigamma(double value) {
  if (value > 1e7) return 1 / std::sqrt(value);
  if (value < 1e-6) return 1 / value;
  double x = 0.5 + 1 / value;
  for (int k = 0; k < 50; ++k) {
    const double trigamma = Trigamma(x);
    const double step = trigamma * (1 - trigamma / value) / Tetragamma(x);
    x += step;
    if (-step / x < 1e-8) break;
  }
  return x;
}

// The variance that all quantities together suggest for one: exp(log_variance), with the weight of `freedom`
// further degrees of freedom.
struct Prior {
  Line log_variance;   // over the logarithm of the mean
  double freedom = 0;  // infinite if all quantities vary alike, 0 if too few vary
  [[nodiscard]] double VarianceAt(double log_mean) const { return std::exp(log_variance.At(log_mean)); }
};

Prior PriorOf(std::span<const Quantity> quantities, double freedom) {
  std::vector<double> means, logs;
  for (const Quantity& one : quantities) {
    if (!(one.variance > 0)) continue;
    means.push_back(one.log_mean);
    // Subtracts the bias of the logarithm of an estimated variance.
    logs.push_back(std::log(one.variance) - Digamma(freedom / 2) + std::log(freedom / 2));
  }
  if (logs.size() < kQuantitiesForPrior) return {};
  Prior prior{LineThrough(means, logs), 0};
  double squares = 0;
  for (size_t k = 0; k < logs.size(); ++k) {
    const double off = logs[k] - prior.log_variance.At(means[k]);
    squares += off * off;
  }
  const double beyond_chance = squares / static_cast<double>(logs.size() - 2) - Trigamma(freedom / 2);
  if (beyond_chance > 0) {
    prior.freedom = 2 * InverseTrigamma(beyond_chance);
    prior.log_variance.at += Digamma(prior.freedom / 2) - std::log(prior.freedom / 2);
  } else {
    prior.freedom = std::numeric_limits<double>::infinity();
  }
  return prior;
}

// The probability of a value as far from 0 as t, in Student's distribution.
double TwoSidedStudent(double t, double freedom) {
  if (!(freedom < 1e6)) return std::erfc(std::abs(t) / std::sqrt(2.0));
  return IncompleteBeta(freedom / 2, 0.5, freedom / (freedom + t * t));
}

// From this x on the asymptotic series (Abramowitz and Stegun 6.3.18 and 6.4.12 to 14) have full precision.
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

std::vector<double> ModeratedProbabilities(std::span<const TwoSides> quantities) {
  std::vector<double> probabilities(quantities.size(), 1);
  if (quantities.empty()) return probabilities;
  const auto size_before = static_cast<double>(quantities[0].before.size()),
             size_after = static_cast<double>(quantities[0].after.size());
  const double freedom = size_before + size_after - 2;
  if (freedom < 1) return probabilities;

  std::vector<Quantity> relative;
  std::vector<size_t> numbers;
  for (size_t k = 0; k < quantities.size(); ++k) {
    const std::optional<Quantity> one = Relative(quantities[k]);
    if (!one) continue;
    relative.push_back(*one);
    numbers.push_back(k);
  }
  const Prior prior = PriorOf(relative, freedom);
  for (size_t k = 0; k < relative.size(); ++k) {
    const Quantity& one = relative[k];
    double variance = one.variance;
    if (std::isinf(prior.freedom)) {
      variance = prior.VarianceAt(one.log_mean);
    } else if (prior.freedom > 0) {
      variance = (prior.freedom * prior.VarianceAt(one.log_mean) + freedom * one.variance) /
                 (prior.freedom + freedom);
    }
    if (!(variance > 0)) {
      probabilities[numbers[k]] = 0;
      continue;
    }
    const double t = one.difference / std::sqrt(variance * (1 / size_before + 1 / size_after));
    probabilities[numbers[k]] = TwoSidedStudent(t, prior.freedom + freedom);
  }
  return probabilities;
}

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
