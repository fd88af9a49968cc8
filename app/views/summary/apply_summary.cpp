#include "app/views/summary/summary_kind.h"
#include "app/views/summary/summary_state.h"

namespace ringscope::summary {
namespace {

// On a job thread.
Result<ProfileSummary> Make(const Wanted& wanted, JobControl& job) {
  job.total_units = kSummaryPasses * wanted.tree->context_count();
  SummaryRequest request;
  request.root = wanted.root;
  request.metric = wanted.metric;
  request.self_in_first_ring = wanted.self_place == SelfPlace::kFirstRing;
  return Summarize(*wanted.tree, *wanted.functions, request, &job);
}

}  // namespace

Wanted WantedOf(const ViewState& view) {
  return {view.shown.tree, view.shown.functions, view.history.current().root.context, view.metric,
          SelfPlaceAfter(view.pipeline.applied)};
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
