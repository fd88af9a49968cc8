#pragma once

#include <cmath>

#include "app/widgets/ui.h"

namespace ringscope {

// Where small text begins so that it stands on the line of regular text that begins at `regular_top`.
[[nodiscard]] inline float SmallTextTop(const Ui& ui, float regular_top) {
  return std::round(regular_top + ui.fonts.regular->Ascent - ui.fonts.small->Ascent);
}

}  // namespace ringscope
