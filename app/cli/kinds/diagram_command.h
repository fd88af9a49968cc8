#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "app/charts/diagram/diagram_picture.h"
#include "app/cli/load.h"
#include "app/cli/syntax.h"

namespace ringscope {

// What commands that draw a diagram are told of the way it is drawn.
struct DiagramOutput {
  std::filesystem::path output;  // empty where `json` is
  bool light = false, json = false, has_caption = true;

  [[nodiscard]] Theme theme() const { return light ? Theme::kLight : Theme::kDark; }
};
void AddDiagramOutput(CommandSyntax* command, DiagramOutput& options);

// Errors: this cannot be written of `input`.
[[nodiscard]] Result<void> CheckDiagramOutput(std::string_view command, const std::filesystem::path& input,
                                              const DiagramOutput& options);

// Writes the picture, with a caption of this title, these facts and this legend, or prints numbers, with
// these figures. The exit code.
[[nodiscard]] Result<int> DeliverDiagram(const Diagram& diagram, const DiagramFigures& figures,
                                         const DiagramOutput& options, const ViewOptions& view,
                                         std::string title, std::string facts,
                                         std::vector<LegendLine> legend);

}  // namespace ringscope
