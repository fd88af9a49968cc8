#include "cct/query/language/query_lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "cct/base/text/enum_words.h"
#include "cct/base/text/unit_names.h"
#include "cct/query/language/placed_text.h"
#include "cct/query/language/text_matcher.h"
#include "cct/tree/cct.h"
#include "cct/tree/frame_table.h"

namespace ringscope {
namespace {

// Characters that a backslash escapes.
bool IsEscapable(char c) {
  return c == ' ' || c == '(' || c == ')' || c == '"' || c == '/' || c == '\\' || c == '|' || c == ':';
}

// Whether `text` contains one of the operators as a separate word.
bool HoldsOperator(std::string_view text) {
  for (const std::string_view op : {" or ", " and ", "(not ", " not ", " OR ", " AND ", " NOT "}) {
    if (text.find(op) != std::string_view::npos) return true;
  }
  return false;
}

// Whether a word that begins with a slash looks like a path: it has another slash, and does not end with one.
bool IsPath(std::string_view raw) {
  if (raw.size() < 2 || raw.back() == '/') return false;
  for (size_t i = 1; i < raw.size(); ++i) {
    if (raw[i] == '\\') {
      ++i;
    } else if (raw[i] == '/') {
      return true;
    }
  }
  return false;
}

}  // namespace

bool OpensNoGroup(std::string_view text) {
  const size_t end = text.find_first_not_of("*&", 1);
  return text.starts_with('(') && end != std::string_view::npos && text[end] == ')';
}

QueryLexer::QueryLexer(std::string_view text, size_t begin, uint32_t nested_in)
    : text_(text), position_(begin), nested_in_(nested_in), close_of_open_(text.size(), 0) {
  std::vector<uint32_t> open;
  for (size_t i = begin; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '(') {
      open.push_back(static_cast<uint32_t>(i));
    } else if (text[i] == ')' && !open.empty()) {
      close_of_open_[open.back()] = static_cast<uint32_t>(i);
      open.pop_back();
    } else if (text[i] == '|') {
      open.clear();  // parentheses do not reach into the next step
    }
  }
}

std::string QueryLexer::FoundAt(size_t position) const {
  return position < text_.size() ? ShownWord(text_.substr(position)) : "the end";
}

tl::unexpected<Error> QueryLexer::FailExpected(size_t position, std::string_view what) const {
  return FailAtColumn(ErrorCode::kMalformed, position + 1, "expected {}, found {}", what, FoundAt(position));
}

size_t QueryLexer::SkipSpaces(size_t position) const {
  while (position < text_.size() && IsSpace(text_[position])) ++position;
  return position;
}

bool QueryLexer::IsTokenEnd(size_t position) const {
  return position >= text_.size() || IsSpace(text_[position]) || text_[position] == ')' ||
         text_[position] == '|';
}

std::string_view QueryLexer::TextUpToTokenEnd(size_t begin) const {
  size_t end = begin;
  while (!IsTokenEnd(end)) ++end;
  return text_.substr(begin, end - begin);
}

size_t QueryLexer::WordEnd(size_t position) const {
  while (!IsTokenEnd(position)) {
    if (text_[position] == '\\' && IsEscapable(At(position + 1))) {
      position += 2;
    } else if (close_of_open_[position] != 0) {
      position = close_of_open_[position] + size_t{1};
    } else {
      ++position;
    }
  }
  return position;
}

std::string QueryLexer::Unescape(std::string_view raw, bool is_of_types) {
  std::string text;
  for (size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] != '\\' || i + 1 == raw.size()) {
      text += raw[i];
    } else if (IsEscapable(raw[i + 1]) || (is_of_types && IsComparisonByte(raw[i + 1]))) {
      text += raw[++i];
    } else if (raw[i + 1] == 'x' && i + 3 < raw.size() && HexDigit(raw[i + 2]) >= 0 &&
               HexDigit(raw[i + 3]) >= 0) {
      text += static_cast<char>(HexDigit(raw[i + 2]) * 16 + HexDigit(raw[i + 3]));
      i += 3;
    } else {
      text += raw[i];
    }
  }
  return text;
}

Result<QueryToken> QueryLexer::Next() {
  const size_t begin = SkipSpaces(position_);
  QueryToken token{.begin = begin, .end = begin + 1};
  if (begin >= text_.size()) {
    token.begin = token.end = text_.size();
  } else if (text_[begin] == '(' && !OpensNoGroup(text_.substr(begin))) {
    token.kind = QueryTokenKind::kOpen;
  } else if (text_[begin] == ')') {
    token.kind = QueryTokenKind::kClose;
  } else if (text_[begin] == '|') {
    token.kind = QueryTokenKind::kPipe;
  } else if (text_[begin] == '"' || text_[begin] == '/') {
    RINGSCOPE_ASSIGN(token, FieldText(QueryField::kName, begin, begin));
  } else {
    RINGSCOPE_ASSIGN(token, Word(begin));
  }
  position_ = token.end;
  return token;
}

