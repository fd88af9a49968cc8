#pragma once

#include <cstddef>
#include <string_view>

namespace ringscope::java {

// Calls visit(text) for each argument of a method: "(I[Ljava/lang/String;)V" has "I" and
// "[Ljava/lang/String;".
template <typename Visit>
void ForEachArgument(std::string_view descriptor, const Visit& visit) {
  size_t at = 1;
  while (at < descriptor.size() && descriptor[at] != ')') {
    const size_t begin = at;
    while (at < descriptor.size() && descriptor[at] == '[') ++at;
    if (at < descriptor.size() && descriptor[at] == 'L') {
      at = descriptor.find(';', at);
      if (at == std::string_view::npos) return;
    }
    ++at;
    visit(descriptor.substr(begin, at - begin));
  }
}

}  // namespace ringscope::java
