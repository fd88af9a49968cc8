#include "app/cli/kinds/diagram_command.h"

#include <fmt/format.h>

#include <utility>

#include "app/cli/output.h"
#include "app/cli/picture_output.h"

namespace ringscope {

void AddDiagramOutput(CommandSyntax* command, DiagramOutput& options) {
  auto* const output = command->AddOption("-o,--output", options.output, "OUT.png or OUT.svg");
  command->AddFlag("--json", options.json, "Boxes and edges as numbers, on standard output")
      ->Excludes(output);
  AddPictureLook(command, options.light, options.has_caption);
}

Result<void> CheckDiagramOutput(std::string_view command, const std::filesystem::path& input,
                                const DiagramOutput& options) {
  if (options.json) return {};
  if (options.output.empty())
    return Refuse(fmt::format("{}: expected -o with OUT.png or OUT.svg, or --json", command));
  RINGSCOPE_TRY(CheckPictureName(options.output));
  return CheckOutput({input}, options.output);
}

Result<int> DeliverDiagram(const Diagram& diagram, const DiagramFigures& figures,
                           const DiagramOutput& options, const ViewOptions& view, std::string title,
                           std::string facts, std::vector<LegendLine> legend) {
  if (options.json) {
    Output out;
    JsonWriter json = out.Json();
    WriteDiagram(diagram, figures, json);
    return out.Finish();
  }
  DiagramPicture picture;
  picture.width_px = static_cast<float>(view.width_px);
  picture.height_px = static_cast<float>(view.height_px);
  picture.theme = options.theme();
  picture.title = std::move(title);
  picture.has_caption = options.has_caption;
  picture.facts = std::move(facts);
  picture.legend = std::move(legend);
  return WriteShapePicture({picture.theme, picture.title,
                            [&](const MeasureText& measure) {
                              PlacedDiagram placed = PlaceDiagram(diagram, picture, measure);
                              return PlacedPicture(std::move(placed.shapes), std::move(placed.caption));
                            },
                            [&](uint32_t rect) { return diagram.boxes[rect].label; }},
                           options.output);
}

}  // namespace ringscope
