#include "cct/names/java_class_name.h"

#include <algorithm>

#include "cct/base/text/ascii.h"

namespace ringscope {
namespace {

// Whether the VM has put the part behind the name of a hidden class: "0x0000000800c03000", "360062456". Other
// parts of a name do not begin with a digit.
bool IsHiddenNumber(std::string_view part) {
  if (part.empty() || !IsDigit(part.front())) return false;
  if (part.starts_with("0x")) part.remove_prefix(2);
  return !part.empty() && std::all_of(part.begin(), part.end(), [](char c) { return IsHexDigit(c); });
}

bool EndsWithNumber(std::string_view name, std::string_view before) {
  const size_t end = name.find_last_not_of("0123456789");
  return end != std::string_view::npos && end + 1 < name.size() && name.substr(0, end + 1).ends_with(before);
}

}  // namespace

std::string StableJavaClassName(std::string_view name) {
  for (size_t end = name.find_last_of("/+.");
       end != std::string_view::npos && IsHiddenNumber(name.substr(end + 1));
       end = name.find_last_of("/+.")) {
    name = name.substr(0, end);
  }
  for (const std::string_view numbered :
       {"$Proxy", "$$Lambda$", "GeneratedMethodAccessor", "GeneratedConstructorAccessor",
        "GeneratedSerializationConstructorAccessor", "LambdaForm$MH", "LambdaForm$DMH"}) {
    if (EndsWithNumber(name, numbered)) {
      name = name.substr(0, name.find_last_not_of("0123456789$") + 1);
      break;
    }
  }
  std::string stable(name);
  std::replace(stable.begin(), stable.end(), '/', '.');
  return stable;
}

}  // namespace ringscope
