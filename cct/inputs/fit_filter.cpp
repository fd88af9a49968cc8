#include "cct/inputs/fit_filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace ringscope {
namespace {

constexpr EnumWords<FitComparison, 5> kSigns{{{"<=", FitComparison::kAtMost},
                                              {">=", FitComparison::kAtLeast},
                                              {"<", FitComparison::kBelow},
                                              {">", FitComparison::kAbove},
                                              {"=", FitComparison::kEqual}}};

Result<FitCondition> ParseCondition(std::string_view word, size_t at, size_t sign_at) {
  FitCondition condition;
  std::string_view name = word.substr(0, sign_at);
  for (const auto& side : kFitSideWords) {
    if (side.word.empty() || !name.ends_with(side.word)) continue;
    condition.side = side.value;
    name.remove_suffix(side.word.size());
  }
  const auto field = ValueOfWord(kFitFieldWords, name);
  if (!field) {
    return FailAtColumn(ErrorCode::kMalformed, at + 1, "expected {}, found '{}'", WordList(kFitFieldWords),
                        word.substr(0, sign_at));
  }
  condition.field = *field;
  const auto& sign = *FindPrefix(kSigns, word.substr(sign_at));
  condition.comparison = sign.value;
  std::string_view number = word.substr(sign_at + sign.word.size());
  const size_t number_at = at + sign_at + sign.word.size();
  if (number.ends_with('%')) {
    condition.is_share = true;
    number.remove_suffix(1);
    if (condition.field > FitField::kCalls || condition.side != FitSide::kAfter)
      return FailAtColumn(ErrorCode::kMalformed, number_at + 1, "expected a number, no share, for {}",
                          word.substr(0, sign_at));
  }
  const auto [end, problem] = std::from_chars(number.data(), number.data() + number.size(), condition.bound);
  if (number.empty() || problem != std::errc() || end != number.data() + number.size() ||
      !std::isfinite(condition.bound))
    return FailAtColumn(ErrorCode::kMalformed, number_at + 1, "expected a number behind '{}', found '{}'",
                        sign.word, number);
  if (condition.is_share) condition.bound /= 100;
  return condition;
}

std::optional<double> ValueOf(const FitCondition& condition, const FilteredFit& function,
                              const FitTotals& totals) {
  const std::optional<double> value = ValueOf(condition.field, *function.fit, function.self);
  if (condition.side != FitSide::kAfter) {
    if (function.before == nullptr) return std::nullopt;
    if (condition.field == FitField::kC && condition.side == FitSide::kChange)
      return ExponentChange(*function.fit, function.before);
    const std::optional<double> before = ValueOf(condition.field, *function.before, function.self_before);
    if (condition.side == FitSide::kBefore || !before) return before;
    return value ? std::optional(*value - *before) : std::nullopt;
  }
  if (!condition.is_share) return value;
  const double whole = condition.field == FitField::kCost   ? totals.cost
                       : condition.field == FitField::kSelf ? totals.self
                                                            : totals.calls;
  return whole > 0 ? *value / whole : 0;
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
    if (constexpr std::string_view kModule = "mod:"; word.starts_with(kModule)) {
      filter.modules.emplace_back(word.substr(kModule.size()));
    } else if (const size_t sign_at = word.find_first_of("<>="); sign_at == std::string_view::npos) {
      filter.texts.emplace_back(word);
    } else {
      RINGSCOPE_ASSIGN(filter.conditions.emplace_back(), ParseCondition(word, at, sign_at));
    }
    at += word.size();
  }
  return filter;
}

std::optional<double> ValueOf(FitField field, const FunctionFit& fit, double self) {
  const auto of_power = [&fit](double PowerFit::*member) {
    return fit.power ? std::optional((*fit.power).*member) : std::nullopt;
  };
  switch (field) {
    case FitField::kCost:
      return static_cast<double>(fit.cost);
    case FitField::kSelf:
      return self;
    case FitField::kCalls:
      return static_cast<double>(fit.calls);
    case FitField::kSizes:
      return static_cast<double>(fit.sizes);
    case FitField::kLargest:
      return static_cast<double>(fit.largest_size);
    case FitField::kA:
      return of_power(&PowerFit::a);
    case FitField::kB:
      return of_power(&PowerFit::b);
    case FitField::kC:
      return fit.is_level ? 0 : of_power(&PowerFit::c);
    case FitField::kRSquared:
      break;
  }
  return of_power(&PowerFit::r_squared);
}

