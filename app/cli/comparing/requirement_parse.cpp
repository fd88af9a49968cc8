#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/comparing/requirement.h"
#include "app/core/display_text.h"
#include "cct/base/text/ascii.h"
#include "cct/base/text/enum_words.h"
#include "cct/query/language/placed_text.h"

namespace ringscope {
namespace {

using What = Requirement::What;

struct WhatWord {
  std::string_view word;
  What value;
  std::string_view said;  // of what was found
};
constexpr std::array kWhatWords{WhatWord{"incl", What::kInclusive, "inclusive"},
                                WhatWord{"self", What::kSelf, "self"},
                                WhatWord{"contexts", What::kContexts, "contexts"},
                                WhatWord{"functions", What::kFunctions, "functions"},
                                WhatWord{"exponent_before", What::kExponentBefore, "exponent before"},
                                WhatWord{"exponent_change", What::kExponentChange, "exponent grew by"},
                                WhatWord{"exponent", What::kExponent, "exponent"},
                                WhatWord{"total", What::kTotal, "total"},
                                WhatWord{"new", What::kNew, "new"},
                                WhatWord{"gone", What::kGone, "gone"}};
constexpr std::string_view kDelta = "delta";

tl::unexpected<Error> FailAtByte(size_t begin, std::string message) {
  Error error;
  error.code = ErrorCode::kMalformed;
  error.message = std::move(message);
  error.column = begin + 1;
  return tl::unexpected(std::move(error));
}

// The last comma that stands in no brackets, quotes or regular expression of a query; npos without one.
size_t LastComma(std::string_view query) {
  size_t comma = std::string_view::npos;
  size_t depth = 0;
  bool at_start = true;  // of a word, where a slash begins a regular expression
  for (size_t i = 0; i < query.size(); ++i) {
    const char c = query[i];
    if (c == '\\') {
      ++i;
    } else if (c == '"' || (c == '/' && at_start)) {
      size_t end = i + 1;
      while (end < query.size() && query[end] != c) end += query[end] == '\\' ? 2 : 1;
      if (end < query.size()) i = end;  // otherwise a slash of a path
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if ((c == ')' || c == ']' || c == '}') && depth > 0) {
      --depth;
    } else if (c == ',' && depth == 0) {
      comma = i;
    }
    at_start = c == ':' || c == '(' || IsSpace(c);
  }
  return comma;
}

// A metric's name as it is, or between ''.
Result<std::string> ParseMetric(PlacedText part) {
  part = part.Trimmed();
  if (part.text.size() >= 2 && part.text.front() == '\'' && part.text.back() == '\'')
    part = part.Sub(1, part.text.size() - 2);
  if (part.text.empty()) return FailAtByte(part.begin, "expected the name of a metric");
  return std::string(part.text);
}

// A bound is written as in a condition, with blanks allowed between number and unit. It is parsed as part of
// a condition.
Result<void> ParseBound(const PlacedText& bound, Requirement& requirement) {
  constexpr std::string_view kLeftSide = "incl";
  std::string condition_text(kLeftSide);
  std::vector<size_t> place;  // of its bytes behind the left side
  for (size_t i = 0; i < bound.text.size(); ++i) {
    if (IsSpace(bound.text[i])) continue;
    condition_text += bound.text[i];
    place.push_back(bound.begin + i);
  }
  place.push_back(bound.begin + bound.text.size());
  Result<Query> condition = ParseQuery(condition_text);
  if (!condition) {
    const size_t column = std::max<size_t>(condition.error().column.value_or(1), kLeftSide.size() + 1);
    const size_t at = place[std::min(column - kLeftSide.size() - 1, place.size() - 1)];
    // What the query says of itself speaks of a text that nobody typed.
    const std::string_view typed = bound.text.substr(at - bound.begin);
    const std::string found = typed.empty() ? "nothing" : fmt::format("'{}'", DisplayText(typed, 60));
    return FailAtByte(
        at, fmt::format("expected a comparison with a number, a unit or %, as in < 5 %, found {}", found));
  }
  if (condition->nodes.size() != 1 || condition->nodes[0].op != QueryOp::kCondition) {
    return FailAtByte(place[0], fmt::format("expected one comparison such as < 5%, found '{}'", bound.text));
  }
  requirement.bound = condition->nodes[0];
  return {};
}

// Where another requirement seems to begin behind a closing bracket.
std::optional<size_t> SecondRequirement(const PlacedText& arguments) {
  const size_t close = arguments.text.find(')');
  if (close == std::string_view::npos) return std::nullopt;
  if (const size_t at = arguments.text.find("delta(", close); at != std::string_view::npos)
    return arguments.begin + at;
  for (const WhatWord& one : kWhatWords) {
    const size_t at = arguments.text.find(std::string(one.word) + "(", close);
    if (at != std::string_view::npos) return arguments.begin + at;
  }
  return std::nullopt;
}

// Reads "incl(QUERY, METRIC)" and gives what stands behind it.
Result<PlacedText> ParseMeasured(const PlacedText& whole, Requirement& requirement) {
  constexpr std::string_view kExpected =
      "expected incl(QUERY), self(QUERY), contexts(QUERY), functions(QUERY), exponent(QUERY), "
      "exponent_before(QUERY), exponent_change(QUERY), total, delta(...), new(QUERY) or gone(QUERY)";
  const WhatWord* const name = FindPrefix(kWhatWords, whole.text);
  if (name == nullptr) return FailAtByte(whole.begin, std::string(kExpected));
  requirement.what = name->value;
  PlacedText rest = whole.Sub(name->word.size()).Trimmed();
  const bool has_arguments = rest.text.starts_with('(');
  if (!has_arguments && requirement.what != What::kTotal)
    return FailAtByte(rest.begin, fmt::format("expected '(' and a query after '{}'", name->word));
  if (has_arguments) {
    // Bounds have no brackets: the last one ends the arguments.
    const size_t close = rest.text.find_last_of(')');
    if (close == std::string_view::npos) return FailAtByte(rest.begin + rest.text.size(), "expected ')'");
    PlacedText arguments = rest.Sub(1, close - 1);
    rest = rest.Sub(close + 1);
    if (requirement.what == What::kTotal) {
      RINGSCOPE_ASSIGN(requirement.metric, ParseMetric(arguments));
    } else {
      if (const size_t comma = LastComma(arguments.text); comma != std::string_view::npos) {
        RINGSCOPE_ASSIGN(requirement.metric, ParseMetric(arguments.Sub(comma + 1)));
        arguments = arguments.Sub(0, comma);
      }
      arguments = arguments.Trimmed();
      Result<Query> query = ParseQuery(arguments.text);
      if (!query) {
        if (const auto second = SecondRequirement(arguments)) {
          return FailAtByte(*second, "expected one comparison (--require may be given several times)");
        }
        Error error = query.error();
        error.column = arguments.begin + error.column.value_or(1);
        return tl::unexpected(std::move(error));
      }
      if (query->empty()) return FailAtByte(arguments.begin, "expected a query");
      requirement.query_text = arguments.text;
      requirement.query = std::move(*query);
    }
  }
  return rest.Trimmed();
}

// The same of "delta(incl(QUERY, METRIC))".
Result<PlacedText> ParseDelta(const PlacedText& whole, Requirement& requirement) {
  constexpr std::string_view kExpected = "expected (incl(QUERY)), (self(QUERY)) or (total) after 'delta'";
  const PlacedText rest = whole.Sub(kDelta.size()).Trimmed();
  if (!rest.text.starts_with('(')) return FailAtByte(rest.begin, std::string(kExpected));
  const size_t close = rest.text.find_last_of(')');
  if (close == std::string_view::npos) return FailAtByte(rest.begin + rest.text.size(), "expected ')'");
  const PlacedText inner = rest.Sub(1, close - 1).Trimmed();
  RINGSCOPE_ASSIGN(const PlacedText behind, ParseMeasured(inner, requirement));
  if (!behind.empty()) return FailAtByte(behind.begin, "expected ')'");
  if (requirement.what != What::kInclusive && requirement.what != What::kSelf &&
      requirement.what != What::kTotal)
    return FailAtByte(inner.begin, std::string(kExpected));
  requirement.is_delta = true;
  return rest.Sub(close + 1).Trimmed();
}

}  // namespace

Result<Requirement> ParseRequirement(std::string_view text) {
  Requirement requirement;
  requirement.text = text;
  const PlacedText whole = PlacedText{text, 0}.Trimmed();
  const auto parse = whole.text.starts_with(kDelta) ? ParseDelta : ParseMeasured;
  RINGSCOPE_ASSIGN(const PlacedText bound, parse(whole, requirement));
  RINGSCOPE_TRY(ParseBound(bound, requirement));
  if (requirement.IsExponent() &&
      (requirement.bound.bound_kind != BoundKind::kAbsolute || !requirement.bound.unit.empty()))
    return FailAtByte(bound.begin, "expected a plain number for an exponent, no share and no unit");
  return requirement;
}

std::string_view WhatText(Requirement::What what) {
  return std::find_if(kWhatWords.begin(), kWhatWords.end(),
                      [&](const WhatWord& one) { return one.value == what; })
      ->said;
}

std::string BoundText(const QueryNode& bound) {
  std::string text = fmt::format("{} {}", WordOf(kComparisonWords, bound.comparison), bound.bound);
  if (bound.bound_kind == BoundKind::kShareOfTotal) text += " %";
  if (bound.bound_kind == BoundKind::kShareOfViewRoot) text += " %%";
  if (!bound.unit.empty()) text += " " + bound.unit;
  return text;
}

}  // namespace ringscope
