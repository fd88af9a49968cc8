#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/result.h"
#include "cct/inputs/function_fits.h"

namespace ringscope {

// The quantity of a fit in a condition. Shares of kCost are of the whole profile, others of all functions.
enum class FitField : uint8_t { kCost, kSelf, kCalls, kSizes, kLargest, kA, kB, kC, kRSquared };
inline constexpr auto kFitFieldWords =
    WordsInOrder<FitField, 9>("cost, self, calls, sizes, largest, a, b, c, r2");

// The side of a comparison in a condition, by the suffix of its field: c is the exponent after, c_before the
// one before, c_change the difference after - before.
enum class FitSide : uint8_t { kAfter, kBefore, kChange };
inline constexpr EnumWords<FitSide, 3> kFitSideWords{
    {{"", FitSide::kAfter}, {"_before", FitSide::kBefore}, {"_change", FitSide::kChange}}};

enum class FitComparison : uint8_t { kBelow, kAtMost, kAbove, kAtLeast, kEqual };

struct FitCondition {
  FitField field = FitField::kC;
  FitComparison comparison = FitComparison::kAbove;
  double bound = 0;
  bool is_share = false;  // `bound` is a share (of cost, self or calls)
  FitSide side = FitSide::kAfter;
};

// A function matches if all conditions hold, its name contains all `texts`, and the name of its module all
// `modules`. A function without a fit meets no condition about a, b, c or r2; if all costs are equal, c is 0.
struct FitFilter {
  std::vector<FitCondition> conditions;
  std::vector<std::string> texts, modules;
  // Whether a condition is about the side before, which only a comparison has.
  [[nodiscard]] bool NeedsSides() const;
};

// "c>1.5 r2>0.92 sizes>10 self>1% c_change>0.2 mod:libc sort": conditions and parts of names, separated by
// blanks. Errors: kMalformed with `column` (1-based byte of `text`).
[[nodiscard]] Result<FitFilter> ParseFitFilter(std::string_view text);

// A function as filters see it.
struct FilteredFit {
  const FunctionFit* fit = nullptr;
  std::string_view name, module;
  double self = 0;
  const FunctionFit* before = nullptr;  // null: the side before has no such function
  double self_before = 0;
};
// The quantities that shares are shares of.
struct FitTotals {
  double cost = 0, self = 0, calls = 0;
};
struct FitShares {
  std::vector<double> self_costs;  // by fit; 0 if the points do not tell
  FitTotals totals;
};
// O(contexts + points log points). Errors: kCancelled.
[[nodiscard]] Result<FitShares> SharesOf(const Cct& tree, std::span<const FunctionFit> fits,
                                         std::optional<Side> side, JobControl* job = nullptr);
// The value of a field; std::nullopt for a, b, c and r2 without a fit, but c is 0 if all costs are equal.
[[nodiscard]] std::optional<double> ValueOf(FitField field, const FunctionFit& fit, double self);
// The exponent (ExponentOf) after less the one before; std::nullopt if either is missing.
[[nodiscard]] std::optional<double> ExponentChange(const FunctionFit& after, const FunctionFit* before);
[[nodiscard]] bool Matches(const FitFilter& filter, const FilteredFit& function, const FitTotals& totals);

}  // namespace ringscope
