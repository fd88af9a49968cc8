#pragma once

#include <cstdint>

namespace ringscope {

// Of a box of a diagram, in units of the plane. A side that is no number or negative counts as 0, one beyond
// kMostBoxSide as that.
struct BoxSize {
  double width = 0, height = 0;
};
inline constexpr double kMostBoxSide = 1e12;
[[nodiscard]] BoxSize SoundSize(BoxSize size);

inline constexpr uint32_t kNoBox = 0xffffffffu;

// Between boxes.
struct BoxGaps {
  double beside = 8, below = 24;
};

}  // namespace ringscope
