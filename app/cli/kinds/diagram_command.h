#pragma once

#include <string>
#include <string_view>

#include "app/charts/diagram/diagram_picture.h"
#include "app/cli/syntax.h"

namespace ringscope {

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
