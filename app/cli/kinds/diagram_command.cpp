#include "app/cli/kinds/diagram_command.h"

#include <utility>

#include "app/cli/output.h"
#include "app/cli/picture_output.h"

namespace ringscope {

void AddDiagramOutput(CommandSyntax* command, DiagramOptions& options) {
  command->AddOption("-o,--output", options.output, "OUT.png or OUT.svg");
  command->AddSetter("--json", options.format, ReportFormat::kJson,
                     "Boxes and edges as numbers, on standard output");
  command->Exclusive({"--output", "--json"});
  AddLight(command, options.theme);
  command->AddSetter("--dark", options.theme, Theme::kDark, "Dark background; the default");
  command->Exclusive({"--light", "--dark"});
  command->AddFlagOff("--no-caption", options.has_caption, "The bare picture, without title and legend");
}

Result<void> CheckDiagramOutput(std::string_view command, const DiagramOptions& options) {
  if (options.as_json()) return {};
  if (options.output.empty()) return Refuse("{}: expected -o with OUT.png or OUT.svg, or --json", command);
  return CheckPicture(options);
}

Result<int> DeliverDiagram(const Diagram& diagram, const DiagramFigures& figures,
                           const DiagramOptions& options, std::string title, std::string facts,
                           std::vector<LegendLine> legend) {
  if (options.as_json()) {
    Output out;
    JsonWriter json = out.Json();
    WriteDiagram(diagram, figures, json);
    return out.Finish();
  }
  DiagramPicture picture;
  picture.width_px = options.view.spec.width_px;
  picture.height_px = options.view.spec.height_px;
  picture.theme = options.theme;
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
