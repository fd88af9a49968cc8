#pragma once

#include <string_view>

namespace ringscope {

// The short name of a unit as pprof's formats write it: "nanoseconds" -> "ns".
[[nodiscard]] inline std::string_view ShortUnit(std::string_view unit) {
  struct UnitName {
    std::string_view in_file, unit;
  };
  constexpr UnitName kUnitNames[] = {
      {"nanoseconds", "ns"},  {"nanosecond", "ns"},  {"microseconds", "us"}, {"microsecond", "us"},
      {"milliseconds", "ms"}, {"millisecond", "ms"}, {"seconds", "s"},       {"second", "s"},
      {"byte", "bytes"},      {"", "count"},
  };
  for (const UnitName& name : kUnitNames) {
    if (unit == name.in_file) return name.unit;
  }
  return unit;
}

}  // namespace ringscope
