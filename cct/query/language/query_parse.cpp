#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/base/check.h"
#include "cct/base/text/ascii.h"
#include "cct/query/language/query.h"
#include "cct/query/language/query_lexer.h"

namespace ringscope {
namespace {

constexpr std::string_view kOperandForms =
    "a word, \"exact text\", /regular expression/, a condition such as self>5% or a '('";

// A shunting yard: operands go to the query at once, operators wait on a stack for one that binds less.
class QueryParser {
 public:
  explicit QueryParser(std::string_view text) : text_(text), lexer_(text) {}

  [[nodiscard]] Result<Query> Parse() {
    RINGSCOPE_ASSIGN(QueryToken token, lexer_.Next());
    if (token.kind == QueryTokenKind::kEnd) return Query{};
    while (true) {
      if (awaits_operand_) {
        RINGSCOPE_TRY(TakeOperand(std::move(token)));
      } else {
        if (token.kind == QueryTokenKind::kEnd) return Finish();
        RINGSCOPE_ASSIGN(const bool is_used, TakeOperator(token));
        if (!is_used) continue;  // an implied `and`: the token is the next operand
      }
      RINGSCOPE_ASSIGN(token, lexer_.Next());
    }
  }

 private:
  struct Operator {
    QueryOp op = QueryOp::kAll;
    bool is_open = false;  // a '(', not an operator
    size_t begin = 0;      // of its token
  };

  [[nodiscard]] static int Binding(QueryOp op) {
    return op == QueryOp::kOr ? 1 : op == QueryOp::kAnd ? 2 : 3;
  }

  [[nodiscard]] Result<void> TakeOperand(QueryToken token) {
    const bool is_operand = token.kind == QueryTokenKind::kOperand || token.kind == QueryTokenKind::kOpen ||
                            token.kind == QueryTokenKind::kStructure;
    if (prefix_end_ != 0) {
      if (!is_operand || token.begin != prefix_end_) {
        return lexer_.FailExpected(
            prefix_end_, fmt::format("a word, a field, a condition or a '(' right after '{}'", Prefix()));
      }
      prefix_end_ = 0;
    }
    switch (token.kind) {
      case QueryTokenKind::kOperand:
        RINGSCOPE_TRY(Append(std::move(token.node), token.begin));
        operands_.push_back(LastNode());
        awaits_operand_ = false;
        return ApplyPrefixes();
      case QueryTokenKind::kOpen:
        operators_.push_back({QueryOp::kAll, true, token.begin});
        return {};
      case QueryTokenKind::kNot:
        operators_.push_back({QueryOp::kNot, false, token.begin});
        return {};
      case QueryTokenKind::kStructure:
        operators_.push_back({token.node.op, false, token.begin});
        prefix_end_ = token.end;
        return {};
      default:
        return lexer_.FailExpected(token.begin, kOperandForms);
    }
  }

  // Returns false if the token was no operator: then it inserts an `and` before the token.
  [[nodiscard]] Result<bool> TakeOperator(const QueryToken& token) {
    switch (token.kind) {
      case QueryTokenKind::kPipe:
        return lexer_.FailExpected(
            token.begin, "no '|' (one of several is asked for with 'or', a '|' in a word is written \\|)");
      case QueryTokenKind::kClose:
        RINGSCOPE_TRY(ApplyWhileBinding(0));
        if (operators_.empty()) return lexer_.FailExpected(token.begin, "a '(' before it");
        operators_.pop_back();
        RINGSCOPE_TRY(ApplyPrefixes());
        return true;
      default:
        const bool is_or = token.kind == QueryTokenKind::kOr;
        RINGSCOPE_TRY(PushBinary(is_or ? QueryOp::kOr : QueryOp::kAnd, token.begin));
        return is_or || token.kind == QueryTokenKind::kAnd;
    }
  }

  [[nodiscard]] Result<Query> Finish() {
    RINGSCOPE_TRY(ApplyWhileBinding(0));
    if (!operators_.empty()) {
      return lexer_.FailExpected(text_.size(),
                                 fmt::format("a ')' for the '(' at column {}", operators_.back().begin + 1));
    }
    return std::move(query_);
  }

  [[nodiscard]] Result<void> PushBinary(QueryOp op, size_t begin) {
    RINGSCOPE_TRY(ApplyWhileBinding(Binding(op)));
    operators_.push_back({op, false, begin});
    awaits_operand_ = true;
    return {};
  }

  // Applies operators, down to the last '(', that bind at least as tightly.
  [[nodiscard]] Result<void> ApplyWhileBinding(int binding) {
    while (!operators_.empty() && !operators_.back().is_open && Binding(operators_.back().op) >= binding) {
      RINGSCOPE_TRY(ApplyLast());
    }
    return {};
  }
  [[nodiscard]] Result<void> ApplyPrefixes() { return ApplyWhileBinding(3); }

