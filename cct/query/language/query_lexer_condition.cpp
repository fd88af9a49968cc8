#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "cct/base/text/ascii.h"
#include "cct/base/text/enum_words.h"
#include "cct/base/text/unit_names.h"
#include "cct/query/language/query_lexer.h"

// How a condition is read: `self(cpu time) >= 10ms`, a value, a comparison and a number with its unit.

namespace ringscope {

Result<bool> QueryLexer::Condition(size_t begin, QueryToken* token) const {
  const std::string_view rest = text_.substr(begin);
  const auto* const named = FindPrefix(kValueWords, rest);
  if (named == nullptr) return false;
  size_t at = begin + named->word.size();
  QueryNode& node = token->node;
  std::string metric;
  bool is_certain = false;  // what follows is wrong unless it goes on as a condition
  const bool takes_metric = named->value != QueryValue::kCalls && !IsPlainNumber(named->value);
  if (takes_metric && At(at) == '(') {
    is_certain = true;
    const size_t name_begin = SkipSpaces(at + 1);
    size_t close = name_begin;
    if (At(name_begin) == '\'') {
      for (close = name_begin + 1; close < text_.size() && text_[close] != '\''; ++close) {
        if (text_[close] == '\\' && (At(close + 1) == '\'' || At(close + 1) == '\\')) ++close;
        metric += text_[close];
      }
      if (close >= text_.size()) return FailExpected(text_.size(), "a closing ' of the metric's name");
      close = SkipSpaces(close + 1);
      if (At(close) != ')') return FailExpected(close, "a ')' after the metric's name");
    } else {
      close = std::min(text_.find(')', name_begin), text_.size());
      size_t name_end = close;
      while (name_end > name_begin && IsSpace(text_[name_end - 1])) --name_end;
      metric = text_.substr(name_begin, name_end - name_begin);
      if (close == text_.size()) return FailExpected(close, "a ')' after the metric's name");
    }
    if (metric.empty()) return FailExpected(name_begin, "the name of a metric");
    at = close + 1;
  }
  const std::string_view left_side = text_.substr(begin, at - begin);
  const size_t comparison_begin = SkipSpaces(at);
  const std::string_view right_side = text_.substr(comparison_begin);
  const auto* const comparison = FindPrefix(kComparisonWords, right_side);
  if (comparison == nullptr) {
    if (!is_certain) return false;
    return FailExpected(comparison_begin, fmt::format("a comparison such as >5% after '{}'", left_side));
  }
  const size_t bound_begin = SkipSpaces(comparison_begin + comparison->word.size());
  const char first = At(bound_begin);
  const bool is_number = IsDigit(first) || ((first == '.' || first == '-') && IsDigit(At(bound_begin + 1))) ||
                         (first == '-' && At(bound_begin + 1) == '.' && IsDigit(At(bound_begin + 2)));
  if (!is_number) {
    // With blanks between, `self` and what follows may be words.
    if (!is_certain && comparison_begin != at) return false;
    const std::string hint =
        metric.empty() ? fmt::format(" (the name is searched with fn:{})", named->word) : "";
    return FailExpected(bound_begin, fmt::format("a number such as 5%, 10ms or 1MB after '{}{}'{}", left_side,
                                                 comparison->word, hint));
  }
  node.op = QueryOp::kCondition;
  node.value = named->value;
  node.metric = std::move(metric);
  node.comparison = comparison->value;
  RINGSCOPE_TRY(ConditionBound(bound_begin, token));
  return true;
}

Result<void> QueryLexer::ConditionBound(size_t begin, QueryToken* token) const {
  QueryNode& node = token->node;
  const char* const end_of_text = text_.data() + text_.size();
  const auto [number_end, error] = std::from_chars(text_.data() + begin, end_of_text, node.bound);
  if (error != std::errc{} || std::fabs(node.bound) > std::numeric_limits<double>::max())
    return FailExpected(begin, "a number that is not too large");
  const size_t unit_begin = static_cast<size_t>(number_end - text_.data());
  const std::string_view condition = text_.substr(token->begin, unit_begin - token->begin);
  const std::string_view unit = TextUpToTokenEnd(unit_begin);
  token->end = unit_begin + unit.size();
  if (IsPlainNumber(node.value)) {
    if (!unit.empty()) {
      return FailExpected(unit_begin, fmt::format("a blank after '{}', as {} have no unit", condition,
                                                  node.value == QueryValue::kLayer ? "layers" : "executions"));
    }
    return {};
  }
  if (unit.empty()) {
    // `self>5 ms` would look for the word ms.
    const size_t next = SkipSpaces(unit_begin);
    if (const std::string_view word = TextUpToTokenEnd(next); IsUnitOfBound(word)) {
      return FailExpected(next, fmt::format("the unit right after '{0}' (the word is searched with fn:{1})",
                                            condition, word));
    }
  } else if (unit == "%") {
    node.bound_kind = BoundKind::kShareOfTotal;
  } else if (unit == "%%") {
    node.bound_kind = BoundKind::kShareOfViewRoot;
  } else if (IsUnitOfBound(unit)) {
    node.unit = unit;
  } else {
    return FailExpected(unit_begin,
                        fmt::format("a unit ({}) or a blank after '{}'", WrittenUnitList(), condition));
  }
  return {};
}

}  // namespace ringscope
