#include "app/view/mode_text.h"

namespace ringscope {

std::string_view ModeName(RingMode mode) {
  switch (mode) {
    case RingMode::kEqual:
      return "equal";
    case RingMode::kLength:
      return "length";
    case RingMode::kArea:
      return "area";
  }
  return "length";
}

std::optional<RingMode> ModeFromName(std::string_view name) {
  for (RingMode mode : {RingMode::kEqual, RingMode::kLength, RingMode::kArea}) {
    if (name == ModeName(mode)) return mode;
  }
  return std::nullopt;
}

}  // namespace ringscope
