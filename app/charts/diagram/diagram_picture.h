#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/charts/diagram/diagram.h"
#include "cct/base/result.h"
#include "renderer/diagram/diagram.h"
#include "renderer/gl/image.h"
#include "renderer/legend/caption.h"
#include "renderer/shapes/place_shapes.h"
#include "renderer/shapes/plane.h"

namespace ringscope {

class FontFace;

// The texts around a diagram drawn at `px_per_unit`: title, facts and legend, with sample boxes as large as
// in the picture. Warnings of the legend follow the facts. At an infinite `px_per_unit` the samples are as
// large as they can be, which gives the largest caption.
[[nodiscard]] ShapeCaption CaptionOf(std::string_view title, std::string_view facts,
                                     std::span<const LegendLine> legend, double px_per_unit, float scale,
                                     Theme theme);

struct DiagramPicture {
  float width_px = 1440, height_px = 900;
  float scale = 1;
  Theme theme = Theme::kDark;
  std::string title;
  // The view of the diagram, to which the caption is added; std::nullopt: all of the diagram, and the caption
  // is a part of the size.
  std::optional<PlaneCamera> camera;
  // The caption: facts and the legend. Pictures lower than kLeastCaptionedPx have no caption.
  bool has_caption = false;
  std::string facts;
  std::vector<LegendLine> legend;
};

struct PlacedDiagram {
  PlacedShapes shapes;
  std::optional<PlacedCaption> caption;
};

// A camera that shows all of a diagram and its room, enlarged only so far that text is not much larger than
// elsewhere.
[[nodiscard]] PlaneCamera FitDiagram(const ShapeIndex& index, const PlaneBox& room, float width_px,
                                     float height_px, float scale);

// Places the shapes of the picture; without text if `measure` is empty. O(boxes log boxes).
[[nodiscard]] PlacedDiagram PlaceDiagram(const Diagram& diagram, const DiagramPicture& picture,
                                         const MeasureText& measure);

// Draws the picture in the current OpenGL context. Errors: those of shaders and textures.
[[nodiscard]] Result<Image> DiagramImage(const Diagram& diagram, const DiagramPicture& picture,
                                         const std::shared_ptr<const FontFace>& font);
// Replaces the file atomically. Each box has its label as its title. Errors: kIo.
[[nodiscard]] Result<void> SaveDiagramSvg(const Diagram& diagram, const DiagramPicture& picture,
                                          const std::filesystem::path& path);

}  // namespace ringscope
