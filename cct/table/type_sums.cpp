#include "cct/table/type_sums.h"

#include <algorithm>
#include <tuple>

#include "cct/base/bounded_sum.h"

namespace ringscope {

void TypeSums::Add(const TypeColumns& types, ContextId context, TypeRole role) {
  types.ForEach(context, [&](const SeenType& seen) {
    if (seen.role != role) return;
    uint64_t& calls = calls_[seen.type];
    calls = BoundedSum(calls, seen.calls);
  });
}

std::vector<TypeShare> TypeSums::Shares() const {
  std::vector<TypeShare> shares;
  for (const auto& [type, calls] : calls_) shares.push_back({type, calls});
  std::stable_sort(shares.begin(), shares.end(), [](const TypeShare& a, const TypeShare& b) {
    return std::tuple(a.type == kOtherTypes, b.calls) < std::tuple(b.type == kOtherTypes, a.calls);
  });
  return shares;
}

}  // namespace ringscope
