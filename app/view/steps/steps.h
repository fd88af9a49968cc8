#pragma once

#include "app/core/effect.h"
#include "app/view/state/app_state.h"

namespace ringscope::action {

struct SetPipeline {
  Pipeline pipeline;
};
// Adds the step behind the others; a choice of time comes first, in the place of an earlier one.
struct AddTransform {
  TransformStep step;
};
struct UndoTransform {};
struct RedoTransform {};
// Sets the pipeline that a copied text describes; reports an error if the text is no pipeline.
struct SetPipelineText {
  std::string text;
};
// Answers to the question about PipelineState::asked_about.
enum class CostlyAnswer : uint8_t { kCancel, kPruneFirst, kAsItIs };
struct AnswerCostly {
  CostlyAnswer answer = CostlyAnswer::kCancel;
};
struct ShowTransformMenu {
  bool open = true;
  std::string text;  // the first text of the menu's field
};
// Adds a step that merges threads, first or behind a choice of time; or removes it.
struct SetThreadsMerged {
  bool merged = false;
};

void Do(AppState& state, ViewState& view, const SetPipeline& set, Effects& effects);
void Do(AppState& state, ViewState& view, const AddTransform& add, Effects& effects);
void Do(AppState& state, ViewState& view, const AnswerCostly& answer, Effects& effects);
void Do(AppState& state, ViewState& view, const UndoTransform& undo, Effects& effects);
void Do(AppState& state, ViewState& view, const RedoTransform& redo, Effects& effects);
void Do(AppState& state, ViewState& view, const SetPipelineText& set, Effects& effects);
void Do(AppState& state, const ShowTransformMenu& show, Effects& effects);
void Do(AppState& state, ViewState& view, const SetThreadsMerged& set, Effects& effects);

// Shows the results of transforms. After every action.
void RefreshPipelines(AppState& state);
// Runs the view's pipeline again after the document's tree changed, or after the view's metric changed, if a
// step depends on it.
void ReapplyPipeline(AppState& state, ViewState& view, Effects& effects);
void RerunIfMetricMatters(AppState& state, ViewState& view, Effects& effects);
// Shows the view through this pipeline; the earlier steps are not remembered.
void WantPipeline(AppState& state, ViewState& view, Pipeline pipeline, Effects& effects);

}  // namespace ringscope::action
