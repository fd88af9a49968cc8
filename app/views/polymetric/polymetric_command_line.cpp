#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>

#include "app/cli/job_watch.h"
#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/picture_output.h"
#include "app/cli/syntax.h"
#include "app/diagram/diagram_json.h"
#include "app/diagram/diagram_picture.h"
#include "app/views/polymetric/polymetric_model.h"
#include "cct/tree/metric_sides.h"

namespace ringscope::polymetric {
namespace {

struct BlueprintOptions {
  InputOptions input;
  ViewOptions view;
  std::filesystem::path output;  // empty where `json` is
  std::string preset = "structure";
  std::string text;      // instead of the preset's
  std::string function;  // in the middle of the behavior
  bool light = false, json = false, has_caption = true, beside = false;
};

// Errors: of the options, each with its name.
OrLine<std::string> AskedText(const BlueprintOptions& options) {
  const PolymetricPreset* const preset = FindPolymetricPreset(options.preset);
  if (preset == nullptr) {
    std::string names;
    for (const PolymetricPreset& one : kPolymetricPresets)
      names += (names.empty() ? "" : "|") + std::string(one.name);
    return tl::unexpected(fmt::format("--view: expected {}, found '{}'", names, options.preset));
  }
  Result<PolymetricSpec> spec =
      ParsePolymetric(options.text.empty() ? preset->text : std::string_view(options.text));
  if (!spec) {
    return tl::unexpected(
        fmt::format("--polymetric: column {}: {}", spec.error().column.value_or(1), spec.error().message));
  }
  if (!options.function.empty()) {
    if (spec->arrangement != BoxArrangement::kCalls)
      return tl::unexpected(
          std::string("--from: expected boxes that are arranged by calls, as in --view behavior"));
    spec->from = options.function;
  }
  return FormatPolymetric(*spec);
}

int RunBlueprint(const BlueprintOptions& options) {
  if (!options.json) {
    if (options.output.empty())
      return ReportError("blueprint: expected -o with OUT.png or OUT.svg, or --json");
    if (const auto problem = PictureNameProblem(options.output)) return ReportError(*problem);
    if (const auto problem = OutputProblem({options.input.file}, options.output))
      return ReportError(*problem);
  }
  OrLine<std::string> text = AskedText(options);
  if (!text) return ReportError(text.error());
  const OrLine<InputView> input = LoadInputView(options.input, options.view, DefaultRoot::kWholeTree);
  if (!input) return ReportError(input.error());
  PolymetricWanted wanted{input->input.tree,    std::make_shared<const FunctionIndex>(input->tree().frames()),
                          input->view.metric,   *std::move(text),
                          input->input.derived, input->roots(),
                          options.beside};
  if (options.beside && !SidesOf(input->tree().metrics(), wanted.metric))
    return ReportError("--beside: expected a comparison, which 'ringscope compare -o' writes");
  JobControl job;
  const JobWatch watch(job, "arranging");
  const Result<PolymetricFound> found = FindPolymetric(wanted, job);
  if (!found) return ReportError(ErrorLine(options.input.file, found.error()));
  if (!found->missing.empty())
    return ReportError(fmt::format("{}: {}", options.input.file.string(), found->missing));
  DiagramPicture picture;
  picture.width_px = static_cast<float>(options.view.width_px);
  picture.height_px = static_cast<float>(options.view.height_px);
  picture.theme = options.light ? Theme::kLight : Theme::kDark;
  picture.title = options.input.file.filename().string();
  picture.has_caption = options.has_caption;
  picture.facts = FactsOf(*found, wanted);
  picture.legend = LegendOf(*found, wanted, picture.theme);
  const Diagram diagram = options.beside ? PaintSides(*found, wanted, picture.theme)
                                         : PaintDiagram(*found, wanted, picture.theme);
  if (options.json) {
    Output out;
    JsonWriter json = out.Json();
    WriteDiagram(diagram, json);
    return out.Finish();
  }
  return WriteShapePicture({picture.theme, picture.title,
                            [&](const MeasureText& measure) {
                              PlacedDiagram placed = PlaceDiagram(diagram, picture, measure);
                              return PlacedPicture(std::move(placed.shapes), std::move(placed.caption));
                            },
                            [&](uint32_t rect) { return diagram.boxes[rect].label; }},
                           options.output);
}

}  // namespace

void AddCommands(CLI::App& app, Run& run);
void AddCommands(CLI::App& app, Run& run) {
  const auto [command, options] =
      AddCommand(app, run, "blueprint", "Draw classes, functions or modules as boxes", &RunBlueprint);
  AddInput(command, options->input);
  AddMetric(command, options->view.metric);
  AddRoot(command, options->view.root);
  AddSize(command, options->view);
  auto* const output = command->add_option("-o,--output", options->output, "OUT.png or OUT.svg");
  command->add_flag("--json", options->json, "Boxes and edges as numbers, on standard output")
      ->excludes(output);
  command
      ->add_option("--view", options->preset,
                   "structure|behavior|modules|functions|threads; default: structure")
      ->type_name("NAME");
  command
      ->add_option("--polymetric", options->text,
                   "What is shown: 'items class | width log calls | height incl'")
      ->type_name("TEXT");
  command->add_option("--from", options->function, "Of the behavior: the function that it is of")
      ->type_name("NAME");
  command->add_flag("--beside", options->beside,
                    "Of a comparison: before and after beside each other, everything at the same place");
  AddPictureLook(command, options->light, options->has_caption);
}

}  // namespace ringscope::polymetric
