#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "cct/base/text/ascii.h"
#include "cct/base/text/unit_names.h"

namespace ringscope {

// A unit as pprof's formats write it, by the name that this program has for it. pprof takes any case, and
// "kB" and "MB" for powers of 1024.
[[nodiscard]] inline std::string ShortUnit(std::string_view unit) {
  if (unit.empty()) return "count";
  std::string small(unit);
  std::transform(small.begin(), small.end(), small.begin(), ToLower);
  std::string known = CanonicalUnit(small);
  return known == small ? std::string(unit) : known;
}

}  // namespace ringscope