Result<QueryToken> QueryLexer::Word(size_t begin) {
  const std::string_view rest = text_.substr(begin);
  QueryToken token{.kind = QueryTokenKind::kOperand, .begin = begin};
  RINGSCOPE_ASSIGN(const bool is_condition, Condition(begin, &token));
  if (is_condition) return token;

  // `thread::spawn` is a name, not a field.
  const auto goes_on = [&](const auto* prefix) {
    return prefix != nullptr && At(begin + prefix->word.size()) != ':';
  };
  if (const auto* const field = FindPrefix(kFieldWords, rest); goes_on(field))
    return FieldText(field->value, begin, begin + field->word.size());
  if (const auto* const structure = FindPrefix(kStructureWords, rest); goes_on(structure)) {
    token.kind = QueryTokenKind::kStructure;
    token.node.op = structure->value;
    token.end = begin + structure->word.size();
    return token;
  }

  token.end = WordEnd(begin);
  const std::string_view raw = text_.substr(begin, token.end - begin);
  if (const auto op = ValueOfWord(kOperandWords, raw)) {
    token.node.op = *op;
    return token;
  }
  if (const auto difference = ValueOfWord(kDifferenceWords, raw)) {
    token.node.op = QueryOp::kDifference;
    token.node.difference = *difference;
    return token;
  }
  if (raw == "and" || raw == "AND") {
    token.kind = QueryTokenKind::kAnd;
  } else if (raw == "or" || raw == "OR") {
    token.kind = QueryTokenKind::kOr;
  } else if (raw == "not" || raw == "NOT") {
    token.kind = QueryTokenKind::kNot;
  } else {
    token.node.op = QueryOp::kText;
    token.node.text = Unescape(raw);
  }
  return token;
}

Result<QueryToken> QueryLexer::FieldText(QueryField field, size_t begin, size_t text_begin) {
  QueryToken token{.kind = QueryTokenKind::kOperand, .begin = begin};
  QueryNode& node = token.node;
  node.op = QueryOp::kText;
  node.field = field;
  const std::string_view prefix = text_.substr(begin, text_begin - begin);
  size_t word_end = WordEnd(text_begin);
  if (IsOfTypes(field)) word_end = TypeWordEnd(text_begin, word_end);
  const std::string_view raw = text_.substr(text_begin, word_end - text_begin);
  // Modules and files may be given by their paths: /usr/lib/libc.so is no regular expression.
  const bool is_path = (field == QueryField::kModule || field == QueryField::kFile) && raw.size() > 1 &&
                       (IsPath(raw) || !ClosesAsRegex(text_begin));
  if (At(text_begin) == '"') {
    node.match = TextMatch::kExact;
    RINGSCOPE_ASSIGN(token.end, Quoted(text_begin, &node.text));
  } else if (At(text_begin) == '/' && !is_path) {
    node.match = TextMatch::kRegex;
    RINGSCOPE_ASSIGN(token.end, Regex(text_begin, &node.text));
  } else {
    if (raw.empty()) {
      return FailExpected(text_begin, fmt::format("a word, \"exact text\" or /regular expression/ right "
                                                  "after '{}'",
                                                  prefix));
    }
    if (raw.front() == '(' && HoldsOperator(raw)) {
      return FailExpected(text_begin,
                          fmt::format("one text after '{0}' (for more write ({0}A or {0}B))", prefix));
    }
    node.text = Unescape(raw, IsOfTypes(field));
    token.end = word_end;
  }
  if (field == QueryField::kKind && node.match != TextMatch::kRegex &&
      !ValueOfWord(kFrameKindWords, node.text)) {
    return FailExpected(text_begin, fmt::format("{} after 'kind:'", WordList(kFrameKindWords)));
  }
  if (IsOfTypes(field)) RINGSCOPE_TRY(ShareOfCalls(token.end, &token));
  return token;
}

size_t QueryLexer::TypeWordEnd(size_t begin, size_t end) const {
  for (size_t at = begin; at < end; ++at) {
    const auto* const comparison = FindPrefix(kComparisonWords, text_.substr(at));
    if (text_[at] == '\\') {
      ++at;
    } else if (comparison != nullptr && IsDigit(At(SkipSpaces(at + comparison->word.size())))) {
      return at;
    }
  }
  return end;
}

