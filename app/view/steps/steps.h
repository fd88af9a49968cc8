#pragma once

#include "app/core/effect.h"
#include "app/view/state/app_state.h"

namespace ringscope::action {

struct SetPipeline {
  Pipeline pipeline;
};
// After the others; one that chooses a time first, in the place of one that is there.
struct AddTransform {
  TransformStep step;
};
struct UndoTransform {};
struct RedoTransform {};
// As copied from elsewhere; an error when it is no pipeline.
struct SetPipelineText {
  std::string text;
};
// To the question about PipelineState::asked_about.
enum class CostlyAnswer : uint8_t { kCancel, kPruneFirst, kAsItIs };
struct AnswerCostly {
  CostlyAnswer answer = CostlyAnswer::kCancel;
};
struct ShowTransformMenu {
  bool open = true;
  std::string text;  // that stands in its field
};
// Puts merge-threads in front, but for a choice of time, or takes it away.
struct SetThreadsMerged {
  bool merged = false;
};

void Do(AppState& state, const SetPipeline& set, Effects& effects);
void Do(AppState& state, const AddTransform& add, Effects& effects);
void Do(AppState& state, const AnswerCostly& answer, Effects& effects);
void Do(AppState& state, const UndoTransform& undo, Effects& effects);
void Do(AppState& state, const RedoTransform& redo, Effects& effects);
void Do(AppState& state, const SetPipelineText& set, Effects& effects);
void Do(AppState& state, const ShowTransformMenu& show, Effects& effects);
void Do(AppState& state, const SetThreadsMerged& set, Effects& effects);

// Shows what came of transforms. After every action.
void RefreshPipelines(AppState& state);
// After the document's tree or the view's metric changed.
void ReapplyPipeline(AppState& state, ViewState& view, Effects& effects);
void RerunIfMetricMatters(AppState& state, ViewState& view, Effects& effects);
// Shows the view through this pipeline; steps that came before are not remembered.
void WantPipeline(AppState& state, ViewState& view, Pipeline pipeline, Effects& effects);

}  // namespace ringscope::action
