#pragma once

#include <filesystem>
#include <memory>

#include "app/views/versions/versions_plot.h"
#include "cct/base/result.h"
#include "renderer/gl/image.h"
#include "renderer/shapes/place_shapes.h"

namespace ringscope {
class FontFace;
}  // namespace ringscope

namespace ringscope::versions {

// A plot as a camera sees all of it, text included, which is measured as the options say.
[[nodiscard]] PlacedShapes PlacePlot(const Plot& plot, const PlotOptions& options);

// Drawn in the current OpenGL context. Errors: those of shaders and textures.
[[nodiscard]] Result<Image> PlotImage(const PlotModel& model, PlotOptions options,
                                      const std::shared_ptr<const FontFace>& font);

// Replaces the file atomically, with text for the fonts of whoever shows it. Errors: kIo.
[[nodiscard]] Result<void> SavePlotSvg(const PlotModel& model, PlotOptions options,
                                       const std::filesystem::path& path);

}  // namespace ringscope::versions
