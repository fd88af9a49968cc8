#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/core/app_state.h"
#include "app/core/effect.h"
#include "cct/base/result.h"
#include "cct/table/summary.h"
#include "cct/transform/steps/self_place.h"

namespace ringscope::summary {

// What a summary is of. An opened run of siblings is summed up with its caller.
struct Wanted {
  CctPtr tree;
  FunctionIndexPtr functions;  // of the tree
  ContextId root = kRootContext;
  MetricIndex metric = 0;
  SelfPlace self_place = SelfPlace::kContexts;
  friend bool operator==(const Wanted&, const Wanted&) = default;
};

// One that is worked out, or was: `found` or `problem` is there when its job has ended.
struct Summary {
  Wanted wanted;
  JobId job = kNoJob;
  std::shared_ptr<const ProfileSummary> found;
  std::string problem;
  friend bool operator==(const Summary&, const Summary&) = default;
};

// Of the window: one for each place that views of this kind are at.
struct Summaries {
  std::vector<Summary> all;
  friend bool operator==(const Summaries&, const Summaries&) = default;
};

[[nodiscard]] Wanted WantedOf(const ViewState& view);
// Null where none was asked for.
[[nodiscard]] const Summary* SummaryOf(const AppState& state, const ViewState& view);

// Starts what the views want and ends what none wants any more.
void Refresh(AppState& state, apply::Effects& effects);

// The answer of a job.
struct SummaryMade {
  JobId job = kNoJob;
  std::shared_ptr<const ProfileSummary> found;  // null: see `problem`
  std::string problem;
};
void Do(AppState& state, const SummaryMade& made, apply::Effects& effects);

}  // namespace ringscope::summary
