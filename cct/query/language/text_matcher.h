#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "cct/base/result.h"
#include "cct/query/language/query.h"

namespace re2 {
class RE2;
}

namespace ringscope {

// A text of a query, compiled for the comparison with many names. Thread-safe.
//
// Smart case: a text without an upper-case ASCII letter matches regardless of case (letters in escapes of
// regular expressions, such as \W, do not count). Words compare letters outside ASCII exactly. Names may be
// any bytes; for regular expressions, bytes that are not UTF-8 are characters that nothing matches.
class TextMatcher {
 public:
  // Errors: kMalformed, with the message of RE2 about a regular expression.
  [[nodiscard]] static Result<TextMatcher> Compile(TextMatch match, std::string_view text);

  // O(bytes of name) for any text.
  [[nodiscard]] bool Matches(std::string_view name) const;

 private:
  [[nodiscard]] bool ContainsFolded(std::string_view name) const;

  TextMatch match_ = TextMatch::kContains;
  bool fold_case_ = false;
  std::string text_;
  std::shared_ptr<const re2::RE2> regex_;
};

}  // namespace ringscope
