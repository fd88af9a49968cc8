#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "cct/base/text/enum_words.h"

namespace ringscope {

// How a cost grows with the size n of the input: y = a + b g(n) with b >= 0.
enum class GrowthClass : uint8_t {
  kConstant,
  kLogarithmic,   // ln n
  kLinear,        // n
  kLinearithmic,  // n ln n
  kQuadratic,     // n^2
  kCubic,         // n^3
  kExponential,   // 2^n
};
inline constexpr size_t kGrowthClassCount = 7;
inline constexpr EnumWords<GrowthClass, kGrowthClassCount> kGrowthClassWords{
    {{"1", GrowthClass::kConstant},
     {"log n", GrowthClass::kLogarithmic},
     {"n", GrowthClass::kLinear},
     {"n log n", GrowthClass::kLinearithmic},
     {"n^2", GrowthClass::kQuadratic},
     {"n^3", GrowthClass::kCubic},
     {"2^n", GrowthClass::kExponential}}};

struct ClassFit {
  GrowthClass growth = GrowthClass::kConstant;
  double a = 0, b = 0;
  // Root of the mean square of what each point is missed by when the others alone are fitted, as a share of
  // the mean y.
  double error = 0;
  // Whether no other class that fits about as well would say something else of ten times the largest input:
  // more than twice or less than half as much. False also where there are fewer than 5 sizes, or the largest
  // is below 4 times the smallest.
  bool is_decided = false;

  // The cost at a size that was not seen; of sizes that were, about what was seen.
  [[nodiscard]] double At(double n) const;
};

// The class that misses points the least that it was not fitted to (leave one out); of those within one
// standard error of it, the one that grows the least. Sizes of 0 count as 1. There has to be at least one
// point. O(n).
[[nodiscard]] ClassFit BestGrowthClass(std::span<const double> sizes, std::span<const double> costs);

}  // namespace ringscope