  [[nodiscard]] Result<void> ApplyLast() {
    const Operator op = operators_.back();
    operators_.pop_back();
    QueryNode node;
    node.op = op.op;
    if (Binding(op.op) < 3) {
      node.second = operands_.back();
      operands_.pop_back();
    }
    node.first = operands_.back();
    RINGSCOPE_TRY(Append(std::move(node), op.begin));
    operands_.back() = LastNode();
    return {};
  }

  [[nodiscard]] Result<void> Append(QueryNode node, size_t begin) {
    if (query_.nodes.size() == kMaxQueryNodes) {
      return FailAtColumn(ErrorCode::kLimit, begin + 1, "expected at most {} words and operators",
                          kMaxQueryNodes);
    }
    query_.nodes.push_back(std::move(node));
    return {};
  }
  [[nodiscard]] uint32_t LastNode() const { return static_cast<uint32_t>(query_.nodes.size() - 1); }
  [[nodiscard]] std::string_view Prefix() const {
    const size_t begin = operators_.back().begin;
    return text_.substr(begin, prefix_end_ - begin);
  }

  std::string_view text_;
  QueryLexer lexer_;
  Query query_;
  std::vector<uint32_t> operands_;
  std::vector<Operator> operators_;
  bool awaits_operand_ = true;
  size_t prefix_end_ = 0;  // end of an `under:`, `over:`, ... that waits for its operand, else 0
};

// Reads `sum(incl('cpu time') in below where fn:lock)` from its first byte on.
class CallReader {
 public:
  CallReader(std::string_view text, size_t begin, uint32_t nested_in)
      : text_(text), at_(begin), nested_in_(nested_in) {}

  [[nodiscard]] Result<std::optional<AggregateCall>> Read() {
    const size_t begin = at_;
    const auto function = ValueOfWord(kAggregateWords, TakeName());
    if (!function || !Take('(')) return std::nullopt;
    AggregateCall call;
    call.what.function = *function;
    SkipSpaces();
    if (*function != AggregateFunction::kCount) {
      if (!TakeValue(call)) return std::nullopt;
      SkipSpaces();
      if (TakeName() != "in") return std::nullopt;
      SkipSpaces();
    }
    const size_t relatives_begin = at_;
    const auto relatives = ValueOfWord(kRelativesWords, TakeName());
    if (!relatives && call.metric.empty()) return std::nullopt;  // a name such as `count(int)`
    if (!relatives) return FailExpected(relatives_begin, WordList(kRelativesWords));
    call.what.relatives = *relatives;
    SkipSpaces();
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("where") && rest.size() > 5 && IsSpace(rest[5])) RINGSCOPE_TRY(TakeWhere(call));
    if (at_ >= text_.size() || text_[at_] != ')') {
      return FailExpected(at_, fmt::format("a ')' or 'where' after '{}'", text_.substr(begin, at_ - begin)));
    }
    call.end = at_ + 1;
    return call;
  }

 private:
  // The query ends at the first ')' without a '(' in it.
  [[nodiscard]] Result<void> TakeWhere(AggregateCall& call) {
    if (nested_in_ == kMaxNestedWhere)
      return FailExpected(at_, fmt::format("at most {} queries in each other", kMaxNestedWhere));
    at_ += std::string_view("where").size();
    SkipSpaces();
    const size_t begin = at_;
    QueryLexer lexer(text_, begin, nested_in_ + 1);
    size_t end = begin;
    for (uint32_t open = 0;;) {
      RINGSCOPE_ASSIGN(const QueryToken token, lexer.Next());
      at_ = token.begin;
      if (token.kind == QueryTokenKind::kOpen) ++open;
      if (token.kind == QueryTokenKind::kClose && open-- == 0) break;
      if (token.kind == QueryTokenKind::kEnd || token.kind == QueryTokenKind::kPipe)
        return FailExpected(at_, "a ')' behind the query of 'where'");
      end = token.end;
    }
    call.what.where = text_.substr(begin, end - begin);
    if (call.what.where.empty()) return FailExpected(begin, "a query after 'where'");
    if (const Result<Query> query = ParseQuery(call.what.where); !query) {
      Error error = query.error();
      error.column = error.column.value_or(1) + begin;
      return tl::unexpected(std::move(error));
    }
    return {};
  }

