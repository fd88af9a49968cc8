#include "agents/common/name_patterns.h"

#include <string.h>

#include <algorithm>

namespace ringscope {
namespace {

// Goes back to the last `*` only, so it takes O(pattern * name) at most.
bool MatchesOne(std::string_view pattern, std::string_view name) {
  constexpr size_t kNone = std::string_view::npos;
  size_t at = 0;
  size_t star = kNone;  // the last one in the pattern
  size_t star_end = 0;  // how far it reaches in the name
  for (size_t i = 0; i < name.size();) {
    if (at < pattern.size() && pattern[at] == '*') {
      star = at++;
      star_end = i;
    } else if (at < pattern.size() && pattern[at] == name[i]) {
      ++at;
      ++i;
    } else if (star != kNone) {
      at = star + 1;
      i = ++star_end;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', at) == kNone;
}

}  // namespace

bool NamePatterns::Match(std::string_view name) const {
  bool is_meant = false;
  for (size_t begin = 0; begin < text_.size();) {
    const size_t end = std::min(text_.find(';', begin), text_.size());
    const std::string_view pattern = text_.substr(begin, end - begin);
    if (!pattern.empty() && MatchesOne(pattern, name)) {
      is_meant = true;
      // Without a watcher the other patterns cannot change the result.
      if (watcher_.matched == nullptr) break;
      watcher_.matched(watcher_.data, pattern, begin);
    }
    begin = end + 1;
  }
  return is_meant;
}

bool NamePatterns::Match(std::string_view module, std::string_view name) const {
  if (text_.empty()) return false;
  const bool is_meant = Match(name);
  char whole[1024];
  if (module.empty() || module.size() + 1 + name.size() > sizeof(whole)) return is_meant;
  memcpy(whole, module.data(), module.size());
  whole[module.size()] = '.';
  memcpy(whole + module.size() + 1, name.data(), name.size());
  return Match(std::string_view(whole, module.size() + 1 + name.size())) || is_meant;
}

bool NamePatterns::MatchDemangled(std::string_view name, bool is_local) const {
  const std::string_view bare = WithoutParameters(name);
  bool is_meant = Match(name);
  is_meant = Match(bare) || is_meant;
  return (is_local && Match(LastPart(bare))) || is_meant;
}

std::string_view WithoutParameters(std::string_view name) {
  // Finds the last pair of parentheses, whatever stands behind it.
  const size_t end = name.find_last_of(')');
  if (end == std::string_view::npos) return name;
  size_t depth = 0;
  for (size_t i = end + 1; i-- > 0;) {
    if (name[i] == ')') ++depth;
    if (name[i] != '(' || --depth != 0) continue;
    std::string_view bare = name.substr(0, i);
    // "operator()" and "(anonymous namespace)" are parts of names.
    const bool is_name = i == 0 || bare.ends_with("operator") || bare.ends_with("::");
    return is_name ? name : bare;
  }
  return name;
}

std::string_view LastPart(std::string_view name) {
  size_t begin = 0;
  // Brackets of operators such as "operator<" end the name, so they do not matter.
  int depth = 0;
  for (size_t i = 0; i + 1 < name.size(); ++i) {
    const char c = name[i];
    if (c == '<' || c == '(' || c == '{') ++depth;
    if (c == '>' || c == ')' || c == '}') --depth;
    if (depth == 0 && c == ':' && name[i + 1] == ':') begin = i + 2;
  }
  return name.substr(begin);
}

}  // namespace ringscope
