#include <fmt/format.h>

#include <algorithm>

#include <utility>
#include <vector>

#include "cct/base/check.h"
#include "cct/base/text/ascii.h"
#include "cct/base/text/enum_words.h"
#include "cct/base/text/unit_names.h"
#include "cct/base/text/utf8.h"
#include "cct/query/language/query.h"
#include "cct/query/language/query_lexer.h"

namespace ringscope {
namespace {

void AppendHexEscape(char c, std::string* text) {
  *text += fmt::format("\\x{:02x}", static_cast<uint8_t>(c));
}

std::string QuotedText(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (IsControl(c)) {
      AppendHexEscape(c, &quoted);
      continue;
    }
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

std::string RegexText(std::string_view pattern) {
  std::string text = "/";
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '/') {
      text += "\\/";
    } else if (pattern[i] == '\\' && i + 1 < pattern.size()) {
      text += pattern.substr(i++, 2);
    } else {
      text += pattern[i];
    }
  }
  return text + '/';
}

// Whether parentheses of a word need no backslash: each has its partner in the word, the word contains no
// '|', and its first character opens no group.
bool MayKeepParentheses(std::string_view text) {
  if ((text.starts_with('(') && !OpensNoGroup(text)) || text.find('|') != std::string_view::npos)
    return false;
  size_t open = 0;
  for (const char c : text) {
    if (c == '(') ++open;
    if (c == ')' && open-- == 0) return false;
  }
  return open == 0;
}

// Escapes the bytes of a word at which the lexer would end it or read something else.
std::string EscapedWord(std::string_view text) {
  const bool keep_parentheses = MayKeepParentheses(text);
  std::string word;
  size_t open = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (IsControl(c)) {
      AppendHexEscape(c, &word);
      continue;
    }
    bool escape = c == '\\' || c == '|' || (i == 0 && (c == '"' || c == '/' || c == ':'));
    if (c == '(' || c == ')') {
      escape = !keep_parentheses;
      open += c == '(' ? 1 : -1;
    }
    if (c == ' ') escape = !keep_parentheses || open == 0;
    if (escape) word += '\\';
    word += c;
  }
  return word;
}

// Whether the lexer reads `text` up to `end` (IsReadAs: all of it) as exactly this node.
bool BeginsAs(std::string_view text, size_t end, const QueryNode& node) {
  const Result<QueryToken> token = QueryLexer(text).Next();
  return token && token->kind == QueryTokenKind::kOperand && token->end == end && token->node == node;
}
bool IsReadAs(std::string_view text, const QueryNode& node) { return BeginsAs(text, text.size(), node); }

// Whether a word with a comparison behind it would be the left side of a condition.
bool MayBeginCondition(std::string_view word) {
  return FindWord(kValueWords, word) != nullptr || FindWord(kAggregateWords, word) != nullptr ||
         std::find(kStatisticWords.begin(), kStatisticWords.end(), word) != kStatisticWords.end();
}

std::string TextOperand(const QueryNode& node) {
  const std::string_view prefix =
      node.field == QueryField::kName ? std::string_view{} : WordOf(kFieldWords, node.field);
  if (node.match == TextMatch::kExact) return std::string(prefix) + QuotedText(node.text);
  if (node.match == TextMatch::kRegex) return std::string(prefix) + RegexText(node.text);
  std::string word = EscapedWord(node.text);
  if (IsOfTypes(node.field)) {
    // Unescaped comparison bytes would end the word.
    std::string escaped;
    for (const char c : word) escaped += IsComparisonByte(c) ? std::string{'\\', c} : std::string{c};
    return std::string(prefix) + escaped;
  }
  if (node.field == QueryField::kName) {
    std::string bare = word.starts_with("\\:") ? word.substr(1) : word;
    if (!MayBeginCondition(bare) && IsReadAs(bare, node)) return bare;
    return "fn:" + word;
  }
  // Paths need no backslash if no slash of a later word could make them a regular expression.
  if (word.starts_with("\\/")) {
    std::string path = std::string(prefix) + word.substr(1);
    if (BeginsAs(path + " /", path.size(), node)) return path;
  }
  return std::string(prefix) + word;
}

std::string MetricText(std::string_view metric) {
  bool is_plain = !metric.empty() && metric.front() != ' ' && metric.back() != ' ' && metric.front() != '\'';
  for (const char c : metric) is_plain = is_plain && !IsControl(c) && c != ')' && c != '(';
  if (is_plain) return std::string(metric);
  return QuotedMetricName(metric);
}