  // "self", "bytes", "'cpu time'", "incl(bytes)".
  [[nodiscard]] bool TakeValue(AggregateCall& call) {
    call.metric = TakeMetric();
    call.is_inclusive = call.metric == "incl";
    if ((call.metric == "self" || call.is_inclusive) && Take('(')) {
      SkipSpaces();
      call.metric = TakeMetric();
      SkipSpaces();
      if (!Take(')')) return false;
    }
    return !call.metric.empty();
  }
  [[nodiscard]] std::string TakeMetric() {
    if (at_ >= text_.size() || text_[at_] != '\'') return std::string(TakeName());
    return TakeQuotedName(text_, at_).value_or("");
  }
  [[nodiscard]] std::string_view TakeName() {
    const size_t begin = at_;
    while (at_ < text_.size() && IsMetricNameByte(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  [[nodiscard]] bool Take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void SkipSpaces() {
    while (at_ < text_.size() && IsSpace(text_[at_])) ++at_;
  }
  [[nodiscard]] tl::unexpected<Error> FailExpected(size_t position, std::string_view what) const {
    return QueryLexer(text_, text_.size()).FailExpected(position, what);
  }

  std::string_view text_;
  size_t at_;
  uint32_t nested_in_;
};

}  // namespace

Result<Query> ParseQuery(std::string_view text) {
  if (text.size() > kMaxQueryBytes) {
    return FailAtColumn(ErrorCode::kLimit, kMaxQueryBytes + 1,
                        "expected a query of at most {} bytes, found {}", kMaxQueryBytes, text.size());
  }
  return QueryParser(text).Parse();
}

std::vector<bool> FrameNodes(const Query& query) {
  std::vector<bool> is_frame(query.nodes.size());
  for (size_t i = 0; i < query.nodes.size(); ++i) {
    const QueryNode& node = query.nodes[i];
    if (node.op == QueryOp::kAll || node.op == QueryOp::kChanged) is_frame[i] = true;
    if (node.op == QueryOp::kText) is_frame[i] = node.field != QueryField::kThread && !IsOfTypes(node.field);
    if (node.op != QueryOp::kNot && !IsBinary(node.op)) continue;
    RINGSCOPE_CHECK(node.first < i && (node.op == QueryOp::kNot || node.second < i));
    is_frame[i] = is_frame[node.first] && (node.op == QueryOp::kNot || is_frame[node.second]);
  }
  return is_frame;
}

Query WithDifferencesAsNames(Query query) {
  for (QueryNode& node : query.nodes) {
    if (node.op != QueryOp::kDifference) continue;
    node = {.op = QueryOp::kText, .text = std::string(WordOf(kDifferenceWords, node.difference))};
  }
  return query;
}

bool IsFrameQuery(const Query& query) { return query.empty() || FrameNodes(query).back(); }

bool DependsOnMetric(const Query& query) {
  return std::any_of(query.nodes.begin(), query.nodes.end(), [](const QueryNode& node) {
    if (node.op != QueryOp::kCondition) return node.op == QueryOp::kDifference;
    if (node.value == QueryValue::kLayer || node.value == QueryValue::kCalls ||
        node.value == QueryValue::kTypes)
      return false;
    // A formula with aggregates may mean the shown metric by a bare `self`, or in its own queries.
    return node.metric.empty() || node.metric.find('(') != std::string::npos;
  });
}

bool DependsOnViewRoot(const Query& query) {
  return std::any_of(query.nodes.begin(), query.nodes.end(), [](const QueryNode& node) {
    return node.op == QueryOp::kCondition && node.bound_kind == BoundKind::kShareOfViewRoot;
  });
}

std::vector<uint32_t> EvaluationOrder(const Query& query, uint32_t top, const std::vector<bool>& is_operand) {
  // The largest number of sets on the stack while a node is evaluated.
  std::vector<uint32_t> need(top + size_t{1}, 1);
  for (uint32_t i = 0; i <= top; ++i) {
    const QueryNode& node = query.nodes[i];
    if (is_operand[i]) continue;
    if (IsUnary(node.op)) {
      RINGSCOPE_CHECK(node.first < i);
      need[i] = need[node.first];
    } else if (IsBinary(node.op)) {
      RINGSCOPE_CHECK(node.first < i && node.second < i);
      const uint32_t first = need[node.first], second = need[node.second];
      need[i] = first == second ? first + 1 : std::max(first, second);
    }
  }
  // Lists operators first, followed by the operand that runs last; reversed at the end.
  std::vector<uint32_t> order;
  std::vector<uint32_t> pending{top};
  while (!pending.empty()) {
    const uint32_t i = pending.back();
    pending.pop_back();
    RINGSCOPE_CHECK(order.size() < query.nodes.size());  // an operand belongs to one operator
    order.push_back(i);
    const QueryNode& node = query.nodes[i];
    if (is_operand[i]) continue;
    if (IsUnary(node.op)) pending.push_back(node.first);
    if (IsBinary(node.op)) {
      const bool first_is_heavier = need[node.first] >= need[node.second];
      pending.push_back(first_is_heavier ? node.first : node.second);
      pending.push_back(first_is_heavier ? node.second : node.first);
    }
  }
  std::reverse(order.begin(), order.end());
  return order;
}

std::optional<std::string> TakeQuotedName(std::string_view text, size_t& at) {
  std::string name;
  for (size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '\'') {
      at = i + 1;
      return name;
    }
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (text[i] == '\\' && (next == '\'' || next == '\\')) ++i;
    name += text[i];
  }
  return std::nullopt;
}

Result<std::optional<AggregateCall>> FindAggregateCall(std::string_view text, size_t begin,
                                                       uint32_t nested_in) {
  return CallReader(text, begin, nested_in).Read();
}

}  // namespace ringscope
