#pragma once

#include <optional>

#include "app/core/app_state.h"
#include "app/core/effect.h"
#include "app/views/kind_answers.h"
#include "cct/table/summary.h"
#include "cct/transform/pipeline.h"

namespace ringscope::summary {

// What a summary is of. An opened run of siblings is summed up with its caller.
struct Wanted {
  CctPtr tree;
  FunctionIndexPtr functions;  // of the tree
  ContextId root = kRootContext;
  MetricIndex metric = 0;
  std::optional<MetricIndex> measured;  // where the metric is one without the recorder's cost: with it
  SelfPlace self_place = SelfPlace::kContexts;
  friend bool operator==(const Wanted&, const Wanted&) = default;
};

using Summary = KindAnswer<Wanted, ProfileSummary>;
using Summaries = KindAnswers<Wanted, ProfileSummary>;

[[nodiscard]] Wanted WantedOf(const ViewState& view);
// Null where none was asked for.
[[nodiscard]] const Summary* SummaryOf(const AppState& state, const ViewState& view);

void Refresh(AppState& state, apply::Effects& effects);

}  // namespace ringscope::summary
