#include "cct/inputs/fit_filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace ringscope {
namespace {

struct ComparisonSign {
  std::string_view sign;
  FitComparison comparison;
};
// Longer ones first.
constexpr std::array kSigns{
    ComparisonSign{"<=", FitComparison::kAtMost}, ComparisonSign{">=", FitComparison::kAtLeast},
    ComparisonSign{"<", FitComparison::kBelow}, ComparisonSign{">", FitComparison::kAbove},
    ComparisonSign{"=", FitComparison::kEqual}};

tl::unexpected<Error> FailAt(size_t byte, std::string message) {
  Error error;
  error.code = ErrorCode::kMalformed;
  error.message = std::move(message);
  error.column = byte + 1;
  return tl::unexpected(std::move(error));
}

Result<FitCondition> ParseCondition(std::string_view word, size_t at, size_t sign_at) {
  FitCondition condition;
  const auto field = std::find_if(kFitFieldWords.begin(), kFitFieldWords.end(),
                                  [&](const auto& one) { return one.word == word.substr(0, sign_at); });
  if (field == kFitFieldWords.end()) {
    return FailAt(at, fmt::format("expected cost, self, calls, sizes, largest, a, b, c or r2, found '{}'",
                                  word.substr(0, sign_at)));
  }
  condition.field = field->value;
  const auto sign = std::find_if(kSigns.begin(), kSigns.end(), [&](const ComparisonSign& one) {
    return word.substr(sign_at).starts_with(one.sign);
  });
  condition.comparison = sign->comparison;
  std::string_view number = word.substr(sign_at + sign->sign.size());
  const size_t number_at = at + sign_at + sign->sign.size();
  if (number.ends_with('%')) {
    condition.is_share = true;
    number.remove_suffix(1);
    if (condition.field > FitField::kCalls)
      return FailAt(number_at, fmt::format("expected a number, no share, for {}", field->word));
  }
  const auto [end, problem] = std::from_chars(number.data(), number.data() + number.size(), condition.bound);
  if (number.empty() || problem != std::errc() || end != number.data() + number.size() ||
      !std::isfinite(condition.bound))
    return FailAt(number_at, fmt::format("expected a number behind '{}', found '{}'", sign->sign, number));
  if (condition.is_share) condition.bound /= 100;
  return condition;
}

std::optional<double> ValueOf(const FitCondition& condition, const FilteredFit& function,
                              const FitTotals& totals) {
  const FunctionFit& fit = *function.fit;
  const auto counted = [&](double value, double whole) {
    return !condition.is_share ? value : whole > 0 ? value / whole : 0;
  };
  switch (condition.field) {
    case FitField::kCost:
      return counted(static_cast<double>(fit.cost), totals.cost);
    case FitField::kSelf:
      return counted(function.self, totals.self);
    case FitField::kCalls:
      return counted(static_cast<double>(fit.calls), totals.calls);
    case FitField::kSizes:
      return static_cast<double>(fit.sizes);
    case FitField::kLargest:
      return static_cast<double>(fit.largest_size);
    default:
      break;
  }
  if (!fit.power) return std::nullopt;
  switch (condition.field) {
    case FitField::kA:
      return fit.power->a;
    case FitField::kB:
      return fit.power->b;
    case FitField::kC:
      return fit.power->c;
    default:
      return fit.power->r_squared;
  }
}

bool Holds(double value, FitComparison comparison, double bound) {
  switch (comparison) {
    case FitComparison::kBelow:
      return value < bound;
    case FitComparison::kAtMost:
      return value <= bound;
    case FitComparison::kAbove:
      return value > bound;
    case FitComparison::kAtLeast:
      return value >= bound;
    case FitComparison::kEqual:
      break;
  }
  return value == bound;
}

}  // namespace

Result<FitFilter> ParseFitFilter(std::string_view text) {
  FitFilter filter;
  for (size_t at = 0; at < text.size();) {
    if (text[at] == ' ' || text[at] == '\t') {
      ++at;
      continue;
    }
    const std::string_view word = text.substr(at, text.find_first_of(" \t", at) - at);
    if (const size_t sign_at = word.find_first_of("<>="); sign_at == std::string_view::npos) {
      filter.texts.emplace_back(word);
    } else {
      RINGSCOPE_ASSIGN(const FitCondition condition, ParseCondition(word, at, sign_at));
      filter.conditions.push_back(condition);
    }
    at += word.size();
  }
  return filter;
}

bool Matches(const FitFilter& filter, const FilteredFit& function, const FitTotals& totals) {
  const bool has_texts = std::all_of(filter.texts.begin(), filter.texts.end(), [&](const std::string& text) {
    return function.name.find(text) != std::string_view::npos;
  });
  return has_texts &&
         std::all_of(filter.conditions.begin(), filter.conditions.end(), [&](const FitCondition& condition) {
           const std::optional<double> value = ValueOf(condition, function, totals);
           return value && Holds(*value, condition.comparison, condition.bound);
         });
}

}  // namespace ringscope
