#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/core/task.h"
#include "app/view/state/loaded_tree.h"
#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/query/metrics/derived_metric.h"
#include "cct/transform/pipeline.h"

namespace ringscope {

struct TransformRequest {
  CctPtr tree;
  Pipeline pipeline;
  MetricIndex metric = 0;              // of conditions that name no metric
  std::vector<DerivedMetric> derived;  // metrics that conditions may name
  friend bool operator==(const TransformRequest&, const TransformRequest&) = default;
};

// The transforms through which a view shows its document.
struct PipelineState {
  Pipeline applied;                                      // the view's tree is the result of these
  std::vector<StepOutcome> outcomes;                     // one a step of `applied`
  Pipeline wanted;                                       // differs from `applied` only while `task` runs
  Task<TransformRequest, Result<TransformedTree>> task;  // empty once its answer is shown
  std::vector<Pipeline> undo, redo;                      // newest last
  // The stacks when `applied` was wanted: for the case that `wanted` cannot be made.
  struct Stacks {
    std::vector<Pipeline> undo, redo;
  };
  std::optional<Stacks> before_task;
  // The document was read again: the shown tree is of the earlier reading, until `task` ends.
  bool is_outdated = false;
  std::optional<Pipeline> asked_about;                   // takes long: waits for the user's answer
  std::string root_when_done;  // call path to go to in the result of `task`; empty: the same place as before
};

// Applies the steps on the calling (job) thread. Null when cancelled.
[[nodiscard]] std::shared_ptr<const Result<TransformedTree>> RunTransform(const TransformRequest& request,
                                                                          JobControl& job);

}  // namespace ringscope
