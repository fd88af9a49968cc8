#pragma once

#include <cmath>

#include "app/widgets/panel_context.h"

namespace ringscope {

// Where small text begins so that it stands on the line of regular text that begins at `regular_top`.
[[nodiscard]] inline float SmallTextTop(const PanelContext& ctx, float regular_top) {
  return std::round(regular_top + ctx.fonts.regular->Ascent - ctx.fonts.small->Ascent);
}

}  // namespace ringscope