Result<void> QueryLexer::ShareOfCalls(size_t at, QueryToken* token) const {
  const size_t begin = SkipSpaces(at);
  const auto* const comparison = FindPrefix(kComparisonWords, text_.substr(std::min(begin, text_.size())));
  if (comparison == nullptr) return {};
  const size_t bound_begin = SkipSpaces(begin + comparison->word.size());
  if (!IsDigit(At(bound_begin))) return {};
  QueryNode& node = token->node;
  const auto [number_end, error] =
      std::from_chars(text_.data() + bound_begin, text_.data() + text_.size(), node.bound);
  const size_t unit = static_cast<size_t>(number_end - text_.data());
  if (error != std::errc{} || node.bound > 100)
    return FailExpected(bound_begin, "a share of the calls of at most 100%");
  if (TextUpToTokenEnd(unit) != "%") return FailExpected(unit, "a '%', for shares of the calls, and a blank");
  node.is_share = true;
  node.comparison = comparison->value;
  token->end = unit + 1;
  return {};
}

Result<size_t> QueryLexer::Quoted(size_t begin, std::string* text) const {
  size_t end = begin + 1;
  while (end < text_.size() && text_[end] != '"')
    end += text_[end] == '\\' && IsEscapable(At(end + 1)) ? 2 : 1;
  if (end >= text_.size()) {
    return FailExpected(text_.size(), fmt::format("a closing '\"' for the one at column {}", begin + 1));
  }
  *text = Unescape(text_.substr(begin + 1, end - begin - 1));
  if (!IsTokenEnd(end + 1)) return FailExpected(end + 1, "a blank after the closing '\"'");
  return end + 1;
}

bool QueryLexer::ClosesAsRegex(size_t begin) const {
  size_t end = begin + 1;
  while (end < text_.size() && text_[end] != '/') end += text_[end] == '\\' ? 2 : 1;
  return end < text_.size() && IsTokenEnd(end + 1);
}

Result<size_t> QueryLexer::Regex(size_t begin, std::string* pattern) const {
  size_t end = begin + 1;
  while (end < text_.size() && text_[end] != '/') {
    if (IsControl(text_[end])) {
      return FailExpected(end,
                          "no control character in a regular expression (\\n, \\t or \\x0a stand for them)");
    }
    if (text_[end] == '\\' && At(end + 1) == '/') {
      *pattern += '/';
      end += 2;
    } else if (text_[end] == '\\' && end + 1 < text_.size()) {
      *pattern += text_.substr(end, 2);
      end += 2;
    } else {
      *pattern += text_[end++];
    }
  }
  if (end >= text_.size()) {
    return FailExpected(
        text_.size(), fmt::format("a closing '/' of the regular expression at column {} (a word that begins "
                                  "with a slash is written \\/)",
                                  begin + 1));
  }
  if (pattern->empty()) return FailExpected(end, "a regular expression between the slashes");
  if (!IsTokenEnd(end + 1)) {
    return FailExpected(end + 1, "a blank after the regular expression (a slash in it is written \\/)");
  }
  if (const auto matcher = TextMatcher::Compile(TextMatch::kRegex, *pattern); !matcher)
    return FailAtColumn(matcher.error().code, begin + 1, matcher.error().message);
  return end + 1;
}

size_t FindStepEnd(std::string_view text, size_t begin) {
  if (begin >= text.size()) return text.size();
  QueryLexer lexer(text, begin);
  while (true) {
    const Result<QueryToken> token = lexer.Next();
    if (!token) {
      // The parser of the step reports the error.
      const size_t wrong = std::max<uint64_t>(begin, token.error().column.value_or(1) - 1);
      return std::min(text.find('|', wrong), text.size());
    }
    if (token->kind == QueryTokenKind::kPipe) return token->begin;
    if (token->kind == QueryTokenKind::kEnd) return text.size();
  }
}

// Conditions: `self(cpu time) >= 10ms`, a value, a comparison and a number with its unit.

namespace {

bool IsFormulaNameByte(char c) { return IsLetterOrDigit(c) || c == '_' || c == '.'; }

// Whether the text begins with this word and a byte that may follow a value in a condition or formula.
bool BeginsWithValue(std::string_view text, std::string_view word) {
  return text.starts_with(word) && text.size() > word.size() &&
         std::string_view(" (<>=!+-*/").find(text[word.size()]) != std::string_view::npos;
}

}  // namespace

