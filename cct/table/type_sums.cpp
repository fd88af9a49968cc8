#include "cct/table/type_sums.h"

#include <algorithm>
#include <tuple>

#include "cct/base/bounded_sum.h"

namespace ringscope {

void TypeSums::Add(const TypeColumns& types, ContextId context, TypeRole role) {
  types.ForEach(context, [&](const SeenType& seen) {
    if (seen.role == role) Add(seen.type, seen.calls);
  });
}

void TypeSums::Add(uint32_t type, uint64_t calls) {
  uint64_t& sum = calls_[type];
  sum = BoundedSum(sum, calls);
}

std::vector<TypeShare> TypeSums::Shares() const {
  std::vector<TypeShare> shares;
  for (const auto& [type, calls] : calls_) shares.push_back({type, calls});
  std::stable_sort(shares.begin(), shares.end(), [](const TypeShare& a, const TypeShare& b) {
    return std::tuple(a.type == kOtherTypes, b.calls) < std::tuple(b.type == kOtherTypes, a.calls);
  });
  return shares;
}

void AddEveryRole(const TypeColumns& types, ContextId context, TypeSumsByRole& sums) {
  types.ForEach(context, [&](const SeenType& seen) {
    if (seen.role < sums.size()) sums[seen.role].Add(seen.type, seen.calls);
  });
}

}  // namespace ringscope
