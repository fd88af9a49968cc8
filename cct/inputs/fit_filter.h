#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/result.h"
#include "cct/inputs/function_fits.h"

namespace ringscope {

// What of a fit a condition is about. A share of `cost` is one of the whole profile, others are of all
// functions together.
enum class FitField : uint8_t { kCost, kSelf, kCalls, kSizes, kLargest, kA, kB, kC, kRSquared };
inline constexpr auto kFitFieldWords =
    WordsInOrder<FitField, 9>("cost, self, calls, sizes, largest, a, b, c, r2");

// Of a comparison which side a condition is about, by what stands behind its field: c is what is after,
// c_before what was before, c_change by how much more it is after.
enum class FitSide : uint8_t { kAfter, kBefore, kChange };
inline constexpr EnumWords<FitSide, 3> kFitSideWords{
    {{"", FitSide::kAfter}, {"_before", FitSide::kBefore}, {"_change", FitSide::kChange}}};

enum class FitComparison : uint8_t { kBelow, kAtMost, kAbove, kAtLeast, kEqual };

struct FitCondition {
  FitField field = FitField::kC;
  FitComparison comparison = FitComparison::kAbove;
  double bound = 0;
  bool is_share = false;  // `bound` is one, of cost, self or calls
  FitSide side = FitSide::kAfter;
};

// All conditions have to hold, and all texts have to be in the name, or in the name of the module. A function
// without a fit meets no condition about a, b, c or r2; where all costs are equal, c is 0.
struct FitFilter {
  std::vector<FitCondition> conditions;
  std::vector<std::string> texts, modules;
  // Whether a condition is about what was before: only a comparison has that.
  [[nodiscard]] bool NeedsSides() const;
};

// "c>1.5 r2>0.92 sizes>10 self>1% c_change>0.2 mod:libc sort": conditions, and parts of names, with blanks
// between. Errors: kMalformed with `column` (1-based byte of `text`).
[[nodiscard]] Result<FitFilter> ParseFitFilter(std::string_view text);

// A function as filters see it, and what shares are shares of.
struct FilteredFit {
  const FunctionFit* fit = nullptr;
  std::string_view name, module;
  double self = 0;
  const FunctionFit* before = nullptr;  // null: nothing is known of it
  double self_before = 0;
};
struct FitTotals {
  double cost = 0, self = 0, calls = 0;
};
// What every function of some fits costs in itself, by their order, 0 where points do not tell, and the whole
// of all. O(contexts + points log points). Errors: kCancelled.
struct FitShares {
  std::vector<double> self_costs;
  FitTotals totals;
};
[[nodiscard]] Result<FitShares> SharesOf(const Cct& tree, std::span<const FunctionFit> fits,
                                         std::optional<Side> side, JobControl* job = nullptr);
// What a condition is about, not as a share; nothing where there is no fit, but for c of equal costs, which
// is 0.
[[nodiscard]] std::optional<double> ValueOf(FitField field, const FunctionFit& fit, double self);
// By how much larger an exponent (ExponentOf) is after than before; nothing where one of both has none.
[[nodiscard]] std::optional<double> ExponentChange(const FunctionFit& after, const FunctionFit* before);
[[nodiscard]] bool Matches(const FitFilter& filter, const FilteredFit& function, const FitTotals& totals);

}  // namespace ringscope
