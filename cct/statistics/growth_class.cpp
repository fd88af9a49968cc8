#include "cct/statistics/growth_class.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

namespace ringscope {
namespace {

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
  std::vector<double> squares;  // of what each point is missed by without it
};

// A straight line over g, unless it falls: then there is none. What a point is missed by without it is its
// residual divided by one less its leverage.
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
    // Of a point that the line goes through by necessity nothing is known.
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
  std::vector<double> sorted(sizes.begin(), sizes.end());
  std::sort(sorted.begin(), sorted.end());
  const auto end = std::unique(sorted.begin(), sorted.end());
  return end - sorted.begin() >= static_cast<std::ptrdiff_t>(kLeastSizes) &&
         *(end - 1) >= kLeastRange * std::max(sorted.front(), 1.0);
}

}  // namespace

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
  const auto least = [](const Candidate& x, const Candidate& y) { return x.mean_square < y.mean_square; };
  const Candidate& best = *std::min_element(candidates.begin(), candidates.end(), least);
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
