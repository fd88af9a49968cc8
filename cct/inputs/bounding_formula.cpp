#include "cct/inputs/bounding_formula.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>

namespace ringscope {
namespace {

// The derived-metric language names what it defines; here that is always h.
constexpr std::string_view kHead = "h=";
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

std::optional<double> ValueOf(std::string_view name, double n) {
  if (name == "n") return n;
  if (name == "ln") return std::log(n);
  if (name == "lnln") return std::log(std::log(n));
  if (name == "sqrt") return std::sqrt(n);
  return std::nullopt;
}

double ValueOf(const FormulaNode& node, double n, const std::array<double, kMaxFormulaNodes>& values) {
  const double first = values[node.first], second = values[node.second];
  switch (node.op) {
    case FormulaNode::Op::kNumber:
      return node.number;
    case FormulaNode::Op::kValue:
      return ValueOf(node.metric, n).value_or(kNone);
    case FormulaNode::Op::kAdd:
      return first + second;
    case FormulaNode::Op::kSubtract:
      return first - second;
    case FormulaNode::Op::kMultiply:
      return first * second;
    case FormulaNode::Op::kDivide:
      return second == 0 ? kNone : first / second;
    case FormulaNode::Op::kNegate:
      break;
  }
  return -first;
}

}  // namespace

Result<BoundingFormula> BoundingFormula::Parse(std::string_view text) {
  Result<DerivedMetric> parsed = ParseDerivedMetric(fmt::format("{}{}", kHead, text));
  if (!parsed) {
    Error error = std::move(parsed).error();
    if (error.column && *error.column > kHead.size()) *error.column -= kHead.size();
    return tl::unexpected(std::move(error));
  }
  const size_t skipped = parsed->formula_begin - kHead.size();
  for (const FormulaNode& node : parsed->nodes) {
    if (node.op != FormulaNode::Op::kValue) continue;
    if (node.which != FormulaNode::Which::kAsAsked || !ValueOf(node.metric, 1))
      return FailAtColumn(ErrorCode::kNotFound, skipped + node.at + 1,
                          fmt::format("expected {}, found '{}'", kBoundingValues, node.metric));
  }
  return BoundingFormula(std::move(parsed->formula_text), std::move(parsed->nodes));
}

std::optional<double> BoundingFormula::At(double n) const {
  std::array<double, kMaxFormulaNodes> values{};
  for (size_t k = 0; k < nodes_.size(); ++k) values[k] = ValueOf(nodes_[k], n, values);
  const double h = nodes_.empty() ? 0 : values[nodes_.size() - 1];
  if (!(h > 0) || !std::isfinite(h)) return std::nullopt;
  return h;
}

}  // namespace ringscope
