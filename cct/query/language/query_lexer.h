#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/result.h"
#include "cct/base/text/ascii.h"
#include "cct/query/language/query.h"

namespace ringscope {

// The kind of a piece of a query's text.
enum class QueryTokenKind : uint8_t {
  kEnd,
  kPipe,  // '|', which ends a step of a pipeline
  kOpen,  // '(' and ')' of groups
  kClose,
  kAnd,
  kOr,
  kNot,
  kStructure,  // "under:", "over:", ...; node.op says which
  kOperand,    // a text, a condition or a word such as `leaf`, complete in `node`
};

struct QueryToken {
  QueryTokenKind kind = QueryTokenKind::kEnd;
  size_t begin = 0, end = 0;  // bytes of the text
  QueryNode node;
};

// An aggregate in a text.
struct AggregateCall {
  RelativesAggregate what;
  // The aggregated metric; empty for kCount. A bare `self` or `incl` stands for the shown metric if the tree
  // has no metric of this name.
  std::string metric;
  bool is_inclusive = false;
  size_t end = 0;
};
// How deep queries of `where` may be nested.
inline constexpr uint32_t kMaxNestedWhere = 4;
// Reads the aggregate that begins at a byte of the text; std::nullopt if the text is something else, such as
// `max(rank)`. Errors: kMalformed with `column`, if the text begins like an aggregate.
[[nodiscard]] Result<std::optional<AggregateCall>> FindAggregateCall(std::string_view text, size_t begin,
                                                                     uint32_t nested_in = 0);

// Whether a byte may be part of a metric's name without quotes.
[[nodiscard]] constexpr bool IsMetricNameByte(char c) {
  return IsLetterOrDigit(c) || c == '_' || c == '.' || c == '@' || IsBeyondAscii(c);
}
// Whether a comparison may begin with this byte.
[[nodiscard]] constexpr bool IsComparisonByte(char c) { return c == '<' || c == '>' || c == '=' || c == '!'; }
// Reads a metric's name in '', whose opening quote is at `at`, and moves `at` behind the closing one.
// std::nullopt if there is no closing quote.
[[nodiscard]] std::optional<std::string> TakeQuotedName(std::string_view text, size_t& at);

// Whether the '(' at the front of the text belongs to a name such as `(*)()` or `()` instead of opening a
// group: only '*' and '&' are between it and its ')'.
[[nodiscard]] bool OpensNoGroup(std::string_view text);

// Cuts a query into tokens. The text has to outlive it.
//
// A word may be a pasted name: it ends at a blank, at '|', or at a ')' without a '(' in the word. Blanks
// between a '(' in a word and its ')' belong to the word: `f(int, char)`. A backslash escapes a character
// that has a meaning, and stands for itself before others.
class QueryLexer {
 public:
  // `nested_in`: the number of aggregates around the text, which is a `where` of the innermost one.
  explicit QueryLexer(std::string_view text, size_t begin = 0, uint32_t nested_in = 0);

  // The next token; kEnd at the end, however often. Errors: kMalformed with `column`.
  [[nodiscard]] Result<QueryToken> Next();

  // For messages: "'foo'" up to the next blank, or "the end".
  [[nodiscard]] std::string FoundAt(size_t position) const;
  // kMalformed at a byte of the text: "expected WHAT, found ...".
  [[nodiscard]] tl::unexpected<Error> FailExpected(size_t position, std::string_view what) const;

 private:
  [[nodiscard]] char At(size_t position) const { return position < text_.size() ? text_[position] : '\0'; }
  [[nodiscard]] size_t SkipSpaces(size_t position) const;
  // Whether a token ends there: at the end of the text, a blank, ')' or '|'.
  [[nodiscard]] bool IsTokenEnd(size_t position) const;

  [[nodiscard]] std::string_view TextUpToTokenEnd(size_t begin) const;
  // The end of the word that begins at `position`.
  [[nodiscard]] size_t WordEnd(size_t position) const;
  // The text of a word, or between quotes, without the backslashes of escapes. In words of types, comparison
  // bytes can be escaped, too.
  [[nodiscard]] static std::string Unescape(std::string_view raw, bool is_of_types = false);

  [[nodiscard]] Result<QueryToken> Word(size_t begin);
  [[nodiscard]] Result<QueryToken> FieldText(QueryField field, size_t begin, size_t text_begin);
  // Reads the comparison behind a text of types, if there is one at `at`: `>10%`.
  [[nodiscard]] Result<void> ShareOfCalls(size_t at, QueryToken* token) const;
  // The end of a word of types: before a comparison with a number.
  [[nodiscard]] size_t TypeWordEnd(size_t begin, size_t end) const;
  [[nodiscard]] Result<size_t> Quoted(size_t begin, std::string* text) const;
  // Whether the text from the slash at `begin` has another slash that ends a token.
  [[nodiscard]] bool ClosesAsRegex(size_t begin) const;
  [[nodiscard]] Result<size_t> Regex(size_t begin, std::string* pattern) const;
  // Reads a condition into the token and returns true, if one begins there.
  [[nodiscard]] Result<bool> Condition(size_t begin, QueryToken* token) const;
  [[nodiscard]] Result<void> ConditionBound(size_t begin, QueryToken* token) const;

  // A formula on the left side of a condition; empty if there is none.
  struct Formula {
    std::string_view text;
    bool is_certain = false;  // no name looks like this
  };
  [[nodiscard]] Result<Formula> FormulaAt(size_t begin) const;

  std::string_view text_;
  size_t position_ = 0;
  uint32_t nested_in_ = 0;
  std::vector<uint32_t> close_of_open_;  // per byte: for a '(' the position of its ')', else 0
};

}  // namespace ringscope
