#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace ringscope {

// What becomes of the events of one type: a metric that counts them, one that sums up a field, or both.
struct JfrEventKind {
  std::string_view event;         // name of the type, without the prefix that JDK 9 puts before it
  std::string_view count_metric;  // empty = none
  std::string_view value_metric;  // empty = none
  std::string_view value_unit;    // "ns" fields are times in whatever unit the type says
  std::string_view value_field;
  std::string_view factor_field = {};  // that the value is multiplied by, where the type has it
};

// All kinds, in the order of their metrics.
[[nodiscard]] std::span<const JfrEventKind> JfrEventKinds();

// The number of the kind of events of that type, or JfrEventKinds().size().
[[nodiscard]] size_t FindJfrEventKind(std::string_view type_name);

}  // namespace ringscope
