#include <utility>

#include "app/view/state/apply_task.h"
#include "app/view/steps/steps.h"
#include "app/view/timeline/timeline_actions.h"
#include "app/view/timeline/timeline_model.h"
#include "app/view/timeline/timeline_state.h"

namespace ringscope::action {
namespace {

// Not the one under the pointer: that changes faster than samples add up.
FunctionId ChosenFunction(const ViewState& view) {
  if (view.chosen_function) return view.functions().FunctionOf(*view.chosen_function);
  if (view.selected == kNoContext || view.selected == kRootContext) return kNoFunction;
  return view.functions().FunctionOf(view.tree().FrameOf(view.selected));
}

}  // namespace

void Do(AppState& state, const SetTimeRange& set, Effects& effects) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return;
  Pipeline pipeline = view->pipeline.wanted;
  std::erase_if(pipeline.steps, [](const TransformStep& step) { return step.kind == TransformKind::kTime; });
  if (set.range) {
    TransformStep step{.kind = TransformKind::kTime};
    step.time = *set.range;
    pipeline.steps.insert(pipeline.steps.begin(), std::move(step));
  }
  Do(state, SetPipeline{std::move(pipeline)}, effects);
}

void Do(AppState& state, const ShowTimeline& show, Effects& effects) {
  ChangeSetting(state, &Settings::timeline_open, show.open, effects);
}

void RefreshTimelines(AppState& state, Effects& effects) {
  for (ViewState& view : state.views) {
    const DocumentState* document = FindDocument(state, view.document);
    if (document == nullptr) continue;
    auto& [density, chosen] = view.timeline;
    density.ForgetOthersThan(document->opened.tree);
    chosen.ForgetOthersThan(document->opened.tree);
    if (state.settings.timeline_open && IsShown(state, view.id) && document->opened.tree->has_times()) {
      const JobState told{.label = "Adding up samples", .document = view.document, .soon = true};
      DensityRequest request;
      request.tree = document->opened.tree;
      request.metric = TimedMetric(*request.tree, view.metric);
      Want(state, density, request, told, &RunDensity, effects);
      request.known_in = view.shown;
      request.function = ChosenFunction(view);
      if (request.function != kNoFunction)
        Want(state, chosen, std::move(request), told, &RunDensity, effects);
      else
        chosen = {};  // its answer holds on to the tree that the function is of
    } else {
      density.Drop();
      chosen = {};
    }
  }
}

}  // namespace ringscope::action
