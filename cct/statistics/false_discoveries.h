#pragma once

#include <span>
#include <vector>

namespace ringscope {

// Which of many tests found something, so that of all that did at most the share `rate` are expected to be
// chance: Benjamini and Hochberg's procedure. `probabilities` are those of chance, by test; so is the result.
// O(tests log tests).
[[nodiscard]] std::vector<bool> Discoveries(std::span<const double> probabilities, double rate);

}  // namespace ringscope
