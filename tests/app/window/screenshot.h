#pragma once

#include "app/window/os_window.h"
#include "renderer/gl/image.h"

namespace ringscope {

// What was drawn into the window since the last swap: call after a frame that did not swap.
[[nodiscard]] Image ReadWindow(const Window& window);

}  // namespace ringscope
