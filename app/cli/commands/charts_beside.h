#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "renderer/color/color.h"
#include "renderer/gl/font_face.h"
#include "renderer/gl/image.h"

namespace ringscope {

// Above each of several charts.
inline constexpr uint32_t kChartTitleHeightPx = 28;

struct TitledChart {
  std::string title;  // valid UTF-8; what does not fit is left out in its middle; may be empty
  Image image;
};

// Left to right, as tall as the tallest, each below its title if any has one; what is left over has the
// colour of the background. `font` may be null: then the place of the titles is empty.
[[nodiscard]] Image ChartsBeside(std::span<const TitledChart> charts, Theme theme, const FontFace* font);

}  // namespace ringscope
