#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "app/cli/load.h"
#include "cct/base/result.h"
#include "renderer/color/color_mode.h"
#include "renderer/legend/caption.h"
#include "renderer/plot/plot_layout.h"
#include "renderer/shapes/place_shapes.h"

namespace ringscope {

// Shapes as a picture shows them.
struct PlacedPicture {
  // NOLINTNEXTLINE(google-explicit-constructor): most pictures are nothing but shapes
  PlacedPicture(PlacedShapes placed) : shapes(std::move(placed)) {}
  PlacedPicture(PlacedShapes placed, std::optional<PlacedCaption> around)
      : shapes(std::move(placed)), caption(std::move(around)) {}
  PlacedShapes shapes;
  std::optional<PlacedCaption> caption;
};

// What a command draws of shapes.
struct ShapePicture {
  Theme theme = Theme::kDark;
  std::string title;  // of an SVG
  // As the picture shows it, with text as wide as the measure says; a null one: without text.
  std::function<PlacedPicture(const MeasureText&)> place;
  std::function<std::string(uint32_t rect)> title_of;  // of each rectangle of an SVG; null: none
};

// What --color says; empty: by function, of a comparison by difference. Errors: it says nothing of the
// tree's.
[[nodiscard]] Result<ColorSpec> ColorOf(const std::string& text, const Input& input);

// Errors: the name is not that of a picture.
[[nodiscard]] Result<void> CheckPictureName(const std::filesystem::path& output);

// Writes OUT.svg, or OUT.png by OpenGL without a display and with the system's font. The exit code.
[[nodiscard]] Result<int> WriteShapePicture(const ShapePicture& picture, const std::filesystem::path& output);

// The same of plots alone. `lay_out` adds them to a batch, for a picture as large as the view.
[[nodiscard]] Result<int> WritePlotPicture(
    Theme theme, std::string title, const ViewOptions& view, const std::filesystem::path& output,
    const std::function<void(float width_px, float height_px, const PlotLook&, ShapeBatch&)>& lay_out);

}  // namespace ringscope
