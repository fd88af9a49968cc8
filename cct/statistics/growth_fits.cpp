#include "cct/statistics/growth_fits.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace ringscope {
namespace {

using Row = std::array<double, 3>;
using Matrix = std::array<Row, 3>;

// Points in units of the largest x and y. All x are above 0.
struct PowerPoints {
  std::vector<double> log_x, y;
  std::vector<double> v;  // of the exponent that was fitted last
};

// The best y = at + slope v(x) of one exponent c, where v(x) = (x^c - 1) / c, whose limit at c = 0 is log x.
struct FitOfExponent {
  double c = 0, at = 0, slope = 0;
  double residuals = 0;  // sum of squares; not finite if there is no fit
};

FitOfExponent FitWithExponent(PowerPoints& points, double c) {
  FitOfExponent fit;
  fit.c = c;
  const auto count = static_cast<double>(points.y.size());
  double mean_v = 0, mean_y = 0;
  for (size_t i = 0; i < points.y.size(); ++i) {
    points.v[i] = c == 0 ? points.log_x[i] : std::expm1(c * points.log_x[i]) / c;
    mean_v += points.v[i] / count;
    mean_y += points.y[i] / count;
  }
  double squares = 0, products = 0;
  for (size_t i = 0; i < points.y.size(); ++i) {
    points.v[i] -= mean_v;
    squares += points.v[i] * points.v[i];
    products += points.v[i] * (points.y[i] - mean_y);
  }
  fit.slope = products / squares;
  fit.at = mean_y - fit.slope * mean_v;
  for (size_t i = 0; i < points.y.size(); ++i) {
    const double off = points.y[i] - mean_y - fit.slope * points.v[i];
    fit.residuals += off * off;
  }
  return fit;
}

// The best exponent between two others, by the golden section.
FitOfExponent BestBetween(PowerPoints& points, double low, double high) {
  constexpr double kGolden = 0.618033988749894848;
  FitOfExponent left = FitWithExponent(points, high - kGolden * (high - low));
  FitOfExponent right = FitWithExponent(points, low + kGolden * (high - low));
  while (high - low > 1e-12 * std::max(1.0, std::abs(low))) {
    if (left.residuals <= right.residuals) {
      high = right.c;
      right = left;
      left = FitWithExponent(points, high - kGolden * (high - low));
    } else {
      low = left.c;
      left = right;
      right = FitWithExponent(points, low + kGolden * (high - low));
    }
  }
  return left.residuals <= right.residuals ? left : right;
}

// Exponents to try, which lie denser about 0.
double ExponentAt(int step) { return std::sinh(step / 8.0) / 4; }

// The deepest local minimum of the residuals; std::nullopt if they only fall towards the largest exponents.
std::optional<FitOfExponent> BestFit(PowerPoints& points) {
  constexpr int kLastStep = 48;  // an exponent of 50: no program's cost grows like this
  std::optional<FitOfExponent> best;
  std::array<FitOfExponent, 2 * kLastStep + 1> fits;
  for (int step = -kLastStep; step <= kLastStep; ++step)
    fits[static_cast<size_t>(step + kLastStep)] = FitWithExponent(points, ExponentAt(step));
  for (size_t k = 1; k + 1 < fits.size(); ++k) {
    if (!(fits[k].residuals <= fits[k - 1].residuals && fits[k].residuals <= fits[k + 1].residuals)) continue;
    const FitOfExponent fit = BestBetween(points, fits[k - 1].c, fits[k + 1].c);
    if (!best || fit.residuals < best->residuals) best = fit;
  }
  return best;
}

Matrix Product(const Matrix& a, const Matrix& b) {
  Matrix product{};
  for (size_t i = 0; i < 3; ++i)
    for (size_t j = 0; j < 3; ++j)
      for (size_t k = 0; k < 3; ++k) product[i][j] += a[i][k] * b[k][j];
  return product;
}

// The sum of the rows' products with themselves, each with a weight.
Matrix SumOfProducts(const std::vector<Row>& rows, const std::vector<double>& weights) {
  Matrix sum{};
  for (size_t r = 0; r < rows.size(); ++r)
    for (size_t i = 0; i < 3; ++i)
      for (size_t j = 0; j < 3; ++j) sum[i][j] += weights[r] * rows[r][i] * rows[r][j];
  return sum;
}

// The inverse of SumOfProducts() with weights of 1, by orthogonal columns, which keeps the digits that the
// product would lose. std::nullopt if the columns depend on each other.
std::optional<Matrix> InverseOfProducts(const std::vector<Row>& rows) {
  std::vector<Row> q = rows;
  Matrix r{}, inverse{};  // inverse: of r, a triangle
  for (size_t j = 0; j < 3; ++j) {
    const auto dot = [&](size_t a, size_t b) {
      double sum = 0;
      for (const Row& row : q) sum += row[a] * row[b];
      return sum;
    };
    const double before = std::sqrt(dot(j, j));
    // Twice, because rounding leaves a part of the projection.
    for (int round = 0; round < 2; ++round) {
      for (size_t i = 0; i < j; ++i) {
        const double along = dot(i, j);
        r[i][j] += along;
        for (Row& row : q) row[j] -= along * row[i];
      }
    }
    r[j][j] = std::sqrt(dot(j, j));
    if (!(r[j][j] > 1e-12 * before)) return std::nullopt;
    for (Row& row : q) row[j] /= r[j][j];
    inverse[j][j] = 1 / r[j][j];
    for (size_t i = j; i-- > 0;) {
      for (size_t k = i + 1; k <= j; ++k) inverse[i][j] -= r[i][k] * inverse[k][j];
      inverse[i][j] /= r[i][i];
    }
  }
  Matrix transposed{};
  for (size_t i = 0; i < 3; ++i)
    for (size_t j = 0; j < 3; ++j) transposed[i][j] = inverse[j][i];
  return Product(inverse, transposed);
}

// The covariance of a, b and c by White's estimate, as the costs of large inputs vary more.
Matrix CovarianceOf(const PowerPoints& points, double a, double b, double c) {
  const size_t count = points.y.size();
  if (count <= 3) return {};
  std::vector<Row> jacobian(count);
  std::vector<double> squares(count);
  for (size_t i = 0; i < count; ++i) {
    const double power = std::exp(c * points.log_x[i]);
    jacobian[i] = {1, power, b * power * points.log_x[i]};
    const double off = a + b * power - points.y[i];
    squares[i] = off * off;
  }
  const std::optional<Matrix> inverse = InverseOfProducts(jacobian);
  if (!inverse) return {};
  Matrix covariance = Product(Product(*inverse, SumOfProducts(jacobian, squares)), *inverse);
  for (Row& row : covariance)
    for (double& one : row) one *= static_cast<double>(count) / static_cast<double>(count - 3);
  return covariance;
}

size_t DifferentValues(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return static_cast<size_t>(std::unique(sorted.begin(), sorted.end()) - sorted.begin());
}

constexpr size_t kLeastSizes = 5;
constexpr double kLeastRange = 4;
constexpr double kFarther = 10;
constexpr double kMostDisagreement = 2;

double Growth(GrowthClass growth, double n) {
  n = std::max(n, 1.0);
  switch (growth) {
    case GrowthClass::kConstant:
      return 0;
    case GrowthClass::kLogarithmic:
      return std::log(n);
    case GrowthClass::kLinear:
      return n;
    case GrowthClass::kLinearithmic:
      return n * std::log(n);
    case GrowthClass::kQuadratic:
      return n * n;
    case GrowthClass::kCubic:
      return n * n * n;
    case GrowthClass::kExponential:
      return std::exp2(n);
  }
  return 0;
}

struct LineFit {
  double a = 0, b = 0;
  std::vector<double> squares;  // squared leave-one-out residual of each point
};

// The straight line over g; std::nullopt if it falls. The leave-one-out residual of a point is its residual
// divided by (1 - its leverage).
std::optional<LineFit> FitLine(std::span<const double> g, std::span<const double> y, bool is_constant) {
  const auto count = static_cast<double>(y.size());
  double mean_g = 0, mean_y = 0;
  for (size_t i = 0; i < y.size(); ++i) {
    mean_g += g[i] / count;
    mean_y += y[i] / count;
  }
  double gg = 0, gy = 0;
  for (size_t i = 0; i < y.size(); ++i) {
    gg += (g[i] - mean_g) * (g[i] - mean_g);
    gy += (g[i] - mean_g) * (y[i] - mean_y);
  }
  LineFit line;
  if (!is_constant) {
    if (!(gg > 0) || !std::isfinite(gg)) return std::nullopt;
    line.b = gy / gg;
    if (!(line.b > 0) || !std::isfinite(line.b)) return std::nullopt;
  }
  line.a = mean_y - line.b * mean_g;
  line.squares.reserve(y.size());
  for (size_t i = 0; i < y.size(); ++i) {
    const double leverage = 1 / count + (is_constant ? 0 : (g[i] - mean_g) * (g[i] - mean_g) / gg);
    const double residual = y[i] - line.a - line.b * g[i];
    // With a leverage of 1 the line always goes through the point: the distance from the mean stands in.
    const double missed = leverage < 1 - 1e-9 ? residual / (1 - leverage) : std::abs(y[i] - mean_y);
    line.squares.push_back(missed * missed);
  }
  return line;
}

struct Candidate {
  GrowthClass growth;
  LineFit line;
  double mean_square = 0;
};

// Whether `other` is worse than `best` by no more than a standard error of the difference.
bool FitsAboutAsWell(const Candidate& best, const Candidate& other) {
  const auto count = static_cast<double>(best.line.squares.size());
  double mean = 0, square = 0;
  for (size_t i = 0; i < best.line.squares.size(); ++i)
    mean += (other.line.squares[i] - best.line.squares[i]) / count;
  for (size_t i = 0; i < best.line.squares.size(); ++i) {
    const double away = other.line.squares[i] - best.line.squares[i] - mean;
    square += away * away;
  }
  if (count < 2) return true;
  return mean <= std::sqrt(square / (count - 1) / count);
}

ClassFit FitOf(const Candidate& candidate, double mean_y) {
  ClassFit fit;
  fit.growth = candidate.growth;
  fit.a = candidate.line.a;
  fit.b = candidate.line.b;
  fit.error = mean_y > 0 ? std::sqrt(candidate.mean_square) / mean_y : 0;
  return fit;
}

bool IsRangeEnough(std::span<const double> sizes) {
  const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
  return DifferentValues(sizes) >= kLeastSizes && *most >= kLeastRange * std::max(*least, 1.0);
}

}  // namespace

