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

// A bounding function of one's own, "n * n / ln": a formula of derived metrics
// (cct/query/metrics/derived_metric.h) over the values kBoundingValues.
class BoundingFormula {
 public:
  // Errors: kMalformed and kLimit as ParseDerivedMetric() has them, kNotFound for another value; with
  // `column`.
  [[nodiscard]] static Result<BoundingFormula> Parse(std::string_view text);

  // Above 0; nothing where the formula is not, or one of its values has no place there. O(nodes).
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

// What a plot of costs over input sizes shows of each size.
enum class CostChart : uint8_t {
  kWorst,  // the most that a call cost
  kAverage,
  kBest,       // the least
  kTotal,      // of all calls
  kVariance,   // of the costs of the calls
  kFrequency,  // calls
  kAmortized,  // see AmortizedCosts()
  kBounded,    // the worst, divided by a bounding function
};
inline constexpr size_t kCostChartCount = 8;
inline constexpr auto kCostChartWords = WordsInOrder<CostChart, kCostChartCount>(
    "worst, average, best, total, variance, frequency, amortized, bounded");

// h(n) = n^a ln(n)^b ln(ln(n))^c, or a formula instead. A chart of cost / h(n) that rises says that the cost
// is not in O(h), one that is flat that h is tight.
struct BoundingFunction {
  double power = 1, log_power = 0, log_log_power = 0;
  std::optional<BoundingFormula> formula = std::nullopt;
  // Above 0, or nothing where ln(n) or ln(ln(n)) is 0 or below and has a power.
  [[nodiscard]] std::optional<double> At(double n) const;
  friend bool operator==(const BoundingFunction&, const BoundingFunction&) = default;
};

struct CostSeriesOptions {
  CostChart chart = CostChart::kWorst;
  BoundingFunction bound;
  // Sizes from k * width up to the next are one point, at k * width: costs are the mean over the points,
  // frequencies and totals their sum. 1: every size is its own.
  uint64_t group_width = 1;
  // A point becomes the mean of so many around it, in order of size; an even number counts as the next odd
  // one. At the ends the window is cut. 1: none. Not together with groups, not of an amortized chart.
  uint32_t smoothing_window = 1;
};

struct CostPoint {
  double size = 0;
  double value = 0;
  uint64_t calls = 0;
};
struct CostSeries {
  std::vector<CostPoint> points;  // by rising size
  std::optional<double> alpha;    // of an amortized chart
  uint64_t left_out = 0;          // sizes that the bounding function says nothing of
};

// `points` by rising size, as SumPointsBySize() gives them. O(n log n).
[[nodiscard]] CostSeries MakeCostSeries(std::span<const InputPoint> points, const CostSeriesOptions& options);

// The amortized cost of expensive but rare calls: sizes are sorted by average cost and cut in two; alpha is
// what the calls above the cut cost in all, divided by what those below cost. Of the cuts with alpha at most
// 2 the one with the least (1 + alpha) * average cost at the cut is taken. Sizes up to the cut then have that
// cost, the others 0: they are paid for.
struct Amortized {
  double cost = 0;   // (1 + alpha) * average at the cut
  double alpha = 0;  // 0: there is no cut, nothing is rare
  double cut = 0;    // average costs above this are amortized
};
[[nodiscard]] Amortized AmortizedCosts(std::span<const InputPoint> points);

// 0 to 11, for a colour by calls: 11 - round(log2(calls)), at least 0; few calls have high steps.
[[nodiscard]] uint32_t CallsStep(uint64_t calls);

}  // namespace ringscope
