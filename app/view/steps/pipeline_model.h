#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/view/state/app_state.h"

namespace ringscope {

// One step of the pipeline as the row above the charts shows it.
struct ChipModel {
  std::string text;      // as the user edits it
  std::string effect;    // "-12 %": what the step took from the total of the profile; empty: nothing
  std::string tooltip;   // what the step did, a few lines
  bool pending = false;  // the chart does not show the step yet
  bool idle = false;     // the step changes nothing
};

struct PipelineModel {
  std::vector<ChipModel> chips;  // of the wanted pipeline
  bool visible = false;
  bool running = false;
  float progress = -1;  // of the job, 0 to 1; negative: not known
  bool can_undo = false, can_redo = false;
  std::string line;  // the whole pipeline as text
};

[[nodiscard]] PipelineModel BuildPipelineModel(const AppState& state);

// What a view says over an empty chart: the steps left nothing, or all that the view shows has no cost in the
// metric; and what would show something.
struct NothingLeft {
  std::string title;  // "keep fn:nosuch leaves nothing"
  std::string hint;   // "Ctrl+Z undoes it"; empty if no key does
};
// Nothing if the chart is not empty.
[[nodiscard]] std::optional<NothingLeft> BuildNothingLeft(const AppState& state, const ViewState& view);

// A transform that can be added with one click.
struct TransformChoice {
  std::string group;  // a heading, where it changes
  std::string label;
  std::string description;
  TransformStep step;
};

// Choices from the search, from the selected function, else the centre's, and for the whole tree.
[[nodiscard]] std::vector<TransformChoice> BuildTransformChoices(const AppState& state);

// The pipeline with a step moved before `to`, a place between the present steps, or taken away.
[[nodiscard]] Pipeline WithStepMoved(Pipeline pipeline, size_t from, size_t to);
[[nodiscard]] Pipeline WithoutStep(Pipeline pipeline, size_t index);

// The pipeline with `steps` in the place of the step at `index`, or behind all others.
[[nodiscard]] Pipeline WithSteps(Pipeline pipeline, size_t index, Pipeline steps);

// The pipeline with more steps behind; but a step that chooses a time, which only the tree as recorded
// allows, becomes the first step in the place of an earlier choice.
[[nodiscard]] Pipeline WithStepsAdded(Pipeline pipeline, Pipeline steps);

// What is wrong with the text of a step, or of several as "a | b", for people; empty if nothing is. Blank
// text is fine: it takes the step away.
[[nodiscard]] std::string StepsProblem(const std::string& text);

}  // namespace ringscope
