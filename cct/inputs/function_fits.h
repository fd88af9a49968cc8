#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/statistics/growth_fits.h"
#include "cct/tree/cct.h"
#include "cct/tree/execution.h"

namespace ringscope {

// The cost of a function for inputs of one size, over the calls of one context or of all: a point in the
// plots of an input-sensitive profiler (aprof's tuple).
struct InputPoint {
  uint64_t size = 0;
  uint64_t calls = 0;
  uint64_t cost = 0;             // sum over the calls, in the field's unit; at most 2^63 - 1
  uint64_t least = 0, most = 0;  // cost of the cheapest and of the most expensive call
  double squares = 0;            // sum of the squares of the calls' costs
};

enum class PointCost : uint8_t { kInclusive, kSelf };

// Whether the tree is a comparison whose points name their execution, and so their side.
[[nodiscard]] bool HavePointsSides(const Cct& tree);
// The side to show if only one can be shown: kAfter if the points have sides, else std::nullopt.
[[nodiscard]] std::optional<Side> LastSideOfPoints(const Cct& tree);

// Finds the fields of a tree's points by the names that importers give them. If the fields for the least and
// the most are missing, the average takes their place; without squares there is no variance.
class PointFields {
 public:
  // `side`: points of other sides then have no calls; ignored if the points have no sides.
  PointFields(const Cct& tree, PointCost cost, std::optional<Side> side = {});
  // Whether the tree has points with this cost at all.
  [[nodiscard]] bool exist() const { return size_ != kNone && calls_ != kNone && cost_ != kNone; }
  [[nodiscard]] bool has_squares() const { return squares_ != kNone; }
  [[nodiscard]] bool has_extremes() const { return least_ != kNone && most_ != kNone; }
  [[nodiscard]] const std::string& cost_unit() const { return tree_->point_fields()[cost_].unit; }
  [[nodiscard]] const std::string& size_unit() const { return tree_->point_fields()[size_].unit; }
  // `point` < point_count(); exist() has to hold. Rounds real values to integers, NaN and negative ones to 0.
  [[nodiscard]] InputPoint At(uint64_t point) const;

 private:
  static constexpr size_t kNone = ~size_t{0};
  [[nodiscard]] uint64_t WholeAt(size_t field, uint64_t point) const;
  const Cct* tree_;
  size_t size_ = kNone, calls_ = kNone, cost_ = kNone, least_ = kNone, most_ = kNone, squares_ = kNone,
         execution_ = kNone;
  std::vector<bool> counts_;  // by execution: it is of the chosen side
};

// Joins points of equal input size; by ascending size. O(n log n).
[[nodiscard]] std::vector<InputPoint> SumPointsBySize(std::vector<InputPoint> points);

// The points of one context, or of all contexts of a function.
[[nodiscard]] std::vector<InputPoint> PointsOfContext(const Cct& tree, const PointFields& fields,
                                                      ContextId context);
[[nodiscard]] std::vector<InputPoint> PointsOfFunction(const Cct& tree, const PointFields& fields,
                                                       FrameId frame);

// The points of every function that has any, by frame. O(contexts + points log points). Errors: kCancelled,
// those of CheckPointRanges().
struct FunctionPoints {
  FrameId frame = 0;
  std::vector<InputPoint> points;
};
[[nodiscard]] Result<std::vector<FunctionPoints>> PointsByFunction(const Cct& tree, const PointFields& fields,
                                                                   JobControl* job = nullptr);

// How a function's cost grows with its input: a fit to the cost of its most expensive call of each size.
struct FunctionFit {
  FrameId frame = 0;
  uint64_t calls = 0;
  uint64_t cost = 0;   // of all its calls, in the unit of the points
  uint64_t sizes = 0;  // number of different input sizes
  uint64_t largest_size = 0;
  uint64_t fitted_sizes = 0;      // number of sizes that `power` and `growth` were fitted to
  std::optional<PowerFit> power;  // cost = a + b n^c
  bool is_level = false;  // all costs are equal, with enough sizes for a power fit, which then is missing
  ClassFit growth;
};

// The largest number of sizes for a fit. Of more sizes so many are used, evenly spaced by rank, with the
// smallest and the largest: a curve of three parameters gains nothing from more.
inline constexpr size_t kMostFittedSizes = 50'000;

// Fits the costs of one function, which has at least one point. O(points + fit of kMostFittedSizes).
[[nodiscard]] FunctionFit FitFunction(const FunctionPoints& function);

// Fits all functions with points. First come those whose fit explains something (R^2 of at least
// kLeastExplained), by exponent, the fastest growth first; then the others, by cost. O(contexts + points log
// points), plus a fit for each function. Errors: kCancelled.
[[nodiscard]] Result<std::vector<FunctionFit>> FitFunctions(const Cct& tree, const PointFields& fields,
                                                            JobControl* job = nullptr);
inline constexpr double kLeastExplained = 0.5;

// The exponent of costs: 0 if all are equal, std::nullopt if the fit explains less than kLeastExplained.
[[nodiscard]] std::optional<double> ExponentOf(const FunctionFit& fit);

// "n^2"; "n^2?" if it is not decided; "-" for a single size.
[[nodiscard]] std::string GrowthText(const FunctionFit& fit);

}  // namespace ringscope
