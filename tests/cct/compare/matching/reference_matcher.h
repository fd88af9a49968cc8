#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ringscope::test {

// A tree of names, as slow and as plain as can be.
struct PlainTree {
  uint64_t self = 0;
  std::map<std::string, PlainTree> callees;

  PlainTree& At(const std::vector<std::string>& path);
  [[nodiscard]] uint64_t Inclusive() const;
  // "main;f 3", a line a context, also those without own cost.
  [[nodiscard]] std::string Folded(const std::string& path = {}) const;
};

// What CompareTrees() promises of tolerant matching, written down with maps: per path of the comparison
// "self before, self after, kind".
[[nodiscard]] std::map<std::string, std::string> MatchPlainly(const PlainTree& before,
                                                              const PlainTree& after);

}  // namespace ringscope::test
