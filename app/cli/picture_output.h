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

// The colours that --color asks for; an empty text: by function, of a comparison by difference. Errors: the
// text names no colouring of this tree.
[[nodiscard]] Result<ColorSpec> ColorOf(const std::string& text, const Input& input);

// Errors: the name has not the ending of a picture, nor, with kAlsoCsv, of a CSV file.
enum class PictureEndings : uint8_t { kPictures, kAlsoCsv };
[[nodiscard]] Result<void> CheckPictureName(const std::filesystem::path& output,
                                            PictureEndings endings = PictureEndings::kPictures);
// Checks the name, and that the file can be written. Errors: those of CheckPictureName() and CheckOutput().
[[nodiscard]] Result<void> CheckPicture(const ProfileOptions& options,
                                        PictureEndings endings = PictureEndings::kPictures);

// Writes a plot as OUT.svg, or as OUT.png by OpenGL without a display and with the system's font. `lay_out`
// adds its shapes to a batch, for a picture of the view's size. Returns the exit code.
[[nodiscard]] Result<int> WritePlotPicture(
    const ProfileOptions& options, std::string_view title,
    const std::function<void(float width_px, float height_px, const PlotLook&, ShapeBatch&)>& lay_out);

// The options of commands that draw a diagram. With --json they print numbers instead.
struct DiagramOptions : ProfileOptions {
  bool has_caption = true;
};
// Adds the options of how the diagram is drawn.
void AddDiagramOutput(CommandSyntax* command, DiagramOptions& options);
// Errors: neither --json nor the name of a picture that can be written.
[[nodiscard]] Result<void> CheckDiagramOutput(std::string_view command, const DiagramOptions& options);
// Writes the picture with a caption of title, facts and legend, or prints the diagram and `figures` as JSON.
// Returns the exit code.
[[nodiscard]] Result<int> DeliverDiagram(const Diagram& diagram, const DiagramFigures& figures,
                                         const DiagramOptions& options, std::string title, std::string facts,
                                         std::vector<LegendLine> legend);

}  // namespace ringscope
