#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/result.h"
#include "cct/inputs/function_fits.h"

namespace ringscope {

// What of a fit a condition is about. A share is one of all functions' costs or calls together.
enum class FitField : uint8_t { kCost, kSelf, kCalls, kSizes, kLargest, kA, kB, kC, kRSquared };
inline constexpr EnumWords<FitField, 9> kFitFieldWords{{{"cost", FitField::kCost},
                                                        {"self", FitField::kSelf},
                                                        {"calls", FitField::kCalls},
                                                        {"sizes", FitField::kSizes},
                                                        {"largest", FitField::kLargest},
                                                        {"a", FitField::kA},
                                                        {"b", FitField::kB},
                                                        {"c", FitField::kC},
                                                        {"r2", FitField::kRSquared}}};

enum class FitComparison : uint8_t { kBelow, kAtMost, kAbove, kAtLeast, kEqual };

struct FitCondition {
  FitField field = FitField::kC;
  FitComparison comparison = FitComparison::kAbove;
  double bound = 0;
  bool is_share = false;  // `bound` is one, of cost, self or calls
};

// All conditions have to hold, and all texts have to be in the name. A function without a fit meets no
// condition about a, b, c or r2.
struct FitFilter {
  std::vector<FitCondition> conditions;
  std::vector<std::string> texts;
};

// "c>1.5 r2>0.92 sizes>10 self>1% sort": conditions, and parts of names, with blanks between. Errors:
// kMalformed with `column` (1-based byte of `text`).
[[nodiscard]] Result<FitFilter> ParseFitFilter(std::string_view text);

// A function as filters see it, and what shares are shares of.
struct FilteredFit {
  const FunctionFit* fit = nullptr;
  std::string_view name;
  double self = 0;
};
struct FitTotals {
  double cost = 0, self = 0, calls = 0;
};
[[nodiscard]] bool Matches(const FitFilter& filter, const FilteredFit& function, const FitTotals& totals);

}  // namespace ringscope
