#pragma once

#include <cstdint>

namespace ringscope {

enum class MouseButton : uint8_t { kLeft, kRight, kMiddle };

// Pixels from the upper left corner of the window.
struct WindowPoint {
  float x_px = 0, y_px = 0;
};

}  // namespace ringscope
