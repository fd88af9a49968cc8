#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/base/result.h"
#include "cct/base/text/enum_words.h"
#include "cct/inputs/function_fits.h"
#include "cct/query/metrics/derived_metric.h"

namespace ringscope {

// A user-defined bounding function such as "n * n / ln": a formula in the language of derived metrics
// (cct/query/metrics/derived_metric.h) over the values of kBoundingValues.
class BoundingFormula {
 public:
  // Errors, with `column`: kMalformed and kLimit as ParseDerivedMetric(), kNotFound for other values.
  [[nodiscard]] static Result<BoundingFormula> Parse(std::string_view text);

  // std::nullopt unless the result is above 0 and finite. O(nodes).
  [[nodiscard]] std::optional<double> At(double n) const;
  [[nodiscard]] const std::string& text() const { return text_; }
  friend bool operator==(const BoundingFormula& a, const BoundingFormula& b) { return a.text_ == b.text_; }

 private:
  BoundingFormula(std::string text, std::vector<FormulaNode> nodes)
      : text_(std::move(text)), nodes_(std::move(nodes)) {}

  std::string text_;
  std::vector<FormulaNode> nodes_;  // operands first
};
inline constexpr std::string_view kBoundingValues = "n, ln (ln n), lnln (ln ln n) and sqrt (the root of n)";

// The quantity that a plot of costs over input sizes shows for each size.
enum class CostChart : uint8_t {
  kWorst,      // largest cost of a call
  kAverage,    // mean cost of a call
  kBest,       // smallest cost of a call
  kTotal,      // sum over the calls
  kVariance,   // of the costs of the calls
  kFrequency,  // number of calls
  kAmortized,  // see AmortizedCosts()
  kBounded,    // largest cost, divided by a bounding function
};
inline constexpr size_t kCostChartCount = 8;
inline constexpr auto kCostChartWords = WordsInOrder<CostChart, kCostChartCount>(
    "worst, average, best, total, variance, frequency, amortized, bounded");

// h(n) = n^power ln(n)^log_power ln(ln(n))^log_log_power, or a formula instead. A rising chart of cost / h(n)
// says that the cost is not in O(h), a flat one that h is tight.
struct BoundingFunction {
  double power = 1, log_power = 0, log_log_power = 0;
  std::optional<BoundingFormula> formula = std::nullopt;
  // std::nullopt unless the result, and each of ln(n) and ln(ln(n)) with a power, is above 0 and finite.
  [[nodiscard]] std::optional<double> At(double n) const;
  friend bool operator==(const BoundingFunction&, const BoundingFunction&) = default;
};

struct CostSeriesOptions {
  CostChart chart = CostChart::kWorst;
  BoundingFunction bound;
  // Sizes from k * width up to the next multiple become one point at k * width: frequencies and totals are
  // added up, other values are the mean over the points. 1: no groups.
  uint64_t group_width = 1;
  // A point becomes the mean of so many points around it, by size; an even number counts as the next odd one.
  // At the ends the window is cut. 1: no smoothing. Has no effect on groups and amortized charts.
  uint32_t smoothing_window = 1;
};

struct CostPoint {
  double size = 0;
  double value = 0;
  uint64_t calls = 0;
};
struct CostSeries {
  std::vector<CostPoint> points;  // by ascending size
  std::optional<double> alpha;    // for kAmortized: see Amortized
  uint64_t left_out = 0;          // sizes at which the bounding function has no value
};

// `points`: by ascending size, as from SumPointsBySize(). O(n log n).
[[nodiscard]] CostSeries MakeCostSeries(std::span<const InputPoint> points, const CostSeriesOptions& options);

// Spreads the cost of expensive but rare calls over the others. Sizes are sorted by average cost and cut in
// two; alpha is the total cost of the calls above the cut, divided by that of the calls below. Of the cuts
// with alpha at most 2 the one with the least (1 + alpha) * average cost at the cut is taken. Sizes up to the
// cut then have that cost; the others have 0, as their cost is contained in it.
struct Amortized {
  double cost = 0;   // (1 + alpha) * average cost at the cut
  double alpha = 0;  // 0: there is no cut, no calls are rare
  double cut = 0;    // sizes with an average cost above this are amortized
};
[[nodiscard]] Amortized AmortizedCosts(std::span<const InputPoint> points);

// The colour step of a number of calls, 0 to 11: 11 - round(log2(calls)), at least 0; high for few calls.
[[nodiscard]] uint32_t CallsStep(uint64_t calls);

}  // namespace ringscope
