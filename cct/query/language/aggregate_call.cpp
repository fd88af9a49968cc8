#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "cct/base/text/ascii.h"
#include "cct/query/language/query_lexer.h"

namespace ringscope {
namespace {

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
  // The query ends at the ')' that nothing in it opened.
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
