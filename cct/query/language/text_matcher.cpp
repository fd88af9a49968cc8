#include "cct/query/language/text_matcher.h"

#include <re2/re2.h>

#include "cct/base/text/ascii.h"

namespace ringscope {
namespace {

bool IsCaseSensitive(std::string_view text) { return std::any_of(text.begin(), text.end(), IsUpper); }

// Whether a pattern has an upper-case letter outside escapes.
bool IsPatternCaseSensitive(std::string_view pattern) {
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (IsUpper(pattern[i])) return true;
    if (pattern[i] != '\\') continue;
    ++i;
    // \pN and \p{Greek} name classes of characters, \x{2A} a character.
    const bool has_name = i < pattern.size() && (pattern[i] == 'p' || pattern[i] == 'P' || pattern[i] == 'x');
    if (!has_name || i + 1 == pattern.size()) continue;
    if (pattern[i + 1] == '{') {
      i = std::min(pattern.find('}', i), pattern.size());
    } else {
      i += pattern[i] == 'x' ? 2 : 1;
    }
  }
  return false;
}

}  // namespace

Result<TextMatcher> TextMatcher::Compile(TextMatch match, std::string_view text) {
  TextMatcher matcher;
  matcher.match_ = match;
  matcher.text_ = text;
  if (match == TextMatch::kContains) matcher.fold_case_ = !IsCaseSensitive(text);
  if (match == TextMatch::kRegex) {
    RE2::Options options;
    options.set_log_errors(false);
    options.set_case_sensitive(IsPatternCaseSensitive(text));
    options.set_never_capture(true);
    options.set_dot_nl(true);
    matcher.regex_ = std::make_shared<const RE2>(re2::StringPiece(text.data(), text.size()), options);
    if (!matcher.regex_->ok()) {
      return Fail(ErrorCode::kMalformed, "expected a regular expression, found /{}/: {}", text,
                  matcher.regex_->error());
    }
  }
  return matcher;
}

bool TextMatcher::Matches(std::string_view name) const {
  switch (match_) {
    case TextMatch::kContains:
      return fold_case_ ? ContainsFolded(name) : name.find(text_) != std::string_view::npos;
    case TextMatch::kExact:
      return name == text_;
    case TextMatch::kRegex:
      return regex_->Match(re2::StringPiece(name.data(), name.size()), 0, name.size(), RE2::UNANCHORED,
                           nullptr, 0);
  }
  return false;
}

bool TextMatcher::ContainsFolded(std::string_view name) const {
  if (text_.empty()) return true;
  if (name.size() < text_.size()) return false;
  const char first = text_.front();
  const size_t last_start = name.size() - text_.size();
  for (size_t start = 0; start <= last_start; ++start) {
    if (ToLower(name[start]) != first) continue;
    size_t matched = 1;
    while (matched < text_.size() && ToLower(name[start + matched]) == text_[matched]) ++matched;
    if (matched == text_.size()) return true;
  }
  return false;
}

}  // namespace ringscope