double PowerFit::At(double x) const { return a + b * std::pow(x == 0 ? 1 : x, c); }

double PowerFit::ErrorAt(double x) const {
  const double u = (x == 0 ? 1 : x) / x_unit, power = std::pow(u, c);
  const double scaled_b = b * std::pow(x_unit, c) / y_unit;
  const Row gradient{1, power, scaled_b * power * std::log(u)};
  constexpr std::array<std::array<size_t, 3>, 3> kPlace{{{0, 1, 2}, {1, 3, 4}, {2, 4, 5}}};
  double variance = 0;
  for (size_t i = 0; i < 3; ++i)
    for (size_t j = 0; j < 3; ++j) variance += gradient[i] * covariance[kPlace[i][j]] * gradient[j];
  return y_unit * std::sqrt(std::max(variance, 0.0));
}

std::optional<PowerFit> FitPower(std::span<const double> x, std::span<const double> y) {
  if (DifferentValues(x) < kLeastPointsOfFit) return std::nullopt;
  const size_t count = x.size();
  double x_unit = 0, y_unit = 0, sum = 0;
  for (size_t i = 0; i < count; ++i) {
    if (!std::isfinite(x[i]) || !std::isfinite(y[i]) || x[i] < 0) return std::nullopt;
    x_unit = std::max({x_unit, x[i], x[i] == 0 ? 1.0 : 0.0});
    y_unit = std::max(y_unit, std::abs(y[i]));
    sum += y[i] / static_cast<double>(count);
  }
  if (y_unit == 0) return std::nullopt;
  PowerPoints points;
  double around_mean = 0;
  for (size_t i = 0; i < count; ++i) {
    points.log_x.push_back(std::log((x[i] == 0 ? 1 : x[i]) / x_unit));
    points.y.push_back(y[i] / y_unit);
    around_mean += (y[i] - sum) / y_unit * ((y[i] - sum) / y_unit);
  }
  // Equal but for rounding.
  if (!(around_mean > 1e-20 * static_cast<double>(count))) return std::nullopt;
  points.v.resize(count);
  const std::optional<FitOfExponent> best = BestFit(points);
  if (!best || best->c == 0) return std::nullopt;
  const double a = best->at - best->slope / best->c, b = best->slope / best->c;
  PowerFit fit;
  fit.a = a * y_unit;
  fit.c = best->c;
  fit.b = b * y_unit / std::pow(x_unit, fit.c);
  fit.r_squared = 1 - best->residuals / around_mean;
  const Matrix covariance = CovarianceOf(points, a, b, fit.c);
  fit.c_error = covariance[2][2] > 0 ? std::sqrt(covariance[2][2]) : 0;
  fit.covariance = {covariance[0][0], covariance[0][1], covariance[0][2],
                    covariance[1][1], covariance[1][2], covariance[2][2]};
  fit.x_unit = x_unit;
  fit.y_unit = y_unit;
  if (!std::isfinite(fit.a) || !std::isfinite(fit.b)) return std::nullopt;
  return fit;
}

