#include "cct/statistics/power_fit.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <unsupported/Eigen/NonLinearOptimization>
#include <vector>

namespace ringscope {
namespace {

constexpr int kMostEvaluations = 1'500;
// Exponents to start from: fits from one alone can end in a valley.
constexpr double kStarts[] = {1, 0.5, 2, 3};
// Where the fit has run away: no program's cost grows like this.
constexpr double kMostExponent = 50;

using Eigen::VectorXd;

// Residuals of y = p0 + p1 x^p2 and their derivatives, as Eigen's solver asks for them. All x are above 0.
struct PowerResiduals {
  const VectorXd& x;
  const VectorXd& log_x;
  const VectorXd& y;

  [[nodiscard]] int inputs() const { return 3; }
  [[nodiscard]] int values() const { return static_cast<int>(x.size()); }
  int operator()(const VectorXd& p, VectorXd& residuals) const {
    residuals = p[0] + p[1] * (p[2] * log_x.array()).exp() - y.array();
    return residuals.allFinite() ? 0 : -1;
  }
  int df(const VectorXd& p, Eigen::MatrixXd& jacobian) const {
    const Eigen::ArrayXd power = (p[2] * log_x.array()).exp();
    jacobian.col(0).setOnes();
    jacobian.col(1) = power;
    jacobian.col(2) = p[1] * power * log_x.array();
    return jacobian.allFinite() ? 0 : -1;
  }
};

struct Solution {
  VectorXd p;
  double residuals = 0;  // sum of squares
};

std::optional<Solution> SolveFrom(PowerResiduals& problem, double exponent) {
  Solution solution{VectorXd(3), 0};
  solution.p << 1, 1, exponent;
  Eigen::LevenbergMarquardt<PowerResiduals, double> solver(problem);
  solver.parameters.maxfev = kMostEvaluations;
  solver.parameters.ftol = solver.parameters.xtol = 1e-12;
  solver.minimize(solution.p);
  VectorXd residuals(problem.values());
  if (!solution.p.allFinite() || problem(solution.p, residuals) != 0) return std::nullopt;
  if (std::abs(solution.p[2]) > kMostExponent) return std::nullopt;
  solution.residuals = residuals.squaredNorm();
  return solution;
}

// By what the points are missed by, whatever its size is where (White's covariance): costs of large inputs
// vary more.
Eigen::Matrix3d CovarianceOf(const PowerResiduals& problem, const Solution& solution) {
  const int free = problem.values() - problem.inputs();
  if (free <= 0) return Eigen::Matrix3d::Zero();
  Eigen::MatrixXd jacobian(problem.values(), 3);
  VectorXd residuals(problem.values());
  if (problem.df(solution.p, jacobian) != 0 || problem(solution.p, residuals) != 0)
    return Eigen::Matrix3d::Zero();
  const Eigen::MatrixXd inverse =
      (jacobian.transpose() * jacobian).completeOrthogonalDecomposition().pseudoInverse();
  const Eigen::MatrixXd weighted = residuals.asDiagonal() * jacobian;
  const Eigen::MatrixXd covariance = inverse * (weighted.transpose() * weighted) * inverse;
  return covariance * problem.values() / free;
}

size_t DifferentValues(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return static_cast<size_t>(std::unique(sorted.begin(), sorted.end()) - sorted.begin());
}

}  // namespace

double PowerFit::At(double x) const { return a + b * std::pow(x == 0 ? 1 : x, c); }

double PowerFit::ErrorAt(double x) const {
  const double u = (x == 0 ? 1 : x) / x_unit, power = std::pow(u, c);
  const double scaled_b = b * std::pow(x_unit, c) / y_unit;
  const Eigen::Vector3d gradient(1, power, scaled_b * power * std::log(u));
  Eigen::Matrix3d matrix;
  matrix << covariance[0], covariance[1], covariance[2], covariance[1], covariance[3], covariance[4],
      covariance[2], covariance[4], covariance[5];
  const double variance = gradient.dot(matrix * gradient);
  return y_unit * std::sqrt(std::max(variance, 0.0));
}

std::optional<PowerFit> FitPower(std::span<const double> x, std::span<const double> y) {
  if (DifferentValues(x) < kLeastPointsOfFit) return std::nullopt;
  const auto count = static_cast<Eigen::Index>(x.size());
  VectorXd scaled_x(count), scaled_y(count);
  for (Eigen::Index i = 0; i < count; ++i) {
    const double one = x[static_cast<size_t>(i)];
    scaled_x[i] = one == 0 ? 1 : one;
    scaled_y[i] = y[static_cast<size_t>(i)];
  }
  if (!scaled_x.allFinite() || !scaled_y.allFinite() || scaled_x.minCoeff() <= 0) return std::nullopt;
  const double x_unit = scaled_x.maxCoeff();
  const double y_unit = scaled_y.cwiseAbs().maxCoeff();
  const double mean = scaled_y.mean();
  const double around_mean = (scaled_y.array() - mean).square().sum() / (y_unit > 0 ? y_unit * y_unit : 1);
  // Equal but for rounding.
  if (!(around_mean > 1e-20 * static_cast<double>(count))) return std::nullopt;
  scaled_x /= x_unit;
  scaled_y /= y_unit;
  const VectorXd log_x = scaled_x.array().log();
  PowerResiduals problem{scaled_x, log_x, scaled_y};
  std::optional<Solution> best;
  for (const double start : kStarts) {
    std::optional<Solution> found = SolveFrom(problem, start);
    if (found && (!best || found->residuals < best->residuals)) best = std::move(found);
  }
  if (!best) return std::nullopt;
  PowerFit fit;
  fit.a = best->p[0] * y_unit;
  fit.c = best->p[2];
  fit.b = best->p[1] * y_unit / std::pow(x_unit, fit.c);
  fit.r_squared = 1 - best->residuals / around_mean;
  const Eigen::Matrix3d covariance = CovarianceOf(problem, *best);
  fit.c_error = covariance(2, 2) > 0 ? std::sqrt(covariance(2, 2)) : 0;
  fit.covariance = {covariance(0, 0), covariance(0, 1), covariance(0, 2),
                    covariance(1, 1), covariance(1, 2), covariance(2, 2)};
  fit.x_unit = x_unit;
  fit.y_unit = y_unit;
  if (!std::isfinite(fit.a) || !std::isfinite(fit.b)) return std::nullopt;
  return fit;
}

}  // namespace ringscope
