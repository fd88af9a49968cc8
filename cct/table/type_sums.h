#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "cct/tree/cct.h"

namespace ringscope {

// Of so many calls the objects were of this type; kOtherTypes: of others.
struct TypeShare {
  uint32_t type = kOtherTypes;
  uint64_t calls = 0;
  friend bool operator==(const TypeShare&, const TypeShare&) = default;
};

// The types of objects in one role, added up over contexts of one tree.
class TypeSums {
 public:
  // O(types of the context * log types).
  void Add(const TypeColumns& types, ContextId context, TypeRole role);
  void Add(uint32_t type, uint64_t calls);

  [[nodiscard]] bool empty() const { return calls_.empty(); }
  // How many types; others count as one.
  [[nodiscard]] uint64_t size() const { return calls_.size(); }
  // Most calls first, then by number, which is by name; others last.
  [[nodiscard]] std::vector<TypeShare> Shares() const;

 private:
  std::map<uint32_t, uint64_t> calls_;  // by type, 2^63 - 1 at most
};

// By TypeRole.
using TypeSumsByRole = std::array<TypeSums, kFirstArgument + kMostTypedArguments>;
// O(types of the context * log types).
void AddEveryRole(const TypeColumns& types, ContextId context, TypeSumsByRole& sums);

}  // namespace ringscope
