#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "cct/base/bounded_sum.h"
#include "cct/tree/cct.h"

namespace ringscope {

// How many calls had objects of a type; kOtherTypes: of types that the profile does not tell apart.
struct TypeShare {
  uint32_t type = kOtherTypes;
  uint64_t calls = 0;
  friend bool operator==(const TypeShare&, const TypeShare&) = default;
};

// The types of objects in one role, added up over contexts of one tree.
class TypeSums {
 public:
  // O(types of the context * log types).
  void Add(const TypeColumns& types, ContextId context, TypeRole role) {
    types.ForEach(context, [&](const SeenType& seen) {
      if (seen.role == role) Add(seen.type, seen.calls);
    });
  }
  void Add(uint32_t type, uint64_t calls) { calls_[type] = BoundedSum(calls_[type], calls); }

  [[nodiscard]] bool empty() const { return calls_.empty(); }
  // How many types; kOtherTypes counts as one.
  [[nodiscard]] uint64_t size() const { return calls_.size(); }
  // Most calls first, equals by type (types are numbered by name); kOtherTypes last.
  [[nodiscard]] std::vector<TypeShare> Shares() const {
    std::vector<TypeShare> shares;
    for (const auto& [type, calls] : calls_) shares.push_back({type, calls});
    std::ranges::stable_sort(shares, [](const TypeShare& a, const TypeShare& b) {
      return std::tuple(a.type == kOtherTypes, b.calls) < std::tuple(b.type == kOtherTypes, a.calls);
    });
    return shares;
  }

 private:
  std::map<uint32_t, uint64_t> calls_;  // by type, 2^63 - 1 at most
};

// By TypeRole.
using TypeSumsByRole = std::array<TypeSums, kFirstArgument + kMostTypedArguments>;
// O(types of the context * log types).
inline void AddEveryRole(const TypeColumns& types, ContextId context, TypeSumsByRole& sums) {
  types.ForEach(context, [&](const SeenType& seen) {
    if (seen.role < sums.size()) sums[seen.role].Add(seen.type, seen.calls);
  });
}

}  // namespace ringscope
