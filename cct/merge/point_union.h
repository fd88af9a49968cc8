#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "cct/base/result.h"
#include "cct/tree/building/level_order.h"
#include "cct/tree/cct.h"

namespace ringscope {

// Fields of points by which they are told apart: all others add up where two points are alike in these.
inline constexpr std::string_view kInputField = "input";
inline constexpr std::string_view kExecutionField = "execution";  // an index of ImportReport::executions

// A note of trees that were joined without their points.
inline constexpr std::string_view kPointsLeftOut =
    "The points of cost by input size were left out: not all profiles have them, with the same fields.";

// Whether the points of these trees can be put together: each has some, with the same fields but for that of
// the execution, one of which is the size of the input.
[[nodiscard]] bool HavePointsInCommon(std::span<const Cct* const> trees);

// The points of a tree that is made of others, context by context in level order. Points of one context and
// one size of input become one: smallest values (fields that end with "_min") by their minimum, largest ones
// ("_max") by their maximum, all others by their sum, which stays at 2^63 - 1 where it would reach 2^63.
class PointUnion {
 public:
  // kNone: nothing is kept. kTogether: as above. kByExecution: points get the number of their tree as
  // kExecutionField, and those of different trees stay apart.
  enum class Keeps : uint8_t { kNone, kTogether, kByExecution };

  // Unless nothing is kept, the trees have points in common. They must outlive this. One pass over their
  // ranges of points. Errors: kMalformed (a damaged file).
  [[nodiscard]] static Result<PointUnion> Open(std::vector<const Cct*> trees, Keeps keeps);

  [[nodiscard]] bool keeps_any() const { return keeps_ != Keeps::kNone; }

  // A context that is part of the next one.
  void Add(uint32_t tree, ContextId context) {
    if (keeps_any()) AddPoints(tree, context);
  }
  // All parts of a context were added. O(k log k) of its k points.
  void EndContext() {
    if (keeps_any()) UnitePoints();
  }
  void MoveInto(LevelOrderColumns& tree) &&;

 private:
  enum class Role : uint8_t { kInput, kExecution, kMin, kMax, kSum };
  struct Field {
    PointField field;
    Role role;
    std::vector<size_t> source;  // by tree: which of its fields this is
  };
  struct Point {
    uint64_t input, execution;  // in whose order points stand
    uint32_t tree;
    uint64_t index;
  };

  void AddPoints(uint32_t tree, ContextId context);
  void UnitePoints();
  [[nodiscard]] uint64_t ValueOf(const Field& field, const Point& point) const;

  std::vector<const Cct*> trees_;
  Keeps keeps_ = Keeps::kNone;
  std::vector<Field> fields_;
  size_t input_ = 0;           // which of the fields
  std::vector<Point> points_;  // of the next context
  std::vector<uint64_t> begin_{0};
  std::vector<std::vector<uint64_t>> values_;  // by field
};

}  // namespace ringscope
