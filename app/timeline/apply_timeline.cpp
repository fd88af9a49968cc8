#include <utility>

#include "app/core/apply_task.h"
#include "app/core/core_actions.h"
#include "app/steps/steps_actions.h"
#include "app/timeline/timeline_actions.h"
#include "app/timeline/timeline_model.h"
#include "app/timeline/timeline_state.h"

namespace ringscope::apply {

void Do(AppState& state, const action::SetTimeRange& set, Effects& effects) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return;
  Pipeline pipeline = view->pipeline.wanted;
  std::erase_if(pipeline.steps, [](const TransformStep& step) { return step.kind == TransformKind::kTime; });
  if (set.range) {
    TransformStep step{.kind = TransformKind::kTime};
    step.time = *set.range;
    pipeline.steps.insert(pipeline.steps.begin(), std::move(step));
  }
  Do(state, action::SetPipeline{std::move(pipeline)}, effects);
}

void Do(AppState& state, const action::ShowTimeline& show, Effects& effects) {
  ChangeSetting(state, &Settings::timeline_open, show.open, effects);
}

void RefreshTimelines(AppState& state, Effects& effects) {
  for (ViewState& view : state.views) {
    const DocumentState* document = FindDocument(state, view.document);
    if (document == nullptr) continue;
    auto& density = view.timeline.density;
    density.ForgetOthersThan(document->opened.tree);
    if (state.settings.timeline_open && IsShown(state, view.id) && document->opened.tree->has_times()) {
      Want(state, density,
           DensityRequest{document->opened.tree, TimedMetric(*document->opened.tree, view.metric)},
           {.label = "Adding up samples", .document = view.document, .soon = true}, &RunDensity, effects);
    } else {
      density.Drop();
    }
  }
}

}  // namespace ringscope::apply
