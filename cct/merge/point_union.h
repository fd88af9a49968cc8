#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "cct/base/result.h"
#include "cct/tree/building/level_order.h"
#include "cct/tree/cct.h"

namespace ringscope {

// The key fields of points: two points of a context with equal keys are joined.
inline constexpr std::string_view kInputField = "input";
inline constexpr std::string_view kExecutionField = "execution";  // an index of ImportReport::executions

// The note of a tree that was merged without points.
inline constexpr std::string_view kPointsLeftOut =
    "The points of cost by input size were left out: not all profiles have them, with the same fields.";

// Whether the points of these trees can be joined: each tree has points, with the same fields except that of
// the execution, and one field is the size of the input.
[[nodiscard]] bool HavePointsInCommon(std::span<const Cct* const> trees);

// Makes the points of a merged tree, context by context in level order. Points of one context with equal key
// fields become one: fields that end with "_min" get the minimum, those that end with "_max" the maximum, all
// others the sum, which is limited to 2^63 - 1.
class PointUnion {
 public:
  // kNone: no points. kTogether: as above. kByExecution: points get the index of their tree as
  // kExecutionField, so that points of different trees stay apart.
  enum class Keeps : uint8_t { kNone, kTogether, kByExecution };

  // Unless `keeps` is kNone, HavePointsInCommon(trees) must hold. Borrows the trees. One pass over their
  // ranges of points. Errors: kMalformed (a damaged file).
  [[nodiscard]] static Result<PointUnion> Open(std::vector<const Cct*> trees, Keeps keeps);

  [[nodiscard]] bool keeps_any() const { return keeps_ != Keeps::kNone; }

  // Adds a context that becomes part of the next context of the result.
  void Add(uint32_t tree, ContextId context) {
    if (keeps_any()) AddPoints(tree, context);
  }
  // Ends the next context of the result: all its parts were added. O(k log k) for its k points.
  void EndContext() {
    if (keeps_any()) UnitePoints();
  }
  void MoveInto(LevelOrderColumns& tree) &&;

 private:
  enum class Role : uint8_t { kInput, kExecution, kMin, kMax, kSum };
  struct Field {
    PointField field;
    Role role;
    std::vector<size_t> source;  // by tree: the index of this field there
  };
  struct Point {
    uint64_t input, execution;  // the sort keys
    uint32_t tree;
    uint64_t index;
  };

  void AddPoints(uint32_t tree, ContextId context);
  void UnitePoints();
  [[nodiscard]] uint64_t ValueOf(const Field& field, const Point& point) const;

  std::vector<const Cct*> trees_;
  Keeps keeps_ = Keeps::kNone;
  std::vector<Field> fields_;
  size_t input_ = 0;           // index in fields_
  std::vector<Point> points_;  // of the next context
  std::vector<uint64_t> begin_{0};
  std::vector<std::vector<uint64_t>> values_;  // by field
};

}  // namespace ringscope
