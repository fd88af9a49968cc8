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

// A text of a query made ready to be compared with many names. Thread-safe.
//
// Smart case: a text without an upper-case ASCII letter matches regardless of case (in a regular expression
// letters that belong to escapes such as \W do not count). Letters outside ASCII are compared exactly in
// words. Names are bytes of any kind; regular expressions see those that are no UTF-8 as characters nothing
// matches.
class TextMatcher {
 public:
  // Errors: kMalformed, what RE2 says about a regular expression.
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
