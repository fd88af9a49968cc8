#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include "cct/base/result.h"
#include "renderer/gl/image.h"
#include "renderer/shapes/place_shapes.h"

namespace ringscope {

class FontFace;

// The camera that sees a batch whose unit is a pixel as it is.
[[nodiscard]] PlaneCamera PixelCamera(float width_px, float height_px);

// What it sees, text included where there is a measure for it.
[[nodiscard]] PlacedShapes PlacePixels(const ShapeBatch& batch, float width_px, float height_px,
                                       const MeasureText& measure);

// Drawn in the current OpenGL context. Errors: those of shaders and textures.
[[nodiscard]] Result<Image> ShapesImage(const PlacedShapes& placed, Theme theme,
                                        const std::shared_ptr<const FontFace>& font);

// Replaces the file atomically, with text for the fonts of whoever shows it. Errors: kIo.
[[nodiscard]] Result<void> SaveShapesSvg(const PlacedShapes& placed, Theme theme, std::string_view title,
                                         const std::filesystem::path& path);

}  // namespace ringscope
