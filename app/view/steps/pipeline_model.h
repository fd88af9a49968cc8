#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/view/state/app_state.h"

namespace ringscope {

// One step of the pipeline as the row above the charts shows it.
struct ChipModel {
  std::string text;      // as it is edited
  std::string effect;    // "-12 %": what it took from the total of the profile; empty: nothing
  std::string tooltip;   // what it did, a few lines
  bool pending = false;  // the chart does not show it yet
  bool idle = false;     // the tree is as it was without the step
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

// What a view says where the chart is empty: its steps left nothing, or all that it shows has no cost in the
// metric; and what shows something.
struct NothingLeft {
  std::string title;  // "keep fn:nosuch leaves nothing"
  std::string hint;   // "Ctrl+Z undoes it"; empty where no key does
};
// Nothing where there is something to see.
[[nodiscard]] std::optional<NothingLeft> BuildNothingLeft(const AppState& state, const ViewState& view);

// A transform that can be added with one click.
struct TransformChoice {
  std::string group;  // a heading where it changes
  std::string label;
  std::string description;
  TransformStep step;
};

// What the search says, what the selected function (else that of the centre) makes possible, and what is
// about the whole tree.
[[nodiscard]] std::vector<TransformChoice> BuildTransformChoices(const AppState& state);

// The same steps with one moved before `to`, a place between the present ones, or taken away.
[[nodiscard]] Pipeline WithStepMoved(Pipeline pipeline, size_t from, size_t to);
[[nodiscard]] Pipeline WithoutStep(Pipeline pipeline, size_t index);

// The same with these steps in the place of the one at `index`, or behind all others.
[[nodiscard]] Pipeline WithSteps(Pipeline pipeline, size_t index, Pipeline steps);

// The same with more steps behind, but that a choice of time, which only the tree as it was recorded allows,
// becomes the first step in the place of one that is there.
[[nodiscard]] Pipeline WithStepsAdded(Pipeline pipeline, Pipeline steps);

// What is wrong with the text of a step, or of several as "a | b", for people; empty where nothing is. Blank
// text counts as fine: it takes the step away.
[[nodiscard]] std::string StepsProblem(const std::string& text);

}  // namespace ringscope
