#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "app/cli/syntax.h"
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

// Errors: the name is not that of a picture, nor with kAlsoCsv that of a CSV file.
enum class PictureEndings : uint8_t { kPictures, kAlsoCsv };
[[nodiscard]] Result<void> CheckPictureName(const std::filesystem::path& output,
                                            PictureEndings endings = PictureEndings::kPictures);
// Those, and those of CheckOutput().
[[nodiscard]] Result<void> CheckPicture(const ProfileOptions& options,
                                        PictureEndings endings = PictureEndings::kPictures);

// Writes OUT.svg, or OUT.png by OpenGL without a display and with the system's font. The exit code.
[[nodiscard]] Result<int> WriteShapePicture(const ShapePicture& picture, const std::filesystem::path& output);

// The same of plots alone. `lay_out` adds them to a batch, for a picture as large as the view.
[[nodiscard]] Result<int> WritePlotPicture(
    const ProfileOptions& options, std::string title,
    const std::function<void(float width_px, float height_px, const PlotLook&, ShapeBatch&)>& lay_out);

}  // namespace ringscope