std::string ConditionText(const QueryNode& node) {
  std::string text(WordOf(kValueWords, node.value));
  const QueryNode shortest{.op = QueryOp::kCondition, .value = QueryValue::kInclusive, .metric = node.metric};
  if (node.value == QueryValue::kInclusive && IsReadAs(node.metric + "<0", shortest)) {
    text = node.metric;  // a formula
  } else if (!node.metric.empty())
    text += '(' + MetricText(node.metric) + ')';
  text += WordOf(kComparisonWords, node.comparison);
  text += fmt::format("{}", node.bound);
  if (node.bound_kind == BoundKind::kShareOfTotal) return text + '%';
  if (node.bound_kind == BoundKind::kShareOfViewRoot) return text + "%%";
  return text + node.unit;
}

// The precedence of the outermost operator of a text.
enum class Precedence : uint8_t { kOr, kAnd, kNot, kOperand };

struct NodeText {
  std::string text;
  Precedence precedence = Precedence::kOperand;
  bool ends_in_number = false;  // a following word could be read as its unit
  bool ends_in_type = false;    // a following word could be read as a comparison
};

// The text, in parentheses if its precedence is below `precedence`, that of the operator beside it.
NodeText Parenthesized(NodeText text, Precedence precedence) {
  if (text.precedence >= precedence) return text;
  return {'(' + std::move(text.text) + ')', Precedence::kOperand};
}

// A text behind `under:`, `over:`, ...: a ':' at its front is escaped, as it would make both one word.
NodeText Prefixed(std::string_view prefix, NodeText text) {
  const std::string_view escape = text.text.starts_with(':') ? "\\" : "";
  return {fmt::format("{}{}{}", prefix, escape, text.text), Precedence::kOperand, text.ends_in_number,
          text.ends_in_type};
}

NodeText Joined(NodeText first, std::string_view separator, NodeText second, Precedence precedence) {
  return {fmt::format("{}{}{}", first.text, separator, second.text), precedence, second.ends_in_number,
          second.ends_in_type};
}

// Two texts side by side, with `and` between if the second could be read as the unit of a number, or the
// comparison of a type, at the end of the first.
NodeText Juxtaposed(NodeText first, NodeText second) {
  const std::string_view text = second.text;
  const bool is_unit = IsUnitOfBound(text.substr(0, text.find_first_of(" )")));
  const bool is_comparison = !text.empty() && IsComparisonByte(text.front());
  const std::string_view separator =
      (first.ends_in_number && is_unit) || (first.ends_in_type && is_comparison) ? " and " : " ";
  return Joined(std::move(first), separator, std::move(second), Precedence::kAnd);
}

NodeText FormatNode(const QueryNode& node, std::vector<NodeText>& texts) {
  const auto first = [&](Precedence precedence) {
    return Parenthesized(std::move(texts[node.first]), precedence);
  };
  const auto second = [&](Precedence precedence) {
    return Parenthesized(std::move(texts[node.second]), precedence);
  };
  switch (node.op) {
    case QueryOp::kText:
      if (!node.is_share) return {TextOperand(node), Precedence::kOperand, false, IsOfTypes(node.field)};
      return {
          fmt::format("{} {} {}%", TextOperand(node), WordOf(kComparisonWords, node.comparison), node.bound)};
    case QueryOp::kCondition: {
      const bool has_unit = node.bound_kind != BoundKind::kAbsolute || !node.unit.empty();
      return {ConditionText(node), Precedence::kOperand, !has_unit};
    }
    case QueryOp::kAll:
    case QueryOp::kRoot:
    case QueryOp::kLeaf:
    case QueryOp::kRecursive:
    case QueryOp::kChanged:
      return {std::string(WordOf(kOperandWords, node.op))};
    case QueryOp::kDifference:
      return {std::string(WordOf(kDifferenceWords, node.difference))};
    case QueryOp::kUnder:
    case QueryOp::kOver:
    case QueryOp::kParent:
    case QueryOp::kChild:
      return Prefixed(WordOf(kStructureWords, node.op), first(Precedence::kOperand));
    case QueryOp::kNot:
      return Joined({"not"}, " ", first(Precedence::kNot), Precedence::kNot);
    case QueryOp::kAnd:
      return Juxtaposed(first(Precedence::kAnd), second(Precedence::kNot));
    case QueryOp::kOr:
      return Joined(first(Precedence::kOr), " or ", second(Precedence::kAnd), Precedence::kOr);
  }
  return {};
}

}  // namespace

std::string FormatQuery(const Query& query) {
  if (query.empty()) return {};
  std::vector<NodeText> texts(query.nodes.size());
  for (size_t i = 0; i < query.nodes.size(); ++i) {
    const QueryNode& node = query.nodes[i];
    RINGSCOPE_CHECK(i == 0 || (node.first < i && node.second < i));
    texts[i] = FormatNode(node, texts);
  }
  return std::move(texts.back().text);
}

std::string ExactQueryText(QueryField field, std::string_view text) {
  return std::string(WordOf(kFieldWords, field)) + QuotedText(text);
}

std::string QuotedMetricName(std::string_view name) {
  std::string text = "'";
  AppendEscaped(text, name, "'\\");
  return text + '\'';
}

}  // namespace ringscope
