#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/base/result.h"
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

}  // namespace ringscope
