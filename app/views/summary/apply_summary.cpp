#include "app/views/summary/summary_kind.h"
#include "app/views/summary/summary_state.h"
#include "cct/tree/metric_sides.h"

namespace ringscope::summary {
namespace {

// On a job thread.
Result<ProfileSummary> Make(const Wanted& wanted, JobControl& job) {
  job.total_units = kSummaryPasses * wanted.tree->context_count();
  SummaryRequest request;
  request.root = wanted.root;
  request.metric = wanted.metric;
  request.beside = wanted.measured;
  request.self_in_first_ring = wanted.self_place == SelfPlace::kFirstRing;
  return Summarize(*wanted.tree, *wanted.functions, request, &job);
}

}  // namespace

Wanted WantedOf(const ViewState& view) {
  Wanted wanted{.tree = view.shown.tree,
                .functions = view.shown.functions,
                .root = view.history.current().root.context,
                .metric = view.metric,
                .self_place = SelfPlaceAfter(view.pipeline.applied)};
  if (wanted.tree == nullptr || view.metric >= wanted.tree->metric_count()) return wanted;
  wanted.measured = MeasuredMetric(*wanted.tree, view.metric);
  return wanted;
}

const Summary* SummaryOf(const AppState& state, const ViewState& view) {
  return state.kinds.Get<Summaries>().Find(WantedOf(view));
}

void Refresh(AppState& state, apply::Effects& effects) {
  const auto wanted = [](const ViewState& view) -> std::optional<Wanted> {
    if (&view.kind() != &Kind()) return std::nullopt;
    return WantedOf(view);
  };
  RefreshAnswers<Wanted, ProfileSummary>(state, "Summing up", wanted, Make, effects);
}

}  // namespace ringscope::summary
