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

// What a piece of a query's text is.
enum class QueryTokenKind : uint8_t {
  kEnd,
  kPipe,  // '|', which ends a step of a pipeline
  kOpen,  // '(' and ')' that group
  kClose,
  kAnd,
  kOr,
  kNot,
  kStructure,  // "under:" and its like; node.op says which
  kOperand,    // a text, a condition or a word such as `leaf`: `node` is all of it
};

struct QueryToken {
  QueryTokenKind kind = QueryTokenKind::kEnd;
  size_t begin = 0, end = 0;  // bytes of the text
  QueryNode node;
};

// An aggregate as it stands in a text.
struct AggregateCall {
  RelativesAggregate what;
  // What is summed; empty of kCount. A bare `self` or `incl` is that of the metric that is shown, where the
  // tree has no metric of this name.
  std::string metric;
  bool is_inclusive = false;
  size_t end = 0;
};
// How deep a `where` may stand in others.
inline constexpr uint32_t kMaxNestedWhere = 4;
// The one that begins at a byte of the text. Nothing where the text goes on as something else, as `max(rank)`
// does. Errors: kMalformed with `column`, where it begins as one.
[[nodiscard]] Result<std::optional<AggregateCall>> FindAggregateCall(std::string_view text, size_t begin,
                                                                     uint32_t nested_in = 0);

// What the name of a metric that stands in no '' is made of.
[[nodiscard]] constexpr bool IsMetricNameByte(char c) {
  return IsLetterOrDigit(c) || c == '_' || c == '.' || c == '@' || IsBeyondAscii(c);
}
// What comparisons begin with.
[[nodiscard]] constexpr bool IsComparisonByte(char c) { return c == '<' || c == '>' || c == '=' || c == '!'; }
// Takes a metric's name in '' off the text, whose opening quote is at `at`. Nothing where no closing one
// follows.
[[nodiscard]] std::optional<std::string> TakeQuotedName(std::string_view text, size_t& at);

// Whether a '(' at the front of the text is one of a name, `(*)()` and `()`, and opens no group: nothing
// stands between it and its ')' but '*' and '&'.
[[nodiscard]] bool OpensNoGroup(std::string_view text);

// Cuts a query into tokens. The text has to outlive it.
//
// A word is made for names as they are pasted: it ends at a blank, at a ')' that nothing in the word opened,
// or at '|'. Between a '(' inside a word and its ')' blanks belong to the word: `f(int, char)`. A backslash
// takes the next character as it is where that has a meaning, and stands for itself elsewhere.
class QueryLexer {
 public:
  // `nested_in`: how many aggregates the text is a `where` of.
  explicit QueryLexer(std::string_view text, size_t begin = 0, uint32_t nested_in = 0);

  // The next token; kEnd at the end, again and again. Errors: kMalformed with `column`.
  [[nodiscard]] Result<QueryToken> Next();

  // For messages: "'foo'" up to the next blank, or "the end".
  [[nodiscard]] std::string FoundAt(size_t position) const;
  // kMalformed at a byte of the text: "expected WHAT, found ...".
  [[nodiscard]] tl::unexpected<Error> FailExpected(size_t position, std::string_view what) const;

 private:
  [[nodiscard]] char At(size_t position) const { return position < text_.size() ? text_[position] : '\0'; }
  [[nodiscard]] size_t SkipSpaces(size_t position) const;
  // Whether nothing that could belong to a token stands there: the end, a blank, ')' or '|'.
  [[nodiscard]] bool IsTokenEnd(size_t position) const;

  [[nodiscard]] std::string_view TextUpToTokenEnd(size_t begin) const;
  // Where the word that begins at `position` ends.
  [[nodiscard]] size_t WordEnd(size_t position) const;
  // The text of a word or of what stands between quotes, backslashes taken out.
  // Of a word of types comparisons are taken out of backslashes too.
  [[nodiscard]] static std::string Unescape(std::string_view raw, bool is_of_types = false);

  [[nodiscard]] Result<QueryToken> Word(size_t begin);
  [[nodiscard]] Result<QueryToken> TextOf(QueryField field, size_t begin, size_t text_begin);
  // What a text of types is compared with, where such a thing stands at `at`: `>10%`.
  [[nodiscard]] Result<void> ShareOfCalls(size_t at, QueryToken* token) const;
  // Where a word of types ends: before a comparison with a number.
  [[nodiscard]] size_t TypeWordEnd(size_t begin, size_t end) const;
  [[nodiscard]] Result<size_t> Quoted(size_t begin, std::string* text) const;
  // Whether what begins with the slash at `begin` has another one that ends a token.
  [[nodiscard]] bool ClosesAsRegex(size_t begin) const;
  [[nodiscard]] Result<size_t> Regex(size_t begin, std::string* pattern) const;
  // Turns the token into a condition if one begins there; `is_condition` says whether.
  [[nodiscard]] Result<bool> Condition(size_t begin, QueryToken* token) const;
  [[nodiscard]] Result<void> ConditionBound(size_t begin, QueryToken* token) const;

  // The formula that a condition begins with; empty where none does.
  struct Formula {
    std::string_view text;
    bool is_certain = false;  // no name looks so
  };
  [[nodiscard]] Result<Formula> FormulaAt(size_t begin) const;

  std::string_view text_;
  size_t position_ = 0;
  uint32_t nested_in_ = 0;
  std::vector<uint32_t> close_of_open_;  // per byte: of a '(' the place of its ')', else 0
};

}  // namespace ringscope
