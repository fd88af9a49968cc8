#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "renderer/shapes/place_shapes.h"

namespace ringscope {

// What a command draws of shapes.
struct ShapePicture {
  Theme theme = Theme::kDark;
  std::string title;  // of an SVG
  // As the picture shows it, with text as wide as the measure says; a null one: without text.
  std::function<PlacedShapes(const MeasureText&)> place;
  std::function<std::string(uint32_t rect)> title_of;  // of each rectangle of an SVG; null: none
};

// The line that says why a file of this name is no picture; nothing: it is one.
[[nodiscard]] std::optional<std::string> PictureNameProblem(const std::filesystem::path& output);

// Writes OUT.svg, or OUT.png by OpenGL without a display and with the system's font. The exit code; what is
// wrong is on stderr.
int WriteShapePicture(const ShapePicture& picture, const std::filesystem::path& output);

}  // namespace ringscope
