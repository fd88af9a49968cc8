#include "cct/merge/point_union.h"

#include <algorithm>
#include <bit>
#include <string>
#include <tuple>
#include <utility>

#include "cct/base/bounded_sum.h"
#include "cct/tree/verify.h"

namespace ringscope {
namespace {

std::vector<PointField> FieldsOf(const Cct& tree) {
  std::vector<PointField> fields(tree.point_fields().begin(), tree.point_fields().end());
  std::erase_if(fields, [](const PointField& field) { return field.name == kExecutionField; });
  return fields;
}

size_t IndexOfField(std::span<const PointField> fields, std::string_view name) {
  return static_cast<size_t>(std::ranges::find(fields, name, &PointField::name) - fields.begin());
}

double Real(uint64_t bits) { return std::bit_cast<double>(bits); }

// Maps the bits of doubles to numbers in the same order; a not-a-number gets a place, too.
uint64_t OrderOfReal(uint64_t bits) {
  constexpr uint64_t kSign = uint64_t{1} << 63;
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

}  // namespace

bool HavePointsInCommon(std::span<const Cct* const> trees) {
  if (trees.empty() || trees[0]->point_count() == 0) return false;
  const std::vector<PointField> fields = FieldsOf(*trees[0]);
  std::vector<std::string_view> names;
  for (const PointField& field : fields) names.push_back(field.name);
  std::sort(names.begin(), names.end());
  // Two fields of one name cannot be told apart.
  if (std::adjacent_find(names.begin(), names.end()) != names.end()) return false;
  if (!std::binary_search(names.begin(), names.end(), kInputField)) return false;
  return std::all_of(trees.begin(), trees.end(),
                     [&](const Cct* tree) { return tree->point_count() > 0 && FieldsOf(*tree) == fields; });
}

Result<PointUnion> PointUnion::Open(std::vector<const Cct*> trees, Keeps keeps) {
  PointUnion points;
  points.keeps_ = keeps;
  if (keeps == Keeps::kNone) return points;
  for (const Cct* const tree : trees) RINGSCOPE_TRY(CheckPointRanges(*tree));
  std::vector<PointField> fields = FieldsOf(*trees[0]);
  points.input_ = IndexOfField(fields, kInputField);
  const bool has_execution =
      keeps == Keeps::kByExecution || std::any_of(trees.begin(), trees.end(), [](const Cct* tree) {
        return IndexOfField(tree->point_fields(), kExecutionField) < tree->point_fields().size();
      });
  if (has_execution) fields.push_back({std::string(kExecutionField), {}, false});
  for (PointField& field : fields) {
    Field& added = points.fields_.emplace_back();
    added.role = field.name == kInputField       ? Role::kInput
                 : field.name == kExecutionField ? Role::kExecution
                 : field.name.ends_with("_min")  ? Role::kMin
                 : field.name.ends_with("_max")  ? Role::kMax
                                                 : Role::kSum;
    for (const Cct* const tree : trees)
      added.source.push_back(IndexOfField(tree->point_fields(), field.name));
    added.field = std::move(field);
  }
  points.values_.resize(points.fields_.size());
  points.trees_ = std::move(trees);
  return points;
}

uint64_t PointUnion::ValueOf(const Field& field, const Point& point) const {
  if (field.role == Role::kExecution) return point.execution;
  return trees_[point.tree]->PointValue(field.source[point.tree], point.index);
}

void PointUnion::AddPoints(uint32_t tree, ContextId context) {
  const PointRange range = trees_[tree]->PointsOf(context);
  const Field& last = fields_.back();
  for (uint64_t index = range.begin; index < range.end; ++index) {
    uint64_t execution = 0;
    if (keeps_ == Keeps::kByExecution)
      execution = tree;
    else if (last.role == Role::kExecution && last.source[tree] < trees_[tree]->point_fields().size())
      execution = trees_[tree]->PointValue(last.source[tree], index);
    const uint64_t input = trees_[tree]->PointValue(fields_[input_].source[tree], index);
    points_.push_back({fields_[input_].field.is_real ? OrderOfReal(input) : input, execution, tree, index});
  }
}

void PointUnion::UnitePoints() {
  std::stable_sort(points_.begin(), points_.end(), [](const Point& a, const Point& b) {
    return std::tie(a.input, a.execution) < std::tie(b.input, b.execution);
  });
  for (size_t begin = 0; begin < points_.size();) {
    size_t end = begin + 1;
    const Point& first = points_[begin];
    while (end < points_.size() && points_[end].input == first.input &&
           points_[end].execution == first.execution) {
      ++end;
    }
    for (size_t f = 0; f < fields_.size(); ++f) {
      const Field& field = fields_[f];
      uint64_t sum = ValueOf(field, first);
      for (size_t k = begin + 1; k < end; ++k) {
        const uint64_t value = ValueOf(field, points_[k]);
        const bool is_less = field.field.is_real ? Real(value) < Real(sum) : value < sum;
        if (field.role == Role::kMin)
          sum = is_less ? value : sum;
        else if (field.role == Role::kMax)
          sum = is_less ? sum : value;
        else if (field.role == Role::kSum && field.field.is_real)
          sum = std::bit_cast<uint64_t>(Real(sum) + Real(value));
        else if (field.role == Role::kSum)
          sum = std::max(sum, BoundedSum(sum, value));
      }
      values_[f].push_back(sum);
    }
    begin = end;
  }
  points_.clear();
  begin_.push_back(values_[input_].size());
}

void PointUnion::MoveInto(LevelOrderColumns& tree) && {
  if (keeps_ == Keeps::kNone) return;
  for (Field& field : fields_) tree.point_fields.push_back(std::move(field.field));
  tree.point_begin = std::move(begin_);
  tree.point_values = std::move(values_);
}

}  // namespace ringscope
