#pragma once

#include "app/charts/diagram/diagram_json.h"
#include "app/views/evolution/evolution_model.h"

namespace ringscope::evolution {

// What the boxes of DiagramOf(model) stand for; docs/evolution.md says what each member is. Values are in the
// unit of the metric, of all runs of a side together. All three must outlive it.
[[nodiscard]] DiagramFigures FiguresOf(const TreeComparison& comparison, const ComparedMetric& metric,
                                       const EvolutionModel& model);

}  // namespace ringscope::evolution
