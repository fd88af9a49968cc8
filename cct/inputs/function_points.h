#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
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

}  // namespace ringscope