double ClassFit::At(double n) const { return a + b * Growth(growth, n); }

ClassFit BestGrowthClass(std::span<const double> sizes, std::span<const double> costs) {
  std::vector<Candidate> candidates;
  std::vector<double> g(sizes.size());
  for (size_t index = 0; index < kGrowthClassCount; ++index) {
    const auto growth = static_cast<GrowthClass>(index);
    std::transform(sizes.begin(), sizes.end(), g.begin(), [&](double n) { return Growth(growth, n); });
    std::optional<LineFit> line = FitLine(g, costs, growth == GrowthClass::kConstant);
    if (!line) continue;
    double sum = 0;
    for (const double square : line->squares) sum += square;
    const double mean_square = sum / static_cast<double>(costs.size());
    if (std::isfinite(mean_square)) candidates.push_back({growth, std::move(*line), mean_square});
  }
  if (candidates.empty()) return {};  // costs that are no numbers
  const Candidate& best = *std::ranges::min_element(candidates, {}, &Candidate::mean_square);
  double mean_y = 0;
  for (const double cost : costs) mean_y += cost / static_cast<double>(costs.size());

  const double farther = kFarther * *std::max_element(sizes.begin(), sizes.end());
  std::optional<ClassFit> chosen;
  bool agree = true;
  for (const Candidate& candidate : candidates) {
    if (!FitsAboutAsWell(best, candidate)) continue;
    const ClassFit fit = FitOf(candidate, mean_y);
    if (!chosen) {
      chosen = fit;
      continue;
    }
    const double expected = chosen->At(farther), other = fit.At(farther);
    agree = agree && expected > 0 && other <= expected * kMostDisagreement &&
            other * kMostDisagreement >= expected;
  }
  chosen->is_decided = agree && IsRangeEnough(sizes);
  return *chosen;
}

}  // namespace ringscope
