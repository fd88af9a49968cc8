#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/view/state/app_state.h"

namespace ringscope {

// One step of the pipeline as the row above the charts shows it.
struct ChipModel {
  std::string text;      // as the user edits it
  std::string effect;    // "-12 %": the part of the profile's total that the step removed; may be empty
  std::string tooltip;   // the effect of the step in a few lines
  bool pending = false;  // the chart does not show the step yet
  bool idle = false;     // the step changes nothing
};

struct PipelineModel {
  std::vector<ChipModel> chips;  // of the wanted pipeline
  bool visible = false;
  bool running = false;
  float progress = -1;  // of the job, 0 to 1; negative: unknown
  bool can_undo = false, can_redo = false;
  std::string line;  // the whole pipeline as text
};

[[nodiscard]] PipelineModel BuildPipelineModel(const AppState& state);

// The text over an empty chart, and advice how to show something: the steps left no context, or no context in
// the view has cost in the metric.
struct EmptyChartText {
  std::string title;  // "keep fn:nosuch leaves nothing"
  std::string hint;   // "Ctrl+Z undoes it"; empty if no key does
};
// std::nullopt if the chart is not empty.
[[nodiscard]] std::optional<EmptyChartText> BuildEmptyChartText(const AppState& state, const ViewState& view);

// A transform that can be added with one click.
struct TransformChoice {
  std::string group;  // a heading, where it changes
  std::string label;
  std::string description;
  TransformStep step;
};

// Choices for the search, for the selected function or else the centre's, and for the whole tree.
[[nodiscard]] std::vector<TransformChoice> BuildTransformChoices(const AppState& state);

// The pipeline with a step moved before `to`, a place between the present steps; and without a step.
[[nodiscard]] Pipeline WithStepMoved(Pipeline pipeline, size_t from, size_t to);
[[nodiscard]] Pipeline WithoutStep(Pipeline pipeline, size_t index);

// The pipeline with `steps` in the place of the step at `index`, or behind all others.
[[nodiscard]] Pipeline WithSteps(Pipeline pipeline, size_t index, Pipeline steps);

// The pipeline with more steps at its end. A step that chooses a time, which needs the tree as recorded,
// becomes the first step and replaces an earlier choice.
[[nodiscard]] Pipeline WithStepsAdded(Pipeline pipeline, Pipeline steps);

// The error in the text of a step, or of several as "a | b", for people; empty if the text is right. Blank
// text is right: it removes the step.
[[nodiscard]] std::string StepsProblem(const std::string& text);

}  // namespace ringscope
