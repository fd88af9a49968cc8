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

// The camera that sees a batch whose unit is a pixel as it is.
[[nodiscard]] PlaneCamera PixelCamera(float width_px, float height_px);

// What it sees, text included where there is a measure for it.
[[nodiscard]] PlacedShapes PlacePixels(const ShapeBatch& batch, float width_px, float height_px,
                                       const MeasureText& measure);

// Drawn in the current OpenGL context, with a caption around it where there is one. Errors: those of shaders
// and textures.
[[nodiscard]] Result<Image> ShapesImage(const PlacedShapes& placed, Theme theme,
                                        const std::shared_ptr<const FontFace>& font,
                                        const PlacedCaption* caption = nullptr);

// Replaces the file atomically, with text for the fonts of whoever shows it. `title_of`: what a rectangle of
// the batch is; null: rectangles have no titles. Errors: kIo.
[[nodiscard]] Result<void> SaveShapesSvg(const PlacedShapes& placed, Theme theme, std::string_view title,
                                         const std::filesystem::path& path,
                                         const std::function<std::string(uint32_t)>& title_of = nullptr,
                                         const PlacedCaption* caption = nullptr);

}  // namespace ringscope
