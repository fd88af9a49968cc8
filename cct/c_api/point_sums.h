#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "cct/tree/building/builder.h"

namespace ringscope {

// The calls of a context with input of one size: their number, what they cost together, the least and the
// most that one of them did, and the sum of the squares.
struct PointSum {
  uint64_t calls = 0;
  uint64_t cost = 0;
  uint64_t cost_min = 0;
  uint64_t cost_max = 0;
  double cost_squares = 0;
};

// Adds up calls by context and size of input.
class PointSums {
 public:
  void SetUnits(std::string_view size, std::string_view cost);
  // At least one call. Sums stay at 2^63 - 1 where they would reach more. Expected O(1).
  void Add(BuildNode node, uint64_t size, const PointSum& calls);
  // The points of the tree, where there are any, under the names that readers know (docs/cct_format.md), by
  // rising size. O(p log p).
  void MoveInto(CctBuilder& builder) &&;

 private:
  struct Key {
    BuildNode node;
    uint64_t size;
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  struct HashOfKey {
    size_t operator()(const Key& key) const {
      const uint64_t mixed = (key.size ^ uint64_t{key.node} << 40 ^ key.node) * 0x9e3779b97f4a7c15ull;
      return mixed ^ mixed >> 32;
    }
  };
  std::unordered_map<Key, PointSum, HashOfKey> sums_;
  std::string size_unit_ = "count";
  std::string cost_unit_;  // empty: that of the first metric
};

}  // namespace ringscope
