#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "cct/base/result.h"
#include "renderer/gl/image.h"
#include "renderer/legend/caption.h"
#include "renderer/shapes/place_shapes.h"

namespace ringscope {

class FontFace;

// Draws in the current OpenGL context; `caption` may be null. Errors: those of shaders and textures.
[[nodiscard]] Result<Image> ShapesImage(const PlacedShapes& placed, Theme theme,
                                        const std::shared_ptr<const FontFace>& font,
                                        const PlacedCaption* caption = nullptr);

// Replaces the file atomically; its text uses the fonts of the program that shows it. `title_of`: the title
// of a rectangle of the batch; null: no titles. Errors: kIo.
[[nodiscard]] Result<void> SaveShapesSvg(const PlacedShapes& placed, Theme theme, std::string_view title,
                                         const std::filesystem::path& path,
                                         const std::function<std::string(uint32_t)>& title_of = nullptr,
                                         const PlacedCaption* caption = nullptr);

}  // namespace ringscope