// A formula begins with a statistic over members, or contains an aggregate: `max(rank) / mean(rank)`, `cv`,
// `self / sum(self in siblings)`. Names are separated by operators.
Result<QueryLexer::Formula> QueryLexer::FormulaAt(size_t begin) const {
  const std::string_view rest = text_.substr(begin);
  const auto begins = [rest](const auto& words) {
    return std::any_of(words.begin(), words.end(), [&](const auto& one) {
      if constexpr (std::is_convertible_v<decltype(one), std::string_view>)
        return BeginsWithValue(rest, one);
      else
        return BeginsWithValue(rest, one.word);
    });
  };
  const std::string_view word = rest.substr(0, rest.find_first_of(" (<>=!"));
  // A quantile needs its '(': `p1` alone may be the name of a function.
  const bool is_quantile = word.size() < rest.size() && rest[word.size()] == '(' && QuantileOfName(word);
  const bool is_statistic = is_quantile || begins(kStatisticWords);
  if (!is_statistic && !begins(kAggregateWords) && !begins(kValueWords)) return Formula{};
  bool is_certain = false, has_aggregate = false;
  bool awaits_operator = false;
  size_t at = begin, end = begin, open = 0;
  while (at < text_.size() && std::string_view("<>=!").find(text_[at]) == std::string_view::npos) {
    const char c = text_[at];
    if (c == '\'') {
      if (awaits_operator || !TakeQuotedName(text_, at)) break;
      awaits_operator = true;
    } else if (IsFormulaNameByte(c)) {
      if (awaits_operator) break;
      awaits_operator = true;
      RINGSCOPE_ASSIGN(const auto aggregate, FindAggregateCall(text_, at, nested_in_));
      has_aggregate |= aggregate.has_value();
      is_certain |= aggregate.has_value() && at == begin;  // `sum /count(path)/` may be a name and a regex
      if (aggregate)
        at = aggregate->end;
      else
        while (IsFormulaNameByte(At(at))) ++at;
    } else if (c == '(' && awaits_operator && at > begin && text_[at - 1] == ' ') {
      break;  // a name, and then a group of the query
    } else if (c == ' ' || std::string_view("+-*/()").find(c) != std::string_view::npos) {
      if (c == '(') ++open;
      if (c == ')' && open-- == 0) break;
      awaits_operator = awaits_operator && c != '+' && c != '-' && c != '*' && c != '/' && c != '(';
      ++at;
      if (c == ' ') continue;
    } else {
      break;
    }
    end = at;
  }
  const bool compares =
      at < text_.size() && std::string_view("<>=!").find(text_[at]) != std::string_view::npos;
  if (!is_certain && (!compares || open != 0 || !(is_statistic || has_aggregate))) return Formula{};
  return Formula{text_.substr(begin, end - begin), is_certain};
}

Result<bool> QueryLexer::Condition(size_t begin, QueryToken* token) const {
  const std::string_view rest = text_.substr(begin);
  QueryNode& node = token->node;
  std::string metric;
  RINGSCOPE_ASSIGN(const Formula found, FormulaAt(begin));
  const std::string_view formula = found.text;
  const auto* const named = formula.empty() ? FindPrefix(kValueWords, rest) : FindWord(kValueWords, "incl");
  if (named == nullptr) return false;
  size_t at = begin + (formula.empty() ? named->word.size() : formula.size());
  metric = formula;
  bool is_certain = found.is_certain;  // anything but the rest of a condition is an error
  const bool takes_metric = named->value != QueryValue::kCalls && !IsPlainNumber(named->value);
  if (takes_metric && formula.empty() && At(at) == '(') {
    is_certain = true;
    const size_t name_begin = SkipSpaces(at + 1);
    size_t close = name_begin;
    if (At(name_begin) == '\'') {
      auto quoted = TakeQuotedName(text_, close);
      if (!quoted) return FailExpected(text_.size(), "a closing ' of the metric's name");
      metric = *std::move(quoted);
      close = SkipSpaces(close);
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
    const std::string hint = formula.empty() ? "" : fmt::format(" (a name is searched with fn:{})", formula);
    return FailExpected(comparison_begin,
                        fmt::format("a comparison such as >5% after '{}'{}", left_side, hint));
  }
  const size_t bound_begin = SkipSpaces(comparison_begin + comparison->word.size());
  const char first = At(bound_begin);
  const bool is_number = IsDigit(first) || ((first == '.' || first == '-') && IsDigit(At(bound_begin + 1))) ||
                         (first == '-' && At(bound_begin + 1) == '.' && IsDigit(At(bound_begin + 2)));
  if (!is_number) {
    // With blanks in between, `self` and the next text may be words.
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
                                                  node.value == QueryValue::kLayer        ? "layers"
                                                  : node.value == QueryValue::kExecutions ? "executions"
                                                                                          : "types"));
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
