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

// What a function cost for inputs of one size, over calls of one context or of all: a point of the plots of
// an input-sensitive profiler (aprof's tuple).
struct InputPoint {
  uint64_t size = 0;
  uint64_t calls = 0;
  uint64_t cost = 0;             // sum over the calls, in the field's unit; sums beyond 2^63 - 1 stay there
  uint64_t least = 0, most = 0;  // of one call
  double squares = 0;            // sum of the squares of the calls' costs
};

enum class PointCost : uint8_t { kInclusive, kSelf };

// Whether the points of a tree are those of both sides of a comparison, each of one execution.
[[nodiscard]] bool HavePointsSides(const Cct& tree);
// What is said of a comparison where one thing can be said: the side after. Else there are no sides.
[[nodiscard]] std::optional<Side> LastSideOfPoints(const Cct& tree);

// Which fields of a tree's points say what a cost is, by their names, as importers give them. Fields that a
// report does not have are derived: without the least and the most they are the average, without squares
// there is no variance.
class PointFields {
 public:
  // `side`: points of other executions have no calls; only where the points have sides.
  PointFields(const Cct& tree, PointCost cost, std::optional<Side> side = {});
  // Whether the tree has points with this cost at all.
  [[nodiscard]] bool exist() const { return size_ != kNone && calls_ != kNone && cost_ != kNone; }
  [[nodiscard]] bool has_squares() const { return squares_ != kNone; }
  [[nodiscard]] bool has_extremes() const { return least_ != kNone && most_ != kNone; }
  [[nodiscard]] const std::string& cost_unit() const { return tree_->point_fields()[cost_].unit; }
  [[nodiscard]] const std::string& size_unit() const { return tree_->point_fields()[size_].unit; }
  // `point` < point_count(). Only where they exist. Real values are taken as whole ones; what is no number,
  // or below 0, is 0.
  [[nodiscard]] InputPoint At(uint64_t point) const;

 private:
  static constexpr size_t kNone = ~size_t{0};
  [[nodiscard]] uint64_t WholeAt(size_t field, uint64_t point) const;
  const Cct* tree_;
  size_t size_ = kNone, calls_ = kNone, cost_ = kNone, least_ = kNone, most_ = kNone, squares_ = kNone,
         execution_ = kNone;
  std::vector<bool> counts_;  // by execution
};

// The points of some contexts, one for each input size, by rising size. O(n log n).
[[nodiscard]] std::vector<InputPoint> SumPointsBySize(std::vector<InputPoint> points);

// Points of one context, as its calls only, or of all contexts of a function.
[[nodiscard]] std::vector<InputPoint> PointsOfContext(const Cct& tree, const PointFields& fields,
                                                      ContextId context);
[[nodiscard]] std::vector<InputPoint> PointsOfFunction(const Cct& tree, const PointFields& fields,
                                                       FrameId frame);

// The points of every function that has some, by frame. O(contexts + points log points). Errors: kCancelled.
struct FunctionPoints {
  FrameId frame = 0;
  std::vector<InputPoint> points;
};
[[nodiscard]] Result<std::vector<FunctionPoints>> PointsByFunction(const Cct& tree, const PointFields& fields,
                                                                   JobControl* job = nullptr);

// How a function's cost grows with its input: what its most expensive call of each size cost.
struct FunctionFit {
  FrameId frame = 0;
  uint64_t calls = 0;
  uint64_t cost = 0;   // of all its calls, in the unit of the points
  uint64_t sizes = 0;  // different input sizes
  uint64_t largest_size = 0;
  uint64_t fitted_sizes = 0;      // that the next two were made from
  std::optional<PowerFit> power;  // cost = a + b n^c
  bool is_level = false;          // all costs are equal, of as many sizes as a power needs: there is none
  ClassFit growth;
};

// Of more sizes than these so many are fitted, evenly spaced by rank, the smallest and the largest among
// them: a curve of three numbers gains nothing by more.
inline constexpr size_t kMostFittedSizes = 50'000;

// One function, which has at least one point. A fit, whose cost is that of its points. O(points), and the fit
// of at most kMostFittedSizes.
[[nodiscard]] FunctionFit FitFunction(const FunctionPoints& function);

// All functions with points, those that grow the fastest first: by the exponent where the fit explains
// something (R^2 of at least kLeastExplained), the others behind, by cost. O(contexts + points log points),
// and a fit a function. Errors: kCancelled.
[[nodiscard]] Result<std::vector<FunctionFit>> FitFunctions(const Cct& tree, const PointFields& fields,
                                                            JobControl* job = nullptr);
inline constexpr double kLeastExplained = 0.5;

// The exponent that costs grow by: 0 where all are equal, nothing where a curve explains less than
// kLeastExplained of them.
[[nodiscard]] std::optional<double> ExponentOf(const FunctionFit& fit);

// "n^2", "n^2?" where it is not decided, "-" of a single size.
[[nodiscard]] std::string GrowthText(const FunctionFit& fit);

}  // namespace ringscope
