#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/charts/diagram/diagram_picture.h"
#include "app/cli/syntax.h"
#include "cct/base/result.h"
#include "renderer/color/color_mode.h"
#include "renderer/plot/plot_layout.h"

namespace ringscope {

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

// Writes OUT.svg, or OUT.png by OpenGL without a display and with the system's font: plots alone. `lay_out`
// adds them to a batch, for a picture as large as the view. The exit code.
[[nodiscard]] Result<int> WritePlotPicture(
    const ProfileOptions& options, std::string_view title,
    const std::function<void(float width_px, float height_px, const PlotLook&, ShapeBatch&)>& lay_out);

// What commands that draw a diagram are asked. Without an output they print JSON.
struct DiagramOptions : ProfileOptions {
  bool has_caption = true;
};
// How it is drawn.
void AddDiagramOutput(CommandSyntax* command, DiagramOptions& options);
// Errors: this cannot be written.
[[nodiscard]] Result<void> CheckDiagramOutput(std::string_view command, const DiagramOptions& options);
// Writes the picture, with a caption of this title, these facts and this legend, or prints numbers, with
// these figures. The exit code.
[[nodiscard]] Result<int> DeliverDiagram(const Diagram& diagram, const DiagramFigures& figures,
                                         const DiagramOptions& options, std::string title, std::string facts,
                                         std::vector<LegendLine> legend);

}  // namespace ringscope
