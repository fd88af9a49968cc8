#pragma once

#include <string>
#include <vector>

#include "app/core/ids.h"
#include "cct/transform/pipeline.h"

namespace ringscope {

// The transforms through which a view shows its document.
struct PipelineState {
  Pipeline applied;                   // what the view's tree is the result of
  std::vector<StepOutcome> outcomes;  // one a step of `applied`
  Pipeline wanted;                    // differs from `applied` only while `job` runs
  JobId job = kNoJob;
  std::vector<Pipeline> undo, redo;  // newest last
  std::string root_when_done;  // call path to go to in the result of `job`; empty: the same place as before
};

}  // namespace ringscope
