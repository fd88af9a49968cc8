#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>

#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/picture_output.h"
#include "app/cli/syntax.h"
#include "app/diagram/diagram_json.h"
#include "app/diagram/diagram_picture.h"
#include "app/views/evolution/evolution_model.h"
#include "app/views/evolution/evolution_state.h"
#include "cct/compare/stored_comparison.h"

namespace ringscope::evolution {
namespace {

struct EvolutionCommand {
  InputOptions input;
  ViewOptions view;
  std::filesystem::path output;  // empty where `json` is
  bool light = false, json = false, has_caption = true;
  size_t boxes = 0;  // 0: the way to where most of the change happens
};

OrLine<EvolutionModel> ModelOf(const EvolutionCommand& options) {
  RINGSCOPE_ASSIGN(Input input, LoadInput(options.input));
  const auto comparison = StoredComparison(input.tree);
  if (!comparison || comparison->metrics.empty())
    return tl::unexpected(options.input.file.string() +
                          ": expected a comparison, which 'ringscope compare -o' writes");
  const ComparedMetric* metric = &comparison->metrics.front();
  if (!options.view.metric.empty()) {
    const auto found =
        std::find_if(comparison->metrics.begin(), comparison->metrics.end(),
                     [&](const ComparedMetric& one) { return one.metric.name == options.view.metric; });
    if (found == comparison->metrics.end())
      return tl::unexpected("--metric: expected a metric of both sides, found '" + options.view.metric + "'");
    metric = &*found;
  }
  std::vector<ContextId> shown = DeltaHotPath(*input.tree, *metric, kRootContext);
  if (options.boxes > 0) {
    // Of any number of contexts those that changed most have their callers among them.
    std::vector<ContextId> all(input.tree->context_count());
    for (ContextId context = 0; context < all.size(); ++context) all[context] = context;
    std::sort(all.begin(), all.end(), [&](ContextId a, ContextId b) {
      const uint64_t x = input.tree->Inclusive(a, metric->change),
                     y = input.tree->Inclusive(b, metric->change);
      return x != y ? x > y : a < b;
    });
    all.resize(std::min(all.size(), options.boxes));
    shown = std::move(all);
  }
  std::sort(shown.begin(), shown.end());
  EvolutionModel model = EvolutionModelOf(*comparison, *metric, shown);
  model.title = options.input.file.filename().string();
  return model;
}

int RunEvolution(const EvolutionCommand& options) {
  if (!options.json) {
    if (options.output.empty())
      return ReportError("evolution: expected -o with OUT.png or OUT.svg, or --json");
    if (const auto problem = PictureNameProblem(options.output)) return ReportError(*problem);
    if (const auto problem = OutputProblem({options.input.file}, options.output))
      return ReportError(*problem);
  }
  const OrLine<EvolutionModel> model = ModelOf(options);
  if (!model) return ReportError(model.error());
  DiagramPicture picture;
  picture.width_px = static_cast<float>(options.view.width_px);
  picture.height_px = static_cast<float>(options.view.height_px);
  picture.theme = options.light ? Theme::kLight : Theme::kDark;
  picture.title = model->title;
  picture.has_caption = options.has_caption;
  picture.facts = "performance evolution: which calls made one side slower than the other";
  picture.legend = LegendOf(*model, true, picture.theme);
  const Diagram diagram = DiagramOf(*model, picture.theme);
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
      AddCommand(app, run, "evolution",
                 "Draw which calls made one side of a comparison slower than the other", &RunEvolution);
  AddInput(command, options->input);
  AddMetric(command, options->view.metric);
  AddSize(command, options->view);
  auto* const output = command->add_option("-o,--output", options->output, "OUT.png or OUT.svg");
  command->add_flag("--json", options->json, "Boxes and edges as numbers, on standard output")
      ->excludes(output);
  command
      ->add_option(
          "--boxes", options->boxes,
          "So many contexts, those that changed most; default: the way to where most of the change happens")
      ->type_name("N")
      ->check(CLI::Range(size_t{1}, kMostShown));
  AddPictureLook(command, options->light, options->has_caption);
}

}  // namespace ringscope::evolution
