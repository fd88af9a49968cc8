#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>

#include "tests/cct/compare/matching/reference_matcher.h"

namespace ringscope::test {

// The same numbers on every standard library.
class Random {
 public:
  explicit Random(uint64_t seed) : bits_(seed) {}
  uint64_t Below(uint64_t limit) { return bits_() % limit; }
  std::string Name() { return "f" + std::to_string(Below(12)); }

 private:
  std::mt19937_64 bits_;
};

[[nodiscard]] PlainTree RandomPlainTree(Random& random, size_t contexts);

// Changes a context somewhere: wraps, removes, renames, moves or splits it, or lets it cost more.
void Edit(PlainTree& tree, Random& random);

}  // namespace ringscope::test
