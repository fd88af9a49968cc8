#include <fmt/format.h>

#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/picture_output.h"
#include "app/cli/syntax.h"
#include "app/views/polymetric/polymetric_model.h"
#include "cct/base/text/join_texts.h"
#include "cct/tree/metric_sides.h"

namespace ringscope::polymetric {
namespace {

struct BlueprintOptions : DiagramOptions {
  std::string preset = "structure";
  std::string text;      // replaces the text of the preset
  std::string function;  // the function in the middle of the view "behavior"
  bool beside = false;
  std::optional<Side> side;
};

// The text that the options ask for. Errors: each begins with the name of its option.
Result<std::string> AskedText(const BlueprintOptions& options) {
  const PolymetricPreset* const preset = FindPolymetricPreset(options.preset);
  if (preset == nullptr) {
    return Refuse("--view: expected {}, found '{}'",
                  JoinTexts(kPolymetricPresets, "|", &PolymetricPreset::name), options.preset);
  }
  Result<PolymetricSpec> spec =
      ParsePolymetric(options.text.empty() ? preset->text : std::string_view(options.text));
  if (!spec)
    return Refuse("--polymetric: column {}: {}", spec.error().column.value_or(1), spec.error().message);
  if (!options.function.empty()) {
    if (spec->arrangement != BoxArrangement::kCalls)
      return Refuse("--from: expected boxes that are arranged by calls, as in --view behavior");
    spec->from = options.function;
  }
  return FormatPolymetric(*spec);
}

// The first name in the text that the profile does not have. Presets have no names.
std::optional<std::string> NameProblem(const PolymetricFound& found) {
  const PolymetricSpec& spec = found.spec;
  for (const auto& [name, measure, measured] :
       {std::tuple("x", &spec.x, &found.x), std::tuple("y", &spec.y, &found.y),
        std::tuple("width", &spec.width, &found.width), std::tuple("height", &spec.height, &found.height),
        std::tuple("tone", &spec.tone, &found.tone)}) {
    if (*measure && !(*measure)->name.empty() && !measured->missing.empty())
      return fmt::format("--polymetric: {}: {}", name, measured->missing);
  }
  return std::nullopt;
}

// The reason why nothing can be drawn, and for a plot the option that makes one.
std::string MissingText(const PolymetricFound& found) {
  PolymetricSpec spec = found.spec;
  if (spec.arrangement != BoxArrangement::kPlot || !spec.x || !spec.y || found.items.size() == 0)
    return found.missing;
  if (!found.x.missing.empty()) *spec.x = {.of = MeasureOf::kInclusive, .scale = spec.x->scale};
  if (!found.y.missing.empty()) *spec.y = {.of = MeasureOf::kSelf, .scale = spec.y->scale};
  return fmt::format("{}: --polymetric '{}'", found.missing.substr(0, found.missing.size() - 1),
                     FormatPolymetric(spec));
}

Result<int> RunBlueprint(const BlueprintOptions& options) {
  RINGSCOPE_TRY(CheckDiagramOutput("blueprint", options));
  RINGSCOPE_ASSIGN(std::string text, AskedText(options));
  RINGSCOPE_ASSIGN(const InputView input,
                   LoadInputView(options.input, options.view, DefaultRoot::kWholeTree));
  PolymetricWanted wanted{input.input.tree,
                          std::make_shared<const FunctionIndex>(input.tree().frames()),
                          input.view.metric,
                          std::move(text),
                          input.input.derived,
                          input.roots(),
                          options.beside || options.side};
  if (wanted.is_by_side && !SidesOf(input.tree().metrics(), wanted.metric)) {
    return Refuse("{}: expected a comparison, which 'ringscope compare -o' writes",
                  options.beside ? "--beside" : "--side");
  }
  WatchedJob job("arranging");
  RINGSCOPE_ASSIGN(const PolymetricFound found, About(options.input.file, FindPolymetric(wanted, job)));
  if (!found.missing.empty()) return Refuse("{}: {}", options.input.file.string(), MissingText(found));
  if (const auto problem = NameProblem(found)) return Refuse(*problem);
  const Theme theme = options.theme;
  const Diagram diagram =
      options.beside ? PaintSides(found, wanted, theme) : PaintDiagram(found, wanted, theme, options.side);
  const DiagramFigures figures =
      options.beside ? FiguresOfSides(found, wanted) : FiguresOf(found, wanted, options.side);
  return DeliverDiagram(diagram, figures, options, options.input.file.filename().string(),
                        (options.side ? SideText(wanted, *options.side) + "  \xC2\xB7  " : std::string()) +
                            FactsOf(found, wanted),
                        LegendOf(found, wanted, theme));
}

}  // namespace
}  // namespace ringscope::polymetric

void ringscope::AddBlueprint(CommandTable& commands) {
  const auto [command, options] = AddCommand(
      commands, "blueprint", "Draw classes, functions or modules as boxes", &polymetric::RunBlueprint);
  AddInput(command, options->input);
  AddMetric(command, options->view.metric);
  AddRoot(command, options->view.root);
  AddSize(command, options->view);
  AddDiagramOutput(command, *options);
  command->AddOption("--view NAME", options->preset,
                     "structure|behavior|modules|functions|threads; default: structure");
  command->AddOption("--polymetric WHAT", options->text,
                     "What is shown: 'items class | width log calls | height incl'");
  command->Exclusive({"--view", "--polymetric"});
  command->AddOption("--from NAME", options->function, "Of --view behavior: the function in the middle");
  command->AddFlag("--beside", options->beside,
                   "Of a comparison: before and after beside each other, everything at the same place");
  command->AddChoice("--side", polymetric::kPolymetricSideWords, options->side,
                     "Of a comparison: this side alone, everything at the same place as on the other one");
  command->Exclusive({"--beside", "--side"});
  command->Example("ringscope blueprint run.cct -o classes.png", "Classes as boxes, with their methods")
      ->Example("ringscope blueprint change.cct --view modules -o modules.png",
                "Of a comparison that was written by compare -o: modules by their cost and how it changed");
}