bool FitFilter::NeedsSides() const {
  return std::ranges::any_of(conditions, [](const FitCondition& one) { return one.side != FitSide::kAfter; });
}

std::optional<double> ExponentChange(const FunctionFit& after, const FunctionFit* before) {
  const std::optional<double> exponent = ExponentOf(after);
  const std::optional<double> old = before == nullptr ? std::nullopt : ExponentOf(*before);
  return exponent && old ? std::optional(*exponent - *old) : std::nullopt;
}

namespace {

// The total of the profile in the unit of the points. Points do not name their metric, so this is the total
// of the first metric of this unit that is at least `least`. Returns `least` if there is none, as when the
// nested calls of a function add up to more than the total.
double WholeCost(const Cct& tree, std::string_view unit, std::optional<Side> side, double least) {
  const MetricRole role = !side                    ? MetricRole::kPlain
                          : *side == Side::kBefore ? MetricRole::kBefore
                                                   : MetricRole::kAfter;
  for (MetricIndex metric = 0; metric < tree.metric_count(); ++metric) {
    const Metric& its = tree.metrics()[metric];
    if (its.unit != unit || its.scale != 1 || its.role != role) continue;
    if (const auto whole = static_cast<double>(tree.Inclusive(kRootContext, metric)); whole >= least)
      return whole;
  }
  return least;
}

}  // namespace

Result<FitShares> SharesOf(const Cct& tree, std::span<const FunctionFit> fits, std::optional<Side> side,
                           JobControl* job) {
  FitShares shares;
  shares.self_costs.resize(fits.size());
  const PointFields fields(tree, PointCost::kSelf, side);
  if (fields.exist()) {
    std::vector<size_t> number_of(tree.frames().size(), fits.size());
    for (size_t k = 0; k < fits.size(); ++k) number_of[fits[k].frame] = k;
    RINGSCOPE_ASSIGN(const std::vector<FunctionPoints> functions, PointsByFunction(tree, fields, job));
    for (const FunctionPoints& function : functions) {
      if (number_of[function.frame] == fits.size()) continue;
      for (const InputPoint& point : function.points)
        shares.self_costs[number_of[function.frame]] += static_cast<double>(point.cost);
    }
  }
  FitTotals& totals = shares.totals;
  for (size_t k = 0; k < fits.size(); ++k) {
    totals.cost = std::max(totals.cost, static_cast<double>(fits[k].cost));
    totals.calls += static_cast<double>(fits[k].calls);
    totals.self += shares.self_costs[k];
  }
  // Inclusive costs contain each other: if no metric tells the total, the largest cost is the best guess.
  totals.cost = std::max(totals.cost, totals.self);
  const PointFields with_callees(tree, PointCost::kInclusive, side);
  for (const PointFields* const known : {&fields, &with_callees}) {
    if (known->exist()) totals.cost = WholeCost(tree, known->cost_unit(), side, totals.cost);
  }
  return shares;
}

bool Matches(const FitFilter& filter, const FilteredFit& function, const FitTotals& totals) {
  const auto has_all = [](const std::vector<std::string>& texts, std::string_view in) {
    return std::ranges::all_of(
        texts, [in](const std::string& text) { return in.find(text) != std::string_view::npos; });
  };
  return has_all(filter.texts, function.name) && has_all(filter.modules, function.module) &&
         std::ranges::all_of(filter.conditions, [&](const FitCondition& condition) {
           const std::optional<double> value = ValueOf(condition, function, totals);
           return value && Holds(*value, condition.comparison, condition.bound);
         });
}

}  // namespace ringscope
