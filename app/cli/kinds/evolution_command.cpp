#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>

#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/picture_output.h"
#include "app/cli/syntax.h"
#include "app/core/display_text.h"
#include "app/view/difference/difference_model.h"
#include "app/views/evolution/evolution.h"
#include "app/views/evolution/evolution_model.h"
#include "cct/compare/stored_comparison.h"
#include "cct/query/metrics/metric_lookup.h"

namespace ringscope::evolution {
namespace {

struct EvolutionCommand : DiagramOptions {
  DifferenceColors colors = DifferenceColors::kMap;
  size_t boxes = 0;  // 0: the call path to the largest change
};

// Finds a compared metric by its name, or by the name of one of its columns.
Result<const ComparedMetric*> AskedMetric(const TreeComparison& comparison, const std::string& name) {
  if (name.empty()) return &comparison.metrics.front();
  const auto columns = comparison.tree->metrics();
  std::vector<Metric> all;
  for (const ComparedMetric& one : comparison.metrics) {
    if (one.metric.name == name || columns[one.side[0]].name == name || columns[one.side[1]].name == name)
      return &one;
    all.push_back(one.metric);
  }
  return Refuse("--metric: expected a metric of both sides ({}), found '{}'",
                NameList(std::span<const Metric>(all)), name);
}

// The contexts to draw, in the order of the tree. `boxes`: as EvolutionCommand::boxes.
std::vector<ContextId> ShownOf(const Cct& tree, const ComparedMetric& metric, size_t boxes) {
  std::vector<ContextId> shown = DeltaHotPath(tree, metric, kRootContext);
  if (boxes > 0) {
    // A caller changed at least as much as its callees: the first `boxes` contexts include their callers.
    shown.resize(tree.context_count());
    std::iota(shown.begin(), shown.end(), kRootContext);
    std::sort(shown.begin(), shown.end(), [&](ContextId a, ContextId b) {
      const uint64_t x = tree.Inclusive(a, metric.change), y = tree.Inclusive(b, metric.change);
      return x != y ? x > y : a < b;
    });
    shown.resize(std::min(shown.size(), boxes));
  }
  std::sort(shown.begin(), shown.end());
  return shown;
}

Result<int> RunEvolution(const EvolutionCommand& options) {
  RINGSCOPE_TRY(CheckDiagramOutput("evolution", options));
  RINGSCOPE_ASSIGN(const Input input, LoadInput(options.input));
  const std::string file = options.input.file.string();
  const std::optional<TreeComparison> comparison = StoredComparison(input.tree);
  if (!comparison || comparison->metrics.empty())
    return Refuse(file + ": expected a comparison, which 'ringscope compare -o' writes");
  RINGSCOPE_ASSIGN(const ComparedMetric* const metric, AskedMetric(*comparison, options.view.metric));
  const EvolutionModel model =
      EvolutionModelOf(*comparison, *metric, ShownOf(*input.tree, *metric, options.boxes));
  if (!model.missing.empty()) return Refuse(file + ": " + model.missing);
  // Shares do not tell how the whole changed.
  const std::string change =
      fmt::format("which calls made one side slower than the other  \xC2\xB7  {}{}: {}",
                  DisplayText(metric->metric.name, 60), metric->runs > 1 ? " of a mean run" : "",
                  DifferenceText(input.tree, metric->side[1], kRootContext, false).change);
  return DeliverDiagram(DiagramOf(model, options.colors, options.theme),
                        FiguresOf(*comparison, *metric, model), options,
                        options.input.file.filename().string(),
                        WithSummedRuns("performance evolution: " + change, comparison->tree, metric->side[1]),
                        LegendOf(model, true, options.colors, options.theme));
}

}  // namespace
}  // namespace ringscope::evolution

void ringscope::AddEvolution(CommandTable& commands) {
  const auto [command, options] = AddCommand(
      commands, "evolution", "Draw which calls made one side of a comparison slower than the other",
      &evolution::RunEvolution);
  AddInput(command, options->input);
  AddMetric(command, options->view.metric);
  AddSize(command, options->view);
  AddDiagramOutput(command, *options);
  command->AddOption("--boxes N", options->boxes,
                     "The N contexts that changed most; default: the call path to the largest change",
                     WholeNumber(1, evolution::kMostShown));
  command->AddChoice(
      "--colors", kDifferenceColorsWords, options->colors,
      "The viewer's, or those of the papers, which tell whether the source changed; default: ours");
  command->Example("ringscope evolution change.cct -o change.png",
                   "Of a comparison that was written by compare -o");
}
