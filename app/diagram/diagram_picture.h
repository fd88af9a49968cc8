#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "cct/base/result.h"
#include "renderer/color/palette.h"
#include "renderer/diagram/diagram.h"
#include "renderer/gl/image.h"
#include "renderer/shapes/place_shapes.h"
#include "renderer/shapes/plane.h"

namespace ringscope {

class FontFace;

struct DiagramPicture {
  float width_px = 1440, height_px = 900;
  float scale = 1;
  Theme theme = Theme::kDark;
  std::string title;
  // Where it is looked at; none: all of it.
  std::optional<PlaneCamera> camera;
};

// A camera that shows all of a diagram, enlarged only so far that text is not much larger than elsewhere.
[[nodiscard]] PlaneCamera FitDiagram(const ShapeIndex& index, float width_px, float height_px, float scale);

// What the picture shows, with text where there is a measure for it. O(boxes log boxes).
[[nodiscard]] PlacedShapes PlaceDiagram(const Diagram& diagram, const DiagramPicture& picture,
                                        const MeasureText& measure);

// Drawn in the current OpenGL context. Errors: those of shaders and textures.
[[nodiscard]] Result<Image> DiagramImage(const Diagram& diagram, const DiagramPicture& picture,
                                         const std::shared_ptr<const FontFace>& font);
// Replaces the file atomically. Each box has its label as its title. Errors: kIo.
[[nodiscard]] Result<void> SaveDiagramSvg(const Diagram& diagram, const DiagramPicture& picture,
                                          const std::filesystem::path& path);

}  // namespace ringscope
